import { graphql } from '#web/gql/index.ts';

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
