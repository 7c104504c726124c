import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { HalopsaError } from './halopsa-responses.ts';

/** URLs and credentials of one HaloPSA. URLs have no trailing slash. */
export interface HalopsaSettings {
  /** ID of the connection. */
  id: string;
  authServer: string;
  resourceServer: string;
  /** `null` for self-hosted servers, which get none. */
  tenant: string | null;
  clientId: string;
  clientSecret: string;
  scope: string;
  /** Deadline for all requests, in milliseconds since 1970. None by default. */
  until?: number;
}

/** Maximum wait in milliseconds. For longer waits, the caller retries later. */
const shortWait = 2000;

/** Timeout of one request in milliseconds. */
const requestTimeout = 10_000;

/** Key for rate limiting. Each connection has its own, so that one can't delay another. */
export function paceOf({ id, resourceServer }: HalopsaSettings): string {
  return `${id} ${URL.parse(resourceServer)?.origin}`;
}

/**
 * Waits until the connection may send another request. @throws HalopsaError if that takes too long, or the
 * deadline has passed
 */
export async function waitForTurn(settings: HalopsaSettings, pace: string, most?: number): Promise<void> {
  for (;;) {
    timeLeft(settings);
    const waitMs = takeRequest(pace, Date.now(), most);
    if (waitMs === 0) return;
    if (waitMs > shortWait) {
      const says = `HaloPSA has rate limited us. We will retry in ${Math.ceil(waitMs / 1000)} s.`;
      throw new HalopsaError('throttled', says, { waitMs });
    }
    await sleep(waitMs);
  }
}

/** Milliseconds left for the next request. @throws HalopsaError after the deadline */
export function timeLeft({ until = Infinity }: HalopsaSettings): number {
  const left = until - Date.now();
  if (left > 0) return Math.min(requestTimeout, left);
  throw new HalopsaError('unavailable', 'HaloPSA took too long to respond. Try again later.');
}

/** Length of the rate limit window in milliseconds. */
const span = 300_000;

/**
 * Hosted tenants allow 300 requests in a rolling 5 minutes (HALOPSA.md, section 6). We leave some for other
 * clients.
 */
const mostRequests = 250;

/**
 * Limit for token requests. A token lasts an hour, and is renewed early if its permissions are insufficient.
 */
export const maxTokens = 30;

/** Pause in milliseconds after each consecutive 429 without a Retry-After header. */
const pauses = [30_000, 60_000, 120_000, 240_000, 300_000];

interface Pace {
  tokens: number;
  at: number;
  pausedUntil: number;
  throttledInRow: number;
}

const paces = new LRUCache<string, Pace>({ max: 10_000 });

function paceFor(key: string, now: number, most = mostRequests): Pace {
  const pace = paces.get(key) ?? { tokens: most, at: now, pausedUntil: 0, throttledInRow: 0 };
  paces.set(key, pace);
  pace.tokens = Math.min(most, pace.tokens + ((now - pace.at) * most) / span);
  pace.at = now;
  return pace;
}

/**
 * Takes a request from the connection's quota of `most` per five minutes. @returns milliseconds to wait if
 * there is none left
 */
export function takeRequest(key: string, now = Date.now(), most = mostRequests): number {
  const pace = paceFor(key, now, most);
  if (pace.pausedUntil > now) return pace.pausedUntil - now;
  if (pace.tokens < 1) return Math.ceil(((1 - pace.tokens) * span) / most);
  pace.tokens--;
  return 0;
}

/** Records a 429 response. @returns milliseconds to pause: as HaloPSA says, or longer each time */
export function recordThrottling(key: string, retryAfter: string | undefined, now = Date.now()): number {
  const pace = paceFor(key, now);
  const waitMs = retryAfterMs(retryAfter, now) ?? pauses[Math.min(pace.throttledInRow, pauses.length - 1)]!;
  pace.throttledInRow++;
  pace.pausedUntil = now + waitMs;
  return waitMs;
}

export function clearThrottling(key: string): void {
  const pace = paces.get(key);
  if (pace) pace.throttledInRow = 0;
}

/** Parses seconds or a date, up to an hour. */
function retryAfterMs(retryAfter: string | undefined, now: number): number | undefined {
  if (!retryAfter) return undefined;
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 3_600_000) : undefined;
}
