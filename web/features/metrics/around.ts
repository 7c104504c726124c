const minute = 60_000;

/** From when until when an alert is looked at: as long before and after it as it lasted, half an hour at least and a day at most. */
export function around(since: string, resolvedAt: string | null, now: Date): { from: string; until: string } {
  const begun = Date.parse(since);
  const ended = resolvedAt ? Date.parse(resolvedAt) : now.getTime();
  const beside = Math.min(Math.max(ended - begun, 30 * minute), 1440 * minute);
  return {
    from: new Date(begun - beside).toISOString(),
    until: new Date(Math.min(ended + beside, now.getTime())).toISOString(),
  };
}
