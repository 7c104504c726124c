import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { crosses, type Measure } from '#api/features/alerts/condition.ts';
import type {
  ConsoleReading,
  LinePeriod,
  LineReading,
  LineSource,
  MeasuredSpan,
} from '#api/features/unifi/reading.ts';
import { type KnownLine, subjectKey } from './types.ts';

// Internet lines: what a reading and earlier rounds together say about them, and what rules make of that.

/** UniFi's cloud measures lines in periods of this length. */
export const periodMs = 5 * 60_000;

/** An older measurement says nothing about the present. UniFi reports periods minutes late, and now and then skips one. */
export const staleAfterMs = 20 * 60_000;

/** How much a rule that waits needs of the measurements before its condition began to hold. */
export const earlierMs = 45 * 60_000;

/** How long a line must be missing from its site's list before it counts as removed. */
export const removedAfterMs = 15 * 60_000;

/** A line that has carried the traffic for this long while the usual one is fine has become the usual one. */
const usualAfterMs = 24 * 3_600_000;

const keyOf = ({ siteId, key }: Pick<KnownLine, 'siteId' | 'key'>): string => `${siteId} ${key}`;

export const lineSubject = (hostId: string, { siteId, key }: Pick<KnownLine, 'siteId' | 'key'>): string =>
  subjectKey({ about: 'line', hostId, siteId, key });

interface CompletedLines {
  lines?: LineReading[];
  /** When each first went missing, by its subject. */
  missing: [subject: string, since: Date][];
  /** Subjects of lines that were removed. */
  removed: string[];
}

/**
 * A console's lines, completed from what was known before: measured periods, roles and providers. Lines that UniFi doesn't
 * list in this reading are unknown.
 */
export function completeLines(console: ConsoleReading, rows: readonly KnownLine[], at: Date): CompletedLines {
  const known = new Map(rows.map((row) => [keyOf(row), row]));
  const listed = new Set(console.lines?.map(keyOf));
  const isListed = console.link === 'connected' && console.lines !== undefined;
  const found: CompletedLines = { missing: [], removed: [] };
  const absent = rows.flatMap((row): LineReading[] => {
    if (listed.has(keyOf(row)) || row.key === '') return [];
    const subject = lineSubject(console.hostId, row);
    // A site whose other lines are listed has lost this one. Without any, the list is just not there.
    const isGone = isListed && console.lines!.some(({ siteId }) => siteId === row.siteId);
    const since = row.missingSince ?? (isGone ? at : undefined);
    if (isGone && since && at.getTime() - since.getTime() >= removedAfterMs) {
      found.removed.push(subject);
      found.missing.push([subject, since]);
      return [];
    }
    if (since) found.missing.push([subject, since]);
    const { key, siteId, hasBeenUp } = row;
    return [
      {
        key,
        siteId,
        state: 'unknown',
        source: 'cloud',
        carriesConsole: false,
        hasBeenUp: hasBeenUp || undefined,
      },
    ];
  });
  const lines = [...(console.lines ?? []), ...absent].map((line) => completed(line, known.get(keyOf(line))));
  const settled = lines.map((line) => withoutContradiction(line, lines));
  const all = settled.map((line) => withTakeover(line, settled, known));
  return { ...found, ...(all.length > 0 && { lines: all }) };
}

function completed(line: LineReading, before: KnownLine | undefined): LineReading {
  const provider = line.provider ?? before?.provider ?? undefined;
  // The number of a former provider isn't that of the new one.
  const asn = provider === (before?.provider ?? undefined) ? (before?.asn ?? undefined) : undefined;
  const addressFamily = line.addressFamily ?? before?.addressFamily ?? undefined;
  const hasBeenUp = line.hasBeenUp || before?.hasBeenUp || line.state === 'up';
  return {
    ...line,
    ...(provider !== undefined && { provider }),
    ...(asn !== undefined && { asn }),
    ...(addressFamily && { addressFamily }),
    ...(hasBeenUp && { hasBeenUp: true }),
    periods: before?.periods ?? [],
  };
}

/**
 * A console that is connected through its own lines proves that one of them works. If all of them read as down, what the
 * cloud says of an only line is late, and of several nothing is certain.
 */
function withoutContradiction(line: LineReading, all: readonly LineReading[]): LineReading {
  const own = all.filter(({ siteId, hasBeenUp }) => siteId === line.siteId && hasBeenUp);
  const isContradicted =
    line.state === 'down' &&
    line.carriesConsole &&
    line.hasBeenUp &&
    own.every(({ state }) => state === 'down');
  if (!isContradicted) return line;
  const { down: _, ...rest } = line;
  return { ...rest, state: own.length === 1 && line.source === 'cloud' ? 'up' : 'unknown' };
}

/** Whether a line carries the traffic of another one. The console reports roles, the cloud only that it happens. */
function withTakeover(
  line: LineReading,
  all: readonly LineReading[],
  known: ReadonlyMap<string, KnownLine>,
): LineReading {
  if (line.source !== 'console') return line;
  const isOf = (other: LineReading) => other.siteId === line.siteId;
  const usual = all.filter((other) => isOf(other) && known.get(keyOf(other))?.isStandby === false);
  const isUsual = known.get(keyOf(line))?.isStandby !== true;
  if (line.state === 'down' || line.role === 'standby' || isUsual) return { ...line, takeover: false };
  if (line.role !== 'active' || usual.length === 0) return line;
  return { ...line, takeover: usual.every(({ role }) => role !== 'active') };
}

