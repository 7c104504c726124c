import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { graphql } from '#web/gql/index.ts';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { type State, StateIcon } from '#web/ui/StateIcon.tsx';
import { DividedList } from '#web/ui/Card.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { FinalCall } from './FinalCall.tsx';
import { Hero } from './Hero.tsx';
import { Features, Integrations, Section, Testimonials } from './HomeSections.tsx';
import { StatsRow } from './StatsRow.tsx';

export const HomepageWords = graphql(`
  query HomepageWords {
    homepage {
      heroTitle
      heroSubtitle
      heroCtaPrimary
      heroCtaSecondary
      heroFeatures
      statsUsersCount
      statsUsersLabel
      statsAlertsCount
      statsAlertsLabel
      statsUptimeCount
      statsUptimeLabel
      finalCtaTitle
      finalCtaSubtitle
      finalCtaPrimary
      finalCtaSecondary
      finalCtaFeatures
    }
  }
`);

/** The public home page. */
export function HomePage() {
  const { data, error } = useQuery(HomepageWords);
  const words = data?.homepage;
  return (
    <chakra.div flex={1} display="flex" flexDirection="column">
      {words && <Hero {...words} />}
      {words && (
        <StatsRow
          stats={[
            { count: words.statsUsersCount, label: words.statsUsersLabel },
            { count: words.statsAlertsCount, label: words.statsAlertsLabel },
            { count: words.statsUptimeCount, label: words.statsUptimeLabel },
          ]}
        />
      )}
      {(words || error) && (
        <>
          <Integrations />
          <AlertExamples />
          <Features />
          <Testimonials />
        </>
      )}
      {words && <FinalCall {...words} />}
    </chakra.div>
  );
}

type Example = { state: State; name: string; message: string; kind: string; age: string };

/** Worded as the product's own messages. */
const examples: readonly Example[] = [
  {
    state: 'critical',
    name: 'Branch Leeds',
    message:
      'Console Branch Leeds has been unreachable since 13:40 UTC, so the state of 14 devices is unknown',
    kind: 'Console offline',
    age: '34 min',
  },
  {
    state: 'error',
    name: 'AP Lobby',
    message: 'AP Lobby (Head Office) has been offline since 14:02 UTC',
    kind: 'Device offline',
    age: '12 min',
  },
  {
    state: 'warning',
    name: 'Core Switch',
    message: 'CPU on Core Switch (Head Office) has been above 90% since 13:51 UTC (now 94%)',
    kind: 'High CPU',
    age: '23 min',
  },
  {
    state: 'info',
    name: 'Label Printer 2',
    message: 'Label Printer 2 (Warehouse South) has been disconnected from AP Aisle C since 14:09 UTC',
    kind: 'Client disconnected',
    age: '5 min',
  },
];

/** The timeline of the second alert above. */
const course: readonly { at: string; state?: State; what: string; told?: string }[] = [
  {
    at: '14:02',
    what: 'Detected',
    told: 'The rule waits two minutes, so a quick restart doesn’t page anyone.',
  },
  { at: '14:04', state: 'error', what: 'Alert raised', told: 'Slack #network-alerts, two emails' },
  { at: '14:04', what: 'Ticket opened', told: 'In HaloPSA, for the right client' },
  { at: '14:09', what: 'Acknowledged', told: 'The team can see that someone is on it.' },
  {
    at: '14:31',
    state: 'ok',
    what: 'Resolved',
    told: 'After 29 minutes. Everyone who was notified gets an update.',
  },
];

/** Example alerts of each severity, and one full timeline. */
const AlertExamples = () => (
  <Section
    title="Alerts you understand at a glance"
    lead="What’s wrong, where, since when and how severe, with a word, a shape and a color. And when we can’t tell, we say so."
  >
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
      columnGap={16}
      rowGap={10}
    >
      <DividedList
        aria-label="Examples of alerts"
        alignSelf="start"
        borderWidth="1px"
        borderRadius="surface"
        bg="bg.panel"
        overflow="hidden"
      >
        {examples.map((example) => (
          <AlertLine key={example.name} {...example} />
        ))}
      </DividedList>
      <Course />
    </chakra.div>
  </Section>
);

const AlertLine = ({ state, name, message, kind, age }: Example) => (
  <chakra.li
    position="relative"
    ps={5}
    pe={4}
    py={3.5}
    bg={state === 'critical' ? 'state.critical.subtle' : undefined}
    _before={{
      content: '""',
      position: 'absolute',
      insetY: 0,
      insetStart: 0,
      w: '3px',
      bg: `state.${state}`,
    }}
  >
    <chakra.p display="flex" flexWrap="wrap" alignItems="center" columnGap={3} rowGap={1}>
      <SeverityBadge state={state} />
      <chakra.span fontWeight="medium" textStyle="lg" me="auto">
        {name}
      </chakra.span>
      <Muted as="span" fontVariantNumeric="tabular-nums">
        {age} ago
      </Muted>
    </chakra.p>
    <chakra.p mt={1.5} textWrap="pretty">
      {message}
    </chakra.p>
    <Hint mt={0.5}>{kind}</Hint>
  </chakra.li>
);

const Course = () => (
  <chakra.div>
    <chakra.h3 textStyle="xl" fontWeight="semibold">
      AP Lobby, start to finish
    </chakra.h3>
    <chakra.ol mt={4} listStyleType="none" fontVariantNumeric="tabular-nums">
      {course.map(({ at, state, what, told }) => (
        <chakra.li
          key={what}
          display="grid"
          gridTemplateColumns="3.25rem 1rem minmax(0, 1fr)"
          columnGap={2}
          pb={4}
          position="relative"
        >
          <Hint as="span" pt="2px">
            {at}
          </Hint>
          <chakra.span color={state ? `state.${state}` : 'fg.subtle'} pt="5px" display="inline-flex">
            {state ? <StateIcon state={state} /> : <Dot />}
          </chakra.span>
          <span>
            <chakra.span display="block" fontWeight="medium">
              {what}
            </chakra.span>
            <Muted as="span" display="block">
              {told}
            </Muted>
          </span>
        </chakra.li>
      ))}
    </chakra.ol>
  </chakra.div>
);

const Dot = () => <chakra.span boxSize="6px" m="3px" borderRadius="full" bg="border.control" aria-hidden />;
