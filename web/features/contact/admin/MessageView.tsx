import { useMutation, useQuery } from '@apollo/client/react';
import { Button, chakra, Link, Stack } from '@chakra-ui/react';
import { ArrowLeft } from '#web/ui/icons.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ContactMessageQuery } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { confirmLeaving } from '#web/lib/unsaved-changes.ts';
import { readServerError } from '#web/lib/server-errors.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { Hint } from '#web/ui/text.tsx';
import { touchArea } from '#web/ui/touch.ts';
import { ContactFigures, ContactInbox, ContactMessage, UpdateContactSubmission } from './inbox.gql.ts';
import { NotesForm, Panel, ReplyForm } from './ReplyForm.tsx';
import { ContactSubmissionFields, type Message, shortId, states, type Status } from './states.ts';

const DeleteContactSubmission = graphql(`
  mutation DeleteContactSubmission($id: ID!) {
    deleteContactSubmission(id: $id)
  }
`);

/** One message with its state, replies, notes and the reply form. */
export function MessageView({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(ContactMessage, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
  });
  const isGone = readServerError(error).code === 'NOT_FOUND';
  return (
    <Stack minW={0} gap={4}>
      <chakra.div hideFrom="lg">
        <Button variant="ghost" size="sm" onClick={() => confirmLeaving(onClose)}>
          <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          All messages
        </Button>
      </chakra.div>
      {!data && !error && <SkeletonRows rows={6} />}
      {!data && error && !isGone && (
        <LoadFailed title="We couldn’t load this message" error={error} onRetry={refetch} />
      )}
      {isGone && (
        <EmptyState
          title="Message not found"
          action={
            <Button variant="outline" onClick={onClose}>
              All messages
            </Button>
          }
        >
          It may have been deleted, or the link is incomplete.
        </EmptyState>
      )}
      {data && !isGone && (
        <Opened
          message={readFragment(ContactSubmissionFields, data.contactSubmission)}
          replies={data.contactReplies}
          onDeleted={onClose}
        />
      )}
    </Stack>
  );
}

type Replies = ContactMessageQuery['contactReplies'];

type OpenedProps = { message: Message; replies: Replies; onDeleted: () => void };

function Opened({ message, replies, onDeleted }: OpenedProps) {
  const { id, subject, status, name, email, createdAt, ipAddress } = message;
  const title = useRef<HTMLHeadingElement>(null);
  const [deleting, setDeleting] = useState(false);
  // On a phone, the list that had the focus is hidden now.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const { word, look } = states[status];
  return (
    <>
      <Panel labelledBy={`subject-${id}`}>
        <chakra.div
          display="flex"
          flexWrap="wrap"
          alignItems="flex-start"
          justifyContent="space-between"
          gap={3}
        >
          <chakra.div minW={0} flex="1 1 14rem">
            <StatusDot state={look} word={word} />
            <chakra.h2
              ref={title}
              id={`subject-${id}`}
              tabIndex={-1}
              outline={0}
              mt={1}
              textStyle="xl"
              fontWeight="semibold"
              overflowWrap="anywhere"
            >
              {subject}
            </chakra.h2>
          </chakra.div>
          <StateButtons id={id} status={status} />
        </chakra.div>
        <chakra.dl mt={4} display="flex" flexWrap="wrap" columnGap={8} rowGap={3}>
          <Fact label="From">{name}</Fact>
          <Fact label="Email">
            <Link href={`mailto:${email}`} css={touchArea}>
              {email}
            </Link>
          </Fact>
          <Fact label="Received">
            <RelativeTime at={createdAt} />
          </Fact>
          <Fact label="Reference">
            <chakra.span fontFamily="mono">{shortId(id)}</chakra.span>
          </Fact>
          {ipAddress && (
            <Fact label="Network address">
              <chakra.span fontFamily="mono">{ipAddress}</chakra.span>
            </Fact>
          )}
        </chakra.dl>
        <chakra.p
          mt={5}
          pt={5}
          borderTopWidth="1px"
          maxW="44rem"
          textStyle="lg"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
        >
          {message.message}
        </chakra.p>
      </Panel>
      {replies.map((reply) => (
        <Panel key={reply.id} label={`Reply by ${reply.by}`}>
          <Hint>
            {reply.by} replied <RelativeTime at={reply.at} />
          </Hint>
          <chakra.p mt={2} maxW="44rem" whiteSpace="pre-wrap" overflowWrap="anywhere">
            {reply.message}
          </chakra.p>
        </Panel>
      ))}
      <ReplyForm message={message} />
      <NotesForm message={message} />
      <chakra.div>
        <Button
          variant="outline"
          size="sm"
          _hover={{ bg: 'danger.subtle', color: 'danger.fg' }}
          onClick={() => setDeleting(true)}
        >
          Delete submission
        </Button>
      </chakra.div>
      {deleting && (
        <DeleteMessage message={message} onClose={() => setDeleting(false)} onDeleted={onDeleted} />
      )}
    </>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.div minW={0}>
    <chakra.dt textStyle="sm" color="fg.muted">
      {label}
    </chakra.dt>
    <chakra.dd overflowWrap="anywhere">{children}</chakra.dd>
  </chakra.div>
);

type Props = { message: Message; onClose: () => void; onDeleted: () => void };

/** The confirmation that the specification documents. */
function DeleteMessage({ message: { id, name, subject }, onClose, onDeleted }: Props) {
  const [remove] = useMutation(DeleteContactSubmission, {
    refetchQueries: [ContactInbox, ContactFigures],
    awaitRefetchQueries: true,
  });
  const action = async () => {
    await remove({ variables: { id } });
    onDeleted();
  };
  return (
    <ActionDialog
      title="Are you sure you want to delete this submission?"
      confirmLabel="Delete submission"
      onClose={onClose}
      action={action}
      success={{
        title: 'Submission Deleted',
        description: 'The message was permanently deleted.',
        type: 'success',
      }}
      failure={{ title: 'Deletion Failed', fallback: 'Failed to delete submission' }}
    >
      “{subject}” from {name} will be permanently deleted, along with its notes and stored replies.
    </ActionDialog>
  );
}

const actions = [
  { label: 'Mark Read', status: 'read' },
  { label: 'Mark Replied', status: 'replied' },
  { label: 'Close', status: 'closed' },
] as const;

/** The current state can't be chosen. */
function StateButtons({ id, status }: { id: string; status: Status }) {
  const [update, { loading }] = useMutation(UpdateContactSubmission, { refetchQueries: [ContactFigures] });
  const move = async (to: Status) => {
    try {
      await update({ variables: { id, input: { status: to } } });
      toast({
        title: 'Submission Updated',
        description: `Marked as ${states[to].word.toLowerCase()}.`,
        type: 'success',
      });
    } catch (error) {
      toastFailure(error, { title: 'Update Failed', fallback: 'Failed to update submission' });
    }
  };
  return (
    <chakra.div role="group" aria-label="State" display="flex" flexWrap="wrap" gap={2}>
      {actions.map((action) => (
        <Button
          key={action.status}
          variant="outline"
          size="sm"
          disabled={action.status === status}
          aria-disabled={loading || undefined}
          onClick={() => !loading && void move(action.status)}
        >
          {action.label}
        </Button>
      ))}
    </chakra.div>
  );
}
