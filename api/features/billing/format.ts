import type { Currency } from '../packages/package.entity.ts';

/** Formats an amount in the currency's minor unit: `$29.99`. */
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

/** Formats a day as emails show it, in UTC like Stripe: `22 November 2026`. */
export const dayText = (date: Date): string => day.format(date);

const zone = { timeZone: 'UTC' } as const;
const shortDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...zone });
const dayAndYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  ...zone,
});

/** Formats a billing period, in UTC like Stripe: `1 Nov – 1 Dec 2026`, or a single day if both are the same. */
export function periodOf(from: Date, to: Date): string {
  const end = dayAndYear.format(to);
  if (dayAndYear.format(from) === end) return end;
  const start = from.getUTCFullYear() === to.getUTCFullYear() ? shortDay : dayAndYear;
  return `${start.format(from)} – ${end}`;
}
