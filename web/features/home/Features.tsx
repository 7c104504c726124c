import { chakra } from '@chakra-ui/react';
import { Screen } from './Screen.tsx';

import { Section } from './Section.tsx';

const small = [
  [
    'Unknown is never shown as fine',
    'When a console does not answer, its devices are unknown, with the time of the last reading.',
  ],
  [
    'One alert for a flapping link',
    'What comes and goes is one alert with its count, not thirty messages in a night.',
  ],
  ['Maintenance windows', 'Planned work is recorded and tells nobody, once or every week.'],
  [
    'Acknowledge and snooze',
    'From the screen or from the link in a message, so that two people never fix the same thing.',
  ],
  ['Teams and roles', 'Colleagues own, work or only look. What belongs to one customer no other can see.'],
  ['Two-factor sign-in', 'With a code app and recovery codes; an administrator can demand it of everybody.'],
] as const;

/** What it does, the large things as screens, the small ones as a list. */
export const Features = () => (
  <>
    <Section
      title="Rules you can read aloud"
      lead="Offline devices, CPU, memory, disk, bandwidth, ports and clients. Say the limit, how long it must hold and who is told; a test alert proves that it arrives."
    >
      <Screen name="rules" />
    </Section>
    <Section
      title="Every console and site on one screen"
      lead="How many devices are up, how much went through, what is open: counted from what was measured, and each controller says how old that is."
    >
      <Screen name="overview" />
      <chakra.dl
        mt={{ base: 12, md: 16 }}
        display="grid"
        gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr', lg: 'repeat(3, 1fr)' }}
        columnGap={{ base: 8, lg: 14 }}
        rowGap={9}
      >
        {small.map(([name, what]) => (
          <div key={name}>
            <chakra.dt textStyle="lg" fontWeight="semibold">
              {name}
            </chakra.dt>
            <chakra.dd mt={1} textStyle="lg" color="fg.muted" textWrap="pretty">
              {what}
            </chakra.dd>
          </div>
        ))}
      </chakra.dl>
    </Section>
  </>
);
