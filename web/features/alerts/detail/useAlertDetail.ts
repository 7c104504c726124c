import { useQuery, useSubscription } from '@apollo/client/react';
import { isInProgress } from '#web/features/notifications/delivery-words.ts';
import { DeliveryStatusFields } from '#web/features/notifications/DeliveryParts.tsx';
import { graphql, readFragment } from '#web/gql/index.ts';
import { useLiveRefetch } from '#web/lib/live-refetch.ts';
import { usePolling } from '#web/lib/usePolling.ts';
import { useOnReconnect } from '#web/lib/useOnReconnect.ts';
import type { AlertInDetailQuery } from '#web/gql/graphql.ts';
import { isAboutToOpen } from '../TicketState.tsx';
import { AlertChanged, AlertFields } from '../alert-changes.ts';
import { AlertCauses, MAX_AFFECTED } from './AffectedDevices.tsx';

export const AlertEntryFields = graphql(`
  fragment AlertEntryFields on AlertEntry {
    id
    at
    kind
    detail
    causeAlertId
    by
    until
  }
`);

export const AlertInDetail = graphql(`
  query AlertInDetail($id: ID!) {
    alert(id: $id) {
      id
      type
      deviceName
      deviceMac
      line
      controllerId
      siteId
      siteName
      timestamp
      resolvedAt
      resolution
      affectedCount
      affectedSiteCount
      snoozedUntil
      ...AlertFields
      ...AlertStateFields
      ...AlertBodyFields
      ...RuleWhenRaisedFields
      ...MeasuredAroundFields
    }
    alertEntries(alertId: $id) {
      ...AlertEntryFields
    }
    halopsaTicket(alertId: $id) {
      id
      status
      reason
      linkedTickets {
        id
        status
        reason
        ticketId
        ticketUrl
        clientName
      }
    }
  }
`);

export const AlertDeliveries = graphql(`
  query AlertDeliveries($alertId: ID!, $first: Int!) {
    deliveries(alertId: $alertId, first: $first) {
      nextCursor
      nodes {
        id
        ...DeliveryStatusFields
        ...TimelineDeliveryFields
      }
    }
  }
`);

/** Only this many of an alert's latest deliveries are shown. */
export const MAX_DELIVERIES = 100;
/** Polling interval while deliveries are in progress, in milliseconds. */
const EVERY = 3_000;

/** Refetched on every open. */
const fetchPolicy = 'cache-and-network';

export type DetailedAlert = AlertInDetailQuery['alert'];

export type AlertDetail = ReturnType<typeof useAlertDetail>;

/** An alert with its timeline and deliveries, kept up to date while it's on screen. */
export function useAlertDetail(id: string) {
  const detail = useQuery(AlertInDetail, { variables: { id }, fetchPolicy });
  const told = useQuery(AlertDeliveries, { variables: { alertId: id, first: MAX_DELIVERIES }, fetchPolicy });
  const alert = detail.data?.alert;
  const hasCauses =
    !!alert && (!!alert.affectedCount || !!alert.affectedSiteCount || alert.resolution === 'folded');
  const causes = useQuery(AlertCauses, {
    variables: { id, first: MAX_AFFECTED },
    fetchPolicy,
    skip: !hasCauses,
  });
  const reload = () =>
    Promise.all([detail.refetch(), told.refetch(), ...(hasCauses ? [causes.refetch()] : [])]);
  const reloadQuietly = useLiveRefetch(reload);
  const controllerId = alert?.controllerId ?? '';
  useSubscription(AlertChanged, {
    variables: { controllerId },
    skip: controllerId === '',
    ignoreResults: true,
    onData: ({ data: { data } }) => {
      if (readFragment(AlertFields, data?.alertChanged.alert)?.id === id) reloadQuietly();
    },
  });
  useOnReconnect(reloadQuietly);
  const deliveries = told.data?.deliveries.nodes;
  usePolling(readFragment(DeliveryStatusFields, deliveries)?.some(isInProgress) ? EVERY : undefined, () =>
    told.refetch(),
  );
  const ticket = detail.data?.halopsaTicket;
  usePolling(isAboutToOpen(ticket) ? EVERY : undefined, () => detail.refetch());
  return {
    alert,
    entries: detail.data && readFragment(AlertEntryFields, detail.data.alertEntries),
    ticket,
    causes: causes.data?.alert,
    causesError: causes.data ? undefined : causes.error,
    error: detail.data ? undefined : detail.error,
    deliveries,
    hasOlder: told.data?.deliveries.nextCursor != null,
    toldError: told.data ? undefined : told.error,
    reload,
  };
}
