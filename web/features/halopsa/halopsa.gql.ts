import { graphql } from '#web/gql/index.ts';

export const HalopsaFields = graphql(`
  fragment HalopsaFields on HalopsaConnection {
    id
    authServer
    resourceServer
    tenant
    clientId
    clientSecretTail
    scope
    ticketTypeId
    resolvedStatusId
    closesTickets
    lastWorkedAt
    problems
  }
`);

export const HalopsaIntegration = graphql(`
  query HalopsaIntegration {
    halopsaIntegration {
      ...HalopsaFields
    }
  }
`);

export const SaveHalopsaIntegration = graphql(`
  mutation SaveHalopsaIntegration($input: HalopsaIntegrationInput!) {
    saveHalopsaIntegration(input: $input) {
      ...HalopsaFields
    }
  }
`);

export const DeleteHalopsaIntegration = graphql(`
  mutation DeleteHalopsaIntegration {
    deleteHalopsaIntegration
  }
`);

export const TestHalopsaIntegration = graphql(`
  mutation TestHalopsaIntegration {
    testHalopsaIntegration {
      success
      message
    }
  }
`);

export const HalopsaClients = graphql(`
  query HalopsaClients {
    halopsaClients {
      id
      name
    }
  }
`);

export const HalopsaSites = graphql(`
  query HalopsaSites($clientId: Int!) {
    halopsaSites(clientId: $clientId) {
      id
      name
    }
  }
`);

export const HalopsaCategories = graphql(`
  query HalopsaCategories {
    halopsaCategories {
      id
      name
    }
  }
`);

export const HalopsaTicketTypes = graphql(`
  query HalopsaTicketTypes {
    halopsaTicketTypes {
      id
      name
    }
  }
`);

export const HalopsaStatuses = graphql(`
  query HalopsaStatuses {
    halopsaStatuses {
      id
      name
    }
  }
`);

export const HalopsaControllerFields = graphql(`
  fragment HalopsaControllerFields on Controller {
    id
    name
    status
    selectedSiteName
    haloEnabled
    haloSeverityLevels
    haloClientId
    haloClientName
    haloSiteId
    haloSiteName
    haloPriority
    haloCategory
    haloCategoryName
  }
`);

export const HalopsaControllers = graphql(`
  query HalopsaControllers {
    controllers {
      ...HalopsaControllerFields
    }
  }
`);

export const ConfigureHalopsaAlerts = graphql(`
  mutation ConfigureHalopsaAlerts($id: ID!, $input: HalopsaAlertsInput!) {
    configureHalopsaAlerts(id: $id, input: $input) {
      ...HalopsaControllerFields
    }
  }
`);

export const TestHalopsaAlert = graphql(`
  mutation TestHalopsaAlert($id: ID!) {
    testHalopsaAlert(id: $id) {
      success
      message
      ticketUrl
    }
  }
`);
