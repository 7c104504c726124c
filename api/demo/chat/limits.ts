/** A rate limit per destination: so many at once, and one more every `refillMs`. */
export class Bucket {
  private readonly taken = new Map<string, number[]>();

  constructor(readonly options: { size: number; refillMs: number }) {}

  /** Counts a call. @returns milliseconds to wait, 0 when it may pass */
  take(name: string, now: number): number {
    const { size, refillMs } = this.options;
    const window = size * refillMs;
    const recent = (this.taken.get(name) ?? []).filter((at) => at > now - window);
    const [oldest] = recent;
    const full = recent.length >= size && oldest !== undefined;
    if (!full) recent.push(now);
    this.taken.set(name, recent);
    return full ? oldest + window - now : 0;
  }

  /** How many more may pass now, and milliseconds until all may. */
  left(name: string, now: number): { remaining: number; resetMs: number } {
    const { size, refillMs } = this.options;
    const recent = (this.taken.get(name) ?? []).filter((at) => at > now - size * refillMs);
    const newest = recent.at(-1);
    return {
      remaining: size - recent.length,
      resetMs: newest === undefined ? 0 : newest + size * refillMs - now,
    };
  }
}
