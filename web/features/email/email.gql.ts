import { graphql } from '#web/gql/index.ts';

export const EmailSettingsFields = graphql(`
  fragment EmailSettingsFields on EmailSettings {
    apiKeyTail
    fromEmail
    fromName
    isActive
    failure
    failingSince
  }
`);

export const EmailSettings = graphql(`
  query EmailSettings {
    emailSettings {
      ...EmailSettingsFields
    }
  }
`);

export const SaveEmailSettings = graphql(`
  mutation SaveEmailSettings($input: EmailSettingsInput!) {
    saveEmailSettings(input: $input) {
      ...EmailSettingsFields
    }
  }
`);

export const EmailUsage = graphql(`
  query EmailUsage {
    emailUsage {
      by
      sent
      delivered
      failed
      waiting
      suppressed
    }
  }
`);

export const SendTestEmail = graphql(`
  mutation SendTestEmail($input: TestEmailInput!) {
    sendTestEmail(input: $input) {
      message
    }
  }
`);

export const MailSuppressions = graphql(`
  query MailSuppressions {
    mailSuppressions {
      id
      address
      reason
      createdAt
    }
  }
`);

export const RemoveMailSuppression = graphql(`
  mutation RemoveMailSuppression($id: ID!) {
    removeMailSuppression(id: $id)
  }
`);
