import { chakra } from '@chakra-ui/react';
import { Hint } from '#web/ui/text.tsx';
import { useId, type ReactNode } from 'react';
import { Screen } from './Screen.tsx';

type Props = { title: string; lead?: ReactNode; children: ReactNode };

/** A section: a claim, and the content that supports it. */
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
    'Unknown never looks like OK',
    'When a console doesn’t respond, its devices show as unknown, with the time of the last check.',
  ],
  [
    'One alert for a flapping link',
    'Repeated outages become one alert with a count, not thirty messages overnight.',
  ],
  [
    'Maintenance windows',
    'Alerts during planned work are recorded without notifying anyone, one-off or weekly.',
  ],
  [
    'Acknowledge and snooze',
    'On screen or from a link in the message, so two people never fix the same thing.',
  ],
  [
    'Teams and roles',
    'Give colleagues full, working or view-only access. No customer can see another’s data.',
  ],
  [
    'Two-factor sign-in',
    'With an authenticator app and recovery codes. Administrators can require it for everyone.',
  ],
] as const;

/** The features: large ones with screenshots, small ones as a list. */
export const Features = () => (
  <>
    <Section
      title="Rules in plain English"
      lead="Offline devices, CPU, memory, disk, bandwidth, ports and clients. Set a threshold, a duration and the channels to notify, then send a test alert to check it."
    >
      <Screen name="rules" />
    </Section>
    <Section
      title="Every console and site on one screen"
      lead="Devices online, traffic and open alerts, from real measurements. Each controller shows how recent its data is."
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
  ['Slack', 'A message in the channel you choose when something breaks, and another when it’s resolved.'],
  ['Microsoft Teams', 'A card with the device, site and time, where your team already talks.'],
  ['Discord', 'The same alert for teams on Discord, updated when it’s resolved.'],
  ['Email', 'For everyone who needs to know. During quiet hours, only critical alerts.'],
  ['Webhooks', 'Signed JSON for your own tools, retried if delivery fails.'],
  ['HaloPSA', 'A ticket for the right client and site, with a note when the device recovers.'],
] as const;

/** The notification channels. */
export const Integrations = () => (
  <Section
    title="Notifications where your team already looks"
    lead="Set up each channel once and check it with a test message. Each rule chooses its channels."
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

/** Attributed to roles only, because these are samples and no real person said them. */
const testimonials = [
  {
    words:
      'The alert said which access point was down, since when, and that its switch was fine. I’d fixed it before the phone rang.',
    who: 'Network engineer, managed service provider',
  },
  {
    words: 'Tickets open for the right customer automatically. No one copies device names anymore.',
    who: 'Service desk lead',
  },
  {
    words: 'It tells me when it doesn’t know. That’s why I believe it when it says all clear.',
    who: 'Head of IT, school with three sites',
  },
] as const;

/** Testimonials, the first one largest. */
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
    <Hint mt={10}>
      Sample quotes. We’ll replace them with customers’ own words once they agree to be quoted.
    </Hint>
  </Section>
);
