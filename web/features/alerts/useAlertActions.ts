import { useMutation } from '@apollo/client/react';
import type { ApolloCache } from '@apollo/client';
import { mayChange, useSession } from '#web/features/auth/useSession.ts';
import { graphql, readFragment } from '#web/gql/index.ts';
import { optimisticEntity } from '#web/lib/cache.ts';
import { toast, toastFailure } from '#web/ui/toaster.tsx';
import { momentOf } from './alert-words.ts';
import { AlertFields, type ShownAlert } from './useCurrentAlerts.ts';

export const AcknowledgeAlert = graphql(`
  mutation AcknowledgeAlert($id: ID!, $note: String) {
    acknowledgeAlert(id: $id, note: $note) {
      ...AlertFields
    }
  }
`);

export const SnoozeAlert = graphql(`
  mutation SnoozeAlert($id: ID!, $minutes: Int!) {
    snoozeAlert(id: $id, minutes: $minutes) {
      ...AlertFields
    }
  }
`);

export const UnacknowledgeAlert = graphql(`
  mutation UnacknowledgeAlert($id: ID!) {
    unacknowledgeAlert(id: $id) {
      ...AlertFields
    }
  }
`);

export const UnsnoozeAlert = graphql(`
  mutation UnsnoozeAlert($id: ID!) {
    unsnoozeAlert(id: $id) {
      ...AlertFields
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

/** The alert as the server will answer, shown until it does. A refusal takes it back. */
const withChanges = (cache: ApolloCache, id: string, changes: Partial<ShownAlert>) =>
  optimisticEntity(cache, AlertFields, id, changes);

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

/** The viewer as the server names them on an alert. */
function useViewer() {
  const { user } = useSession();
  const name = user && (`${user.firstName} ${user.lastName}`.trim() || user.email);
  return { id: user?.id ?? null, name: name ?? null };
}

/** Acknowledges an alert. The caller shows a failure. */
export function useAcknowledge(id: string) {
  const viewer = useViewer();
  const [acknowledge, { client }] = useMutation(AcknowledgeAlert, {
    optimisticResponse: ({ note }, { IGNORE }) => {
      const acknowledgeAlert = withChanges(client.cache, id, {
        acknowledgedAt: minutesFromNow(0),
        acknowledgedBy: viewer.name,
        acknowledgedById: viewer.id,
        acknowledgeNote: note ?? null,
      });
      return acknowledgeAlert ? { acknowledgeAlert } : IGNORE;
    },
  });
  return (note?: string) => acknowledge({ variables: { id, note } });
}

/** Removes an acknowledgement. A failure is shown in a toast. */
export function useUnacknowledge(id: string) {
  const [takeBack, { loading, client }] = useMutation(UnacknowledgeAlert, {
    optimisticResponse: (_, { IGNORE }) => {
      const unacknowledgeAlert = withChanges(client.cache, id, {
        acknowledgedAt: null,
        acknowledgedBy: null,
        acknowledgedById: null,
        acknowledgeNote: null,
      });
      return unacknowledgeAlert ? { unacknowledgeAlert } : IGNORE;
    },
  });
  const undo = async () => {
    try {
      await takeBack({ variables: { id } });
    } catch (error) {
      toastFailure(error, {
        title: 'Undo failed',
        check: 'Reload the page to see whether the acknowledgement was removed.',
      });
    }
  };
  return { undo, undoing: loading };
}

const check = 'Reload the page to see whether the alert is snoozed.';

/** Snoozes an alert. The caller shows a failure. */
export function useSnooze(id: string) {
  const viewer = useViewer();
  const [snooze, { loading, client }] = useMutation(SnoozeAlert, {
    optimisticResponse: ({ minutes }, { IGNORE }) => {
      const snoozeAlert = withChanges(client.cache, id, {
        snoozedUntil: minutesFromNow(minutes),
        snoozedBy: viewer.name,
        snoozedById: viewer.id,
      });
      return snoozeAlert ? { snoozeAlert } : IGNORE;
    },
  });
  return { snooze: (minutes: number) => snooze({ variables: { id, minutes } }), snoozing: loading };
}

/** Snoozes one alert with one click, or ends its snooze. A failure is shown in a toast. */
export function useQuickSnooze(id: string) {
  const { snooze: send, snoozing } = useSnooze(id);
  const [takeBack, { loading: isWaking, client }] = useMutation(UnsnoozeAlert, {
    optimisticResponse: (_, { IGNORE }) => {
      const changes = { snoozedUntil: null, snoozedBy: null, snoozedById: null };
      const unsnoozeAlert = withChanges(client.cache, id, changes);
      return unsnoozeAlert ? { unsnoozeAlert } : IGNORE;
    },
  });
  const snooze = async (minutes: number) => {
    try {
      const { data } = await send(minutes);
      const until = (data && readFragment(AlertFields, data.snoozeAlert))?.snoozedUntil;
      if (until) toast({ title: `Snoozed until ${momentOf(until)}`, type: 'success' });
    } catch (error) {
      toastFailure(error, { title: 'Snoozing failed', check });
    }
  };
  const wake = async () => {
    try {
      await takeBack({ variables: { id } });
    } catch (error) {
      toastFailure(error, { title: 'Undo failed', check });
    }
  };
  return { snooze, wake, busy: snoozing || isWaking };
}
