import { Button, chakra, VisuallyHidden } from '@chakra-ui/react';
import { keyframes } from '@emotion/react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { AlertRowFieldsFragment } from '#web/gql/graphql.ts';
import { type FragmentType, graphql, readFragment } from '#web/gql/index.ts';
import { useSearchParam } from '#web/lib/useSearchParam.ts';
import { useNowAfter } from '#web/lib/useNowAfter.ts';
import { lazyDialog } from '#web/ui/lazy-dialog.tsx';
import { AlarmClock } from '#web/ui/icons.tsx';
import { GridTable } from '#web/ui/GridTable.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { Hint } from '#web/ui/text.tsx';
import { momentOf, typeWords } from '../alert-words.ts';
import { AlertMarks, HandledBy, lastRaisedAt, MutedSeverity } from '../AlertMarks.tsx';
import { isQuiet, isSnoozed, snoozeChoices } from '../snooze.ts';
import { useQuickSnooze, useRights, useUnacknowledge } from '../useAlertActions.ts';
import type { AlertDialogFields } from '../AlertDialogs.tsx';
import { PHASE_DURATION, type Row } from './useRows.ts';

const AcknowledgeDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.AcknowledgeDialog));

const SnoozeDialog = lazyDialog(() => import('../AlertDialogs.tsx').then((m) => m.SnoozeDialog));

type AlertOfDialog = FragmentType<typeof AlertDialogFields>;

type Props = { label: string; rows: readonly Row[]; onPhaseOver: (id: string) => void };

/** A table of open alerts, with the dialogs to acknowledge and snooze them. */
export function AlertList({ label, rows, onPhaseOver }: Props) {
  // The dialogs live here, not in the row, so that typed text survives an alert that ends meanwhile.
  const [acknowledging, setAcknowledging] = useState<AlertOfDialog>();
  const [snoozing, setSnoozing] = useState<AlertOfDialog>();
  const [, open] = useSearchParam('alert');
  const now = useNowAfter(rows.map(({ alert }) => alert.snoozedUntil));
  return (
    <>
      <GridTable label={label} columns={alertColumns} head={head}>
        {rows.map((row) => (
          <AlertRow
            key={row.alert.id}
            alert={row.alert}
            phase={row.phase}
            now={now}
            onPhaseOver={onPhaseOver}
            onOpen={open}
            onAcknowledge={setAcknowledging}
            onCustomTime={setSnoozing}
          />
        ))}
      </GridTable>
      {acknowledging && (
        <AcknowledgeDialog alert={acknowledging} onClose={() => setAcknowledging(undefined)} />
      )}
      {snoozing && <SnoozeDialog alert={snoozing} onClose={() => setSnoozing(undefined)} />}
    </>
  );
}

const head = (
  <>
    <span role="columnheader">Severity</span>
    <span role="columnheader">Alert</span>
    <span role="columnheader">Type and rule</span>
    <chakra.span role="columnheader" textAlign="end">
      Raised
    </chakra.span>
    <span role="columnheader">
      <VisuallyHidden>Acknowledged and snoozed</VisuallyHidden>
    </span>
  </>
);

/** Wide screens show state, message, type and time side by side. Narrower ones put the type under the message, and phones put the state above it. */
const alertColumns = {
  base: 'auto minmax(0, 1fr) auto',
  md: '6.25rem minmax(0, 1fr) 8rem 9rem',
  lg: '6.25rem minmax(0, 1fr) 13rem 8rem 9rem',
} as const;

/** Space that the buttons take beside the last two lines on a phone. */
const ACTIONS_WIDTH = '9.75rem';

const areas = (calm: boolean) => ({
  base: calm
    ? '"state name time" "message message message" "kind kind since" "foot foot foot"'
    : '"state name time" "message message message" "kind kind kind" "since since since"',
  md: '"state name time act" "state message since act" "state kind kind act" "state ack ack act"',
  lg: '"state name kind time act" "state message rule since act" "state ack ack ack act"',
});

const arrive = keyframes({ from: { gridTemplateRows: '0fr', opacity: 0, transform: 'translateY(-8px)' } });
const leave = keyframes({ to: { gridTemplateRows: '0fr', opacity: 0, transform: 'translateX(8px)' } });

/** The edge of a new alert lights up once. The glow is inset so that the list doesn't clip it. */
const glow = keyframes({
  from: { boxShadow: 'inset 0 0 0 1px currentColor, inset 48px 0 48px -40px currentColor' },
  to: { boxShadow: 'inset 0 0 0 1px transparent, inset 48px 0 48px -40px transparent' },
});

const motion = {
  here: undefined,
  arriving: `${arrive} {durations.slow} {easings.out}`,
  leaving: `${leave} ${PHASE_DURATION.leaving}ms {easings.out} forwards`,
};

/** Unknown alerts have a dashed edge, so that they differ without color too. */
const hatched = 'repeating-linear-gradient(-45deg, currentColor 0 2px, transparent 2px 5px)';

