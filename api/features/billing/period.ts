const zone = { timeZone: 'UTC' } as const;
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...zone });
const dayAndYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  ...zone,
});

/** What an invoice is for, in UTC as Stripe counts: `1 Nov – 1 Dec 2026`; one day alone where both are the same. */
export function periodOf(from: Date, to: Date): string {
  const end = dayAndYear.format(to);
  if (dayAndYear.format(from) === end) return end;
  const start = from.getUTCFullYear() === to.getUTCFullYear() ? day : dayAndYear;
  return `${start.format(from)} – ${end}`;
}
