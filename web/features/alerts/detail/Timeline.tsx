import { Button, chakra, Link as ChakraLink, Stack } from '@chakra-ui/react';
import { type ReactNode, useId, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { useLooksOnly } from '#web/features/auth/useLooksOnly.ts';
import { kindWords, resendLabel } from '#web/features/notifications/delivery-words.ts';
import {
  Attempts,
  DeliveryReason,
  DeliveryStatusMark,
  useResend,
} from '#web/features/notifications/DeliveryParts.tsx';
import type { AlertEntryKind, AlertSeverity } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { formatExactTime } from '#web/lib/format.ts';
import { StateIcon, type State } from '#web/ui/StateIcon.tsx';
import { Muted } from '#web/ui/text.tsx';
import { momentOf } from '../alert-words.ts';
import { NotNotified } from './NotNotified.tsx';
import { type Delivery, type Entry, groupAlike, placeWords, timelineItems } from './timeline-items.ts';
import { MAX_DELIVERIES } from './useAlertDetail.ts';

export const TimelineFields = graphql(`
  fragment TimelineFields on Alert {
    severity
    ...NotNotifiedFields
  }
`);

export const TimelineDeliveryFields = graphql(`
  fragment TimelineDeliveryFields on Delivery {
    id
    kind
    status
    channel
    recipient
    reason
    attempts
    notBefore
    sentAt
    entryId
    pausedUntil
    summary {
      id
      status
      reason
      notBefore
      alerts
    }
    attemptLog {
      id
      ...AttemptFields
    }
    ...DeliveryStatusFields
    ...DeliveryReasonFields
  }
`);

type Props = {
  alert: FragmentType<typeof TimelineFields>;
  entries: readonly Entry[];
  /** Undefined until the deliveries have loaded. */
  deliveries: readonly FragmentType<typeof TimelineDeliveryFields>[] | undefined;
  onResent: () => void;
};

/** An alert's timeline, oldest first, with who was notified at each step. */
export function Timeline({ entries, onResent, ...props }: Props) {
  const deliveries = props.deliveries && readFragment(TimelineDeliveryFields, props.deliveries);
  const alert = readFragment(TimelineFields, props.alert);
  return (
    <chakra.ol listStyleType="none" fontVariantNumeric="tabular-nums" overflowWrap="anywhere">
      {timelineItems(entries, deliveries ?? []).map((item) =>
        item.kind === 'run' ? (
          <FlappingRun key={item.id} entries={item.entries} severity={alert.severity} />
        ) : (
          <Line
            key={item.id}
            entry={item.entry}
            severity={alert.severity}
            isSaid={item.entry.kind === 'maintenance' && waitsUntil(item.entry.until, deliveries)}
          >
            {item.told.length > 0 && (
              <Stack
                as="ul"
                aria-label={`Notifications: ${entryWords[item.entry.kind]}`}
                listStyleType="none"
                mt={1}
                textStyle="sm"
                gap={1}
              >
                {groupAlike(item.told).map((told) => (
                  <DeliveryLine key={told[0]!.id} told={told} onResent={onResent} />
                ))}
              </Stack>
            )}
            {/* When the list of deliveries is cut off, the ones for the start may be missing from it. */}
            {item.entry.kind === 'raised' && deliveries && deliveries.length < MAX_DELIVERIES && (
              <NotNotified alert={alert} entries={entries} told={item.told} />
            )}
          </Line>
        ),
      )}
    </chakra.ol>
  );
}

type LineProps = {
  entry: Entry;
  severity: AlertSeverity;
  /** Whether a held delivery already shows this detail as its reason. */
  isSaid?: boolean;
  children?: ReactNode;
};

function Line(props: LineProps) {
  const { kind, at, by, until, detail, causeAlertId } = props.entry;
  return (
    <Step at={at} state={entryState(props.entry, props.severity)}>
      <p>
        <chakra.span fontWeight="medium">{entryWords[kind]}</chakra.span>
        {until && ` until ${momentOf(until)}`}
        {by && ` by ${by}`}
      </p>
      {detail && causeAlertId && (
        <Muted>
          {'Down because of '}
          <ChakraLink asChild>
            <RouterLink to={`/alerts/${causeAlertId}`}>{detail}</RouterLink>
          </ChakraLink>
        </Muted>
      )}
      {detail && !causeAlertId && !props.isSaid && <Muted>{detail}</Muted>}
      {props.children}
    </Step>
  );
}

const waitsUntil = (until: Entry['until'], deliveries: readonly Delivery[] | undefined): boolean =>
  !!until && !!deliveries?.some(({ status, notBefore }) => status === 'held' && notBefore === until);

/** A run of flapping, collapsed into one expandable line. */
function FlappingRun({ entries, severity }: { entries: readonly Entry[]; severity: AlertSeverity }) {
  const times = entries.filter(({ kind }) => kind === 'disturbed').length;
  return (
    <Step at={entries[0]!.at} state="warning">
      <details>
        <chakra.summary cursor="pointer" borderRadius="sm">
          <chakra.span fontWeight="medium">{`Problem returned ${times} times`}</chakra.span>
          {` until ${momentOf(entries.at(-1)!.at)}`}
        </chakra.summary>
        <chakra.ol listStyleType="none" mt={2} maxH={64} overflowY="auto" tabIndex={0}>
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} severity={severity} />
          ))}
        </chakra.ol>
      </details>
    </Step>
  );
}

