import { graphql } from '#web/gql/index.ts';

export const AlertControllerFields = graphql(`
  fragment AlertControllerFields on Controller {
    id
    name
    status
    statusReason
    needsNewKey
    lastSync
    totalSites
    selectedSiteId
    selectedSiteName
    selectedSiteCount
    overLimit
  }
`);

export const AlertControllers = graphql(`
  query AlertControllers {
    controllers {
      ...AlertControllerFields
    }
  }
`);
