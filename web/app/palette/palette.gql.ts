import { graphql } from '#web/gql/index.ts';

export const PaletteSearch = graphql(`
  query PaletteSearch($text: String!) {
    search(text: $text) {
      customers {
        id
        name
        siteCount
        openAlertCount
      }
      sites {
        id
        hostId
        name
        controllerId
        openAlertCount
        customer {
          id
          name
        }
      }
      controllers {
        id
        name
        selectedSiteName
        selectedSiteCount
        totalSites
      }
      devices {
        controllerId
        controllerName
        siteName
        customerName
        device {
          id
          hostId
          name
          model
          mac
          ip
          state
        }
      }
      alerts {
        id
        deviceName
        deviceMac
        siteName
        customer {
          id
          name
        }
        message
        type
        since
        resolvedAt
        acknowledgedAt
        snoozedUntil
      }
      alertRules {
        id
        name
      }
      members {
        id
        name
        email
      }
    }
  }
`);

export const PaletteSettings = graphql(`
  query PaletteSettings {
    adminSettings {
      id
      key
    }
  }
`);

export const PalettePeople = graphql(`
  query PalettePeople($search: String!, $first: Int!) {
    users(search: $search, first: $first) {
      id
      email
      firstName
      lastName
    }
  }
`);
