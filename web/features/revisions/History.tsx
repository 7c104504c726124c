import { useMutation, useQuery } from '@apollo/client/react';
import { chakra } from '@chakra-ui/react';
import { useState } from 'react';
import type { ContentPart, RevisionFieldsFragment } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { exactTime } from '#web/lib/dates.ts';
import { DeedDialog } from '#web/ui/DeedDialog.tsx';
import { DetailsDialog } from '#web/ui/DetailsDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LoadFailed } from '#web/ui/LoadFailed.tsx';
import { SkeletonRows } from '#web/ui/Loading.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { HistoryRow, Revisions } from './HistoryRow.tsx';
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
  /** Asks the screen's own questions anew, once something was reverted. */
  onReverted: () => Promise<unknown>;
};

/** Changes that are shown, the newest first. */
const SHOWN = 50;

/** Who changed a part of the content, when and how; each change can be reverted. */
export function History({ part, labels, onReverted }: HistoryProps) {
  const { data, error, refetch } = useQuery(Revisions, {
    variables: { part, first: SHOWN },
    fetchPolicy: 'cache-and-network',
  });
  const [asked, setAsked] = useState<RevisionFieldsFragment>();
  if (!data && error) {
    return <LoadFailed title="The history could not be loaded" error={error} onRetry={refetch} />;
  }
  if (!data) return <SkeletonRows rows={3} />;
  const all = data.revisions;
  if (all.length === 0) {
    return (
      <EmptyState title="Nothing was changed yet">
        Each change appears here with who made it, when, and what it was before.
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
      {all.length === SHOWN && (
        <chakra.p textStyle="sm" color="fg.muted">
          The last {SHOWN} changes. Older ones stand in the audit log.
        </chakra.p>
      )}
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
  /** The version that stands now. */
  newest: number;
  /** How many changes that came after it go with it. */
  later: number;
  onClose: () => void;
  onReverted: () => Promise<unknown>;
};

function AskToRevert({ revision, newest, later, onClose, onReverted }: AskProps) {
  const { id, by, at } = revision;
  const [revert] = useMutation(RevertRevision, { variables: { id } });
  const deed = async () => {
    const { data } = await revert();
    const isNew = (data?.revertRevision.version ?? 0) > newest;
    toast(
      isNew
        ? { title: 'Change reverted', description: 'Visitors see it at once.', type: 'success' }
        : { title: 'It is like that already', description: 'Nothing had to be reverted.' },
    );
    await onReverted();
  };
  return (
    <DeedDialog
      title="Revert this change?"
      confirmLabel="Revert change"
      onClose={onClose}
      deed={deed}
      failure={{ title: 'Update failed', fallback: 'Failed to revert the change' }}
    >
      All becomes what it was before {by} changed it on {exactTime(new Date(at))}. {goesWithIt(later)} The
      revert is a change like any other, so it can be reverted too.
    </DeedDialog>
  );
}

function goesWithIt(later: number): string {
  if (later === 0) return '';
  return later === 1
    ? 'The change that came after it is undone with it.'
    : `The ${later} changes that came after it are undone with it.`;
}

type Step = Pick<RevisionFieldsFragment, 'version' | 'revertOf'>;

/**
 * The versions that are undone now. A revert makes the part what it was before a change, so that goes with all that came
 * after it; a revert that is reverted itself brings them back.
 */
export function revertedVersions(steps: readonly Step[]): Set<number> {
  const standing = new Map<number, ReadonlySet<number>>();
  let last: ReadonlySet<number> = new Set();
  for (const { version, revertOf } of steps.toSorted((one, other) => one.version - other.version)) {
    // Of a version before those that are known nothing is left to mark.
    const ground = revertOf === null || revertOf === undefined ? last : standing.get(revertOf - 1);
    last = new Set([...(ground ?? []), version]);
    standing.set(version, last);
  }
  return new Set(steps.map(({ version }) => version).filter((version) => !last.has(version)));
}

/** The history over the screen it belongs to. */
export const HistoryDialog = ({
  of,
  onClose,
  ...history
}: HistoryProps & { of: string; onClose: () => void }) => (
  <DetailsDialog title={`History of ${of}`} onClose={onClose}>
    <History {...history} />
  </DetailsDialog>
);
