import { graphql } from '#web/gql/index.ts';

export const PackagePrices = graphql(`
  query PackagePrices {
    packages {
      id
      name
      price
      currency
    }
  }
`);

export const MayAdminister = graphql(`
  query MayAdminister {
    me {
      id
      administersFromHere
    }
  }
`);

export const OpenAlertCount = graphql(`
  query OpenAlertCount {
    openAlertCount
  }
`);

export const ControllerProblems = graphql(`
  query ControllerProblems {
    controllerStates {
      offline
      error
    }
  }
`);

export const OpenAlertCountChanged = graphql(`
  subscription OpenAlertCountChanged {
    openAlertCountChanged
  }
`);
