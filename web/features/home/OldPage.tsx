import { Button, chakra } from '@chakra-ui/react';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { type State, StateIcon } from '#web/ui/StateIcon.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Muted, SectionTitle } from '#web/ui/text.tsx';

const features = [
  {
    title: 'Real-time monitoring',
    words: 'Consoles, sites and devices are monitored around the clock. Changes appear without a reload.',
  },
  {
    title: 'Alerts where you are',
    words: 'Rules in plain English, with alerts by email, Slack, Teams, Discord or webhook.',
  },
  {
    title: 'Automatic tickets',
    words: 'A problem at a client’s site opens a ticket in HaloPSA, with a note when it’s resolved.',
  },
] as const;

/** The previous home page. */
export const OldPage = () => (
  <chakra.div w="full" maxW="content" mx="auto" px={{ base: 4, md: 8 }} py={{ base: 10, md: 20 }}>
    <PageTitle>Network monitoring</PageTitle>
    <chakra.div
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' }}
      columnGap={16}
      rowGap={10}
      alignItems="center"
    >
      <div>
        <chakra.h1 textStyle={{ base: '3xl', md: '4xl' }} fontWeight="semibold" textWrap="balance">
          Your networks, live on one screen
        </chakra.h1>
        <chakra.p
          mt={5}
          textStyle={{ base: 'lg', md: 'xl' }}
          lineHeight={1.5}
          color="fg.muted"
          maxW="prose"
          textWrap="pretty"
        >
          Every customer’s UniFi consoles and sites, monitored around the clock: what’s wrong, since when and
          how severe.
        </chakra.p>
        <Button asChild size="lg" mt={7}>
          <a href="/packages">View Packages</a>
        </Button>
      </div>
      <MockDashboard />
    </chakra.div>
    <chakra.ul
      mt={{ base: 14, md: 20 }}
      listStyleType="none"
      display="grid"
      gridTemplateColumns={{ base: '1fr', md: 'repeat(3, 1fr)' }}
      gap={4}
    >
      {features.map(({ title, words }) => (
        <Card as="li" key={title} p={5}>
          <SectionTitle>{title}</SectionTitle>
          <chakra.p mt={1.5} textStyle="lg" color="fg.muted" textWrap="pretty">
            {words}
          </chakra.p>
        </Card>
      ))}
    </chakra.ul>
  </chakra.div>
);

const figures = [
  ['Devices', '75'],
  ['Open alerts', '2'],
  ['Uptime', '99.8%'],
] as const;

const sites: readonly { name: string; devices: number; state: State; word: string }[] = [
  { name: 'Head Office', devices: 45, state: 'error', word: '1 alert' },
  { name: 'Warehouse South', devices: 15, state: 'ok', word: 'Clear' },
  { name: 'Branch Leeds', devices: 15, state: 'unknown', word: 'No data since 13:40' },
];

/** A sample dashboard, labeled as an example. */
const MockDashboard = () => (
  <chakra.figure borderWidth="1px" borderRadius="surface" bg="bg.panel" overflow="hidden">
    <chakra.figcaption
      display="flex"
      justifyContent="space-between"
      gap={4}
      px={5}
      py={3}
      borderBottomWidth="1px"
      color="fg.muted"
    >
      <chakra.span fontWeight="medium" color="fg">
        Live dashboard
      </chakra.span>
      Example
    </chakra.figcaption>
    <chakra.dl display="grid" gridTemplateColumns="repeat(3, minmax(0, 1fr))" px={5} py={4} gap={4}>
      {figures.map(([label, value]) => (
        <div key={label}>
          <chakra.dt textStyle="sm" color="fg.muted">
            {label}
          </chakra.dt>
          <chakra.dd
            textStyle={{ base: 'xl', sm: '2xl' }}
            fontWeight="semibold"
            fontVariantNumeric="tabular-nums"
          >
            {value}
          </chakra.dd>
        </div>
      ))}
    </chakra.dl>
    <chakra.ul listStyleType="none" aria-label="Sites">
      {sites.map(({ name, devices, state, word }) => (
        <chakra.li
          key={name}
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          columnGap={3}
          px={5}
          py={2.5}
          borderTopWidth="1px"
        >
          <chakra.span color={`state.${state}`} display="inline-flex">
            <StateIcon state={state} />
          </chakra.span>
          <chakra.span fontWeight="medium">{name}</chakra.span>
          <Muted as="span" fontVariantNumeric="tabular-nums">
            {devices} devices
          </Muted>
          <chakra.span ms="auto" color={`state.${state}`}>
            {word}
          </chakra.span>
        </chakra.li>
      ))}
    </chakra.ul>
    <chakra.p display="flex" flexWrap="wrap" alignItems="center" gap={3} px={5} py={3.5} borderTopWidth="1px">
      <SeverityBadge state="error" />
      <span>AP Lobby (Head Office) has been offline since 14:02 UTC</span>
    </chakra.p>
  </chakra.figure>
);