export const AlertRowFields = graphql(`
  fragment AlertRowFields on Alert {
    id
    message
    pastMessage
    severity
    type
    ruleName
    deviceName
    siteName
    timestamp
    since
    raises
    unknownSince
    calmSince
    acknowledgedAt
    acknowledgedById
    snoozedUntil
    snoozedById
    ...AlertMarksFields
    ...HandledByFields
    ...AlertDialogFields
  }
`);

type AlertRowProps = {
  alert: FragmentType<typeof AlertRowFields>;
  phase: Row['phase'];
  /** Milliseconds since 1970. */
  now: number;
  onPhaseOver: (id: string) => void;
  onOpen: (id: string) => void;
  onAcknowledge: (alert: AlertOfDialog) => void;
  onCustomTime: (alert: AlertOfDialog) => void;
};

/** One alert: severity, message, place, time and who acknowledged it. It's muted when no one needs to act. */
function AlertRow({ phase, now, onPhaseOver, onOpen, onAcknowledge, onCustomTime, ...props }: AlertRowProps) {
  const alert = readFragment(AlertRowFields, props.alert);
  useEffect(() => {
    if (phase === 'here') return;
    const timer = setTimeout(onPhaseOver, PHASE_DURATION[phase], alert.id);
    return () => clearTimeout(timer);
  }, [phase, alert.id, onPhaseOver]);

  const type = typeWords[alert.type];
  // Many rules are named after their condition, so don't show both.
  const named = alert.ruleName !== type;
  const unknown = alert.unknownSince != null;
  const state = unknown ? 'unknown' : alert.severity;
  const calm = isQuiet(alert, now);
  const began = lastRaisedAt(alert);
  return (
    <chakra.div
      role="row"
      data-phase={phase}
      aria-hidden={phase === 'leaving' || undefined}
      display="grid"
      gridTemplateRows="1fr"
      position="relative"
      borderTopWidth="1px"
      bg={alert.severity === 'critical' && !unknown && !calm ? 'state.critical.subtle' : undefined}
      css={{ animation: motion[phase] }}
      _before={{
        content: '""',
        position: 'absolute',
        insetY: 0,
        insetStart: 0,
        w: calm ? '1px' : '3px',
        color: `state.${state}`,
        background: unknown ? hatched : 'currentColor',
      }}
    >
      <chakra.div
        role="presentation"
        display="grid"
        gridTemplateColumns={alertColumns}
        gridTemplateAreas={areas(calm)}
        columnGap={{ base: 2.5, md: 4 }}
        rowGap={{ base: 1, md: 0 }}
        minH={0}
        overflow="hidden"
        ps={4}
        pe={{ base: 3, md: 4 }}
        py={2.5}
      >
        <chakra.div role="cell" gridArea="state" pt={{ md: 0.5 }}>
          {calm ? <MutedSeverity state={alert.severity} /> : <SeverityBadge state={alert.severity} />}
        </chakra.div>
        <chakra.div role="cell" display="contents">
          <chakra.p
            gridArea="name"
            fontWeight={calm ? 'normal' : 'medium'}
            lineClamp={{ base: 2, md: 1 }}
            overflowWrap="anywhere"
            lineHeight={{ base: '1.5rem', md: 'inherit' }}
          >
            <chakra.button
              type="button"
              textAlign="start"
              borderRadius="sm"
              cursor="pointer"
              _hover={{ textDecoration: 'underline' }}
              aria-haspopup="dialog"
              onClick={() => onOpen(alert.id)}
            >
              {alert.deviceName ?? alert.siteName}
            </chakra.button>
          </chakra.p>
          <chakra.div
            gridArea="message"
            color="fg.muted"
            textStyle={{ base: 'md', md: 'sm' }}
            overflowWrap="anywhere"
          >
            <chakra.span me={2}>{alert.pastMessage ?? alert.message}</chakra.span>
            <AlertMarks alert={alert} />
          </chakra.div>
        </chakra.div>
        <chakra.div role="cell" display="contents">
          <chakra.p
            gridArea="kind"
            textStyle={{ base: 'xs', lg: 'md' }}
            color={{ base: 'fg.muted', lg: 'fg' }}
            pe={{ base: calm ? 0 : ACTIONS_WIDTH, md: 0 }}
            truncate
          >
            {type}
            {named && <chakra.span hideFrom="lg">{` · ${alert.ruleName}`}</chakra.span>}
          </chakra.p>
          {named && (
            <Hint gridArea="rule" hideBelow="lg" truncate title={alert.ruleName}>
              {alert.ruleName}
            </Hint>
          )}
        </chakra.div>
        <chakra.div role="cell" display="contents">
          <chakra.p gridArea="time" textAlign="end" lineHeight={{ base: '1.5rem', md: 'inherit' }}>
            <RelativeTime at={began} />
          </chakra.p>
          <chakra.p
            gridArea="since"
            textAlign={{ base: calm ? 'end' : 'start', md: 'end' }}
            textStyle={{ base: 'xs', md: 'sm' }}
            color="fg.muted"
            whiteSpace="nowrap"
          >
            {/* A problem that is currently gone hasn't lasted "since" its start. */}
            {alert.raises > 1 ? `again ${momentOf(began)}` : `since ${momentOf(alert.since)}`}
          </chakra.p>
        </chakra.div>
        <RowActions alert={alert} now={now} onAcknowledge={onAcknowledge} onCustomTime={onCustomTime} />
      </chakra.div>
      {phase === 'arriving' && (
        <chakra.span
          aria-hidden
          position="absolute"
          inset={0}
          pointerEvents="none"
          color={`state.${alert.severity}`}
          css={{ animation: `${glow} ${PHASE_DURATION.arriving}ms ease-out forwards` }}
        />
      )}
    </chakra.div>
  );
}

