import { graphql } from '#web/gql/index.ts';

export const PalettePlaces = graphql(`
  query PalettePlaces {
    controllers {
      id
      name
      selectedSiteId
      selectedSiteName
    }
    alertRules {
      id
      name
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
