const day = 86_400_000;

/** Maximum days of a period. */
export const maxDays = 731;

/** Default period (specification 2, section 9: over 30 days). */
export const defaultDays = 30;

/** UTC days, both inclusive. */
export interface Period {
  from: string;
  to: string;
}

interface PeriodInput {
  days?: number | null;
  from?: string | null;
  to?: string | null;
}

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export const daysAfter = (from: string, days: number): string =>
  dayOf(new Date(Date.parse(from) + days * day));

export const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / day + 1;

/** The requested period, or an error message by argument. */
export function periodOf(
  { days, from, to }: PeriodInput,
  now: Date,
): Period | { wrong: Record<string, string> } {
  const today = dayOf(now);
  for (const [name, given] of Object.entries({ from, to }))
    if (given && !isDay(given)) return { wrong: { [name]: 'Choose a day, such as 2026-11-22' } };
  const end = to || today;
  if (end > today) return { wrong: { to: "The period can't end after today" } };
  const begin = from || daysAfter(end, 1 - (days ?? defaultDays));
  if (begin > end) return { wrong: { from: 'The period must start before it ends' } };
  if (lengthOf({ from: begin, to: end }) > maxDays)
    return { wrong: { from: `A period can have at most ${maxDays} days` } };
  return { from: begin, to: end };
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : undefined;
  return !!at && !Number.isNaN(at.getTime()) && dayOf(at) === text && text >= '1970-01-01';
}
