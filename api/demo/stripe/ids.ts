import { randomInt } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function randomText(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** Prefixes with short IDs. */
const short = ['cus', 'prod', 'si'];

/** An ID in Stripe's format: `cus_` and fourteen characters, `in_1T` and more. */
export function newId(prefix: string): string {
  if (short.includes(prefix)) return `${prefix}_${randomText(14)}`;
  return `${prefix}_${prefix === 'pi' ? '3' : '1'}${randomText(23)}`;
}
