/**
 * Share of a rate limit that refetches may use immediately, and the further share that they may use gradually until the limit
 * resets. The rest is for people's own actions. A person's tabs share the limit, and each response says how much all have used.
 */
const IMMEDIATE_SHARE = 0.45;
const GRADUAL_SHARE = 0.3;

/** Longest wait for the limit, in milliseconds. Until then, the screen doesn't show that it's out of date. */
const LONGEST_WAIT = 10_000;

/** Earliest time of the next refetch for each limit, in milliseconds since 1970. */
const refetchAt = new Map<string, number>();

/** Reads the `RateLimit-Policy` and `RateLimit` headers of a response. */
export function recordRateLimits(headers: Headers): void {
  const policies = parametersIn(headers.get('ratelimit-policy'));
  for (const [name, { r: remaining = 0, t: reset = 0 }] of parametersIn(headers.get('ratelimit'))) {
    const { q: allowed = 0, w: seconds = 0 } = policies.get(name) ?? {};
    const gradualUsed = (1 - remaining / allowed - IMMEDIATE_SHARE) / GRADUAL_SHARE;
    if (gradualUsed <= 0 || !Number.isFinite(gradualUsed)) refetchAt.delete(name);
    else refetchAt.set(name, Date.now() + (reset - seconds * (1 - Math.min(1, gradualUsed))) * 1_000);
  }
}

/** How long the next refetch should wait, in milliseconds. 0 while little of the limits is used. */
export const rateLimitWait = (): number =>
  Math.min(LONGEST_WAIT, Math.max(0, ...[...refetchAt.values()].map((at) => at - Date.now())));

/** `"cost";q=60000;w=60, "requests";q=1200;w=60` by name. */
function parametersIn(field: string | null): Map<string, Partial<Record<string, number>>> {
  const items = field?.split(',') ?? [];
  return new Map(
    items.map((item) => {
      const [name = '', ...parameters] = item.trim().split(';');
      return [
        name,
        Object.fromEntries(parameters.map((one) => one.split('=')).map(([k, v]) => [k, Number(v)])),
      ];
    }),
  );
}
