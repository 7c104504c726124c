import { useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { graphql } from '#web/gql/index.ts';
import { AlertExamples } from './AlertExamples.tsx';
import { FinalCall } from './FinalCall.tsx';
import { Hero } from './Hero.tsx';
import { Features, Integrations, Voices } from './HomeSections.tsx';
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

/** The first page: what it is, that it is so, and the way in. */
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
          <Voices />
        </>
      )}
      {words && <FinalCall {...words} />}
    </chakra.div>
  );
}
