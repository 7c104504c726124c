import type { ApolloCache, TypedDocumentNode } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import { useEndWindow } from '#web/features/maintenance/useWindows.ts';
import type { AcknowledgeAlertsMutation, AlertActionOutcome } from '#web/gql/graphql.ts';
import { graphql } from '#web/gql/index.ts';
import { addToList, optimisticEntity } from '#web/lib/cache.ts';
import { formatCount, formatNumber } from '#web/lib/format.ts';
import { unmasked } from '#web/lib/unmasked.ts';
import type { Progress } from '#web/ui/SelectionBar.tsx';
import { toast, toastFailure, type Toast } from '#web/ui/toaster.tsx';
import { AlertFields, type ShownAlert } from './alert-changes.ts';
import { momentOf } from './alert-words.ts';

export const AcknowledgeAlert = graphql(`
  mutation AcknowledgeAlert($id: ID!, $note: String) {
    acknowledgeAlert(id: $id, note: $note) {
      ...AlertFields
    }
  }
`);

export const AcknowledgeAlerts = graphql(`
  mutation AcknowledgeAlerts($ids: [ID!]!) {
    changed: acknowledgeAlerts(ids: $ids) {
      id
      outcome
      alert {
        ...AlertFields
      }
    }
  }
`);

export const UnacknowledgeAlerts = graphql(`
  mutation UnacknowledgeAlerts($ids: [ID!]!, $acknowledgedAt: DateTimeISO) {
    changed: unacknowledgeAlerts(ids: $ids, acknowledgedAt: $acknowledgedAt) {
      id
      outcome
      alert {
        ...AlertFields
      }
    }
  }
`);

export const SnoozeAlerts = graphql(`
  mutation SnoozeAlerts($ids: [ID!]!, $minutes: Int!) {
    changed: snoozeAlerts(ids: $ids, minutes: $minutes) {
      id
      outcome
      alert {
        ...AlertFields
      }
    }
  }
`);

export const UnsnoozeAlerts = graphql(`
  mutation UnsnoozeAlerts($ids: [ID!]!, $snoozedUntil: DateTimeISO) {
    changed: unsnoozeAlerts(ids: $ids, snoozedUntil: $snoozedUntil) {
      id
      outcome
      alert {
        ...AlertFields
      }
    }
  }
`);

export const StartAlertMaintenance = graphql(`
  mutation StartAlertMaintenance(
    $ids: [ID!]!
    $name: String!
    $minutes: Int!
    $wholeSites: Boolean
    $windowId: ID
  ) {
    startAlertMaintenance(
      ids: $ids
      name: $name
      minutes: $minutes
      wholeSites: $wholeSites
      windowId: $windowId
    ) {
      window {
        id
        ...MaintenanceWindowFields
      }
      results {
        id
        outcome
        alert {
          ...AlertFields
        }
      }
    }
  }
`);

type Handling = Pick<ShownAlert, 'acknowledgedAt' | 'acknowledgedById' | 'snoozedUntil' | 'snoozedById'>;

/** What the user may undo on an alert. Viewers can't undo what others did. */
export function useRights({ acknowledgedAt, acknowledgedById, snoozedUntil, snoozedById }: Handling) {
  const { user } = useSession();
  const may = (isDone: boolean, by: string | null | undefined) =>
    !isDone || mayChange(user) || by === user?.id;
  return {
    mayAcknowledge: may(acknowledgedAt != null, acknowledgedById),
    maySnooze: may(snoozedUntil != null, snoozedById),
  };
}

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** The viewer as the server names them on an alert. */
function useViewer() {
  const { user } = useSession();
  const name = user && (`${user.firstName} ${user.lastName}`.trim() || user.email);
  return { id: user?.id ?? null, name: name ?? null };
}

const acknowledgedBy = ({ id, name }: ReturnType<typeof useViewer>, note: string | null = null) => ({
  acknowledgedAt: minutesFromNow(0),
  acknowledgedBy: name,
  acknowledgedById: id,
  acknowledgeNote: note,
});

