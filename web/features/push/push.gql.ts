import { graphql } from '#web/gql/index.ts';

export const Pushes = graphql(`
  query Pushes($controllerId: ID!) {
    pushedMessages(controllerId: $controllerId, first: 10) {
      id
      at
      body
      gist
    }
    controllers {
      id
      lastPushAt
    }
  }
`);

export const PushCame = graphql(`
  subscription PushCame {
    controllerChanged {
      id
      lastPushAt
    }
  }
`);

export const PushAddressFields = graphql(`
  fragment PushAddressFields on PushAddress {
    url
    madeAt
  }
`);

export const ShowPushAddress = graphql(`
  mutation ShowPushAddress($controllerId: ID!) {
    showPushAddress(controllerId: $controllerId) {
      ...PushAddressFields
    }
  }
`);

export const RenewPushAddress = graphql(`
  mutation RenewPushAddress($controllerId: ID!) {
    renewPushAddress(controllerId: $controllerId) {
      ...PushAddressFields
    }
  }
`);
