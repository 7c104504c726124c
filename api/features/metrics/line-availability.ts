import type { LineSource } from '../unifi/reading.ts';

/** A time in which a line was up or down. */
export interface LineInterval {
  from: Date;
  until: Date;
  isUp: boolean;
  /** False: it was still so at the latest round. */
  isOver: boolean;
  source: LineSource | null;
}

/** A time in which lines of the same provider were down at other sites, and this one's console was unreachable. */
export interface InferredSpan {
  from: Date;
  until: Date;
  /** False: it was still so at the latest round. */
  isOver: boolean;
  provider: string;
  /** How many sites were affected. */
  siteCount: number;
  /** `null` once the alert was deleted. */
  alertId: string | null;
}

interface Span {
  from: Date;
  until: Date;
}

export interface Availability {
  /** Percent of the known time. `null`: nothing is known. */
  percent: number | null;
  /** For how long it was known to be up or down. */
  measuredSeconds: number;
  downSeconds: number;
  unknownSeconds: number;
}

/**
 * A time within a span in which a line was down, or its state was unknown. Unknown isn't down, even if its provider's lines
 * were down at other sites.
 */
export interface LineTrouble extends Span {
  state: 'down' | 'unknown';
  isOver: boolean;
  seconds: number;
  source: LineSource | null;
  /** Of unknown time: the outage that it was part of. */
  inferred: InferredSpan | null;
}

/** Rounds that are further apart leave unknown time between them. */
const staleMs = 15 * 60_000;

/** Until when something can be known of a line: its latest round, or now if that is long past. */
export function knownUntil(lastRoundAt: Date | null, now: Date): Date {
  const isRecent = lastRoundAt !== null && now.getTime() - lastRoundAt.getTime() < staleMs;
  return isRecent ? lastRoundAt : now;
}

export const secondsBetween = (from: Date, until: Date): number =>
  Math.max(0, Math.round((until.getTime() - from.getTime()) / 1000));

/** The part of a span in which a line could be known: not before it was first seen, nor after its latest round. */
export function knownPart(span: Span, knownSince: Date, end: Date): Span | undefined {
  const from = later(span.from, knownSince);
  const until = earlier(span.until, end);
  return from < until ? { from, until } : undefined;
}

/** How available a line was in a span. Unknown time counts neither as up nor as down. */
export function availabilityIn(intervals: readonly LineInterval[], span: Span): Availability {
  const within = (isUp: boolean) =>
    intervals
      .filter((one) => one.isUp === isUp)
      .reduce((sum, one) => sum + (overlapOf(one, span)?.ms ?? 0), 0);
  const [up, down] = [within(true), within(false)];
  return {
    percent: up + down > 0 ? (100 * up) / (up + down) : null,
    measuredSeconds: Math.round((up + down) / 1000),
    downSeconds: Math.round(down / 1000),
    unknownSeconds: Math.max(0, Math.round((span.until.getTime() - span.from.getTime() - up - down) / 1000)),
  };
}

/**
 * Every outage and every unknown time in a span, in order. Intervals are in order and don't overlap. What was inferred is in
 * order, and may overlap.
 */
export function troublesIn(
  intervals: readonly LineInterval[],
  inferences: readonly InferredSpan[],
  span: Span,
): LineTrouble[] {
  const found: LineTrouble[] = [];
  const push = (from: Date, until: Date, isOver: boolean, inferred: InferredSpan | null) => {
    const seconds = secondsBetween(from, until);
    if (seconds > 0) found.push({ state: 'unknown', from, until, isOver, seconds, source: null, inferred });
  };
  const unknown = (from: Date, until: Date, isOver: boolean) => {
    let at = from;
    for (const inferred of inferences) {
      const part = overlapOf(inferred, { from: at, until });
      if (!part) continue;
      push(at, part.from, true, null);
      push(part.from, part.until, isOver || inferred.isOver || part.until < until, inferred);
      at = part.until;
    }
    push(at, until, isOver, null);
  };
  let at = span.from;
  for (const one of intervals) {
    const part = overlapOf(one, span);
    if (!part) continue;
    const { from, until } = part;
    unknown(at, from, true);
    at = later(at, until);
    if (one.isUp) continue;
    const isOver = one.isOver || one.until > span.until;
    found.push({
      state: 'down',
      from,
      until,
      isOver,
      seconds: secondsBetween(from, until),
      source: one.source,
      inferred: null,
    });
  }
  unknown(at, span.until, false);
  return found;
}

/** Seconds of a span that are unknown because of a provider's outage. */
export const inferredSeconds = (troubles: readonly LineTrouble[]): number =>
  troubles.reduce((sum, { inferred, seconds }) => sum + (inferred ? seconds : 0), 0);

function overlapOf(one: Span, span: Span): (Span & { ms: number }) | undefined {
  const from = later(one.from, span.from);
  const until = earlier(one.until, span.until);
  return from < until ? { from, until, ms: until.getTime() - from.getTime() } : undefined;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);
const earlier = (one: Date, other: Date): Date => (one < other ? one : other);
