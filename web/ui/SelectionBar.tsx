import { Button, chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatNumber } from '#web/lib/format.ts';
import { X } from './icons.tsx';
import type { Selection } from './useSelection.ts';

/** What a long action has done so far. */
export type Progress = { doing: string; done: number; total: number };

/** "Acknowledging 200 of 450…" */
export const progressWords = ({ doing, done, total }: Progress): string =>
  `${doing} ${formatNumber(done)} of ${formatNumber(total)}…`;

type Props = {
  /** "Selected alerts", for screen readers. */
  label: string;
  selection: Selection;
  /** All that match, on this page or not. */
  totalCount: number;
  /** What is being done with them, which can be stopped. */
  progress?: Progress;
  onStop?: () => void;
  /** Buttons for what can be done with them. */
  children: ReactNode;
};

/** What can be done with the selected rows of a list. It stays at the bottom of the screen while any are. */
export function SelectionBar({ label, selection, totalCount, progress, onStop, children }: Props) {
  const { count, isAll } = selection;
  if (count === 0 && !progress) return null;
  return (
    <chakra.div
      role="group"
      aria-label={label}
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
        {progress ? progressWords(progress) : `${formatNumber(count)} selected`}
      </chakra.p>
      {progress ? (
        <Button variant="outline" size="sm" onClick={onStop}>
          Stop
        </Button>
      ) : (
        <>
          {!isAll && count < totalCount && (
            <Button variant="plain" size="sm" px={1} onClick={selection.pickAll}>
              {`Select all ${formatNumber(totalCount)} matching`}
            </Button>
          )}
          {children}
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