type RowActionsProps = {
  alert: AlertRowFieldsFragment;
  now: number;
  onAcknowledge: (alert: AlertOfDialog) => void;
  onCustomTime: (alert: AlertOfDialog) => void;
};

/** Cells for acknowledging and snoozing an alert, or for undoing that. */
function RowActions({ alert, now, onAcknowledge, onCustomTime }: RowActionsProps) {
  const { mayAcknowledge, maySnooze } = useRights(alert);
  const { undo, undoing } = useUnacknowledge(alert.id);
  const { snooze, wake, busy } = useQuickSnooze(alert.id);
  const menu = useRef<HTMLButtonElement>(null);
  const isAcknowledged = alert.acknowledgedAt != null;
  const calm = isQuiet(alert, now);
  const name = alert.deviceName ?? alert.siteName;
  const endSnooze = async () => {
    await wake();
    // The Undo button disappears once there is nothing left to undo.
    if (document.activeElement === document.body) menu.current?.focus();
  };
  return (
    <chakra.div
      role="cell"
      gridArea={calm ? 'foot' : '3 / 1 / 5 / -1'}
      justifySelf={calm ? undefined : 'end'}
      display={{ base: 'flex', md: 'contents' }}
      flexWrap="wrap"
      alignItems="center"
      justifyContent="flex-end"
      columnGap={2}
    >
      {(isAcknowledged || isSnoozed(alert, now)) && (
        <chakra.div gridArea="ack" flex="1 1 12rem" minW={0} mt={{ md: 1 }}>
          <HandledBy
            alert={alert}
            now={now}
            undoSnooze={
              maySnooze && (
                <Button
                  variant="plain"
                  size="sm"
                  px={1}
                  my={-1.5}
                  aria-disabled={busy || undefined}
                  aria-label={`Undo snooze of ${name}`}
                  onClick={() => !busy && void endSnooze()}
                >
                  Undo
                </Button>
              )
            }
          />
        </chakra.div>
      )}
      <chakra.div
        gridArea="act"
        display="flex"
        alignItems="center"
        flexShrink={0}
        mt={{ base: -1, md: -1.5 }}
        mb={{ base: -1, md: 0 }}
        me={-2}
        justifySelf="end"
        alignSelf={{ base: 'center', md: 'start' }}
      >
        {/* One button for both actions, so that focus stays on it when the label changes. */}
        {mayAcknowledge && (
          <Button
            variant="ghost"
            size="sm"
            aria-disabled={undoing || undefined}
            aria-label={isAcknowledged ? `Undo acknowledgement of ${name}` : `Acknowledge ${name}`}
            onClick={() => !undoing && (isAcknowledged ? void undo() : onAcknowledge(alert))}
          >
            {isAcknowledged ? 'Undo' : 'Acknowledge'}
          </Button>
        )}
        {maySnooze && (
          <SnoozeMenu
            of={name}
            busy={busy}
            onSnooze={(minutes) => void snooze(minutes)}
            onCustomTime={() => onCustomTime(alert)}
            buttonRef={menu}
          />
        )}
      </chakra.div>
    </chakra.div>
  );
}

type SnoozeMenuProps = {
  of: string;
  busy: boolean;
  onSnooze: (minutes: number) => void;
  onCustomTime: () => void;
  buttonRef: RefObject<HTMLButtonElement | null>;
};

/** Menu of snooze durations. */
function SnoozeMenu({ of, busy, onSnooze, onCustomTime, buttonRef }: SnoozeMenuProps) {
  const choices = snoozeChoices().map(({ label, minutes }) => ({
    label,
    busy,
    act: () => onSnooze(minutes),
  }));
  return (
    <RowMenu
      of={of}
      label={`Snooze ${of}`}
      icon={<AlarmClock size={18} strokeWidth={1.75} aria-hidden />}
      heading="Snooze"
      actions={[...choices, { label: 'Custom time…', act: onCustomTime }]}
      buttonRef={buttonRef}
    />
  );
}
