import { chakra } from '@chakra-ui/react';
import { useId, type ReactNode } from 'react';
import { Screen } from './Screen.tsx';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** One step of the argument: what is claimed, and below it what shows that it is so. */
export function Section({ title, lead, children }: Props) {
  const id = useId();
  return (
    <chakra.section
      aria-labelledby={id}
      w="full"
      maxW="content"
      mx="auto"
      px={{ base: 4, md: 8 }}
      py={{ base: 14, md: 20 }}
    >
      <chakra.h2 id={id} textStyle={{ base: '2xl', md: '3xl' }} maxW="44rem" textWrap="balance">
        {title}
      </chakra.h2>
      {lead && (
        <chakra.p mt={3} textStyle="lg" color="fg.muted" maxW="prose" textWrap="pretty">
          {lead}
        </chakra.p>
      )}
      <chakra.div mt={{ base: 8, md: 10 }}>{children}</chakra.div>
    </chakra.section>
  );
}

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

const integrations = [
  ['Slack', 'A message in the channel you choose when something breaks, and another when it is over.'],
  ['Microsoft Teams', 'A card with device, site and time, where your team already talks.'],
  ['Discord', 'The same alert for crews who live there, edited when it is over.'],
  ['E-mail', 'To everybody who must know. In their quiet hours only what is critical.'],
  ['Webhooks', 'Signed JSON for your own tools, sent again when it does not get through.'],
  ['HaloPSA', 'A ticket at the right client and site, and a note in it when the device is back.'],
] as const;

/** Where an alert goes. */
export const Integrations = () => (
  <Section
    title="Told where your people already look"
    lead="Each channel is set up once and proves itself with a test message. Every rule says which of them it uses."
  >
    <chakra.dl
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
      columnGap={{ md: 12, lg: 20 }}
      borderBottomWidth="1px"
    >
      {integrations.map(([name, what]) => (
        <chakra.div
          key={name}
          display="grid"
          gridTemplateColumns={{ base: '1fr', sm: '9.5rem minmax(0, 1fr)' }}
          columnGap={4}
          py={4}
          borderTopWidth="1px"
          textStyle="lg"
        >
          <chakra.dt fontWeight="semibold">{name}</chakra.dt>
          <chakra.dd color="fg.muted" textWrap="pretty">
            {what}
          </chakra.dd>
        </chakra.div>
      ))}
    </chakra.dl>
  </Section>
);

/** Of roles, not of people: nobody's name stands here who did not say it. */
const testimonials = [
  {
    words:
      'The alert said which access point, since when, and that the switch above it was fine. I was done before the phone rang.',
    who: 'Network engineer, managed service provider',
  },
  {
    words: 'Tickets open at the right customer by themselves. Nobody copies device names any more.',
    who: 'Service desk lead',
  },
  {
    words: 'It says when it does not know. That is why I believe it when it says all clear.',
    who: 'Head of IT, school with three sites',
  },
] as const;

/** What people say who work with it: the first loudest. */
export const Testimonials = () => (
  <Section title="From people who get the call">
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}
      columnGap={{ md: 12, lg: 20 }}
      rowGap={10}
    >
      {testimonials.map(({ words, who }, index) => (
        <chakra.figure key={who} gridColumn={index === 0 ? { md: '1 / -1' } : undefined} maxW="52rem">
          <chakra.blockquote
            textStyle={index === 0 ? { base: 'xl', md: '2xl' } : 'xl'}
            lineHeight={1.35}
            fontWeight={index === 0 ? 'medium' : 'normal'}
            textWrap="pretty"
          >
            “{words}”
          </chakra.blockquote>
          <chakra.figcaption mt={3} textStyle="lg" color="fg.muted">
            {who}
          </chakra.figcaption>
        </chakra.figure>
      ))}
    </chakra.div>
    <chakra.p mt={10} textStyle="sm" color="fg.muted">
      Sample voices. Those of customers take their place as soon as they agree to be quoted.
    </chakra.p>
  </Section>
);
