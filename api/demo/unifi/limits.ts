import { cloudError } from './answer.ts';
import type { Answer } from './answer.ts';

/** Requests a minute; absent: unlimited. */
export interface RateLimits {
  /** For each key. */
  v1?: number;
  /** For each key. */
  ea?: number;
  /** For each console, whatever the key. */
  connector?: number;
}

/** unifi/API.md 1.1. */
export const documentedLimits: RateLimits = { v1: 10_000, ea: 100, connector: 100 };

/** Counts requests of the last 60 s; over the limit it answers 429 with the seconds until the oldest leaves. */
export class RateLimiter {
  private taken = new Map<string, number[]>();

  constructor(public limits: RateLimits) {}

  /** @param now Unix milliseconds. @returns the refusal, or undefined when the request may pass. */
  take(kind: keyof RateLimits, who: string, now: number): Answer | undefined {
    const limit = this.limits[kind];
    if (limit === undefined) return undefined;
    const name = `${kind} ${who}`;
    const recent = (this.taken.get(name) ?? []).filter((at) => at > now - 60_000);
    this.taken.set(name, recent);
    if (recent.length < limit) {
      recent.push(now);
      return undefined;
    }
    const waitSec = ((recent[0] ?? now) + 60_000 - now) / 1_000;
    const refusal = cloudError(429, `rate limit exceeded, retry after ${waitSec}s`);
    return { ...refusal, headers: { 'Retry-After': String(Math.ceil(waitSec)) } };
  }
}
