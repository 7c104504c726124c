import { graphql } from '#web/gql/index.ts';

export const ContactSettings = graphql(`
  query ContactSettings {
    contactSettings {
      supportEmail
      supportPhone
      businessAddress
    }
  }
`);

export const SaveContactSettings = graphql(`
  mutation SaveContactSettings($input: ContactSettingsInput!) {
    saveContactSettings(input: $input) {
      supportEmail
      supportPhone
      businessAddress
    }
  }
`);

export const SavedReplies = graphql(`
  query SavedReplies {
    savedReplies {
      id
      title
      text
    }
  }
`);

export const SaveSavedReply = graphql(`
  mutation SaveSavedReply($input: SavedReplyInput!) {
    saveSavedReply(input: $input) {
      id
      title
      text
    }
  }
`);

export const DeleteSavedReply = graphql(`
  mutation DeleteSavedReply($id: ID!) {
    deleteSavedReply(id: $id)
  }
`);
