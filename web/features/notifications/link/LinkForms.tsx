import { useMutation } from '@apollo/client/react';
import { Form } from '#web/ui/Form.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { Outcome } from './AlertLinkPage.tsx';
import { noteRules, snoozeChoices, snoozeRules } from './link-form.ts';
import { AcknowledgeByLink, SnoozeByLink } from './link.gql.ts';

type Props = { token: string; onDone: (outcome: Outcome) => void };

const check = 'Open the link again to see whether it worked.';

/** Says that somebody sees to it. */
export function AcknowledgeForm({ token, onDone }: Props) {
  const [acknowledge] = useMutation(AcknowledgeByLink, { fetchPolicy: 'no-cache' });
  const send = async ({ note }: { note?: string }) => {
    const { data } = await acknowledge({ variables: { token, note } });
    if (data) onDone({ ...data.acknowledgeByLink, deed: 'acknowledge' });
  };
  return (
    <Form
      initial={{ note: '' }}
      rules={noteRules}
      onSubmit={send}
      failure={{ title: 'Acknowledging failed', check }}
      alert
    >
      <TextField name="note" label="Note" optional help="For colleagues." autoComplete="off" />
      <SubmitButton width="full">Acknowledge</SubmitButton>
    </Form>
  );
}

/** Has nobody told about it again for a while. */
export function SnoozeForm({ token, onDone }: Props) {
  const [snooze] = useMutation(SnoozeByLink, { fetchPolicy: 'no-cache' });
  const send = async ({ minutes }: { minutes: string }) => {
    const { data } = await snooze({ variables: { token, minutes: Number(minutes) } });
    if (data) onDone({ ...data.snoozeByLink, deed: 'snooze' });
  };
  return (
    <Form
      initial={{ minutes: '60' }}
      rules={snoozeRules}
      onSubmit={send}
      failure={{ title: 'Snoozing failed', check }}
      alert
    >
      <SelectField
        name="minutes"
        label="Snooze for"
        help="Until then nobody is reminded; its end is told."
        options={snoozeChoices}
      />
      <SubmitButton width="full">Snooze</SubmitButton>
    </Form>
  );
}