const unacknowledged = {
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedById: null,
  acknowledgeNote: null,
};
const awake = { snoozedUntil: null, snoozedBy: null, snoozedById: null };

/** Adds a note to an alert, which acknowledges it. The caller shows a failure. */
export function useAddNote(id: string) {
  const viewer = useViewer();
  const { cache } = useApolloClient();
  const [acknowledge] = useMutation(AcknowledgeAlert, {
    optimisticResponse: ({ note }, { IGNORE }) => {
      const changes = acknowledgedBy(viewer, note ?? null);
      const acknowledgeAlert = optimisticEntity(cache, AlertFields, id, changes);
      return acknowledgeAlert ? { acknowledgeAlert } : IGNORE;
    },
  });
  return (note: string) => acknowledge({ variables: { id, note } });
}

/** What is done at once and can be undone. */
type Handled = 'acknowledge' | 'unacknowledge' | 'snooze' | 'unsnooze';
type Kind = Handled | 'maintain';

/** Reason, duration, and whether the whole site of an alert without a device is covered. */
export type Maintenance = { name: string; minutes: number; wholeSites: boolean };

/** Options of an action. Snoozing needs `minutes`, and maintenance needs all of them but the window of an earlier batch. */
type How = Partial<Maintenance> & {
  windowId?: string;
  /** What the action that is undone wrote on these alerts, so that only that is undone. */
  undone?: { acknowledgedAt?: string | null } | { snoozedUntil?: string | null };
};

/** Alerts of one request. */
type Batch = { ids: readonly string[] } & Pick<How, 'undone'>;

/** What a batch has changed, and the maintenance window it is in. */
type Sent = { changed: Changed; windowId?: string };

type Changed = AcknowledgeAlertsMutation['changed'];

const documents = {
  acknowledge: AcknowledgeAlerts,
  unacknowledge: UnacknowledgeAlerts,
  snooze: SnoozeAlerts,
  unsnooze: UnsnoozeAlerts,
} as unknown as Record<
  Handled,
  TypedDocumentNode<{ changed: Changed }, { ids: readonly string[]; minutes?: number } & How['undone']>
>;

/** How each action reads. `already` is what an alert is that needs no change. */
const words: Record<Kind, { done: string; already: string; failed: string; doing: string }> = {
  acknowledge: {
    done: 'Acknowledged',
    already: 'already acknowledged',
    failed: 'Acknowledging failed',
    doing: 'Acknowledging',
  },
  unacknowledge: {
    done: 'Removed the acknowledgement of',
    already: 'not acknowledged',
    failed: 'Undo failed',
    doing: 'Undoing',
  },
  snooze: { done: 'Snoozed', already: 'already snoozed', failed: 'Snoozing failed', doing: 'Snoozing' },
  unsnooze: { done: 'Ended the snooze of', already: 'not snoozed', failed: 'Undo failed', doing: 'Undoing' },
  maintain: {
    done: 'Started maintenance for',
    already: 'in maintenance for as long already',
    failed: 'Starting maintenance failed',
    doing: 'Starting maintenance for',
  },
};

const undoOf: Partial<Record<Kind, Handled>> = { acknowledge: 'unacknowledge', snooze: 'unsnooze' };

/** What the toast offers to undo. Rows and details offer it too. */
let offered: { undo: Kind; ids: Set<string>; withdraw: () => void } | undefined;

function offer(undo: Kind, batches: readonly Batch[], withdraw: () => void): void {
  offered = { undo, ids: new Set(batches.flatMap(({ ids }) => ids)), withdraw };
}

/** Takes the offer back once all of it was undone elsewhere. */
function undoneElsewhere(kind: Kind, ids: readonly string[]): void {
  if (offered?.undo !== kind) return;
  ids.forEach((id) => offered?.ids.delete(id));
  if (offered.ids.size === 0) offered.withdraw();
}

/** Alerts per request. The server refuses more. */
const BATCH = 200;

