import { HalopsaError } from './halopsa-errors.ts';

export type Row = Record<string, unknown>;

/** Ids come as `246`, `246.0` or `"246"`. @throws HalopsaError for anything else */
export function integerOf(value: unknown, of: string): number {
  const found = integerIn(value);
  if (found !== undefined) return found;
  const text = JSON.stringify(value)?.slice(0, 60);
  throw new HalopsaError('address', `HaloPSA answered with an id that is none (${of}: ${text}).`);
}

/** What an `integer` of the database and an `Int` of the API hold. */
const mostInteger = 2 ** 31 - 1;

/** The same where there need not be one. */
export function integerIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^-?\d+(\.0+)?$/.test(value.trim()) ? Number(value) : value;
  return Number.isInteger(number) && Math.abs(number as number) <= mostInteger
    ? (number as number)
    : undefined;
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A date without a zone is in UTC; one before 2000 means that there is none. */
export function dateOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`;
  const date = new Date(zoned);
  return date.getUTCFullYear() >= 2000 ? date : undefined;
}

/** The rows of a list: bare, under its key, or under whatever key holds objects. */
export function rowsOf(body: unknown, key: string): { rows: Row[]; bare: boolean } {
  if (Array.isArray(body)) return { rows: objects(body), bare: true };
  if (!isObject(body)) throw new HalopsaError('address', 'HaloPSA answered with something that is no list.');
  const lists = [body[key], ...Object.values(body)].filter((value) => Array.isArray(value));
  const list = lists.find((value) => value === body[key] || value.some(isObject)) ?? lists[0];
  if (!list) throw new HalopsaError('address', 'HaloPSA answered with something that is no list.');
  return { rows: objects(list), bare: false };
}

export function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objects(list: unknown[]): Row[] {
  return list.filter(isObject);
}
