/** As it is kept: texts without blanks around them, lists of texts without blank lines. */
export function tidy<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, tidied(value)])) as T;
}

function tidied(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  return Array.isArray(value) ? value.map(tidied).filter((line) => line !== '') : value;
}
