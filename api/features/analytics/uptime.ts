const minute = 60_000;

/** Minutes without a break in which the product ran. */
export interface Stretch {
  began: Date;
  until: Date;
}

interface Gap {
  from: Date;
  /** Null: it lasts. */
  until: Date | null;
}

export interface Uptime {
  /** Null: nothing was measured in the period. */
  percent: number | null;
  /** Minutes that were measured. */
  minutes: number;
  /** In the order of time. */
  outages: Gap[];
}

/**
 * Minutes in which the product ran ÷ minutes since the beginning of the period, or since it was first measured; the minute
 * that is not over yet counts nowhere. Cut after three digits, never rounded up: 100 means all of them.
 * @param stretches in the order of time, from the first there ever was that reaches into the period
 * @param first when the first minute ever was noted
 */
export function uptimeOf(stretches: readonly Stretch[], first: Date | null, from: Date, to: Date): Uptime {
  const begin = first ? Math.max(from.getTime(), first.getTime()) : Infinity;
  const end = Math.floor(to.getTime() / minute) * minute;
  if (begin >= end) return { percent: null, minutes: 0, outages: [] };
  let up = 0;
  let reached = begin;
  const outages: Gap[] = [];
  for (const stretch of stretches) {
    const began = Math.max(stretch.began.getTime(), begin);
    const until = Math.min(stretch.until.getTime(), end);
    if (until <= began) continue;
    if (began > reached) outages.push({ from: new Date(reached), until: new Date(began) });
    up += until - began;
    reached = until;
  }
  if (reached < end) outages.push({ from: new Date(reached), until: null });
  const share = up / (end - begin);
  return { percent: Math.floor(share * 100_000) / 1000, minutes: (end - begin) / minute, outages };
}
