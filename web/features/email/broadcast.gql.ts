import { graphql } from '#web/gql/index.ts';

export const BroadcastFields = graphql(`
  fragment BroadcastFields on Broadcast {
    id
    subject
    recipientCount
    sent
    failed
    waiting
    unsent
    sentBy
    createdAt
  }
`);

export const Broadcasts = graphql(`
  query Broadcasts {
    broadcasts {
      ...BroadcastFields
    }
  }
`);

export const BroadcastFailures = graphql(`
  query BroadcastFailures($id: ID!) {
    broadcastFailures(id: $id) {
      id
      address
      reason
      isUnsent
    }
  }
`);

export const ResendBroadcast = graphql(`
  mutation ResendBroadcast($id: ID!) {
    resendBroadcast(id: $id) {
      ...BroadcastFields
    }
  }
`);

export const PreviewWaitlistEmail = graphql(`
  query PreviewWaitlistEmail($input: WaitlistEmailInput!) {
    previewWaitlistEmail(input: $input) {
      subject
      html
      text
      recipientCount
      leftOutCount
      leftOut {
        email
        why
      }
    }
  }
`);

export const SendWaitlistEmail = graphql(`
  mutation SendWaitlistEmail($input: WaitlistEmailInput!) {
    sendWaitlistEmail(input: $input) {
      ...BroadcastFields
    }
  }
`);
