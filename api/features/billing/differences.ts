import type { BillingDrift } from './billing-drift.ts';

/** What of a row people would ask about, by its name on screens. */
type Shown = Record<string, string | number | boolean | Date | null | undefined>;

type Found = Omit<BillingDrift, 'teamName'>;

/** What two states of the same thing have another value in; of something new, that it is there. */
export function differencesOf(thing: string, stored: Shown | undefined, atStripe: Shown): Found[] {
  if (!stored)
    return [{ what: `${thing} was missing`, stored: null, atStripe: wordsOf(atStripe), mended: true }];
  return Object.entries(atStripe)
    .filter(([name, value]) => textOf(stored[name]) !== textOf(value))
    .map(([name, value]) => ({
      what: `${thing}: ${name}`,
      stored: textOf(stored[name]),
      atStripe: textOf(value),
      mended: true,
    }));
}

function wordsOf(shown: Shown): string {
  return Object.values(shown).map(textOf).filter(Boolean).join(', ');
}

/** Stripe counts in seconds. */
function textOf(value: Shown[string]): string | null {
  if (value === null || value === undefined) return null;
  if (!(value instanceof Date)) return String(value);
  return new Date(Math.floor(value.getTime() / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}
