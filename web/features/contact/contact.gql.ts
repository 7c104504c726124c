import { graphql } from '#web/gql/index.ts';

export const ContactDetails = graphql(`
  query ContactDetails {
    contactDetails {
      supportEmail
      supportPhone
      businessAddress
    }
  }
`);

export const SubmitContact = graphql(`
  mutation SubmitContact($input: SubmitContactInput!) {
    submitContact(input: $input) {
      message
    }
  }
`);
