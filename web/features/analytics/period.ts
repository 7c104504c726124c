/** What the address says of the period, as the server takes it. */
export type Chosen = { days?: number; from?: string; to?: string };

export const spans = [7, 30, 90, 365];
const usual = 30;

const isDay = (text: string | null | undefined): text is string => /^\d{4}-\d{2}-\d{2}$/.test(text ?? '');

/** Own dates go before a number of days; what makes no sense counts as the usual. */
export function chosenIn(params: URLSearchParams): Chosen {
  const [from, to] = [params.get('from'), params.get('to')];
  if (isDay(from)) return { from, ...(isDay(to) && { to }) };
  const days = Number(params.get('days'));
  return { days: spans.includes(days) ? days : usual };
}

/** The address of a period; whatever else it says stays. */
export function withPeriod(params: URLSearchParams, { days, from, to }: Chosen): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ days: days === usual ? undefined : days, from, to })) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, String(value));
  }
  return changed;
}
