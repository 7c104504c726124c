import { graphql } from '#web/gql/index.ts';

export const SecuritySettingsFields = graphql(`
  fragment SecuritySettingsFields on SecuritySettings {
    sessionTimeout
    maxLoginAttempts
    lockoutDuration
    requireTwoFactor
    passwordMinLength
    passwordRequireSpecial
    apiTokenMaxDays
    allowedIpRanges
  }
`);

export const SecuritySettings = graphql(`
  query SecuritySettings {
    securitySettings {
      ...SecuritySettingsFields
    }
  }
`);

export const PreviewSecuritySettings = graphql(`
  query PreviewSecuritySettings($input: SecuritySettingsInput!) {
    previewSecuritySettings(input: $input) {
      effects
      blocked
      affectedPeople
    }
  }
`);

export const SaveSecuritySettings = graphql(`
  mutation SaveSecuritySettings($input: SecuritySettingsInput!) {
    saveSecuritySettings(input: $input) {
      ...SecuritySettingsFields
    }
  }
`);

export const Lockouts = graphql(`
  query Lockouts {
    lockouts {
      lockedUntil
      user {
        id
        email
        firstName
        lastName
      }
    }
  }
`);
