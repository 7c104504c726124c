import type { ApolloCache, Reference } from '@apollo/client';
import type { AlertChangedSubscription, AlertFieldsFragment } from '#web/gql/graphql.ts';
import { AlertFields } from './alerts.gql.ts';

export type ShownAlert = AlertFieldsFragment;
export type AlertChange = AlertChangedSubscription['alertChanged'];

/** A controller's open alerts as the cache holds them. */
type CachedList = { cursor: string; alerts: readonly Reference[] };

/**
 * Applies one live change to the cache: writes that alert, adds it to or removes it from its controller's open alerts, and
 * moves the cursor on. Every other alert keeps what the cache holds, so a mutation's response is never overwritten.
 */
export function applyChange(cache: ApolloCache, controllerId: string, { alert, cursor }: AlertChange): void {
  const id = cache.identify({ __typename: 'Alert', id: alert.id });
  const list = cache.identify({ __typename: 'ControllerAlerts', controllerId });
  if (!id || !list) return;
  const known = cache.readFragment({ id, fragment: AlertFields, returnPartialData: true });
  const isOver = alert.resolvedAt != null;
  // After a reconnect an alert's end can arrive before an older change. Only a later `timestamp` reopens it.
  const isLate =
    !isOver &&
    known?.resolvedAt != null &&
    known.timestamp !== undefined &&
    alert.timestamp <= known.timestamp;
  cache.batch({
    update: (within) => {
      if (!isLate) within.writeFragment({ id, fragment: AlertFields, data: alert });
      within.modify<CachedList>({
        id: list,
        fields: {
          cursor: () => cursor,
          alerts: (listed, { toReference }) => {
            const references = listed as readonly Reference[];
            const isListed = references.some((reference) => reference.__ref === id);
            if (isLate || isListed !== isOver) return references;
            if (isOver) return references.filter((reference) => reference.__ref !== id);
            return [...references, toReference(id)!];
          },
        },
      });
    },
  });
}
