import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { EmailSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Form } from '#web/ui/Form.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { senderRules, toInput, toValues, type SenderValues } from './email-form.ts';
import { EmailUsage, SaveEmailSettings } from './email.gql.ts';

const failure = { title: 'Update failed', fallback: 'Failed to update email settings.' };

/** Who mail comes from, and the provider's key, which is never shown again. */
export function SenderForm({ settings }: { settings: EmailSettingsFieldsFragment }) {
  const { apiKeyTail } = settings;
  const [saves, setSaves] = useState(0);
  const saved = toValues(settings, saves);
  const [save] = useMutation(SaveEmailSettings, { refetchQueries: [EmailUsage] });
  const send = async (values: SenderValues) => {
    await save({ variables: { input: toInput(values) } });
    setSaves((count) => count + 1);
  };
  return (
    <>
      <Form
        initial={saved}
        rules={senderRules(Boolean(apiKeyTail))}
        onSubmit={send}
        success={{ title: 'Settings updated', type: 'success' }}
        failure={failure}
      >
        <PasswordField
          name="apiKey"
          label="API key"
          help={apiKeyTail ? `Saved: …${apiKeyTail}. Leave it empty to keep it.` : 'It begins with SG.'}
          autoComplete="new-password"
        />
        <TextField
          name="fromEmail"
          label="From email"
          help="An address or a domain that is verified at SendGrid."
          type="email"
          autoComplete="off"
        />
        <TextField name="fromName" label="From name" autoComplete="off" />
        <SwitchField name="isActive" label="Active" help="Off: mail goes by SMTP_URL, or waits." />
        <SaveBar saved={saved} />
      </Form>
      {apiKeyTail && <RemoveKey settings={settings} onRemoved={() => setSaves((count) => count + 1)} />}
    </>
  );
}

function RemoveKey(props: { settings: EmailSettingsFieldsFragment; onRemoved: () => void }) {
  const { fromEmail, fromName } = props.settings;
  const [asking, setAsking] = useState(false);
  const [save] = useMutation(SaveEmailSettings, { refetchQueries: [EmailUsage] });
  const remove = async () => {
    try {
      await save({ variables: { input: { removeApiKey: true, fromEmail, fromName } } });
      setAsking(false);
      props.onRemoved();
      toast({ title: 'Settings updated', description: 'The API key is removed.', type: 'success' });
    } catch (error) {
      toastFailure(error, failure);
    }
  };
  return (
    <chakra.div>
      <Button variant="outline" size="sm" onClick={() => setAsking(true)}>
        Remove API key
      </Button>
      {asking && (
        <ConfirmDialog
          open
          onClose={() => setAsking(false)}
          onConfirm={remove}
          title="Remove the API key?"
          confirmLabel="Remove API key"
        >
          Mail goes by SMTP_URL from then on, or waits where there is none.
        </ConfirmDialog>
      )}
    </chakra.div>
  );
}
