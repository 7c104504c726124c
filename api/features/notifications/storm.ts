/** Messages to one recipient per minute before the rest is summarized. */
const maxMessagesPerMinute = 4;

/** Length of "a minute" in ms. */
export const minute = 60_000;

/** Milliseconds without a new alert after which a storm ends. */
const stormEndsAfterMs = 10 * minute;

/** Milliseconds between a storm's summaries, increasing because recipients already know about it. */
const intervals = [minute, 2 * minute, 5 * minute, stormEndsAfterMs];

/**
 * How long after its last summary a storm can still continue, in ms: the longest interval after the latest
 * message.
 */
export const stormLookbackMs = 2 * stormEndsAfterMs;

/** Recent and waiting messages of one recipient of a channel. */
export interface Traffic {
  /** Messages that can be sent now. */
  due: number;
  /** The new critical alerts among them. */
  urgent: number;
  /** Messages sent within the last minute, excluding summaries. */
  recent: number;
  /** When the last summary was sent. */
  lastSummary: Date | null;
  /** The number of summaries in this storm. */
  summariesSent: number;
  /** When the first waiting message after the last summary arrived. */
  firstWaitingAt: Date | null;
  /** An unsent summary, which also covers whatever arrives before it is sent. */
  hasPendingSummary: boolean;
}

interface StormDecision {
  /** How many are sent individually: new critical alerts first, then the oldest. */
  single: number;
  /** What to do with the others. With `at`, they wait until then. */
  others: 'none' | 'summarise' | 'join' | { at: Date };
  /** The summary continues the previous one, and can replace it. */
  continues: boolean;
}

/**
 * Sends at most four messages and one summary per minute, however much happens. During a storm only new
 * critical alerts are sent individually. Everything else goes into summaries, which become less and less
 * frequent.
 */
export function decideStorm(traffic: Traffic, now: Date): StormDecision {
  const { due, urgent, recent, summariesSent, hasPendingSummary } = traffic;
  const room = Math.max(0, maxMessagesPerMinute - recent);
  const last = lastOf(traffic, now);
  const next = last === null ? null : last + (intervals[summariesSent - 1] ?? stormEndsAfterMs);
  const isCalmer = summariesSent >= intervals.length && due <= room;
  if (next === null || (now.getTime() >= next && isCalmer)) {
    const single = Math.min(due, room);
    return { single, others: single === due ? 'none' : joinOr(hasPendingSummary), continues: false };
  }
  const single = Math.min(urgent, room);
  if (single === due) return { single, others: 'none', continues: true };
  const mayTell = hasPendingSummary || now.getTime() >= next;
  return { single, others: mayTell ? joinOr(hasPendingSummary) : { at: new Date(next) }, continues: true };
}

const joinOr = (summaryWaits: boolean) => (summaryWaits ? 'join' : 'summarise');

/** When the last summary of an ongoing storm was sent. `null` if there is none. */
function lastOf({ lastSummary, firstWaitingAt }: Traffic, now: Date): number | null {
  if (!lastSummary) return null;
  const quiet = (firstWaitingAt ?? now).getTime() - lastSummary.getTime();
  return quiet < stormEndsAfterMs ? lastSummary.getTime() : null;
}
