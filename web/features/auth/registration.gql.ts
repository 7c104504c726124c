import { graphql } from '#web/gql/index.ts';

export const Register = graphql(`
  mutation Register($input: RegisterInput!) {
    register(input: $input) {
      message
    }
  }
`);

export const ResendVerification = graphql(`
  mutation ResendVerification($input: EmailInput!) {
    resendVerification(input: $input) {
      message
    }
  }
`);

export const RequestPasswordReset = graphql(`
  mutation RequestPasswordReset($input: EmailInput!) {
    requestPasswordReset(input: $input) {
      message
    }
  }
`);

export const PasswordPolicy = graphql(`
  query PasswordPolicy {
    passwordPolicy {
      minLength
      text
    }
  }
`);
