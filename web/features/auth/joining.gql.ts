import { graphql } from '#web/gql/index.ts';

export const Register = graphql(`
  mutation Register($input: RegisterInput!) {
    register(input: $input) {
      message
    }
  }
`);

export const VerifyEmail = graphql(`
  mutation VerifyEmail($input: LinkInput!) {
    verifyEmail(input: $input) {
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

export const ResetPassword = graphql(`
  mutation ResetPassword($input: ResetPasswordInput!) {
    resetPassword(input: $input) {
      message
    }
  }
`);

export const MailedLink = graphql(`
  query MailedLink($purpose: LinkPurpose!, $token: String!) {
    mailedLink(purpose: $purpose, token: $token) {
      state
      email
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

export const PackageChoice = graphql(`
  query PackageChoice {
    packages {
      id
      name
      description
      price
      currency
      maxControllers
      maxDevices
    }
  }
`);
