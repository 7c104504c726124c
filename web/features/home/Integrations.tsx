import { chakra } from '@chakra-ui/react';
import { Section } from './Section.tsx';

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
