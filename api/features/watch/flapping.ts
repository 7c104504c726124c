import { AlertResolution, type AlertType } from '#api/features/alerts/alert.enums.ts';
import type { Change, NewAlert, OpenAlert } from './change.ts';
import type { Verdict } from './judge.ts';

/** What comes back sooner than this after its recovery is flapping, and is stable once it was well for as long, milliseconds. */
const calmMs = 20 * 60_000;

/** What is known of the last alert of a rule about one subject. */
export interface EndedAlert {
  type: AlertType;
  resolvedAt?: Date | null;
  resolution?: AlertResolution | null;
}

/** Whether an alert that is about to be raised is an earlier one that comes back: that one goes on then, flapping. */
export function comesBack(ended: EndedAlert, type: AlertType, at: Date): boolean {
  if (!ended.resolvedAt || ended.resolution !== AlertResolution.recovered) return false;
  return ended.type === type && at.getTime() - ended.resolvedAt.getTime() <= calmMs;
}

/**
 * What a verdict makes of a flapping alert: well, it becomes calm and later stable, wrong again, it is disturbed. Undefined
 * where it goes like any other alert: what is unknown breaks the calm too.
 * @param describe the alert anew, as it is wrong now
 */
export function reviewFlapping(
  { id, calmSince }: OpenAlert,
  verdict: Verdict,
  at: Date,
  describe: () => NewAlert,
): Change[] | undefined {
  if (verdict === 'clear') {
    if (!calmSince) return [{ kind: 'calm', alertId: id, since: at }];
    return at.getTime() - calmSince.getTime() >= calmMs ? [{ kind: 'stabilise', alertId: id }] : [];
  }
  if (verdict === 'holds' && calmSince) return [{ kind: 'disturb', alertId: id, alert: describe() }];
  return undefined;
}