/** Updates to what is known of a console's lines: complete rows, and nothing if nothing changed. */
export function observeLines(
  console: ConsoleReading,
  rows: readonly KnownLine[],
  missing: ReadonlyMap<string, Date>,
  at: Date,
): KnownLine[] {
  const { hostId, lines = [] } = console;
  const before = new Map(rows.map((row) => [keyOf(row), row]));
  return lines.flatMap((line) => {
    const known = before.get(keyOf(line));
    const { key, siteId, provider, asn, addressFamily, state, role } = line;
    const isSame = known?.role === (role ?? null);
    const row: KnownLine = {
      hostId,
      siteId,
      key,
      provider: provider ?? null,
      asn: asn ?? null,
      addressFamily: addressFamily ?? null,
      state,
      stateSince: known?.state === state ? known.stateSince : (line.down?.from ?? known?.downUntil ?? at),
      // While the role can't be read, the last known one stays.
      role: role ?? known?.role ?? null,
      roleSince: role && !isSame ? at : (known?.roleSince ?? null),
      isStandby: known?.isStandby ?? null,
      hasBeenUp: line.hasBeenUp === true,
      missingSince: missing.get(lineSubject(hostId, line)) ?? null,
      downUntil: line.down?.until ?? null,
      takesOver: line.takeover === undefined ? null : line.takeover !== false,
      takeoverUntil: typeof line.takeover === 'object' ? line.takeover.until : null,
      source: sourceOf(line),
      evaluated: { down: line.down, takeover: line.takeover },
      periods: known?.periods ?? [],
    };
    row.isStandby = standsBy(line, lines, before, row, at);
    return known && isSameRow(known, row) ? [] : [row];
  });
}

/** Only a missing cable is certain without the console's word and without a measured time. */
const sourceOf = ({ source, state, down }: LineReading): LineSource =>
  source === 'cloud' && state === 'down' && !down ? 'cable' : source;

/** Which lines usually wait is learned from seeing them wait, or take over. */
function standsBy(
  line: LineReading,
  lines: readonly LineReading[],
  known: ReadonlyMap<string, KnownLine>,
  row: KnownLine,
  at: Date,
): boolean | null {
  const others = lines.filter((other) => other.siteId === line.siteId && other.key !== line.key);
  const before = row.isStandby ?? null;
  // The cloud only names the line that takes over.
  if (line.takeover && line.takeover !== true) return true;
  if (!line.role) return before;
  const isStandby = line.role === 'standby';
  if (before === isStandby) return before;
  const lasts = row.roleSince && at.getTime() - row.roleSince.getTime() >= usualAfterMs;
  const othersWork = others.every(({ state }) => state === 'up');
  if (before !== null) return lasts && othersWork ? isStandby : before;
  // Waiting while the other one is a usual line, or working beside or instead of others that work.
  const isDuringTakeover = others.some((other) => known.get(keyOf(other))?.isStandby === true);
  if (isStandby) return isDuringTakeover ? null : true;
  return othersWork ? false : null;
}

function isSameRow(before: KnownLine, row: KnownLine): boolean {
  const plain = (line: KnownLine) => {
    const { periods: _, source: _source, evaluated: _evaluated, ...rest } = line;
    return JSON.stringify(Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  };
  return plain(before) === plain(row);
}

/** What a rule makes of a line. */
export interface LineFinding {
  verdict: 'holds' | 'clear' | 'unknown';
  value?: number;
  /** Since when it has held, by measured periods. Absent: rounds count it. */
  since?: Date;
  /** How long it has held in measured time, in milliseconds. */
  heldMs?: number;
}

/** Evaluates a line of a connected console. `threshold` is in the unit of the condition's measure. */
export function judgeLine(
  condition: AlertCondition,
  measure: Measure | undefined,
  threshold: number | undefined,
  line: LineReading,
  at: Date,
): LineFinding {
  if (measure) return judgePeriods(measure, threshold, line.periods ?? [], at);
  if (condition === AlertCondition.wan_failover) {
    const { takeover } = line;
    if (takeover === undefined || line.state === 'unknown') return { verdict: 'unknown' };
    return takeover ? { verdict: 'holds', ...spent(takeover) } : { verdict: 'clear' };
  }
  if (line.state === 'unknown') return { verdict: 'unknown' };
  return line.state === 'down' && line.hasBeenUp
    ? { verdict: 'holds', ...spent(line.down) }
    : { verdict: 'clear' };
}

const spent = (span: MeasuredSpan | boolean | undefined): Pick<LineFinding, 'since' | 'heldMs'> =>
  typeof span === 'object' ? { since: span.from, heldMs: span.until.getTime() - span.from.getTime() } : {};

/** Whether a line's newest measurement still says something about the present. */
export function isMeasured({ periods = [] }: LineReading, at: Date): boolean {
  const newest = periods.at(-1);
  return newest !== undefined && !isStale(newest, at);
}

const isStale = (period: Pick<LinePeriod, 'at'>, at: Date): boolean =>
  at.getTime() - period.at.getTime() - periodMs > staleAfterMs;

/** Judges the newest period, for no longer than it holds. Only measured periods count towards a duration. */
function judgePeriods(
  measure: Measure,
  threshold: number | undefined,
  periods: readonly LinePeriod[],
  at: Date,
): LineFinding {
  const measured = periods.flatMap((period) => {
    const value = measure.read(period);
    return value === undefined ? [] : [{ at: period.at, value }];
  });
  const newest = measured.at(-1);
  if (!newest || isStale(newest, at) || threshold === undefined) return { verdict: 'unknown' };
  const { value } = newest;
  if (!crosses(measure, value, threshold)) return { verdict: 'clear', value };
  const calm = measured.findLastIndex((one) => !crosses(measure, one.value, threshold));
  const run = measured.slice(calm + 1);
  return { verdict: 'holds', value, since: run[0]!.at, heldMs: run.length * periodMs };
}
