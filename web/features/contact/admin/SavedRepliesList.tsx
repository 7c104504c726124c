import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Plus } from '#web/ui/icons.tsx';
import { useState } from 'react';
import type { SavedRepliesQuery } from '#web/gql/graphql.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { DeleteSavedReply, SavedReplies, SaveSavedReply } from './settings.gql.ts';

type Reply = SavedRepliesQuery['savedReplies'][number];

/** Answers that are given often: added, changed and deleted. */
export function SavedRepliesList() {
  const { data, error, refetch } = useQuery(SavedReplies, { fetchPolicy: 'cache-and-network' });
  const [editing, setEditing] = useState<{ reply?: Reply }>();
  const [going, setGoing] = useState<Reply>();
  if (!data && error)
    return <LoadFailed title="The saved replies could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={3} />;
  const replies = data.savedReplies;
  return (
    <>
      {replies.length === 0 && (
        <chakra.p color="fg.muted">None yet. Save what you write again and again.</chakra.p>
      )}
      {replies.length > 0 && (
        <chakra.ul listStyleType="none" aria-label="Saved replies">
          {replies.map((reply) => (
            <chakra.li
              key={reply.id}
              display="flex"
              flexWrap="wrap"
              alignItems="center"
              columnGap={3}
              py={2}
              borderTopWidth="1px"
              _first={{ borderTopWidth: 0 }}
            >
              <chakra.div flex="1 1 14rem" minW={0}>
                <chakra.p fontWeight="medium" overflowWrap="anywhere">
                  {reply.title}
                </chakra.p>
                <chakra.p textStyle="sm" color="fg.muted" lineClamp={2} overflowWrap="anywhere">
                  {reply.text}
                </chakra.p>
              </chakra.div>
              <RowActions
                of={reply.title}
                actions={[
                  { label: 'Edit', act: () => setEditing({ reply }) },
                  { label: 'Delete', act: () => setGoing(reply), destroys: true },
                ]}
              />
            </chakra.li>
          ))}
        </chakra.ul>
      )}
      <chakra.div>
        <Button variant="outline" onClick={() => setEditing({})}>
          <Plus size={16} strokeWidth={1.75} aria-hidden />
          Add saved reply
        </Button>
      </chakra.div>
      {editing && <EditReply reply={editing.reply} onClose={() => setEditing(undefined)} />}
      {going && <DeleteReply reply={going} onClose={() => setGoing(undefined)} />}
    </>
  );
}

const rules = yupFor('SavedReplyInput').pick(['title', 'text']);

function EditReply({ reply, onClose }: { reply?: Reply; onClose: () => void }) {
  const [save] = useMutation(SaveSavedReply, { refetchQueries: [SavedReplies] });
  const initial: { title?: string; text?: string } = { title: reply?.title ?? '', text: reply?.text ?? '' };
  const send = async ({ title = '', text = '' }: typeof initial) => {
    await save({ variables: { input: { ...(reply && { id: reply.id }), title, text } } });
    onClose();
  };
  return (
    <EditDialog
      title={reply ? `Edit ${reply.title}` : 'Add saved reply'}
      size="md"
      submit={reply ? 'Save Changes' : 'Add'}
      onClose={onClose}
      initial={initial}
      rules={rules}
      onSubmit={send}
      success={{ title: 'Saved reply saved', type: 'success' }}
      failure={{ title: 'Save Failed', fallback: 'Failed to save the reply' }}
    >
      <TextField name="title" label="Title" autoComplete="off" />
      <TextAreaField name="text" label="Text" rows={8} />
    </EditDialog>
  );
}

function DeleteReply({ reply: { id, title }, onClose }: { reply: Reply; onClose: () => void }) {
  const [remove] = useMutation(DeleteSavedReply, {
    refetchQueries: [SavedReplies],
    awaitRefetchQueries: true,
  });
  return (
    <DeedDialog
      title={`Delete ${title}?`}
      confirmLabel="Delete saved reply"
      onClose={onClose}
      deed={() => remove({ variables: { id } })}
      success={{ title: 'Saved reply deleted', type: 'success' }}
      failure={{ title: 'Deletion Failed', fallback: 'Failed to delete the saved reply' }}
    >
      What was sent with it stays.
    </DeedDialog>
  );
}
