import { timesOf, type Span } from './span.ts';

/** What was measured in one point; `bucket` counts from the beginning of the span. */
export interface Row {
  bucket: number;
  /** The longest time that a sample in it stands for, seconds. */
  seconds: number;
}

/** Columns of equal length, a place for each point. Where nothing was measured is null, which draws as a gap. */
export type Series<Name extends string> = Record<Name, (number | null)[]> & { at: Date[] };

/**
 * Puts rows into their places. A sample stands for the time since the round before it: where points are shorter than that,
 * those before it have its value too, so that only a round that failed or never happened is a gap.
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

/** Share of the time in which it was known whether devices are online, 0 to 100; null where it was never known. */
export function uptimeOf(rows: readonly { observed: number; online: number }[]): number | null {
  const observed = rows.reduce((sum, row) => sum + row.observed, 0);
  const online = rows.reduce((sum, row) => sum + row.online, 0);
  return observed > 0 ? (100 * online) / observed : null;
}
