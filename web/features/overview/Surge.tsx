import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { AcknowledgeAllDialog } from '#web/features/alerts/AcknowledgeAllDialog.tsx';
import { momentOf, roleWords, typeWords } from '#web/features/alerts/alert-words.ts';
import { useAlertActions } from '#web/features/alerts/useAlertActions.ts';
import { useMatchingIds } from '#web/features/alerts/useMatchingIds.ts';
import type { FleetQuery } from '#web/gql/graphql.ts';
import { formatList, formatNumber } from '#web/lib/format.ts';
import { Check } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { nounsOf } from './GroupName.tsx';

type Props = { surge: NonNullable<FleetQuery['fleetOverview']['surge']> };

/** Whether any of a surge's alerts are new. */
export const hasNewAlerts = (surge: Props['surge'] | null | undefined): boolean => (surge?.newCount ?? 0) > 0;

/** What most alerts have in common, who has begun, and what to do: acknowledge all of them, or look at them. */
export function Surge({ surge }: Props) {
  const { alertCount, newCount, worstNew, from } = surge;
  const alerts = `${formatNumber(alertCount)} ${newCount === alertCount ? 'new alerts' : 'alerts'}`;
  const names = mostAffectedWords(surge);
  return (
    <chakra.div mb={4}>
      <Notice
        state={worstNew ?? 'info'}
        role="status"
        title={`${surgeWords(surge)}: ${alerts} at ${placesOf(surge)} since ${momentOf(from)}`}
      >
        {`${acknowledgedWords(surge)} ${names && `${names} `}Began `}
        {/* Screen readers would read everything again each minute. */}
        <span aria-live="off">
          <RelativeTime at={from} />
        </span>
        .{/* Below what is read, where the eye is at its end. */}
        <SurgeActions surge={surge} />
      </Notice>
    </chakra.div>
  );
}

function SurgeActions({ surge }: Props) {
  const { type, alertCount, newCount, from, to } = surge;
  const { find, listing, stopListing } = useMatchingIds();
  const { acknowledge, progress, stop } = useAlertActions();
  const [isAsking, setAsking] = useState(false);
  const isAllNew = newCount === alertCount;
  const acknowledgeAll = async () => {
    const filter = { states: ['new' as const], types: [type], beganFrom: from, beganTo: to };
    const found = await find({ filter, total: newCount });
    if (found) await acknowledge(found.map(({ id }) => id));
  };
  const doing = listing ?? progress;
  if (doing)
    return (
      <chakra.div display="flex" alignItems="center" gap={3} mt={2} color="fg">
        <chakra.span fontVariantNumeric="tabular-nums">
          {`${doing.doing} ${formatNumber(doing.done)} of ${formatNumber(doing.total)}…`}
        </chakra.span>
        <Button variant="outline" size="sm" onClick={listing ? stopListing : stop}>
          Stop
        </Button>
      </chakra.div>
    );
  // The list has exactly those that are counted here.
  const shown = new URLSearchParams({
    is: isAllNew ? 'new' : 'new,acknowledged',
    type,
    began: `${from}/${to}`,
    by: 'customer',
  });
  return (
    <chakra.div display="flex" flexWrap="wrap" gap={2} mt={2}>
      {newCount > 0 && (
        <Button size="sm" onClick={() => setAsking(true)}>
          <Check size={16} strokeWidth={1.75} aria-hidden />
          {`Acknowledge ${isAllNew ? 'all' : 'the remaining'} ${formatNumber(newCount)}`}
        </Button>
      )}
      <Button asChild variant="outline" size="sm">
        <Link to={`/alerts?${shown}`}>{`Show ${formatNumber(alertCount)} alerts`}</Link>
      </Button>
      {isAsking && (
        <AcknowledgeAllDialog
          count={newCount}
          noun="new alert"
          onClose={() => setAsking(false)}
          onConfirm={() => void acknowledgeAll()}
        />
      )}
    </chakra.div>
  );
}

/** "Access points offline", "High CPU on switches": what a surge is about. */
function surgeWords({ type, deviceRole }: Props['surge']): string {
  if (!deviceRole || deviceRole === 'other') return typeWords[type];
  const devices = roleWords[deviceRole];
  return type === 'device_offline' ? `${devices} offline` : `${typeWords[type]} on ${devices.toLowerCase()}`;
}

/** "Sam Okoro acknowledged 380 of 401." */
function acknowledgedWords({ alertCount, newCount, acknowledgedBy }: Props['surge']): string {
  if (newCount === alertCount) return 'No one has acknowledged them yet.';
  const people = acknowledgedBy.length > 0 ? formatList(acknowledgedBy) : 'Someone';
  if (newCount === 0) return `${people} acknowledged all of them.`;
  return `${people} acknowledged ${formatNumber(alertCount - newCount)} of ${formatNumber(alertCount)}.`;
}

/** "30 customers", or the name of the only one. */
function placesOf({ groupCount, customerCount, mostAffected }: Props['surge']): string {
  const [only] = mostAffected;
  if (groupCount === 1 && only) return only.name;
  const [, several] = nounsOf(groupCount, customerCount);
  return `${formatNumber(groupCount)} ${several}`;
}

/** "Most at Acme (23) and Birch School (20)." Nothing if all have as many, or if there is only one. */
function mostAffectedWords({ groupCount, alertCount, mostAffected }: Props['surge']): string {
  if (groupCount === 1) return '';
  const names = formatList(
    mostAffected.map(({ name, alertCount: count }) => `${name} (${formatNumber(count)})`),
  );
  if (mostAffected.length === groupCount) return `At ${names}.`;
  const isEven = mostAffected.every((place) => place.alertCount * groupCount === alertCount);
  return isEven ? '' : `Most at ${names}.`;
}
