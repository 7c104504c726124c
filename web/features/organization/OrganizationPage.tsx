import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import type { AdminSettingFieldsFragment, AdminSettingType } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { UnsavedChangesPrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Form } from '#web/ui/Form.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { UnsavedStatus } from '#web/ui/UnsavedStatus.tsx';
import { useResetToSaved } from '#web/ui/useResetToSaved.ts';
import { Card } from '#web/ui/Card.tsx';
import { Hint } from '#web/ui/text.tsx';
import { CurrentAnnouncement } from './Announcement.tsx';
import { settingName } from './setting-name.ts';

const AdminSettings = graphql(`
  query AdminSettings {
    adminSettings {
      ...AdminSettingFields
    }
  }
`);

const AdminSettingFields = graphql(`
  fragment AdminSettingFields on AdminSetting {
    id
    key
    value
    description
    type
    isEditable
  }
`);

const SaveAdminSetting = graphql(`
  mutation SaveAdminSetting($key: String!, $value: String!) {
    saveAdminSetting(key: $key, value: $value) {
      ...AdminSettingFields
    }
  }
`);

/** The operator's settings, each saved separately. */
export function OrganizationPage() {
  const { data, error, refetch } = useQuery(AdminSettings, { fetchPolicy: 'cache-and-network' });
  return (
    <>
      <PageHeader
        title="Organisation"
        description="Your company’s details and announcements. Each setting is saved separately and applies immediately."
      />
      <Card maxW="44rem" p={{ base: 4, md: 6 }}>
        {!data && error && (
          <LoadFailed title="We couldn’t load the settings" error={error} onRetry={refetch} />
        )}
        {!data && !error && <SkeletonRows rows={6} />}
        {data && (
          <chakra.ul
            listStyleType="none"
            css={{ '& > li + li': { borderTopWidth: '1px', mt: 6, pt: 6 } }}
            aria-label="Settings"
          >
            {readFragment(AdminSettingFields, data.adminSettings).map((setting) => (
              <li key={setting.id} id={setting.key}>
                <SettingForm setting={setting} />
              </li>
            ))}
          </chakra.ul>
        )}
      </Card>
    </>
  );
}

type Setting = AdminSettingFieldsFragment;

const rules = yupFor('saveAdminSetting').pick(['value']);

function SettingForm({ setting }: { setting: Setting }) {
  const { key, value, description, type, isEditable } = setting;
  const [save] = useMutation(SaveAdminSetting);
  const name = settingName(key);
  const send = async ({ value: typed = '' }: { value?: string }) => {
    // Enter in the field submits the form too.
    if (typed === value || !isEditable) return undefined;
    // The announcement appears above this screen too.
    const refetchQueries = key === 'announcement' ? [CurrentAnnouncement] : [];
    return save({ variables: { key, value: typed }, refetchQueries });
  };
  if (!isEditable) return <FixedSetting setting={setting} />;
  return (
    <Form
      initial={{ value }}
      rules={rules}
      onSubmit={send}
      success={(answer) =>
        answer
          ? { title: 'Success', description: `${name} updated successfully`, type: 'success' }
          : undefined
      }
      failure={{ title: 'Update failed', fallback: 'Failed to update setting' }}
    >
      {fields[type]({ name: 'value', label: name, help: description })}
      <SaveOne name={name} value={value} />
    </Form>
  );
}

/** The field of each type of setting. */
const fields: Record<AdminSettingType, (props: { name: string; label: string; help: string }) => ReactNode> =
  {
    text: (props) => <TextField {...props} autoComplete="off" />,
    textarea: (props) => <TextAreaField {...props} rows={3} />,
  };

function SaveOne({ name, value }: { name: string; value: string }) {
  const { dirty } = useFormikContext();
  useResetToSaved({ value });
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
      <SubmitButton variant={dirty ? 'solid' : 'outline'} idle={!dirty} aria-label={`Save ${name}`}>
        Save
      </SubmitButton>
      <UnsavedStatus />
      <UnsavedChangesPrompt />
    </chakra.div>
  );
}

/** Settings from the environment are read-only and can be copied. */
const FixedSetting = ({ setting: { key, value, description } }: { setting: Setting }) => (
  <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap={3}>
    <chakra.div minW={0}>
      <chakra.p fontWeight="medium" textStyle="sm">
        {settingName(key)}
      </chakra.p>
      <chakra.p mt={1} fontFamily="mono" overflowWrap="anywhere">
        {value}
      </chakra.p>
      <Hint mt={1}>{description}</Hint>
    </chakra.div>
    <CopyButton text={value} label="Copy" />
  </chakra.div>
);
