import { graphql } from '#web/gql/index.ts';

/** Who runs this, as pages say it to everybody. */
export const OrganizationDetails = graphql(`
  query OrganizationDetails {
    organization {
      name
      address
      responseTime
      phoneHours
    }
  }
`);
