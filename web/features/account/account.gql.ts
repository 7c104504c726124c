import { graphql } from '#web/gql/index.ts';

export const UpdateProfile = graphql(`
  mutation UpdateProfile($input: ProfileInput!) {
    updateProfile(input: $input) {
      id
      firstName
      lastName
      companyName
    }
  }
`);

export const RequestEmailChange = graphql(`
  mutation RequestEmailChange($input: NewEmailInput!) {
    requestEmailChange(input: $input) {
      message
    }
  }
`);

export const PendingEmail = graphql(`
  query PendingEmail {
    pendingEmailChange {
      email
      expiresAt
    }
  }
`);

export const CancelEmailChange = graphql(`
  mutation CancelEmailChange {
    cancelEmailChange
  }
`);

export const ConfirmEmailChange = graphql(`
  mutation ConfirmEmailChange($input: EmailChangeInput!) {
    confirmEmailChange(input: $input) {
      message
    }
  }
`);

export const AccountTwoFactor = graphql(`
  query AccountTwoFactor {
    twoFactor {
      enabled
      required
      recoveryCodesLeft
    }
  }
`);

export const AccountSessions = graphql(`
  query AccountSessions {
    sessions {
      id
      device
      ipAddress
      createdAt
      lastSeenAt
      current
    }
  }
`);

export const EndSession = graphql(`
  mutation EndSession($id: ID!) {
    endSession(id: $id)
  }
`);

export const EndOtherSessions = graphql(`
  mutation EndOtherSessions {
    endOtherSessions
  }
`);

export const ChangePassword = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) {
    changePassword(input: $input) {
      message
    }
  }
`);

export const PreferenceFields = graphql(`
  fragment PreferenceFields on NotificationPreferences {
    emailNotifications
    alertNotifications
    channels
    severities
    quietHours
    quietFrom
    quietUntil
    timeZone
  }
`);

export const Preferences = graphql(`
  query Preferences {
    notificationPreferences {
      ...PreferenceFields
    }
  }
`);

export const OwnAlertMails = graphql(`
  query OwnAlertMails {
    unsubscribedFromAlertMails
  }
`);

export const SubscribeToAlertMails = graphql(`
  mutation SubscribeToAlertMails {
    subscribeToAlertMails
  }
`);

export const SavePreferences = graphql(`
  mutation SavePreferences($input: NotificationPreferencesInput!) {
    saveNotificationPreferences(input: $input) {
      ...PreferenceFields
    }
  }
`);

export const ApiTokenFields = graphql(`
  fragment ApiTokenFields on ApiToken {
    id
    name
    scopes
    tail
    createdAt
    lastUsedAt
    expiresAt
  }
`);

export const ApiTokens = graphql(`
  query ApiTokens {
    apiTokens {
      ...ApiTokenFields
    }
  }
`);

export const TokenLifetime = graphql(`
  query TokenLifetime {
    apiLimits {
      tokenDays
    }
  }
`);

export const CreateApiToken = graphql(`
  mutation CreateApiToken($input: ApiTokenInput!) {
    createApiToken(input: $input) {
      token
      apiToken {
        ...ApiTokenFields
      }
    }
  }
`);

export const RevokeApiToken = graphql(`
  mutation RevokeApiToken($id: ID!) {
    revokeApiToken(id: $id)
  }
`);

export const DeleteAccount = graphql(`
  mutation DeleteAccount($input: DeleteAccountInput!) {
    deleteAccount(input: $input)
  }
`);

export const TeamPsa = graphql(`
  query TeamPsa {
    halopsaIntegration {
      id
      authServer
      problems
    }
  }
`);
