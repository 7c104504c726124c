import { chakra } from '@chakra-ui/react';
import { SeverityBadge } from '#web/ui/SeverityBadge.tsx';
import { CalmState } from './CalmState.tsx';
import type { ShownAlert } from './fold-alerts.ts';
import { isCalm } from './snooze.ts';

/** How bad an alert is, and whether it is over: under its name. */
export function AlertStanding({ alert, now }: { alert: ShownAlert; now: number }) {
  const isOver = alert.resolvedAt != null;
  return (
    <chakra.span display="flex" alignItems="center" gap={2} mt={1} ms={isOver ? -2 : undefined}>
      {isOver || isCalm(alert, now) ? (
        <CalmState state={alert.severity} />
      ) : (
        <SeverityBadge state={alert.severity} />
      )}
      {isOver && <SeverityBadge state="ok">Over</SeverityBadge>}
    </chakra.span>
  );
}
