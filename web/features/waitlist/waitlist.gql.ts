import { graphql } from '#web/gql/index.ts';

export const JoinWaitlist = graphql(`
  mutation JoinWaitlist($input: JoinWaitlistInput!) {
    joinWaitlist(input: $input) {
      message
    }
  }
`);

export const WaitlistLink = graphql(`
  query WaitlistLink($token: String!) {
    waitlistLink(token: $token) {
      email
      packageName
      unsubscribed
    }
  }
`);

export const LeaveWaitlist = graphql(`
  mutation LeaveWaitlist($token: String!) {
    leaveWaitlist(token: $token) {
      unsubscribed
    }
  }
`);

export const ReturnToWaitlist = graphql(`
  mutation ReturnToWaitlist($token: String!) {
    returnToWaitlist(token: $token) {
      unsubscribed
    }
  }
`);
