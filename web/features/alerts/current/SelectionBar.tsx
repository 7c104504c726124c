import { Button, chakra } from '@chakra-ui/react';
import type { RefObject } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { AlarmClock, Check, Construction, Undo2, X } from '#web/ui/icons.tsx';
import type { Progress } from '../useAlertActions.ts';
import type { Selection } from './useSelection.ts';

type Props = {
  selection: Selection;
  totalCount: number;
  progress: Progress | undefined;
  onStop: () => void;
  /** Undefined if all of them are acknowledged already. */
  onAcknowledge: (() => void) | undefined;
  onUndo: () => void;
  /** Asks how long. */
  onSnooze: () => void;
  /** Undefined for people who may not start it. */
  onMaintenance: (() => void) | undefined;
  snoozeButton: RefObject<HTMLButtonElement | null>;
};

/** What can be done with the selected alerts. It stays at the bottom of the screen while any are. */
export function SelectionBar({ selection, totalCount, progress, snoozeButton, ...on }: Props) {
  const { count, isAll } = selection;
  if (count === 0 && !progress) return null;
  return (
    <chakra.div
      role="group"
      aria-label="Selected alerts"
      data-bottom-bar
      position="sticky"
      bottom={{ base: 2, md: 4 }}
      zIndex={2}
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap={2}
      mt={3}
      mx={{ md: 'auto' }}
      w={{ md: 'fit-content' }}
      ps={4}
      pe={2}
      py={2}
      borderRadius="surface"
      bg="bg.panel"
      boxShadow="floating"
      animation="rise-in {durations.slow} {easings.out}"
    >
      <chakra.p
        role="status"
        fontWeight="medium"
        fontVariantNumeric="tabular-nums"
        // On phones the first line has the count and the button to close.
        order={{ base: -2, md: 0 }}
        flex={{ base: '1 0 calc(100% - 4rem)', md: 'none' }}
        me={{ md: 1 }}
      >
        {progress
          ? `${progress.doing} ${formatNumber(progress.done)} of ${formatNumber(progress.total)}…`
          : `${formatNumber(count)} selected`}
      </chakra.p>
      {progress ? (
        <Button variant="outline" size="sm" onClick={on.onStop}>
          Stop
        </Button>
      ) : (
        <>
          {!isAll && count < totalCount && (
            <Button variant="plain" size="sm" px={1} onClick={selection.pickAll}>
              {`Select all ${formatNumber(totalCount)} matching`}
            </Button>
          )}
          {on.onAcknowledge ? (
            <Button size="sm" onClick={on.onAcknowledge}>
              <Check size={16} strokeWidth={1.75} aria-hidden />
              Acknowledge
            </Button>
          ) : (
            <Button size="sm" variant="outline" onClick={on.onUndo}>
              <Undo2 size={16} strokeWidth={1.75} aria-hidden />
              Undo acknowledgement
            </Button>
          )}
          <Button ref={snoozeButton} size="sm" variant="outline" aria-haspopup="menu" onClick={on.onSnooze}>
            <AlarmClock size={16} strokeWidth={1.75} aria-hidden />
            Snooze…
          </Button>
          {on.onMaintenance && (
            <Button variant="outline" size="sm" onClick={on.onMaintenance}>
              <Construction size={16} strokeWidth={1.75} aria-hidden />
              Maintenance…
            </Button>
          )}
          <Button
            variant="ghost"
            size="sm"
            px={2}
            order={{ base: -1, md: 0 }}
            aria-label="Clear selection"
            onClick={selection.clear}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </Button>
        </>
      )}
    </chakra.div>
  );
}
