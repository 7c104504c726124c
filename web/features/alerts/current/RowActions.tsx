import { Button, chakra } from '@chakra-ui/react';
import { AlarmClock } from '#web/ui/icons.tsx';
import { type RefObject, useRef } from 'react';
import { RowMenu } from '#web/ui/RowActions.tsx';
import { HandledBy } from '../AlertMarks.tsx';
import { isQuiet, isSnoozed, snoozeChoices } from '../snooze.ts';
import { useRights, useQuickSnooze, useUnacknowledge } from '../useAlertActions.ts';
import type { ShownAlert } from '../useCurrentAlerts.ts';

/** Space that the buttons take beside the last two lines on a phone. */
export const ACTIONS_WIDTH = '9.75rem';

type Props = {
  alert: ShownAlert;
  now: number;
  onAcknowledge: (alert: ShownAlert) => void;
  onOwnTime: (alert: ShownAlert) => void;
};

/** Cells for acknowledging and snoozing an alert, or for undoing that. */
export function RowActions({ alert, now, onAcknowledge, onOwnTime }: Props) {
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
            onOwnTime={() => onOwnTime(alert)}
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
  onOwnTime: () => void;
  buttonRef: RefObject<HTMLButtonElement | null>;
};

/** Menu of snooze durations. */
function SnoozeMenu({ of, busy, onSnooze, onOwnTime, buttonRef }: SnoozeMenuProps) {
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
      actions={[...choices, { label: 'Custom time…', act: onOwnTime }]}
      buttonRef={buttonRef}
    />
  );
}
