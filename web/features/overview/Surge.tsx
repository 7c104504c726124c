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
  const { alertCount, newCount, worstNew, from, to } = surge;
  const [first, last] = [momentOf(from), momentOf(to)];
  const when = first === last ? `at ${first}` : `between ${first} and ${last}`;
  const what = newCount === alertCount ? 'new alerts' : 'alerts';
  return (
    <chakra.div mb={4}>
      <Notice
        state={worstNew ?? 'info'}
        role="status"
        title={`${surgeWords(surge)}: ${formatNumber(alertCount)} ${what} ${when}`}
        action={<SurgeActions surge={surge} />}
      >
        {/* Screen readers would read everything again each minute. */}
        Began{' '}
        <span aria-live="off">
          <RelativeTime at={from} />
        </span>
        {` ${placesOf(surge)} ${acknowledgedWords(surge)}`}
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
      <chakra.div display="flex" alignItems="center" gap={3} flexShrink={0}>
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
    <chakra.div display="flex" flexWrap="wrap" gap={2} flexShrink={0}>
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

/** "at 30 customers, most at Acme (23) and Birch School (20)." */
function placesOf({ groupCount, customerCount, alertCount, mostAffected }: Props['surge']): string {
  const names = mostAffected.map((place) =>
    groupCount === 1 ? place.name : `${place.name} (${formatNumber(place.alertCount)})`,
  );
  if (names.length === groupCount) return `at ${formatList(names)}.`;
  const [, several] = nounsOf(groupCount, customerCount);
  const where = `at ${formatNumber(groupCount)} ${several}`;
  // Where all have as many alerts, none has the most.
  const isEven = mostAffected.every((place) => place.alertCount * groupCount === alertCount);
  return isEven ? `${where}.` : `${where}, most at ${formatList(names)}.`;
}
