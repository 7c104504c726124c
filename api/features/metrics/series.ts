/** Maximum points in a series. */
export const maxPoints = 500;

/** Allowed lengths of a point in seconds. */
const lengths = [
  60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
] as const;

const hour = 3600;
const day = 86_400_000;

/** Days for which individual samples, and thus changes within an hour, are kept. */
export const rawDays = 8;

/** Maximum days per request. */
export const maxDays = 400;

/** Default period in milliseconds. */
const usualMs = day;

/** A period in points of equal length. */
export interface Span {
  /** Start of the first point, a multiple of the length since 1970. */
  from: Date;
  /** Exclusive. */
  until: Date;
  bucketSeconds: number;
  /** Where the data is read from. */
  source: 'samples' | 'hours';
}

interface RequestedSpan {
  from?: Date | null;
  until?: Date | null;
}

interface Bounds {
  now: Date;
  /** Nothing older is shown. `null`: no limit. */
  reachesBack: Date | null;
  /** Seconds between readings. Shorter points would sometimes be empty. */
  leastSeconds: number;
  /** Milliseconds of samples that may be read at once. */
  mostSampled: number;
}

/** The requested span, limited to available data, or a message for the invalid argument. */
export function spanOf(wish: RequestedSpan, bounds: Bounds): Span | { wrong: Record<string, string> } {
  const now = bounds.now.getTime();
  const end = Math.min(wish.until?.getTime() ?? now, now);
  const wanted = wish.from?.getTime() ?? end - usualMs;
  // Reject dates long before any measurements, near the first year that the database can store.
  if (end < 0) return { wrong: { until: 'The period must end after 1 January 1970' } };
  if (wanted > now) return { wrong: { from: 'The period must begin in the past' } };
  if (wanted >= end) return { wrong: { until: 'The period must end after it begins' } };
  if (end - wanted > maxDays * day)
    return { wrong: { from: `The period must be ${maxDays} days or shorter` } };
  const oldest = bounds.reachesBack?.getTime() ?? wanted;
  const begin = Math.min(Math.max(wanted, oldest), end);
  const sampled = begin >= now - rawDays * day && end - begin <= bounds.mostSampled;
  const least = sampled ? bounds.leastSeconds : Math.max(hour, bounds.leastSeconds);
  const bucketSeconds =
    lengths.find((length) => length >= least && pointsOf(begin, end, length) <= maxPoints) ?? lengths.at(-1)!;
  // A point that starts before the history would show data outside it.
  const cut = wanted < oldest ? bucketSeconds * 1000 - 1 : 0;
  const from = new Date(floor(begin + cut, bucketSeconds));
  return { from, until: new Date(end), bucketSeconds, source: bucketSeconds < hour ? 'samples' : 'hours' };
}

function pointsOf(begin: number, end: number, length: number): number {
  return Math.ceil((end - floor(begin, length)) / (length * 1000));
}

const floor = (at: number, seconds: number): number => Math.floor(at / (seconds * 1000)) * seconds * 1000;

/** The start of each point. */
export function timesOf({ from, until, bucketSeconds }: Span): Date[] {
  const count = Math.max(0, Math.ceil((until.getTime() - from.getTime()) / (bucketSeconds * 1000)));
  return Array.from({ length: count }, (_, at) => new Date(from.getTime() + at * bucketSeconds * 1000));
}

/** Measurements of one point. `bucket` counts from the start of the span. */
export interface Row {
  bucket: number;
  /** The longest time that one of its samples represents, in seconds. */
  seconds: number;
}

/** Columns of equal length, with a value for each point. Missing measurements are null and show as a gap. */
export type Series<Name extends string> = Record<Name, (number | null)[]> & { at: Date[] };

/**
 * Puts rows into their points. A sample represents the time since the previous round. If points are shorter
 * than that, the preceding ones get its value too, so that only failed or missing rounds leave a gap.
 */
export function seriesOf<Name extends string>(
  span: Span,
  rows: readonly (Row & Record<Name, number | null>)[],
  names: readonly Name[],
): Series<Name> {
  const at = timesOf(span);
  const places = new Map<number, Row & Record<Name, number | null>>();
  for (const row of rows) places.set(row.bucket, row);
  for (const row of rows) {
    const reach = Math.ceil(row.seconds / span.bucketSeconds);
    for (let place = row.bucket - 1; place > row.bucket - reach && place >= 0 && !places.has(place); place--)
      places.set(place, row);
  }
  const columns = names.map((name) => [name, at.map((_, place) => places.get(place)?.[name] ?? null)]);
  return { at, ...Object.fromEntries(columns) } as Series<Name>;
}

/** Percentage of known time that devices were online. `null` if their state was never known. */
export function uptimeOf(rows: readonly { observed: number; online: number }[]): number | null {
  const observed = rows.reduce((sum, row) => sum + row.observed, 0);
  const online = rows.reduce((sum, row) => sum + row.online, 0);
  return observed > 0 ? (100 * online) / observed : null;
}
