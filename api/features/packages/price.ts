/** A price that can be kept: from 0 to 20 million, with two decimal places at most; in pence a column holds no more. */
export const pricePattern = /^(?:[01]?\d{1,7}|20{7}(?=(?:\.0{1,2})?$))(?:\.\d{1,2})?$/;

/** A price as it is kept and shown: `29.99`, `49.00`, and `0` for nothing. */
export function canonicalPrice(price: string): string {
  const amount = smallestUnits(price);
  if (amount === 0) return '0';
  const cents = String(amount % 100).padStart(2, '0');
  return `${Math.trunc(amount / 100)}.${cents}`;
}

/** A price in pence or cents, which Stripe counts in. */
export function smallestUnits(price: string): number {
  const [whole = '0', cents = ''] = price.split('.');
  return Number(whole) * 100 + Number(cents.padEnd(2, '0').slice(0, 2));
}
