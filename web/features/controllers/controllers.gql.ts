import { graphql } from '#web/gql/index.ts';

/** What screens read from the list of all controllers, and what rows and dialogs read. Changes have it all. */
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
    selectedSiteCount
    overLimit
    defaultCustomerId
    ...ControllerItemFields
    ...ControllerRowFields
    ...StatusReasonFields
    ...DeleteControllerFields
    ...DefaultCustomerFields
  }
`);

export const Controllers = graphql(`
  query Controllers {
    controllers {
      ...ControllerFields
    }
  }
`);

export const SelectedSites = graphql(`
  query SelectedSites($controller: ID!) {
    controller(id: $controller) {
      id
      selectedSiteIds
      selectedSiteNames
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
    worst: openAlerts(order: worst, first: 1) {
      nodes {
        id
        severity
      }
    }
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

export const UpdateController = graphql(`
  mutation UpdateController($id: ID!, $input: ControllerChanges!) {
    updateController(id: $id, input: $input) {
      ...ControllerFields
    }
  }
`);
