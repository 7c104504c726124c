import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useFormikContext } from 'formik';
import { useId, useRef, useState } from 'react';
import { yupFor } from '#web/lib/yup-for.ts';
import { AskBeforeLeaving } from '#web/ui/AskBeforeLeaving.tsx';
import { Form } from '#web/ui/Form.tsx';
import { SubmitButton } from '#web/ui/SubmitButton.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { insertAtCaret } from './insert-at-caret.ts';
import { ContactFigures, ContactMessage, ReplyToContact } from './inbox.gql.ts';
import { Panel } from './Panel.tsx';
import { SavedReplyMenu } from './SavedReplyMenu.tsx';
import type { Message } from './states.ts';

const rules = yupFor('ContactReplyInput');
const empty: { message?: string } = { message: '' };

/** Answers by mail. What was typed stays until the mail is on its way. */
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
      <chakra.h3 id={heading} textStyle="lg" fontWeight="semibold" mb={3}>
        Reply
      </chakra.h3>
      <Form
        key={sent}
        initial={empty}
        rules={rules}
        onSubmit={send}
        success={{ title: 'Reply sent', description: `It is on its way to ${email}.`, type: 'success' }}
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
        help={`Goes by mail to ${email}, with the beginning of their message below it.`}
        rows={7}
        fieldRef={field}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={3}>
        <SubmitButton>Send Reply</SubmitButton>
        <SavedReplyMenu onInsert={insert} />
      </chakra.div>
      <AskBeforeLeaving
        losing={dirty && !isSubmitting}
        title="Leave without sending?"
        confirmLabel="Discard reply"
        onDiscard={() => resetForm()}
      >
        What you wrote here is not sent yet.
      </AskBeforeLeaving>
    </>
  );
}
