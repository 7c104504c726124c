import type { ShownAlert } from './fold-alerts.ts';
import { momentOf } from './moment.ts';
import type { Entry } from './timeline-items.ts';

const beginnings: readonly Entry['kind'][] = ['raised', 'flapping', 'disturbed'];

/** When it was raised, came back, or was wrong again while it was flapping, whichever was last. */
export const lastBegan = ({ raises, timestamp, since }: ShownAlert): string =>
  raises > 1 && since > timestamp ? since : timestamp;

/** "05:01"; of one that comes and goes "05:01, last began 05:05": the moments of its timeline. */
export function raisedWords(alert: Pick<ShownAlert, 'timestamp'>, entries: readonly Entry[] = []): string {
  const began = entries.filter(({ kind }) => beginnings.includes(kind));
  const first = momentOf(began[0]?.at ?? alert.timestamp);
  return began.length > 1 ? `${first}, last began ${momentOf(began.at(-1)!.at)}` : first;
}
