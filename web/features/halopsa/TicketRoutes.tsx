import { graphql } from '#web/gql/index.ts';

export const HalopsaTicketRoutes = graphql(`
  query HalopsaTicketRoutes($controllerId: ID, $first: Int!) {
    halopsaTicketRoutes(controllerId: $controllerId, first: $first) {
      source
      customerName
      clientId
      clientName
      siteCount
    }
  }
`);
