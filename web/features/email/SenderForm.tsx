import { useApolloClient, useMutation } from '@apollo/client/react';
import { Button, chakra, Textarea } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import type { EmailSettingsFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { LeavePrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { Form } from '#web/ui/Form.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { SwitchField } from '#web/ui/SwitchField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { Hint } from '#web/ui/text.tsx';
import { senderRules, type SenderValues, toInput, toValues } from './email-form.ts';
import { EmailUsage } from './email.gql.ts';

const SaveEmailSettings = graphql(`
  mutation SaveEmailSettings($input: EmailSettingsInput!) {
    saveEmailSettings(input: $input) {
      ...EmailSettingsFields
    }
  }
`);

const SendTestEmail = graphql(`
  mutation SendTestEmail($input: TestEmailInput!) {
    sendTestEmail(input: $input) {
      message
    }
  }
`);

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

const failure = { title: 'Update failed', fallback: 'Failed to update email settings.' };

/** The sender and the provider's API key, which is never shown again. */
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
          help={apiKeyTail ? `Saved: …${apiKeyTail}. Leave blank to keep it.` : 'Starts with SG.'}
          autoComplete="new-password"
        />
        <TextField
          name="fromEmail"
          label="From email"
          help="An address or domain that’s verified with SendGrid."
          type="email"
          autoComplete="off"
        />
        <TextField name="fromName" label="From name" autoComplete="off" />
        <SwitchField name="isActive" label="Active" help="When off, emails use SMTP_URL or stay queued." />
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
      toast({ title: 'Settings updated', description: 'API key removed.', type: 'success' });
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
          Emails will use SMTP_URL, or stay queued if it isn’t set.
        </ConfirmDialog>
      )}
    </chakra.div>
  );
}

type Values = { recipientEmail: string; subject: string; message: string };

const fields = ['recipientEmail', 'subject', 'message'] as const;

/** Sends a test email. Requires a saved API key. */
export function TestEmailForm({ hasKey }: { hasKey: boolean }) {
  const client = useApolloClient();
  const [ask] = useMutation(SendTestEmail);
  const [sent, setSent] = useState<Values>();
  const send = async (input: Values) => {
    try {
      const { data } = await ask({ variables: { input } });
      setSent(input);
      return data?.sendTestEmail.message;
    } finally {
      // A failure also changes the status of the settings.
      void client.refetchQueries({ include: [EmailUsage, EmailSettings] });
    }
  };
  return (
    <Form
      initial={{ recipientEmail: '', subject: '', message: '' }}
      rules={yupFor('TestEmailInput')}
      onSubmit={send}
      success={(said) => ({ title: 'Test email sent', description: said, type: 'success' })}
      failure={{ title: 'Error', fallback: 'Failed to send test email' }}
      alert
    >
      <TextField
        name="recipientEmail"
        label="Recipient email"
        type="email"
        autoComplete="email"
        disabled={!hasKey}
      />
      <TextField name="subject" label="Subject" autoComplete="off" disabled={!hasKey} />
      <MessageField disabled={!hasKey} />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
        <SubmitButton variant="outline" disabled={!hasKey}>
          Send Test Email
        </SubmitButton>
        {!hasKey && <Hint>Save an API key first.</Hint>}
      </chakra.div>
      <UnsentTestPrompt sent={sent} />
    </Form>
  );
}

/** The sent email stays in the form so that it can be sent again, but leaving it loses nothing. */
function UnsentTestPrompt({ sent }: { sent?: Values }) {
  const { values, dirty, isSubmitting, resetForm } = useFormikContext<Values>();
  const isSent = fields.every((name) => values[name].trim() === sent?.[name].trim());
  return (
    <LeavePrompt
      losing={dirty && !isSubmitting && !isSent}
      title="Leave without sending?"
      confirmLabel="Discard email"
      onDiscard={() => resetForm()}
    >
      Your test email hasn't been sent.
    </LeavePrompt>
  );
}

function MessageField({ disabled }: { disabled: boolean }) {
  const { field, error } = useFormField<string>('message');
  return (
    <FieldShell label="Message" disabled={disabled} error={error}>
      <Textarea {...field} rows={4} />
    </FieldShell>
  );
}
