const day = 86_400_000;

/** Days of a period at most. */
export const maxDays = 731;

/** What is asked for unless told (specification 2, section 9: over 30 days). */
export const defaultDays = 30;

/** UTC days, both included. */
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

/** The day so many days after another. */
export const daysAfter = (from: string, days: number): string =>
  dayOf(new Date(Date.parse(from) + days * day));

/** How many days a period has. */
export const lengthOf = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / day + 1;

/** The period that is meant, or the sentence for the argument that is wrong. */
export function periodOf(
  { days, from, to }: PeriodInput,
  now: Date,
): Period | { wrong: Record<string, string> } {
  const today = dayOf(now);
  for (const [name, given] of Object.entries({ from, to }))
    if (given && !isDay(given)) return { wrong: { [name]: 'Choose a day, such as 2026-11-22' } };
  const end = to || today;
  if (end > today) return { wrong: { to: 'The period ends today at the latest' } };
  const begin = from || daysAfter(end, 1 - (days ?? defaultDays));
  if (begin > end) return { wrong: { from: 'The period begins before it ends' } };
  if (lengthOf({ from: begin, to: end }) > maxDays)
    return { wrong: { from: `A period has ${maxDays} days at most` } };
  return { from: begin, to: end };
}

function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(text) : undefined;
  return !!at && !Number.isNaN(at.getTime()) && dayOf(at) === text && text >= '1970-01-01';
}
