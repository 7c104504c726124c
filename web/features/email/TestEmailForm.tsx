import { useApolloClient, useMutation } from '@apollo/client/react';
import { chakra, Textarea } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { yupFor } from '#web/lib/yup-for.ts';
import { AskBeforeLeaving } from '#web/ui/AskBeforeLeaving.tsx';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { EmailSettings, EmailUsage, SendTestEmail } from './email.gql.ts';

type Values = { recipientEmail: string; subject: string; message: string };

const fields = ['recipientEmail', 'subject', 'message'] as const;

/** One mail to try things out. Without a saved key there is nothing to try. */
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
      // A failure changes what is said of the settings as well.
      void client.refetchQueries({ include: [EmailUsage, EmailSettings] });
    }
  };
  return (
    <Form
      initial={{ recipientEmail: '', subject: '', message: '' } as Values}
      rules={yupFor('TestEmailInput')}
      onSubmit={send}
      success={(said) => ({ title: 'Test email sent', description: String(said), type: 'success' })}
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
        {!hasKey && (
          <chakra.p textStyle="sm" color="fg.muted">
            Save an API key first.
          </chakra.p>
        )}
      </chakra.div>
      <AskBeforeLosingTest sent={sent} />
    </Form>
  );
}

/** The sent email stays in the form so that it can be sent again, but leaving it loses nothing. */
function AskBeforeLosingTest({ sent }: { sent?: Values }) {
  const { values, dirty, isSubmitting, resetForm } = useFormikContext<Values>();
  const isSent = fields.every((name) => values[name].trim() === sent?.[name].trim());
  return (
    <AskBeforeLeaving
      losing={dirty && !isSubmitting && !isSent}
      title="Leave without sending?"
      confirmLabel="Discard email"
      onDiscard={() => resetForm()}
    >
      Your test email hasn't been sent.
    </AskBeforeLeaving>
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
