import { Button, chakra } from '@chakra-ui/react';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { MockDashboard } from './MockDashboard.tsx';

const features = [
  {
    title: 'Real-time monitoring',
    words:
      'Consoles, sites and devices are read around the clock. What changes is on the screen without a reload.',
  },
  {
    title: 'Alerts where you are',
    words:
      'Rules in plain words, told by e-mail, Slack, Teams, Discord or webhook, to the people who can act.',
  },
  {
    title: 'Tickets by themselves',
    words: 'What breaks at a client opens a ticket in HaloPSA, and its recovery is noted there.',
  },
] as const;

/** The earlier first page: a claim, a dashboard as it could look, three features and the way to the packages. */
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
          UniFi consoles and sites of every customer, watched around the clock: what is wrong, since when and
          how bad.
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
        <chakra.li key={title} borderWidth="1px" borderRadius="surface" bg="bg.panel" p={5}>
          <chakra.h2 textStyle="lg" fontWeight="semibold">
            {title}
          </chakra.h2>
          <chakra.p mt={1.5} textStyle="lg" color="fg.muted" textWrap="pretty">
            {words}
          </chakra.p>
        </chakra.li>
      ))}
    </chakra.ul>
  </chakra.div>
);