/** Acknowledges and snoozes alerts, one or thousands, and undoes it, or starts maintenance for them. Toasts say what happened, and offer Undo. */
export function useAlertActions() {
  const client = useApolloClient();
  const viewer = useViewer();
  const [progress, setProgress] = useState<Progress>();
  /** Actions in progress. An earlier one can be undone during another. */
  const running = useRef(new Set<{ isStopped: boolean }>());
  const { end } = useEndWindow();

  const changesOf = (kind: Handled, minutes = 0): Partial<ShownAlert> => {
    if (kind === 'acknowledge') return acknowledgedBy(viewer);
    if (kind === 'unacknowledge') return unacknowledged;
    if (kind === 'unsnooze') return awake;
    return { snoozedUntil: minutesFromNow(minutes), snoozedBy: viewer.name, snoozedById: viewer.id };
  };

  /** Not shown before the response, because only the server knows what else the window covers. */
  const maintain = async (
    ids: readonly string[],
    { minutes = 0, name = '', wholeSites = false, windowId }: How,
  ): Promise<Sent> => {
    const { data } = await client.mutate({
      mutation: StartAlertMaintenance,
      variables: { ids: [...ids], minutes, name, wholeSites, windowId },
      update: (cache, { data: answer }) => {
        const window = answer?.startAlertMaintenance.window;
        if (window && !windowId) addToList(cache, 'maintenanceWindows', window, 'first');
      },
    });
    const { results = [], window } = data?.startAlertMaintenance ?? {};
    return { changed: results, windowId: window?.id };
  };

  const send = async (kind: Kind, ids: readonly string[], how: How): Promise<Sent> => {
    if (kind === 'maintain') return maintain(ids, how);
    const { minutes, undone } = how;
    const { data } = await client.mutate({
      mutation: documents[kind],
      variables: { ids, ...(minutes !== undefined && { minutes }), ...undone },
      optimisticResponse: (_, { IGNORE }) => {
        const changed = ids.flatMap((id) => {
          const alert = optimisticEntity(client.cache, AlertFields, id, changesOf(kind, minutes));
          return alert
            ? { __typename: 'AlertActionResult' as const, id, outcome: 'done' as const, alert }
            : [];
        });
        return changed.length > 0 ? { changed } : IGNORE;
      },
    });
    return { changed: data?.changed ?? [] };
  };

  /** @returns false if a request failed, which a toast says */
  const run = async (kind: Kind, batches: readonly Batch[], how: How = {}): Promise<boolean> => {
    const ids = batches.flatMap((batch) => batch.ids);
    const results: Changed[number][] = [];
    const undos: Batch[] = [];
    const mine = { isStopped: false };
    let started: string | undefined;
    const sendFrom = async (at: number, window?: string): Promise<void> => {
      started = window;
      const batch = batches[at];
      if (!batch || mine.isStopped) return;
      if (batches.length > 1)
        setProgress({ doing: words[kind].doing, done: results.length, total: ids.length });
      const sent = await send(kind, batch.ids, { ...how, undone: batch.undone, windowId: window });
      results.push(...sent.changed);
      const undone = undoing(kind, sent.changed);
      if (undone.ids.length > 0) undos.push(undone);
      await sendFrom(at + 1, sent.windowId ?? window);
    };
    running.current.add(mine);
    const undo = undoOf[kind];
    /** Undoes what has been done so far. */
    const undoAction = () => {
      const window = started;
      if (window !== undefined) return { label: 'Undo', act: () => void end(window) };
      return undo && undos.length > 0 ? { label: 'Undo', act: () => void run(undo, undos) } : undefined;
    };
    try {
      await sendFrom(0);
    } catch (error) {
      const done = results.filter(({ outcome }) => outcome === 'done').length;
      const some = done > 0 && `${formatNumber(done)} of ${formatNumber(ids.length)} were done.`;
      const check = 'Reload the page to see which alerts were changed.';
      const title = words[kind].failed;
      toastFailure(error, { title, check: some ? `${some} ${check}` : check }, undoAction());
      return false;
    } finally {
      running.current.delete(mine);
      setProgress(undefined);
    }
    const action = undoAction();
    // The undo of a single alert shows in its row.
    if (ids.length === 1 && !action && results.every(({ outcome }) => outcome === 'done')) {
      undoneElsewhere(kind, ids);
      return true;
    }
    const withdraw = toast({
      ...resultToast(kind, results, nameOf(client.cache, ids), how.minutes),
      ...(action && { action }),
    });
    if (undo && undos.length > 0) offer(undo, undos, withdraw);
    return true;
  };
  const runAll = (kind: Kind, ids: readonly string[], how?: How) => run(kind, batchesOf(ids), how);

  return {
    acknowledge: (ids: readonly string[]) => runAll('acknowledge', ids),
    unacknowledge: (ids: readonly string[]) => runAll('unacknowledge', ids),
    snooze: (ids: readonly string[], minutes: number) => runAll('snooze', ids, { minutes }),
    unsnooze: (ids: readonly string[]) => runAll('unsnooze', ids),
    maintain: (ids: readonly string[], maintenance: Maintenance) => runAll('maintain', ids, maintenance),
    progress,
    /** Ends long actions after their current batch. */
    stop: () => running.current.forEach((one) => (one.isStopped = true)),
  };
}

