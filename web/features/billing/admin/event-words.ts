import type { StripeEventStatus } from '#web/gql/graphql.ts';
import type { State } from '#web/ui/StateShape.tsx';

/** What became of an event, with its shape; the order is that of the filter. */
export const eventStatuses: Record<StripeEventStatus, { word: string; state: State }> = {
  applied: { word: 'Applied', state: 'ok' },
  failed: { word: 'Failed', state: 'error' },
  received: { word: 'Waiting', state: 'info' },
  ignored: { word: 'Ignored', state: 'unknown' },
};