/** One step of the timeline: time, shape and content. */
const Step = ({ at, state, children }: { at: string; state: State | undefined; children: ReactNode }) => (
  <chakra.li
    display="grid"
    gridTemplateColumns={{ base: '0.875rem minmax(0, 1fr)', sm: '6.5rem 0.875rem minmax(0, 1fr)' }}
    columnGap={3}
    pb={3}
  >
    <chakra.time
      dateTime={at}
      title={formatExactTime(new Date(at))}
      color="fg.muted"
      textStyle="sm"
      textAlign={{ sm: 'end' }}
      gridColumn={{ base: 2, sm: 1 }}
      gridRow={1}
      mt={{ sm: '1px' }}
    >
      {momentOf(at)}
    </chakra.time>
    <chakra.span
      gridColumn={{ base: 1, sm: 2 }}
      gridRow={1}
      mt={1}
      display="flex"
      justifyContent="center"
      color={state ? `state.${state}` : 'fg.subtle'}
    >
      {state ? <StateIcon state={state} size={12} /> : <Dot />}
    </chakra.span>
    <chakra.div gridColumn={{ base: 2, sm: 3 }} minW={0}>
      {children}
    </chakra.div>
  </chakra.li>
);

const Dot = () => <chakra.span aria-hidden boxSize={1.5} mt="3px" borderRadius="full" bg="currentColor" />;

type DeliveryLineProps = {
  /** One delivery, or several with the same status and reason. */
  told: readonly Delivery[];
  onResent: () => void;
};

/** One recipient of a notification, or several with the same outcome: whether it was sent, when, and if not, why. */
function DeliveryLine({ told, onResent }: DeliveryLineProps) {
  const delivery = told[0]!;
  const { id, kind, sentAt, attempts, attemptLog } = delivery;
  const [open, setOpen] = useState(false);
  const tries = useId();
  const looksOnly = useLooksOnly();
  const again = resendLabel(delivery);
  const { resending, resend } = useResend(id);
  const where = placeWords(told);
  const send = async () => {
    await resend();
    onResent();
  };
  return (
    <chakra.li overflowWrap="anywhere">
      <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={2}>
        <DeliveryStatusMark delivery={delivery} />
        <chakra.span minW={0}>{where}</chakra.span>
        {sentAt && <Muted as="span">{momentOf(sentAt)}</Muted>}
        {again && !looksOnly && (
          <Button
            variant="outline"
            size="sm"
            aria-label={`${again} ${kindWords[kind]} by ${where}`}
            aria-disabled={resending || undefined}
            onClick={() => !resending && void send()}
          >
            {again}
          </Button>
        )}
        {attempts > 0 && (
          <Button
            variant="ghost"
            size="sm"
            px={1.5}
            aria-expanded={open}
            aria-controls={open ? tries : undefined}
            onClick={() => setOpen(!open)}
          >
            {attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          </Button>
        )}
      </chakra.div>
      <DeliveryReason delivery={delivery} />
      {open && <Attempts id={tries} attempts={attemptLog} />}
    </chakra.li>
  );
}

/** Label of each timeline entry. */
export const entryWords: Record<AlertEntryKind, string> = {
  noticed: 'Detected',
  held: 'Held',
  raised: 'Alert raised',
  flapping: 'Reopened: flapping',
  calm: 'Cleared for now',
  disturbed: 'Problem returned',
  stable: 'Stable again, resolved',
  escalated: 'Escalated',
  eased: 'Improved, still open',
  changed: 'Changed',
  affected: 'Impact changed',
  resolved: 'Resolved',
  folded: 'Part of another alert',
  acknowledged: 'Acknowledged',
  unacknowledged: 'Acknowledgement removed',
  snoozed: 'Snoozed',
  unsnoozed: 'Snooze ended',
  reminded: 'Snooze ended, still open',
  maintenance: 'In maintenance: recorded, not sent',
  maintenance_started: 'Put into maintenance',
  ticket_opened: 'Ticket opened',
  ticket_noted: 'Note added to ticket',
  ticket_closed: 'Ticket closed',
  ticket_failed: 'Ticket failed',
};

const states: Partial<Record<AlertEntryKind, State>> = {
  flapping: 'warning',
  calm: 'ok',
  stable: 'ok',
  resolved: 'ok',
  changed: 'unknown',
  affected: 'unknown',
  folded: 'unknown',
  ticket_failed: 'error',
};

/** Entry kinds at which the alert is open, shown in the alert's severity. */
const openKinds: readonly AlertEntryKind[] = ['raised', 'disturbed', 'escalated', 'eased', 'reminded'];

/** The shape beside an entry. Undefined for people's actions and for notes. An end with a reason isn't a recovery. */
function entryState(
  { kind, detail }: { kind: AlertEntryKind; detail?: string | null },
  severity: AlertSeverity,
): State | undefined {
  if (kind === 'resolved' && detail) return 'unknown';
  return openKinds.includes(kind) ? severity : states[kind];
}
