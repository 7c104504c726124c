import type { Json } from './answer.ts';

const call = /^(\w+)\.(eq|ne|in|notIn)\((.*)\)$/;

/** Strings stand in single quotes, doubled to escape. */
const values = (list: string) =>
  [...list.matchAll(/'((?:[^']|'')*)'/g)].map(([, text]) => (text ?? '').replaceAll("''", "'"));

/**
 * Applies one `property.function('value', …)` of the Integration API's filter language; `and`, `or`, `not` are not spoken here.
 * @returns undefined when the filter cannot be read.
 */
export function filtered(rows: Json[], filter: string | null): Json[] | undefined {
  if (!filter) return rows;
  const [, property, verb, list] = call.exec(filter) ?? [];
  if (property === undefined || list === undefined) return undefined;
  const wanted = values(list);
  const positive = verb === 'eq' || verb === 'in';
  return wanted.length
    ? rows.filter((row) => wanted.includes(String(row[property])) === positive)
    : undefined;
}
