import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import type { AdminSettingFieldsFragment } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { AskBeforeLosing } from '#web/ui/AskBeforeLosing.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Unsaved } from '#web/ui/Unsaved.tsx';
import { useBeginAnew } from '#web/ui/useBeginAnew.ts';
import { CurrentAnnouncement } from './announcement.gql.ts';
import { SaveAdminSetting } from './organization.gql.ts';
import { settingName } from './setting-name.ts';

type Setting = AdminSettingFieldsFragment;

const rules = yupFor('saveAdminSetting').pick(['value']);

/** One setting with its own Save. */
export function SettingForm({ setting }: { setting: Setting }) {
  const { key, value, description, type, isEditable } = setting;
  const [save] = useMutation(SaveAdminSetting);
  const name = settingName(key);
  const send = async ({ value: typed = '' }: { value?: string }) => {
    // Enter in the field sends the form too.
    if (typed === value || !isEditable) return undefined;
    // The announcement stands above this very screen.
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
      {type === 'textarea' ? (
        <TextAreaField name="value" label={name} help={description} rows={3} />
      ) : (
        <TextField name="value" label={name} help={description} autoComplete="off" />
      )}
      <SaveOne name={name} value={value} />
    </Form>
  );
}

function SaveOne({ name, value }: { name: string; value: string }) {
  const { dirty } = useFormikContext();
  useBeginAnew({ value });
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2}>
      <SubmitButton variant={dirty ? 'solid' : 'outline'} idle={!dirty} aria-label={`Save ${name}`}>
        Save
      </SubmitButton>
      <Unsaved />
      <AskBeforeLosing />
    </chakra.div>
  );
}

/** What comes from the environment can be read and copied. */
const FixedSetting = ({ setting: { key, value, description } }: { setting: Setting }) => (
  <chakra.div display="flex" flexWrap="wrap" justifyContent="space-between" gap={3}>
    <chakra.div minW={0}>
      <chakra.p fontWeight="medium" textStyle="sm">
        {settingName(key)}
      </chakra.p>
      <chakra.p mt={1} fontFamily="mono" overflowWrap="anywhere">
        {value}
      </chakra.p>
      <chakra.p mt={1} textStyle="sm" color="fg.muted">
        {description}
      </chakra.p>
    </chakra.div>
    <CopyButton text={value} label="Copy" />
  </chakra.div>
);
