import type { Alert } from './alert.entity.ts';
import { AlertResolution } from './alert.enums.ts';
import { durationOf } from './duration.ts';

type Over = Pick<Alert, 'message' | 'since'>;
type Life = Over & Pick<Alert, 'resolution' | 'resolvedAt' | 'flappingSince' | 'calmSince'>;

/**
 * What is said of one that has recovered, or is flapping and well for now; null of any other. One that was flapping ends
 * only some time after it was well: by then it is not known any more since when.
 */
export function pastMessageOf(alert: Life): string | null {
  const recovered = alert.resolution === AlertResolution.recovered && !alert.flappingSince;
  const until = alert.calmSince ?? (recovered ? alert.resolvedAt : null);
  return until ? pastMessage(alert, until) : null;
}

/** An alert's sentence (message.ts) once it is over: `AP Lobby was offline from 20:18 to 20:21 UTC (3 min)`. */
export function pastMessage({ message, since }: Over, until: Date): string {
  const span = spanOf(since, until);
  const told = /^(.*) (?:is|has been) (.*?)(,?) since [\d:-]+(?: [\d:]+)? UTC(?:: the state of .*)?$/su.exec(
    message,
  );
  return told ? `${told[1]} was ${told[2]}${told[3]} ${span}` : `${message}, ${span}`;
}

function spanOf(since: Date, until: Date): string {
  const [day, from] = parts(since);
  const [lastDay, to] = parts(until);
  const [begin, end] = day === lastDay ? [from, to] : [`${day} ${from}`, `${lastDay} ${to}`];
  return `from ${begin} to ${end} UTC (${durationOf(until.getTime() - since.getTime())})`;
}

function parts(date: Date): [day: string, minute: string] {
  const text = date.toISOString();
  return [text.slice(0, 10), text.slice(11, 16)];
}
