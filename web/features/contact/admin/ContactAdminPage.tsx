import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Stack } from '@chakra-ui/react';
import { Plus } from '#web/ui/icons.tsx';
import { useState } from 'react';
import type { ContactSettingsQuery, SavedRepliesQuery } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { removeEntity } from '#web/lib/cache.ts';
import { yupFor } from '#web/lib/yup-for.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { EditDialog } from '#web/ui/EditDialog.tsx';
import { Form } from '#web/ui/Form.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { PageTabs } from '#web/ui/PageTabs.tsx';
import { RowActions } from '#web/ui/RowActions.tsx';
import { SaveBar } from '#web/ui/SaveBar.tsx';
import { SettingsCard } from '#web/ui/SettingsCard.tsx';
import { TextAreaField } from '#web/ui/TextAreaField.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Hint, Muted } from '#web/ui/text.tsx';
import { SavedReplies } from './inbox.gql.ts';
import { Inbox } from './Inbox.tsx';

const ContactSettings = graphql(`
  query ContactSettings {
    contactSettings {
      supportEmail
      supportPhone
      businessAddress
    }
  }
`);

const SaveContactSettings = graphql(`
  mutation SaveContactSettings($input: ContactSettingsInput!) {
    saveContactSettings(input: $input) {
      supportEmail
      supportPhone
      businessAddress
    }
  }
`);

const SaveSavedReply = graphql(`
  mutation SaveSavedReply($input: SavedReplyInput!) {
    saveSavedReply(input: $input) {
      id
      title
      text
    }
  }
`);

const DeleteSavedReply = graphql(`
  mutation DeleteSavedReply($id: ID!) {
    deleteSavedReply(id: $id)
  }
`);

export function ContactAdminPage() {
  return (
    <>
      <PageHeader title="Contact" description="Messages from visitors, and how quickly they were answered." />
      <PageTabs
        tabs={[
          { name: 'submissions', title: 'Contact Submissions', content: <Inbox /> },
          { name: 'settings', title: 'Contact Settings', content: <ContactSettingsTab /> },
        ]}
      />
    </>
  );
}

type Settings = ContactSettingsQuery['contactSettings'];

type Values = { supportEmail?: string; supportPhone?: string; businessAddress?: string };

/** The contact details, and the saved replies. */
function ContactSettingsTab() {
  const { data, error, refetch } = useQuery(ContactSettings, { fetchPolicy: 'cache-and-network' });
  return (
    <Stack gap={6}>
      <SettingsCard title="Contact details" description="Shown on the contact page as soon as you save.">
        {!data && error && (
          <LoadFailed title="We couldn’t load the settings" error={error} onRetry={refetch} />
        )}
        {!data && !error && <SkeletonRows rows={4} />}
        {data && <SettingsForm settings={data.contactSettings} />}
      </SettingsCard>
      <SettingsCard title="Saved replies" description="Insert these into a reply from the inbox.">
        <SavedRepliesList />
      </SettingsCard>
    </Stack>
  );
}

const rules = yupFor('ContactSettingsInput');

function SettingsForm({ settings }: { settings: Settings }) {
  const [save] = useMutation(SaveContactSettings);
  const { supportEmail, supportPhone, businessAddress } = settings;
  const saved: Values = { supportEmail, supportPhone, businessAddress };
  // Send cleared fields as empty. Omitted fields keep their stored value.
  const send = (values: Values) =>
    save({
      variables: { input: { supportEmail: '', supportPhone: '', businessAddress: '', ...values } },
    });
  return (
    <Form
      initial={saved}
      rules={rules}
      onSubmit={send}
      success={{ title: 'Settings Updated', description: 'The contact page is up to date.', type: 'success' }}
      failure={{ title: 'Update failed', fallback: 'Failed to update contact settings' }}
    >
      <TextField
        name="supportEmail"
        label="Support email"
        help="New messages are also emailed to this address. Leave blank to notify super administrators."
        type="email"
        autoComplete="off"
      />
      <TextField
        name="supportPhone"
        label="Support phone"
        help="Set the phone hours under Organisation."
        type="tel"
        autoComplete="off"
        optional
      />
      <TextAreaField name="businessAddress" label="Business address" rows={3} optional />
      <SaveBar saved={saved} />
    </Form>
  );
}

type Reply = SavedRepliesQuery['savedReplies'][number];

/** The list of saved replies, to add, edit and delete. */
function SavedRepliesList() {
  const { data, error, refetch } = useQuery(SavedReplies, { fetchPolicy: 'cache-and-network' });
  const [editing, setEditing] = useState<{ reply?: Reply }>();
  const [going, setGoing] = useState<Reply>();
  if (!data && error)
    return <LoadFailed title="We couldn’t load the saved replies" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows rows={3} />;
  const replies = data.savedReplies;
  return (
    <>
      {replies.length === 0 && <Muted>No saved replies yet. Save the ones you use often.</Muted>}
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
                <Hint lineClamp={2} overflowWrap="anywhere">
                  {reply.text}
                </Hint>
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

const replyRules = yupFor('SavedReplyInput').pick(['title', 'text']);

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
      rules={replyRules}
      onSubmit={send}
      success={{ title: 'Saved reply saved', type: 'success' }}
      failure={{ title: 'Save Failed', fallback: 'Failed to save the reply' }}
    >
      <TextField name="title" label="Title" autoComplete="off" />
      <TextAreaField name="text" label="Text" rows={8} />
    </EditDialog>
  );
}

function DeleteReply({ reply, onClose }: { reply: Reply; onClose: () => void }) {
  const { id, title } = reply;
  const [remove] = useMutation(DeleteSavedReply, {
    update: (cache) => removeEntity(cache, reply),
  });
  return (
    <ActionDialog
      title={`Delete ${title}?`}
      confirmLabel="Delete saved reply"
      onClose={onClose}
      action={() => remove({ variables: { id } })}
      success={{ title: 'Saved reply deleted', type: 'success' }}
      failure={{ title: 'Deletion Failed', fallback: 'Failed to delete the saved reply' }}
    >
      Replies that used it aren’t affected.
    </ActionDialog>
  );
}
