import { useMutation } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useId } from 'react';
import { yupFor } from '#web/lib/yup-for.ts';
import { Form } from '#web/ui/Form.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { UpdateContactSubmission } from './inbox.gql.ts';
import { Panel } from './Panel.tsx';
import type { Message } from './states.ts';

const rules = yupFor('UpdateContactInput').pick(['adminNotes']);

/** What administrators note about a message for each other; the visitor never sees it. */
export function NotesForm({ message: { id, adminNotes } }: { message: Message }) {
  const heading = useId();
  const [update] = useMutation(UpdateContactSubmission);
  const saved: { adminNotes?: string } = { adminNotes };
  return (
    <Panel labelledBy={heading}>
      <chakra.h3 id={heading} textStyle="lg" fontWeight="semibold" mb={3}>
        Notes
      </chakra.h3>
      <Form
        initial={saved}
        rules={rules}
        onSubmit={(values) => update({ variables: { id, input: { adminNotes: values.adminNotes ?? '' } } })}
        success={{ title: 'Submission Updated', description: 'The notes are saved.', type: 'success' }}
        failure={{ title: 'Update Failed', fallback: 'Failed to update submission' }}
      >
        <TextAreaField name="adminNotes" label="Admin notes" help="For administrators alone." rows={3} />
        <SaveBar saved={saved} />
      </Form>
    </Panel>
  );
}
