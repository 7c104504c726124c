import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { MessageSquareText } from '#web/ui/icons.tsx';
import { type ReactNode, useId, useRef, useState } from 'react';
import { graphql } from '#web/gql/index.ts';
import { abridge } from '#web/lib/shorten.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { LeavePrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { Form } from '#web/ui/Form.tsx';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { SectionTitle } from '#web/ui/text.tsx';
import { Card } from '#web/ui/Card.tsx';
import { ContactFigures, ContactMessage, SavedReplies, UpdateContactSubmission } from './inbox.gql.ts';
import type { Message } from './states.ts';

const ReplyToContact = graphql(`
  mutation ReplyToContact($id: ID!, $input: ContactReplyInput!) {
    replyToContact(id: $id, input: $input) {
      ...ContactSubmissionFields
    }
  }
`);

const rules = yupFor('ContactReplyInput');

const empty: { message?: string } = { message: '' };

/** Replies by email. Keeps what was typed until the email has been accepted for sending. */
export function ReplyForm({ message: { id, email } }: { message: Message }) {
  const heading = useId();
  const [sent, setSent] = useState(0);
  const [reply] = useMutation(ReplyToContact, {
    refetchQueries: [ContactMessage, ContactFigures],
    awaitRefetchQueries: true,
  });
  const send = async ({ message = '' }: { message?: string }) => {
    await reply({ variables: { id, input: { message } } });
    setSent((count) => count + 1);
  };
  return (
    <Panel labelledBy={heading}>
      <SectionTitle as="h3" id={heading} mb={3}>
        Reply
      </SectionTitle>
      <Form
        key={sent}
        initial={empty}
        rules={rules}
        onSubmit={send}
        success={{ title: 'Reply sent', description: `Sending it to ${email}.`, type: 'success' }}
        failure={{ title: 'Error', fallback: 'Failed to send reply' }}
        alert
      >
        <ReplyFields email={email} />
      </Form>
    </Panel>
  );
}

function ReplyFields({ email }: { email: string }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { setFieldValue, dirty, isSubmitting, resetForm } = useFormikContext();
  const insert = (text: string) => {
    if (field.current) insertAtCaret(field.current, text, (value) => void setFieldValue('message', value));
  };
  return (
    <>
      <TextAreaField
        name="message"
        label="Your reply"
        help={`We’ll email this to ${email}, with an excerpt of their message below it.`}
        rows={7}
        fieldRef={field}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
        <SubmitButton>Send Reply</SubmitButton>
        <SavedReplyMenu onInsert={insert} />
      </chakra.div>
      <LeavePrompt
        losing={dirty && !isSubmitting}
        title="Leave without sending?"
        confirmLabel="Discard reply"
        onDiscard={() => resetForm()}
      >
        You haven’t sent this reply yet.
      </LeavePrompt>
    </>
  );
}

/** Longer titles don't fit in the menu. */
const LONGEST = 24;

/** Inserts a saved reply at the caret. Hidden while there are none. */
function SavedReplyMenu({ onInsert }: { onInsert: (text: string) => void }) {
  const { data } = useQuery(SavedReplies);
  const replies = data?.savedReplies ?? [];
  if (replies.length === 0) return null;
  return (
    <RowMenu
      of="saved replies"
      label="Insert saved reply"
      icon={
        <chakra.span display="inline-flex" alignItems="center" gap={2} px={2.5}>
          <MessageSquareText size={16} strokeWidth={1.75} aria-hidden />
          Insert saved reply
        </chakra.span>
      }
      actions={replies.map(({ id, title, text }) => ({
        place: id,
        label: abridge(title, LONGEST),
        act: () => onInsert(text),
      }))}
    />
  );
}

/** Replaces the selection with a text and puts the caret after it. `change` sets the field's value. */
function insertAtCaret(field: HTMLTextAreaElement, text: string, change: (value: string) => void): void {
  const { value, selectionStart, selectionEnd } = field;
  change(value.slice(0, selectionStart) + text + value.slice(selectionEnd));
  const behind = selectionStart + text.length;
  // Deferred, so that the field has its new value and the menu has returned the focus.
  setTimeout(() => {
    field.focus();
    field.setSelectionRange(behind, behind);
  });
}

const notesRules = yupFor('UpdateContactInput').pick(['adminNotes']);

/** Notes for administrators. The visitor never sees them. */
export function NotesForm({ message: { id, adminNotes } }: { message: Message }) {
  const heading = useId();
  const [update] = useMutation(UpdateContactSubmission);
  const saved: { adminNotes?: string } = { adminNotes };
  return (
    <Panel labelledBy={heading}>
      <SectionTitle as="h3" id={heading} mb={3}>
        Notes
      </SectionTitle>
      <Form
        initial={saved}
        rules={notesRules}
        onSubmit={(values) => update({ variables: { id, input: { adminNotes: values.adminNotes ?? '' } } })}
        success={{ title: 'Submission Updated', description: 'Notes saved.', type: 'success' }}
        failure={{ title: 'Update Failed', fallback: 'Failed to update submission' }}
      >
        <TextAreaField
          name="adminNotes"
          label="Admin notes"
          help="Only visible to administrators."
          rows={3}
        />
        <SaveBar saved={saved} />
      </Form>
    </Panel>
  );
}

export const Panel = (props: { label?: string; labelledBy?: string; children: ReactNode }) => (
  <Card as="section" aria-label={props.label} aria-labelledby={props.labelledBy} p={{ base: 4, md: 6 }}>
    {props.children}
  </Card>
);
