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
