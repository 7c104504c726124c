import { useApolloClient, useMutation } from '@apollo/client/react';
import { chakra, Textarea } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { formatNumber } from '#web/lib/format.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { detailOf, failureWords, isSilence } from '#web/lib/server-errors.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { LeavePrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { FieldShell } from '#web/ui/FieldShell.tsx';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { useFormField } from '#web/ui/useFormField.ts';
import { Hint } from '#web/ui/text.tsx';
import { Broadcasting, Broadcasts } from './Broadcasting.tsx';
import { EmailUsage } from './email.gql.ts';
import { type Preview, PreviewDialog } from './PreviewDialog.tsx';

const PreviewWaitlistEmail = graphql(`
  query PreviewWaitlistEmail($input: WaitlistEmailInput!) {
    previewWaitlistEmail(input: $input) {
      subject
      html
      text
      recipientCount
      excludedCount
      excluded {
        email
        why
      }
    }
  }
`);

const SendWaitlistEmail = graphql(`
  mutation SendWaitlistEmail($input: WaitlistEmailInput!) {
    sendWaitlistEmail(input: $input) {
      ...BroadcastFields
    }
  }
`);

type Values = { subject?: string; message?: string };

/** An email being sent: its text, its preview, and the ID of the attempt. */
type Draft = { preview: Preview; subject: string; message: string; attempt: string };

const empty: Values = { subject: '', message: '' };

const rules = yupFor('WaitlistEmailInput').pick(['subject', 'message']);

const failed = 'Failed to send waitlist email';

/** Emails the waitlist: a preview, then sending with its progress. */
export function SendToWaitlist({ hasKey }: { hasKey: boolean }) {
  const client = useApolloClient();
  const [draft, setDraft] = useState<Draft>();
  const [sent, setSent] = useState(0);
  const look = async ({ subject = '', message = '' }: Values) => {
    const input = { subject, message };
    const { data } = await client.query({
      query: PreviewWaitlistEmail,
      variables: { input },
      fetchPolicy: 'no-cache',
    });
    if (data) setDraft({ preview: data.previewWaitlistEmail, ...input, attempt: randomUuid() });
  };
  return (
    <>
      <Form
        key={sent}
        initial={empty}
        rules={rules}
        onSubmit={look}
        failure={{ title: 'Error', fallback: 'We couldn’t create the preview. Try again.' }}
        alert
      >
        <TextField name="subject" label="Subject" autoComplete="off" disabled={!hasKey} />
        <MessageField disabled={!hasKey} />
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
          <SubmitButton disabled={!hasKey}>Preview and Send</SubmitButton>
          {!hasKey && <Hint>Save an API key to email the waitlist.</Hint>}
        </chakra.div>
        <LeavePromptWhenDirty />
        {draft && (
          <Confirm draft={draft} onClose={() => setDraft(undefined)} onSent={() => setSent((n) => n + 1)} />
        )}
      </Form>
      <Broadcasting />
    </>
  );
}

/** Writing an email takes time, so ask before losing it. */
function LeavePromptWhenDirty() {
  const { dirty, resetForm } = useFormikContext();
  return (
    <LeavePrompt
      losing={dirty}
      title="Leave without sending?"
      confirmLabel="Discard email"
      onDiscard={() => resetForm()}
    >
      You haven’t sent this email yet.
    </LeavePrompt>
  );
}

type ConfirmProps = { draft: Draft; onClose: () => void; onSent: () => void };

/** Sends it. The attempt keeps its ID until it's closed, so that a second click or a lost response doesn't send twice. */
function Confirm({ draft, onClose, onSent }: ConfirmProps) {
  const [ask] = useMutation(SendWaitlistEmail, { refetchQueries: [Broadcasts, EmailUsage] });
  const [problem, setProblem] = useState<string>();
  const [asksAgain, setAsksAgain] = useState(false);
  const { preview, ...input } = draft;
  const send = async () => {
    setProblem(undefined);
    try {
      const { data } = await ask({ variables: { input: { ...input, ...(asksAgain && { again: true }) } } });
      const count = unmasked(data)?.sendWaitlistEmail.recipientCount ?? preview.recipientCount;
      const to = `to ${formatNumber(count)} ${count === 1 ? 'subscriber' : 'subscribers'}`;
      toast({ title: 'Waitlist email sent', description: `Sending it ${to}.`, type: 'success' });
      onClose();
      onSent();
    } catch (error) {
      const isTwice = detailOf(error, 'reason') === 'repeated_subject';
      // The attempt keeps its ID, so retrying after a lost response doesn't send twice.
      const check = 'Try again. No one gets the email twice.';
      const words = failureWords(error, { title: 'Error', fallback: failed, check });
      setAsksAgain(isTwice);
      setProblem(words.description);
      if (!isTwice) toast({ ...words, description: isSilence(error) ? check : failed, type: 'error' });
    }
  };
  return <PreviewDialog {...{ preview, problem, asksAgain, onClose }} onSend={send} />;
}

function MessageField({ disabled }: { disabled: boolean }) {
  const { field, error } = useFormField<string>('message');
  return (
    <FieldShell
      label="Message"
      help="Plain text or HTML. Tags that email clients don’t support are removed."
      disabled={disabled}
      error={error}
    >
      <Textarea {...field} rows={8} />
    </FieldShell>
  );
}
