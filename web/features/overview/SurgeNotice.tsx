import { Button, chakra } from '@chakra-ui/react';
import { useState } from 'react';
import { Link } from 'react-router';
import { AcknowledgeAllDialog } from '#web/features/alerts/AcknowledgeAllDialog.tsx';
import { momentOf, roleWords, typeWords } from '#web/features/alerts/alert-words.ts';
import { useAlertActions } from '#web/features/alerts/useAlertActions.ts';
import { useMatchingIds } from '#web/features/alerts/useMatchingIds.ts';
import type { FleetQuery } from '#web/gql/graphql.ts';
import { formatCount, formatList, formatNumber } from '#web/lib/format.ts';
import { Check } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { type Progress, progressWords } from '#web/ui/SelectionBar.tsx';
import { nounsOf } from './GroupName.tsx';

type Surge = NonNullable<FleetQuery['fleetOverview']['surge']>;

/** Whether any of a surge's alerts are new. */
export const hasNewAlerts = (surge: Surge | null | undefined): boolean => (surge?.newCount ?? 0) > 0;

type Props = {
  surge: Surge | null | undefined;
  /** Reads the overview again. */
  refetch: () => Promise<unknown>;
};

/** How many alerts of a surge to acknowledge, once confirmed. */
type Question = { surge: Surge; count: number };

/** What most alerts have in common, who has begun, and what to do: acknowledge all of them, or look at them. */
export function SurgeNotice({ surge, refetch }: Props) {
  const { find, listing, stopListing } = useMatchingIds();
  const { acknowledge, progress: acknowledged, stop } = useAlertActions();
  const [question, setQuestion] = useState<Question>();
  // Shown until the overview has changed, or the next surge would show this one's progress.
  const [acknowledging, setAcknowledging] = useState<Surge>();
  const acknowledgeAll = async ({ surge: confirmed, count }: Question) => {
    setAcknowledging(confirmed);
    const { type, from, to } = confirmed;
    const filter = { states: ['new' as const], types: [type], beganFrom: from, beganTo: to };
    const found = await find({ filter, total: count });
    if (found && found.length > count) setQuestion({ surge: confirmed, count: found.length });
    else if (found) {
      await acknowledge(found.map(({ id }) => id));
      await refetch().catch(() => {});
      // The screen updates just after this promise resolves.
      await new Promise((resolve) => setTimeout(resolve));
    }
    setAcknowledging(undefined);
  };
  const progress = listing ?? acknowledged;
  const stoppable = progress && (
    <StoppableProgress progress={progress} onStop={listing ? stopListing : stop} />
  );
  const shown = acknowledging ?? surge;
  return (
    <>
      {/* What is being undone may be an earlier surge than the one shown. */}
      {stoppable && !acknowledging && (
        <chakra.div mb={4}>
          <Notice state="info" role="status">
            {stoppable}
          </Notice>
        </chakra.div>
      )}
      {shown && (
        <chakra.div mb={4}>
          <Notice state={shown.worstNew ?? 'info'} role="status" title={titleOf(shown)}>
            {`${acknowledgedWords(shown)} ${namesOf(shown)}`.trim()}
            {/* Not at the far end of the line, because people read the text first. */}
            <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap={2} mt={2} minH={9} color="fg">
              {acknowledging ? (
                (stoppable ?? 'Acknowledging…')
              ) : (
                <Actions
                  surge={shown}
                  isBusy={progress !== undefined}
                  onAcknowledge={() => setQuestion({ surge: shown, count: shown.newCount })}
                />
              )}
            </chakra.div>
          </Notice>
        </chakra.div>
      )}
      {question && (
        <AcknowledgeAllDialog
          count={question.count}
          noun="new alert"
          description={`${surgeWords(question.surge)} at ${placesOf(question.surge)} since ${momentOf(question.surge.from)}.`}
          onClose={() => setQuestion(undefined)}
          onConfirm={() => void acknowledgeAll(question)}
        />
      )}
    </>
  );
}

type ProgressProps = { progress: Progress; onStop: () => void };

const StoppableProgress = ({ progress, onStop }: ProgressProps) => (
  <>
    <chakra.span fontVariantNumeric="tabular-nums" me={3}>
      {progressWords(progress)}
    </chakra.span>
    <Button variant="outline" size="sm" onClick={onStop}>
      Stop
    </Button>
  </>
);

type ActionsProps = { surge: Surge; isBusy: boolean; onAcknowledge: () => void };

function Actions({ surge, isBusy, onAcknowledge }: ActionsProps) {
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
        <Button size="sm" disabled={isBusy} onClick={onAcknowledge}>
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

/** "Switches offline: 40 new alerts (+680 devices) at 30 customers since 6:52 PM". */
function titleOf(surge: Surge): string {
  const { alertCount, newCount, affectedCount, from } = surge;
  const alerts = `${formatNumber(alertCount)} ${newCount === alertCount ? 'new alerts' : 'alerts'}`;
  const behind = affectedCount > 0 ? ` (+${formatCount(affectedCount, 'device')})` : '';
  return `${surgeWords(surge)}: ${alerts}${behind} at ${placesOf(surge)} since ${momentOf(from)}`;
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

/** "At Acme (23) and Birch School (20)." Nothing for more than two. */
function namesOf({ groupCount, mostAffected }: Surge): string {
  if (groupCount === 1 || groupCount > mostAffected.length) return '';
  const names = mostAffected.map(({ name, alertCount }) => `${name} (${formatNumber(alertCount)})`);
  return `At ${formatList(names)}.`;
}
