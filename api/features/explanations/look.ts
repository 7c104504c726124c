import { momentWords, type Reader } from '#api/lib/local-time.ts';
import type { SightSpan } from '../metrics/metrics.types.ts';

/** Whether anybody saw a device at a moment. */
export type Look = { seen: true; says: string } | { seen: false; says: string };

interface Watch {
  at: Date;
  reader: Reader;
  /** Spans around the moment, of the device's site and of its controller. */
  spans: readonly SightSpan[];
  /** When the controller was last read; null: never. */
  lastRoundAt: Date | null;
  /** Milliseconds between two readings. */
  everyMs: number;
  /** Why it is not watched today, in a sentence; undefined where it is. */
  unwatched?: string | undefined;
}

/**
 * Who looked at a device at a moment. A reading stands until the next is due, and as long again: that one may still be on
 * its way. What cannot be read tells more than what could.
 */
export function lookAt({ at, reader, spans, lastRoundAt, everyMs, unwatched }: Watch): Look {
  const there = spans.filter(
    ({ from, until }) => from <= at && until.getTime() >= at.getTime() - 2 * everyMs,
  );
  const blind = there.find(({ seen }) => !seen);
  if (blind) {
    const since = momentWords(blind.from, reader);
    const why = blind.problem ? `: ${blind.problem.replace(/\.$/, '')}` : '';
    return { seen: false, says: `It had not been visible since ${since}${why}.` };
  }
  if (there.length > 0) return { seen: true, says: 'Its site was being monitored.' };
  if (unwatched) return { seen: false, says: `It wasn't monitored. ${unwatched}` };
  const read =
    lastRoundAt && lastRoundAt < at ? ` It was last read at ${momentWords(lastRoundAt, reader)}.` : '';
  return { seen: false, says: `It wasn't monitored: its site wasn't read at that time.${read}` };
}
