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
