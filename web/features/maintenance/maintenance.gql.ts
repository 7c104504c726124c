import { graphql } from '#web/gql/index.ts';

export const MaintenanceWindowFields = graphql(`
  fragment MaintenanceWindowFields on MaintenanceWindow {
    id
    name
    controllerId
    siteId
    siteName
    deviceMac
    deviceName
    repeats
    timeZone
    startsAt
    minutes
    weekdays
    lastDay
    endedAt
    createdBy
    activeUntil
    nextStart
    nextEnd
  }
`);

export const MaintenanceWindows = graphql(`
  query MaintenanceWindows {
    maintenanceWindows {
      ...MaintenanceWindowFields
    }
  }
`);

export const CreateMaintenanceWindow = graphql(`
  mutation CreateMaintenanceWindow($input: MaintenanceWindowInput!) {
    createMaintenanceWindow(input: $input) {
      ...MaintenanceWindowFields
    }
  }
`);

export const UpdateMaintenanceWindow = graphql(`
  mutation UpdateMaintenanceWindow($id: ID!, $input: MaintenanceWindowChanges!) {
    updateMaintenanceWindow(id: $id, input: $input) {
      ...MaintenanceWindowFields
    }
  }
`);

export const EndMaintenanceWindow = graphql(`
  mutation EndMaintenanceWindow($id: ID!) {
    endMaintenanceWindow(id: $id) {
      ...MaintenanceWindowFields
    }
  }
`);

export const DeleteMaintenanceWindow = graphql(`
  mutation DeleteMaintenanceWindow($id: ID!) {
    deleteMaintenanceWindow(id: $id)
  }
`);

export const MaintenanceControllers = graphql(`
  query MaintenanceControllers {
    controllers {
      id
      name
      selectedSiteId
      selectedSiteName
    }
  }
`);

export const MaintenanceSites = graphql(`
  query MaintenanceSites($controller: ID!) {
    sites(controller: $controller) {
      hostId
      hostName
    }
  }
`);

export const MaintenanceDevices = graphql(`
  query MaintenanceDevices($controllerId: ID!, $siteId: String, $search: String) {
    devices(controllerId: $controllerId, siteId: $siteId, search: $search) {
      id
      hostId
      mac
      name
      model
    }
  }
`);
