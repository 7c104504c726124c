import { Button, chakra } from '@chakra-ui/react';
import { startTransition, useState } from 'react';
import { Link } from 'react-router';
import { AcknowledgeAllDialog } from '#web/features/alerts/AcknowledgeAllDialog.tsx';
import { momentOf, roleWords, typeWords } from '#web/features/alerts/alert-words.ts';
import { useAlertActions } from '#web/features/alerts/useAlertActions.ts';
import { useMatchingIds } from '#web/features/alerts/useMatchingIds.ts';
import type { FleetQuery } from '#web/gql/graphql.ts';
import { formatList, formatNumber } from '#web/lib/format.ts';
import { Check } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Progress } from '#web/ui/SelectionBar.tsx';
import { nounsOf } from './GroupName.tsx';

type Surge = NonNullable<FleetQuery['fleetOverview']['surge']>;

/** Whether any of a surge's alerts are new. */
export const hasNewAlerts = (surge: Surge | null | undefined): boolean => (surge?.newCount ?? 0) > 0;

type Props = {
  surge: Surge | null | undefined;
  /** Reads the overview again. */
  refetch: () => Promise<unknown>;
};

/** What most alerts have in common, who has begun, and what to do: acknowledge all of them, or look at them. */
export function SurgeNotice({ surge, refetch }: Props) {
  const { find, listing, stopListing } = useMatchingIds();
  const { acknowledge, progress, stop } = useAlertActions();
  const [asking, setAsking] = useState<Surge>();
  // It stays until the overview says what has changed. Otherwise the next surge would get this one's progress.
  const [acting, setActing] = useState<Surge>();
  const acknowledgeAll = async (one: Surge) => {
    setActing(one);
    const { type, newCount, from, to } = one;
    const filter = { states: ['new' as const], types: [type], beganFrom: from, beganTo: to };
    const found = await find({ filter, total: newCount });
    if (found && (await acknowledge(found.map(({ id }) => id)))) await refetch().catch(() => {});
    startTransition(() => setActing(undefined));
  };
  const doing = listing ?? progress;
  const action = doing && <Doing progress={doing} onStop={listing ? stopListing : stop} />;
  const shown = acting ?? surge;
  return (
    <>
      {/* A surge that is undone isn't the one shown, if there is another. */}
      {doing && !acting && (
        <chakra.div mb={4}>
          <Notice state="info" role="status">
            {action}
          </Notice>
        </chakra.div>
      )}
      {shown && (
        <chakra.div mb={4}>
          <Notice state={shown.worstNew ?? 'info'} role="status" title={titleOf(shown)}>
            {`${acknowledgedWords(shown)} ${namesOf(shown)}`.trim()}
            {/* Below what is read, where the eye is at its end. */}
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mt={2} minH={9} color="fg">
              {acting ? (action ?? 'Acknowledging…') : <Actions surge={shown} onAcknowledge={setAsking} />}
            </chakra.div>
          </Notice>
        </chakra.div>
      )}
      {asking && (
        <AcknowledgeAllDialog
          count={asking.newCount}
          noun="new alert"
          what={`${surgeWords(asking)} at ${placesOf(asking)} since ${momentOf(asking.from)}.`}
          onClose={() => setAsking(undefined)}
          onConfirm={() => void acknowledgeAll(asking)}
        />
      )}
    </>
  );
}

const Doing = ({ progress: { doing, done, total }, onStop }: { progress: Progress; onStop: () => void }) => (
  <>
    <chakra.span fontVariantNumeric="tabular-nums" me={1}>
      {`${doing} ${formatNumber(done)} of ${formatNumber(total)}…`}
    </chakra.span>
    <Button variant="outline" size="sm" onClick={onStop}>
      Stop
    </Button>
  </>
);

function Actions({ surge, onAcknowledge }: { surge: Surge; onAcknowledge: (surge: Surge) => void }) {
  const { type, alertCount, newCount, from, to } = surge;
  const isAllNew = newCount === alertCount;
  // The list has exactly those that are counted here.
  const listed = new URLSearchParams({
    is: isAllNew ? 'new' : 'new,acknowledged',
    type,
    began: `${from}/${to}`,
    by: 'customer',
  });
  return (
    <>
      {newCount > 0 && (
        <Button size="sm" onClick={() => onAcknowledge(surge)}>
          <Check size={16} strokeWidth={1.75} aria-hidden />
          {`Acknowledge ${isAllNew ? 'all' : 'the remaining'} ${formatNumber(newCount)}`}
        </Button>
      )}
      <Button asChild variant="outline" size="sm">
        <Link to={`/alerts?${listed}`}>{`Show ${formatNumber(alertCount)} alerts`}</Link>
      </Button>
    </>
  );
}

/** "Access points offline: 400 new alerts at 30 customers since 6:52 PM". */
function titleOf(surge: Surge): string {
  const { alertCount, newCount, from } = surge;
  const alerts = `${formatNumber(alertCount)} ${newCount === alertCount ? 'new alerts' : 'alerts'}`;
  return `${surgeWords(surge)}: ${alerts} at ${placesOf(surge)} since ${momentOf(from)}`;
}

/** "Access points offline", "High CPU on switches": what a surge is about. */
function surgeWords({ type, deviceRole }: Surge): string {
  if (!deviceRole || deviceRole === 'other') return typeWords[type];
  const devices = roleWords[deviceRole];
  return type === 'device_offline' ? `${devices} offline` : `${typeWords[type]} on ${devices.toLowerCase()}`;
}

/** "Sam Okoro acknowledged 380 of 401." */
function acknowledgedWords({ alertCount, newCount, acknowledgedBy }: Surge): string {
  if (newCount === alertCount) return 'No one has acknowledged them yet.';
  const people = acknowledgedBy.length > 0 ? formatList(acknowledgedBy) : 'Someone';
  if (newCount === 0) return `${people} acknowledged all of them.`;
  return `${people} acknowledged ${formatNumber(alertCount - newCount)} of ${formatNumber(alertCount)}.`;
}

/** "30 customers", or the name of the only one. */
function placesOf({ groupCount, customerCount, mostAffected }: Surge): string {
  const [only] = mostAffected;
  if (groupCount === 1 && only) return only.name;
  const [, several] = nounsOf(groupCount, customerCount);
  return `${formatNumber(groupCount)} ${several}`;
}

/** "At Acme (23) and Birch School (20)." Nothing for more than two, which the list below has in this order. */
function namesOf({ groupCount, mostAffected }: Surge): string {
  if (groupCount === 1 || groupCount > mostAffected.length) return '';
  const names = mostAffected.map(({ name, alertCount }) => `${name} (${formatNumber(alertCount)})`);
  return `At ${formatList(names)}.`;
}
