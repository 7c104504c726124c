import { Button, chakra } from '@chakra-ui/react';
import { useId, useRef } from 'react';
import type { ShownAlert } from './fold-alerts.ts';
import { HandledBy } from './HandledBy.tsx';
import { isSnoozed, snoozeChoices } from './snooze.ts';
import { useRights, useTakeBack } from './useAcknowledging.ts';
import { useSnooze } from './useSnooze.ts';

type Props = { alert: ShownAlert; now: number; onAcknowledge: () => void; onOwnTime: () => void };

/** What can be done with an open alert: say that one sees to it, and have nobody told again for a while. */
export function AlertActions({ alert, now, onAcknowledge, onOwnTime }: Props) {
  const { mayAcknowledge, maySnooze } = useRights(alert);
  const { undo, undoing } = useTakeBack(alert.id);
  const { snooze, wake, busy } = useSnooze(alert.id);
  const label = useId();
  const first = useRef<HTMLButtonElement>(null);
  const isAcknowledged = alert.acknowledgedAt != null;
  const endSnooze = async () => {
    await wake();
    // The button goes with what there was to undo.
    if (document.activeElement === document.body) first.current?.focus();
  };
  return (
    <chakra.div display="flex" flexDirection="column" gap={3}>
      <HandledBy
        alert={alert}
        now={now}
        undoSnooze={
          maySnooze && (
            <Button
              variant="outline"
              size="sm"
              ms={1}
              aria-label="Undo snooze"
              onClick={() => !busy && void endSnooze()}
            >
              Undo
            </Button>
          )
        }
      />
      {mayAcknowledge && (
        <chakra.div>
          <Button
            variant={isAcknowledged ? 'outline' : 'solid'}
            aria-disabled={undoing || undefined}
            onClick={() => !undoing && (isAcknowledged ? void undo() : onAcknowledge())}
          >
            {isAcknowledged ? 'Undo acknowledgement' : 'Acknowledge'}
          </Button>
        </chakra.div>
      )}
      {maySnooze && (
        <chakra.div
          role="group"
          aria-labelledby={label}
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          gap={2}
        >
          <chakra.span id={label} color="fg.muted" me={1}>
            {isSnoozed(alert, now) ? 'Snooze from now' : 'Snooze'}
          </chakra.span>
          {snoozeChoices().map(({ label: words, minutes }, at) => (
            <Button
              key={words}
              ref={at === 0 ? first : undefined}
              variant="outline"
              size="sm"
              aria-disabled={busy || undefined}
              onClick={() => !busy && void snooze(minutes)}
            >
              {words}
            </Button>
          ))}
          <Button variant="outline" size="sm" onClick={onOwnTime}>
            Own time…
          </Button>
        </chakra.div>
      )}
    </chakra.div>
  );
}
