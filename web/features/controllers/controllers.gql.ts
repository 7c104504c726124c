import { graphql } from '#web/gql/index.ts';

export const ControllerFields = graphql(`
  fragment ControllerFields on Controller {
    id
    name
    status
    statusReason
    needsNewKey
    apiKeyTail
    version
    deviceCount
    totalSites
    lastSync
    selectedSiteId
    selectedSiteName
    overLimit
  }
`);

export const Controllers = graphql(`
  query Controllers {
    controllers {
      ...ControllerFields
    }
  }
`);

export const ControllerPage = graphql(`
  query ControllerPage($search: String, $first: Int!, $skip: Int!) {
    controllers(search: $search, worstFirst: true, first: $first, skip: $skip) {
      ...ControllerFields
    }
    controllerCount(search: $search)
    controllerStates {
      offline
      error
      pending
      unknown
      unwatched
      online
      lastReading
    }
  }
`);

export const ControllerChanged = graphql(`
  subscription ControllerChanged {
    controllerChanged {
      ...ControllerFields
    }
  }
`);

export const DashboardSummary = graphql(`
  query DashboardSummary {
    monitoringSummary {
      totalDevices
      uncountedControllers
      onlineDevices
      offlineDevices
      impairedDevices
      unknownDevices
      transferredBytes
      uptimePercent
      measuredSince
    }
    openAlertCount
  }
`);

export const CustomerPlan = graphql(`
  query CustomerPlan {
    me {
      id
      teamPackage {
        id
        name
        maxControllers
      }
    }
  }
`);

export const WatchedPlan = graphql(`
  query WatchedPlan {
    subscription {
      isActive
      usage {
        maxDevices
        devicesBeyond
      }
    }
  }
`);

export const Sites = graphql(`
  query Sites($controller: ID!) {
    sites(controller: $controller) {
      hostId
      hostName
      deviceCount
      isSelected
    }
  }
`);

export const CreateController = graphql(`
  mutation CreateController($input: ControllerInput!) {
    createController(input: $input) {
      ...ControllerFields
    }
  }
`);

export const ConnectSiteManager = graphql(`
  mutation ConnectSiteManager($input: SiteManagerInput!) {
    connectSiteManager(input: $input) {
      ...ControllerFields
    }
  }
`);

export const UpdateController = graphql(`
  mutation UpdateController($id: ID!, $input: ControllerChanges!) {
    updateController(id: $id, input: $input) {
      ...ControllerFields
    }
  }
`);

export const DeleteController = graphql(`
  mutation DeleteController($id: ID!) {
    deleteController(id: $id)
  }
`);

export const TestController = graphql(`
  mutation TestController($id: ID!) {
    testController(id: $id) {
      success
      version
      error
      message
    }
  }
`);

export const DemoKeys = graphql(`
  query DemoKeys {
    demoKeys {
      name
      apiKey
    }
  }
`);
