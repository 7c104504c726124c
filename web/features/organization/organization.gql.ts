import { graphql } from '#web/gql/index.ts';

export const AdminSettings = graphql(`
  query AdminSettings {
    adminSettings {
      ...AdminSettingFields
    }
  }

  fragment AdminSettingFields on AdminSetting {
    id
    key
    value
    description
    type
    isEditable
  }
`);

export const SaveAdminSetting = graphql(`
  mutation SaveAdminSetting($key: String!, $value: String!) {
    saveAdminSetting(key: $key, value: $value) {
      ...AdminSettingFields
    }
  }
`);
