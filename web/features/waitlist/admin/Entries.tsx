import { useMutation } from '@apollo/client/react';
import { Button, chakra } from '@chakra-ui/react';
import { Mail, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { WaitlistEntriesQuery } from '#web/gql/graphql.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { draftTo } from './draft.ts';
import { DeleteWaitlistEntry, WaitlistEntries, WaitlistFigures } from './waitlist.gql.ts';

type Entry = WaitlistEntriesQuery['waitlist'][number];

const columns = { lg: 'minmax(0, 2fr) minmax(0, 1.4fr) 9rem 9.5rem' } as const;

/** People on the waitlist: a table on wide screens, two lines each on phones. */
export function Entries({ entries, onDeleted }: { entries: readonly Entry[]; onDeleted: () => void }) {
  const [going, setGoing] = useState<Entry>();
  return (
    <>
      <GridTable
        label="Waitlist"
        columns={columns.lg}
        head={
          <>
            <span role="columnheader">Email</span>
            <span role="columnheader">Package</span>
            <span role="columnheader">Joined</span>
            <chakra.span role="columnheader" textAlign="end">
              Actions
            </chakra.span>
          </>
        }
      >
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} onDelete={() => setGoing(entry)} />
        ))}
      </GridTable>
      {going && <DeleteEntry entry={going} onClose={() => setGoing(undefined)} onDeleted={onDeleted} />}
    </>
  );
}

function Row({ entry, onDelete }: { entry: Entry; onDelete: () => void }) {
  const { email, packageName, createdAt, unsubscribedAt } = entry;
  return (
    <chakra.div
      role="row"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr) auto', lg: columns.lg }}
      columnGap={4}
      alignItems="center"
      px={4}
      py={{ base: 2, lg: 1 }}
      minH={10}
      borderTopWidth="1px"
      overflowWrap="anywhere"
    >
      <chakra.div role="cell" gridColumn={1}>
        <chakra.p fontWeight="medium">{email}</chakra.p>
        {unsubscribedAt && (
          <chakra.p textStyle="sm">
            <StatusDot state="unknown" word="Unsubscribed" />
          </chakra.p>
        )}
      </chakra.div>
      <chakra.div role="cell" gridColumn={{ base: 1, lg: 2 }} color={{ base: 'fg.muted', lg: 'fg' }}>
        {packageName}
        <chakra.span hideFrom="lg">
          {' · '}
          <RelativeTime at={createdAt} />
        </chakra.span>
      </chakra.div>
      <chakra.div role="cell" hideBelow="lg" gridColumn={3} color="fg.muted">
        <RelativeTime at={createdAt} />
      </chakra.div>
      <chakra.div
        role="cell"
        gridColumn={{ base: 2, lg: 4 }}
        gridRow={{ base: '1 / span 2', lg: 'auto' }}
        display="flex"
        justifyContent="flex-end"
        gap={1}
      >
        <Button asChild variant="ghost" size="sm">
          <a href={draftTo(entry)} aria-label={`Email ${email}`}>
            <Mail size={16} strokeWidth={1.75} aria-hidden />
            <chakra.span hideBelow="sm">Email</chakra.span>
          </a>
        </Button>
        <Button
          variant="ghost"
          size="sm"
          px={2}
          aria-label={`Delete ${email}`}
          _hover={{ bg: 'danger.subtle', color: 'danger.fg' }}
          onClick={onDelete}
        >
          <Trash2 size={16} strokeWidth={1.75} aria-hidden />
        </Button>
      </chakra.div>
    </chakra.div>
  );
}

type DeleteProps = { entry: Entry; onClose: () => void; onDeleted: () => void };

function DeleteEntry({ entry: { id, email }, onClose, onDeleted }: DeleteProps) {
  const [remove] = useMutation(DeleteWaitlistEntry, {
    refetchQueries: [WaitlistEntries, WaitlistFigures],
    awaitRefetchQueries: true,
  });
  const deed = async () => {
    await remove({ variables: { id } });
    onDeleted();
  };
  return (
    <DeedDialog
      title={`Delete ${email}?`}
      confirmLabel="Delete entry"
      onClose={onClose}
      deed={deed}
      success={{
        title: 'Entry deleted',
        description: `${email} is not on the waitlist any more.`,
        type: 'success',
      }}
      failure={{ title: 'Deletion Failed', fallback: 'Failed to delete the entry' }}
    >
      Nothing more is sent to this address. Whoever has it can join again.
    </DeedDialog>
  );
}
