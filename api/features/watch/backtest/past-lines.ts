import type { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { conditions, crosses } from '#api/features/alerts/condition.ts';
import type { LinePeriod, LineReading } from '#api/features/unifi/reading.ts';
import { earlierMs, judgeLine, lineSubject, periodMs, staleAfterMs } from '../evaluate/lines.ts';
import { type CodeChange, leftCode, type PastRounds } from './history.ts';

/** An internet line, with the facts that it has today. */
export interface PastLine {
  id: string;
  hostId: string;
  /** UniFi's ID of the site inside the console. */
  siteId: string;
  key: string;
  provider: string | null;
  asn: number | null;
  /** From when on it counts as removed. Unix milliseconds. */
  leftAt: number | null;
  /** What rounds saw of it, in order of time. */
  changes: PastLineChange[];
}

/** Times are Unix milliseconds. */
export interface PastLineChange {
  /** The round that saw it. */
  at: number;
  state: LineReading['state'];
  down: PastSpan | null;
  takesOver: boolean | null;
  takeover: PastSpan | null;
}

interface PastSpan {
  from: number;
  until: number;
}

/** A line's measured periods in order of time. */
export interface PastPeriods {
  /** When each began, Unix milliseconds. */
  at: Float64Array;
  values: Float32Array;
}

/** How long after a period began rounds know of it. UniFi reports it once it is over, and it is requested some minutes later. */
const reportedAfterMs = 2 * periodMs;

const unknown = 0;
const clear = 1;
const trouble = 2;

/** A line among the rounds of a rule: where its verdict may change, and what a round read of it. */
export interface LineHistory {
  line: PastLine;
  /** By day. */
  changes: CodeChange[][];
  /** What a round read, if a condition about it has been pending since a time. */
  readingAt(at: number, pendingSince: number): LineReading;
}

/** The verdicts that the codes of lines stand for. */
export const lineCodes = {
  isTrouble: (code: number) => code === trouble,
  isClear: (code: number) => code === clear,
};

const spanOf = (span: PastSpan | null) => span && { from: new Date(span.from), until: new Date(span.until) };

/** A line as a rule about its state or its failovers sees it. */
export function stateHistory(
  condition: AlertCondition,
  line: PastLine,
  rounds: readonly PastRounds[],
): LineHistory {
  const readings = line.changes.map((change) => readingOf(line, change));
  const changes = rounds.map((): CodeChange[] => []);
  for (const [nth, { at }] of line.changes.entries()) {
    const place = roundFrom(rounds, at);
    if (!place) break;
    const { verdict } = judgeLine(condition, undefined, undefined, readings[nth]!, new Date(at));
    const code = { holds: trouble, clear, unknown }[verdict];
    add(changes[place.day]!, { round: place.round, code });
  }
  return {
    line,
    changes: untilLeft(line, rounds, changes),
    readingAt: (at) => {
      const nth = lastUntil(line.changes, at);
      return nth < 0 ? emptyReading(line) : readings[nth]!;
    },
  };
}

function readingOf(line: PastLine, { state, down, takesOver, takeover }: PastLineChange): LineReading {
  return {
    ...emptyReading(line),
    state,
    ...(down && { down: spanOf(down)! }),
    ...(takesOver !== null && { takeover: spanOf(takeover) ?? takesOver }),
  };
}

const emptyReading = ({ key, siteId, provider, asn }: PastLine): LineReading => ({
  key,
  siteId,
  state: 'unknown',
  source: 'console',
  carriesConsole: false,
  hasBeenUp: true,
  ...(provider !== null && { provider }),
  ...(asn !== null && { asn }),
});

/** A line as a rule about its measured periods sees it. */
export function measuredHistory(
  condition: AlertCondition,
  line: PastLine,
  { at: began, values }: PastPeriods,
  threshold: number,
  rounds: readonly PastRounds[],
): LineHistory {
  const measure = conditions[condition].measure!;
  const field = fieldOf[condition]!;
  /** The round that first knew of each period. */
  const knownAt = new Float64Array(began.length).fill(Infinity);
  const changes = rounds.map((): CodeChange[] => []);
  let last = unknown;
  const change = (place: Place, code: number) => {
    add(changes[place.day]!, { ...place, code });
    last = code;
  };
  for (let nth = 0; nth < began.length; nth++) {
    const place = roundAfter(rounds, began[nth]! + reportedAfterMs);
    if (!place) break;
    knownAt[nth] = rounds[place.day]!.times[place.round]!;
    const holds = crosses(measure, values[nth]!, threshold);
    // How long it has held grows with each period.
    if (holds || last !== clear) change(place, holds ? trouble : clear);
    const staleAt = began[nth]! + periodMs + staleAfterMs + 1;
    const next = began[nth + 1] ?? Infinity;
    const stale = next + reportedAfterMs > staleAt ? roundFrom(rounds, staleAt) : undefined;
    if (stale) change(stale, unknown);
  }
  return {
    line,
    changes: untilLeft(line, rounds, changes),
    readingAt: (at, pendingSince) => {
      const periods: LinePeriod[] = [];
      const from = Math.min(at, pendingSince) - earlierMs;
      for (let nth = lastKnown(knownAt, at); nth >= 0 && began[nth]! > from; nth--)
        periods.push({ at: new Date(began[nth]!), [field]: values[nth] });
      return { ...emptyReading(line), periods: periods.reverse() };
    },
  };
}

/** The column of a line's samples, and the field of its periods. */
const fieldOf: Partial<Record<AlertCondition, 'lossPercent' | 'latencyMs'>> = {
  wan_packet_loss: 'lossPercent',
  wan_latency: 'latencyMs',
};
export const lineMeasureOf: Partial<Record<AlertCondition, 'loss' | 'latency'>> = {
  wan_packet_loss: 'loss',
  wan_latency: 'latency',
};

interface Place {
  day: number;
  round: number;
}

/** The first round that is due at a time or later. */
function roundFrom(rounds: readonly PastRounds[], at: number): Place | undefined {
  const day = firstWhere(rounds.length, (one) => (rounds[one]!.times.at(-1) ?? -Infinity) >= at);
  if (day === rounds.length) return undefined;
  const { times } = rounds[day]!;
  return { day, round: firstWhere(times.length, (one) => times[one]! >= at) };
}

/** The round after that one, because measurements are requested once a round has been evaluated. */
function roundAfter(rounds: readonly PastRounds[], at: number): Place | undefined {
  const found = roundFrom(rounds, at);
  if (!found) return undefined;
  if (found.round + 1 < rounds[found.day]!.times.length) return { ...found, round: found.round + 1 };
  const day = rounds.findIndex(({ times }, one) => one > found.day && times.length > 0);
  return day < 0 ? undefined : { day, round: 0 };
}

/** The first of a sorted list for which something holds, or its length. */
function firstWhere(length: number, holds: (place: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

const lastUntil = (changes: readonly PastLineChange[], at: number): number =>
  firstWhere(changes.length, (one) => changes[one]!.at > at) - 1;

const lastKnown = (knownAt: Float64Array, at: number): number =>
  firstWhere(knownAt.length, (one) => knownAt[one]! > at) - 1;

/** Of several changes in one round, the last counts. */
function add(day: CodeChange[], change: CodeChange): void {
  if (day.at(-1)?.round === change.round) day[day.length - 1] = change;
  else day.push(change);
}

function untilLeft(
  { leftAt }: PastLine,
  rounds: readonly PastRounds[],
  changes: CodeChange[][],
): CodeChange[][] {
  const left = leftAt === null ? undefined : roundFrom(rounds, leftAt);
  if (!left) return changes;
  return changes.map((own, day) => {
    if (day < left.day) return own;
    if (day > left.day) return [];
    return [...own.filter(({ round }) => round < left.round), { round: left.round, code: leftCode }];
  });
}

export const subjectOf = (line: PastLine): string => lineSubject(line.hostId, line);
