import type { Currency } from '../packages/package.entity.ts';

/** An amount in the smallest unit of its currency, as people write it: `$29.99`. */
export function moneyText(amount: number, currency: Currency): string {
  const format = new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}

const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** A day as letters name it, in UTC as Stripe counts: `22 November 2026`. */
export const dayText = (date: Date): string => day.format(date);

const zone = { timeZone: 'UTC' } as const;
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...zone });
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
  const start = from.getUTCFullYear() === to.getUTCFullYear() ? shortDay : dayAndYear;
  return `${start.format(from)} – ${end}`;
}
