import { AlertResolution, type AlertType } from '#api/features/alerts/alert.enums.ts';
import type { Change, NewAlert, OpenAlert } from './types.ts';
import type { Verdict } from './verdict.ts';

// Problems that come and go.

/**
 * A problem that returns sooner than this after its recovery is flapping. It is stable once it has been fine
 * for as long. In ms.
 */
export const stableAfterMs = 20 * 60_000;

/** The last alert of a rule about one subject. */
export interface EndedAlert {
  type: AlertType;
  resolvedAt?: Date | null;
  resolution?: AlertResolution | null;
}

/** Whether a new alert is an earlier one coming back. Then that one is reopened as flapping. */
export function isRecurrence(ended: EndedAlert, type: AlertType, at: Date): boolean {
  if (!ended.resolvedAt || ended.resolution !== AlertResolution.recovered) return false;
  return ended.type === type && at.getTime() - ended.resolvedAt.getTime() <= stableAfterMs;
}

/**
 * The effect of a verdict on a flapping alert. While clear it becomes calm and later stable, and when the
 * condition holds again it is disturbed. Undefined if it is treated like any other alert: unknown also breaks
 * the calm.
 * @param describe describes the alert in its current state
 */
export function reviewFlapping(
  { id, calmSince }: OpenAlert,
  verdict: Verdict,
  at: Date,
  describe: () => NewAlert,
): Change[] | undefined {
  if (verdict === 'clear') {
    if (!calmSince) return [{ kind: 'calm', alertId: id, since: at }];
    return at.getTime() - calmSince.getTime() >= stableAfterMs ? [{ kind: 'stabilise', alertId: id }] : [];
  }
  if (verdict === 'holds' && calmSince) return [{ kind: 'disturb', alertId: id, alert: describe() }];
  return undefined;
}
