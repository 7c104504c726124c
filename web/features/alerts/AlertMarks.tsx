import { chakra } from '@chakra-ui/react';
import { Activity, AlarmClock, BellOff, Construction, UserCheck } from '#web/ui/icons.tsx';
import type { ReactNode } from 'react';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { type State, StateIcon, stateWord } from '#web/ui/StateIcon.tsx';
import { Muted } from '#web/ui/text.tsx';
import { momentOf, resolutionWords } from './alert-words.ts';
import type { Entry } from './detail/timeline-items.ts';
import { isMaintained, isQuiet, isSnoozed } from './snooze.ts';
import { TicketLink } from './TicketState.tsx';
import type { ShownAlert } from './alert-changes.ts';

export const AlertMarksFields = graphql(`
  fragment AlertMarksFields on Alert {
    unknownSince
    flappingSince
    calmSince
    raises
    maintenance
    overLimit
    ticketId
    ticketUrl
    resolvedAt
    resolution
  }
`);

/** Secondary facts about an alert, such as an unknown state, flapping, or an end without a recovery. */
export function AlertMarks(props: { alert: FragmentType<typeof AlertMarksFields> }) {
  const alert = readFragment(AlertMarksFields, props.alert);
  const { unknownSince, flappingSince, calmSince, raises, maintenance, ticketId, ticketUrl } = alert;
  const { resolvedAt, resolution } = alert;
  const isOpen = resolvedAt == null;
  return (
    <>
      {unknownSince != null && (
        <Mark>
          <SeverityBadge state="unknown">{`unknown since ${momentOf(unknownSince)}`}</SeverityBadge>
        </Mark>
      )}
      {flappingSince != null && (
        <Mark>
          <Activity size={14} strokeWidth={1.75} aria-hidden />
          {`${isOpen ? 'flapping since' : 'flapped from'} ${momentOf(flappingSince)}, ${raises} times`}
        </Mark>
      )}
      {calmSince != null && (
        <Mark>
          <SeverityBadge state="ok">{`OK since ${momentOf(calmSince)}`}</SeverityBadge>
        </Mark>
      )}
      {resolution && resolution !== 'recovered' && (
        <Mark>
          <SeverityBadge state="unknown">{resolutionWords[resolution]}</SeverityBadge>
        </Mark>
      )}
      {maintenance && (
        <Mark>
          <Construction size={14} strokeWidth={1.75} aria-hidden />
          {`started during maintenance “${maintenance}”`}
        </Mark>
      )}
      {alert.overLimit && (
        <Mark>
          <BellOff size={14} strokeWidth={1.75} aria-hidden />
          over your package’s monthly alert limit
        </Mark>
      )}
      {ticketId != null && (
        <Mark>
          <TicketLink id={ticketId} url={ticketUrl} />
        </Mark>
      )}
    </>
  );
}

const Mark = ({ children }: { children: ReactNode }) => (
  <chakra.span
    display="inline-flex"
    alignItems="center"
    gap={1}
    me={2}
    verticalAlign="middle"
    overflowWrap="anywhere"
    minW={0}
  >
    {children}
  </chakra.span>
);

/** Severity of an acknowledged or snoozed alert: the same shape and word, with less visual weight. */
export const MutedSeverity = ({ state, isShort }: { state: State; isShort?: boolean }) => (
  <chakra.span
    display="inline-flex"
    alignItems="center"
    gap={1.5}
    h={6}
    px={2}
    textStyle="xs"
    color="fg.muted"
  >
    <chakra.span color={`state.${state}`}>
      <StateIcon state={state} size={10} />
    </chakra.span>
    <chakra.span srOnly={isShort ? { base: true, md: false } : undefined}>{stateWord[state]}</chakra.span>
  </chakra.span>
);

export const AlertStateFields = graphql(`
  fragment AlertStateFields on Alert {
    severity
    resolvedAt
    acknowledgedAt
    calmSince
    snoozedUntil
    maintenanceUntil
  }
`);

/** An alert's severity and whether it has been resolved, shown under its name. */
export function AlertState({ now, ...props }: { alert: FragmentType<typeof AlertStateFields>; now: number }) {
  const alert = readFragment(AlertStateFields, props.alert);
  const isOver = alert.resolvedAt != null;
  return (
    <chakra.span display="flex" alignItems="center" gap={2} mt={1} ms={isOver ? -2 : undefined}>
      {isOver || isQuiet(alert, now) ? (
        <MutedSeverity state={alert.severity} />
      ) : (
        <SeverityBadge state={alert.severity} />
      )}
      {isOver && <SeverityBadge state="ok">Resolved</SeverityBadge>}
    </chakra.span>
  );
}

export const HandledByFields = graphql(`
  fragment HandledByFields on Alert {
    acknowledgedAt
    acknowledgedBy
    acknowledgeNote
    snoozedUntil
    snoozedBy
    maintenanceUntil
  }
`);

type HandledByProps = {
  alert: FragmentType<typeof HandledByFields>;
  now: number;
  undoSnooze?: ReactNode;
};

/** Who acknowledged an alert, when and with what note, who snoozed it until when, and how long maintenance keeps it quiet. */
export function HandledBy({ now, undoSnooze, ...props }: HandledByProps) {
  const alert = readFragment(HandledByFields, props.alert);
  return (
    <>
      {alert.acknowledgedAt != null && (
        <Line icon={<UserCheck size={16} strokeWidth={1.75} aria-hidden />}>
          Acknowledged by {alert.acknowledgedBy}, <RelativeTime at={alert.acknowledgedAt} />
          {alert.acknowledgeNote && <chakra.span color="fg">{` “${alert.acknowledgeNote}”`}</chakra.span>}
        </Line>
      )}
      {isSnoozed(alert, now) && (
        <chakra.div display="flex" flexWrap="wrap" alignItems="center" columnGap={1}>
          <Line icon={<AlarmClock size={16} strokeWidth={1.75} aria-hidden />}>
            Snoozed until {momentOf(alert.snoozedUntil!)} by {alert.snoozedBy}
          </Line>
          {undoSnooze}
        </chakra.div>
      )}
      {isMaintained(alert, now) && (
        <Line icon={<Construction size={16} strokeWidth={1.75} aria-hidden />}>
          In maintenance until {momentOf(alert.maintenanceUntil!)}. If it’s still open then, your team is
          notified again.
        </Line>
      )}
    </>
  );
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <chakra.div display="flex" gap={2} minW={0} textStyle="sm">
    <Muted as="span" mt={0.5} flexShrink={0}>
      {icon}
    </Muted>
    <Muted minW={0} overflowWrap="anywhere">
      {children}
    </Muted>
  </chakra.div>
);

const raisingKinds: readonly Entry['kind'][] = ['raised', 'flapping', 'disturbed'];

/** "05:01", or "05:01, last started 05:05" for an alert that came back. */
export function raisedWords(alert: Pick<ShownAlert, 'timestamp'>, entries: readonly Entry[] = []): string {
  const began = entries.filter(({ kind }) => raisingKinds.includes(kind));
  const first = momentOf(began[0]?.at ?? alert.timestamp);
  return began.length > 1 ? `${first}, last started ${momentOf(began.at(-1)!.at)}` : first;
}
