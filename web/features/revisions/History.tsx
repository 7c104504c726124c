import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ContentPart, RevisionFieldsFragment } from '#web/gql/graphql.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { formatExactTime } from '#web/lib/format.ts';
import { ActionDialog } from '#web/ui/ActionDialog.tsx';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { Hint } from '#web/ui/text.tsx';
import { RevisionFields, HistoryRow, Revisions } from './HistoryRow.tsx';
import type { Labels } from './differences.ts';

const RevertRevision = graphql(`
  mutation RevertRevision($id: ID!) {
    revertRevision(id: $id) {
      ...RevisionFields
    }
  }
`);

export type HistoryProps = {
  part: ContentPart;
  labels?: Labels;
  /** Refetches the screen's queries after a revert. */
  onReverted: () => Promise<unknown>;
};

/** Changes shown. */
const SHOWN = 50;

/** The changes to a part of the content. Each can be reverted. */
export function History({ part, labels, onReverted }: HistoryProps) {
  const { data, error, refetch } = useQuery(Revisions, {
    variables: { part, first: SHOWN },
    fetchPolicy: 'cache-and-network',
  });
  const [asked, setAsked] = useState<RevisionFieldsFragment>();
  if (!data && error) {
    return <LoadFailed title="We couldn’t load the history" error={error} onRetry={refetch} />;
  }
  if (!data) return <SkeletonRows rows={3} />;
  const all = readFragment(RevisionFields, data.revisions);
  if (all.length === 0) {
    return (
      <EmptyState title="No changes yet">
        Changes appear here with who made them, when, and the previous values.
      </EmptyState>
    );
  }
  const reverted = revertedVersions(all);
  return (
    <>
      <chakra.ol aria-label="Changes" listStyleType="none">
        {all.map((revision, place) => {
          const isReverted = reverted.has(revision.version);
          return (
            <HistoryRow
              key={revision.id}
              {...{ revision, labels, isReverted }}
              startsOpen={place === 0}
              onRevert={isReverted ? undefined : () => setAsked(revision)}
            />
          );
        })}
      </chakra.ol>
      {all.length === SHOWN && <Hint>The last {SHOWN} changes. Older ones are in the audit log.</Hint>}
      {asked && (
        <AskToRevert
          revision={asked}
          newest={all[0]!.version}
          later={all.filter(({ version }) => version > asked.version && !reverted.has(version)).length}
          onClose={() => setAsked(undefined)}
          onReverted={() => Promise.all([refetch(), onReverted()])}
        />
      )}
    </>
  );
}

type AskProps = {
  revision: RevisionFieldsFragment;
  /** The current version. */
  newest: number;
  /** The number of later changes that it undoes. */
  later: number;
  onClose: () => void;
  onReverted: () => Promise<unknown>;
};

function AskToRevert({ revision, newest, later, onClose, onReverted }: AskProps) {
  const { id, by, at } = revision;
  const [revert] = useMutation(RevertRevision, { variables: { id } });
  const action = async () => {
    const { data } = await revert();
    const isNew = ((data && readFragment(RevisionFields, data.revertRevision))?.version ?? 0) > newest;
    toast(
      isNew
        ? { title: 'Change reverted', description: 'Visitors see it immediately.', type: 'success' }
        : { title: 'Nothing to revert', description: 'It already has these values.' },
    );
    await onReverted();
  };
  return (
    <ActionDialog
      title="Revert this change?"
      confirmLabel="Revert change"
      onClose={onClose}
      action={action}
      failure={{ title: 'Update failed', fallback: 'Failed to revert the change' }}
    >
      This restores everything to before {by} changed it on {formatExactTime(new Date(at))}.{' '}
      {goesWithIt(later)} You can undo the revert from the history.
    </ActionDialog>
  );
}

function goesWithIt(later: number): string {
  if (later === 0) return '';
  return later === 1 ? 'The later change is undone too.' : `The ${later} later changes are undone too.`;
}

type Step = Pick<RevisionFieldsFragment, 'version' | 'revertOf'>;

/**
 * The versions that are currently undone. A revert restores the state before a change, so it undoes all later changes
 * too. Reverting a revert brings them back.
 */
export function revertedVersions(steps: readonly Step[]): Set<number> {
  const standing = new Map<number, ReadonlySet<number>>();
  let last: ReadonlySet<number> = new Set();
  for (const { version, revertOf } of steps.toSorted((one, other) => one.version - other.version)) {
    // Versions older than the loaded ones can't be marked.
    const ground = revertOf === null || revertOf === undefined ? last : standing.get(revertOf - 1);
    last = new Set([...(ground ?? []), version]);
    standing.set(version, last);
  }
  return new Set(steps.map(({ version }) => version).filter((version) => !last.has(version)));
}

/** Opens the history in a dialog. */
export const HistoryDialog = ({
  of,
  onClose,
  ...history
}: HistoryProps & { of: string; onClose: () => void }) => (
  <DetailsDialog title={`History of ${of}`} onClose={onClose}>
    <History {...history} />
  </DetailsDialog>
);
