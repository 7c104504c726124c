import { Button, chakra } from '@chakra-ui/react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { StateShape } from '#web/ui/StateShape.tsx';
import type { Level } from './severity-filter.ts';

/** Nothing is wrong. */
export const AllClear = () => (
  <chakra.div
    bg="bg.panel"
    borderWidth="1px"
    borderRadius="surface"
    animation="fade-in {durations.slow} {easings.out}"
  >
    <EmptyState
      title="All Clear!"
      icon={
        <chakra.span
          display="inline-flex"
          alignItems="center"
          justifyContent="center"
          boxSize={12}
          borderRadius="full"
          color="state.ok"
          bg="state.ok.subtle"
        >
          <StateShape state="ok" size={22} />
        </chakra.span>
      }
    >
      No active alerts found for this site.
    </EmptyState>
  </chakra.div>
);

/** Something is wrong, but nothing of the level that was asked for. */
export const NoneOfLevel = ({ level, onShowAll }: { level: Level; onShowAll: () => void }) => (
  <chakra.div bg="bg.panel" borderWidth="1px" borderRadius="surface">
    <EmptyState
      title={`No ${level} alerts`}
      action={
        <Button variant="outline" onClick={onShowAll}>
          Show all levels
        </Button>
      }
    >
      There are alerts of other levels on this site.
    </EmptyState>
  </chakra.div>
);
