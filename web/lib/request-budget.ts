/**
 * What refetches after live changes may use of a limit: a share at once, and another evenly over the limit's minute. The rest is
 * for what people do meanwhile. All tabs of a person share the limit, and each sees in its responses what the others used.
 */
const AT_ONCE = 0.45;
const EVENLY = 0.3;

/** The longest that refetches wait for it, in milliseconds, because the screen doesn't say that it's out of date. */
const LONGEST = 10_000;

/** When refetches are back within their share, by the name of the limit. In milliseconds since 1970. */
const withinAt = new Map<string, number>();

/** Notes what a response says about the caller's limits, in the headers `RateLimit-Policy` and `RateLimit`. */
export function noteBudget(headers: Headers): void {
  const policies = parametersIn(headers.get('ratelimit-policy'));
  for (const [name, { r: left = 0, t: reset = 0 }] of parametersIn(headers.get('ratelimit'))) {
    const { q: allowed = 0, w: seconds = 0 } = policies.get(name) ?? {};
    const share = (1 - left / allowed - AT_ONCE) / EVENLY;
    if (share <= 0 || !Number.isFinite(share)) withinAt.delete(name);
    else withinAt.set(name, Date.now() + (reset - seconds * (1 - Math.min(1, share))) * 1_000);
  }
}

/** How long the next refetch should wait, in milliseconds. 0 while little of the limits is used. */
export const budgetWait = (): number =>
  Math.min(LONGEST, Math.max(0, ...[...withinAt.values()].map((at) => at - Date.now())));

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