export type AlertActions = ReturnType<typeof useAlertActions>;

const batchesOf = (ids: readonly string[]): Batch[] =>
  Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, n) => ({
    ids: ids.slice(n * BATCH, (n + 1) * BATCH),
  }));

/** What undoes a batch: its alerts, and what it wrote on them, which the server compares. */
function undoing(kind: Kind, changed: Changed): Batch {
  const done = changed.filter(({ outcome }) => outcome === 'done');
  const alert = done[0]?.alert && unmasked(done[0].alert);
  const undone =
    alert &&
    (kind === 'snooze' ? { snoozedUntil: alert.snoozedUntil } : { acknowledgedAt: alert.acknowledgedAt });
  return { ids: done.map(({ id }) => id), ...(undone && { undone }) };
}

const AlertName = graphql(`
  fragment AlertName on Alert {
    deviceName
    siteName
  }
`);

/** The name of a single alert's device or site. Undefined for several. */
function nameOf(cache: ApolloCache, ids: readonly string[]): string | undefined {
  const [id, ...others] = ids;
  if (id === undefined || others.length > 0) return undefined;
  const alert = cache.readFragment({ id: `Alert:${id}`, fragment: AlertName });
  return alert?.deviceName ?? alert?.siteName;
}

/** "Acknowledged 12 alerts", and why others stayed as they were. */
function resultToast(kind: Kind, results: Changed, name: string | undefined, minutes?: number): Toast {
  const counts = (outcome: AlertActionOutcome) => results.filter((one) => one.outcome === outcome).length;
  const done = counts('done');
  const until = minutes === undefined ? '' : ` until ${momentOf(minutesFromNow(minutes))}`;
  const { already } = words[kind];
  const reasons = [
    [counts('unchanged'), `was ${already}`, `were ${already}`],
    [counts('ended'), 'has already ended', 'have already ended'],
    [counts('changed'), 'has been changed since', 'have been changed since'],
    [counts('refused'), 'is handled by a colleague', 'are handled by colleagues'],
    [counts('no_device'), 'has no device', 'have no device'],
    [counts('not_found'), 'no longer exists', 'no longer exist'],
  ] as const;
  const why = reasons.flatMap(([count, one, several]) =>
    count === 0 ? [] : `${name ?? formatCount(count, 'alert')} ${count === 1 ? one : several}.`,
  );
  if (done === 0) return { title: 'Nothing changed', description: why.join(' '), type: 'info' };
  return {
    title: `${words[kind].done} ${name ?? formatCount(done, 'alert')}${until}`,
    description: why.join(' ') || undefined,
    type: 'success',
  };
}
