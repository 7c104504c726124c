import { invalid, missing } from './errors.ts';
import type { StripeWorld } from './world.ts';

/** A parsed form before validation, when all values are text. */
export type Raw = string | Raw[] | { [name: string]: Raw };

/** Decodes `a[b][0][c]=x` to nested objects and lists. `a[]=x` appends to a list. */
export function decodeForm(text: string): { [name: string]: Raw } {
  const root: Node = new Map();
  for (const [name, value] of new URLSearchParams(text)) put(root, partsOf(name), value);
  return tidy(root, true) as { [name: string]: Raw };
}

type Node = Map<string, Node | string>;

function partsOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function put(node: Node, [part = '', ...rest]: string[], value: string): void {
  const key = part === '' ? String(node.size) : part;
  if (rest.length === 0) return void node.set(key, value);
  const there = node.get(key);
  const inner: Node = there instanceof Map ? there : new Map();
  node.set(key, inner);
  put(inner, rest, value);
}

function tidy(node: Node | string, isRoot = false): Raw {
  if (typeof node === 'string') return node;
  const isList = !isRoot && [...node.keys()].every((key) => /^\d+$/.test(key));
  if (isList) return [...node.values()].map((one) => tidy(one));
  return Object.fromEntries([...node].map(([key, value]) => [key, tidy(value)]));
}

/** The type of a parameter: returns its converted value, or rejects it by name. */
export type Kind<T> = (raw: Raw, path: string) => T;
type Told<K> = K extends Kind<infer T> ? T : never;
type Shape = Record<string, Kind<unknown>>;
export type Given<S extends Shape> = { [Name in keyof S]?: Told<S[Name]> };

export const text: Kind<string> = (raw, path) => {
  if (typeof raw !== 'string') throw invalid(`Invalid string: ${JSON.stringify(raw)}`, { param: path });
  if (raw !== '') return raw;
  const message = `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`;
  throw invalid(message, { code: 'parameter_invalid_empty', param: path });
};

/** An empty value clears the stored one. */
export function clearable<T>(kind: Kind<T>): Kind<T | null> {
  return (raw, path) => (raw === '' ? null : kind(raw, path));
}

export const integer: Kind<number> = (raw, path) => {
  const value = typeof raw === 'string' && /^-?\d{1,15}$/.test(raw) ? Number(raw) : undefined;
  if (value !== undefined) return value;
  const said = typeof raw === 'string' ? raw : JSON.stringify(raw);
  throw invalid(`Invalid integer: ${said}`, { code: 'parameter_invalid_integer', param: path });
};

export const flag: Kind<boolean> = (raw, path) => {
  if (raw === 'true' || raw === 'false') return raw === 'true';
  throw invalid(`Invalid boolean: ${String(raw)}`, { param: path });
};

export function oneOf<const T extends string>(...words: readonly T[]): Kind<T> {
  return (raw, path) => {
    const found = words.find((word) => word === raw);
    if (found !== undefined) return found;
    throw invalid(`Invalid ${path}: must be one of ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`, {
      param: path,
    });
  };
}

export function either<A, B>(first: Kind<A>, isFirst: (raw: Raw) => boolean, second: Kind<B>): Kind<A | B> {
  return (raw, path) => (isFirst(raw) ? first(raw, path) : second(raw, path));
}

export function list<T>(kind: Kind<T>): Kind<T[]> {
  return (raw, path) => {
    if (raw === '') return [];
    if (!Array.isArray(raw)) throw invalid('Invalid array', { param: path });
    return raw.map((one, index) => kind(one, `${path}[${index}]`));
  };
}

export function shape<S extends Shape>(kinds: S): Kind<Given<S>> {
  return (raw, path) => {
    if (typeof raw !== 'object' || Array.isArray(raw)) throw invalid('Invalid object', { param: path });
    return read(raw, kinds, path);
  };
}

/** Texts by name. `null` if an empty value removes a name. */
export const metadata: Kind<Record<string, string | null> | null> = (raw, path) => {
  if (raw === '') return null;
  if (typeof raw !== 'object' || Array.isArray(raw)) throw invalid('Invalid object', { param: path });
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      if (typeof value !== 'string' || value.length > 500 || name.length > 40)
        throw invalid(`Invalid metadata: ${name}`, { param: `${path}[${name}]` });
      return [name, value === '' ? null : value];
    }),
  );
};

export const address = clearable(
  shape({
    city: clearable(text),
    country: clearable(text),
    line1: clearable(text),
    line2: clearable(text),
    postal_code: clearable(text),
    state: clearable(text),
  }),
);

/** A time, or bounds for one. */
export const moment = either(
  integer,
  (raw) => typeof raw === 'string',
  shape({ gt: integer, gte: integer, lt: integer, lte: integer }),
);

/** Whether a time is within the requested bounds. */
export function isWithin(at: number, asked: Told<typeof moment> | undefined): boolean {
  if (asked === undefined) return true;
  if (typeof asked === 'number') return at === asked;
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = asked;
  return at > gt && at >= gte && at < lt && at <= lte;
}

/** Reads known parameters and rejects all others. */
export function read<S extends Shape>(raw: { [name: string]: Raw }, kinds: S, path = ''): Given<S> {
  const told: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(raw)) {
    const at = path ? `${path}[${name}]` : name;
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) throw invalid(`Received unknown parameter: ${at}`, { code: 'parameter_unknown', param: at });
    told[name] = kind(value, at);
  }
  return told as Given<S>;
}

/** A required parameter. */
export function needed<T>(value: T | null | undefined, param: string): T {
  if (value != null) return value;
  throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** Stored metadata merged with the given metadata. */
export function merged(
  before: Record<string, string>,
  told: Record<string, string | null> | null | undefined,
): Record<string, string> {
  if (told === null) return {};
  const all = Object.entries({ ...before, ...told });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null));
}

/** A request to a known path. */
export interface Ask {
  world: StripeWorld;
  /** The value of `:id` in the path. */
  id: string;
  given: { [name: string]: Raw };
}

export type Route = [method: 'GET' | 'POST' | 'DELETE', pattern: string, answer: (ask: Ask) => unknown];

/** The validated parameters. Every call accepts `expand`. */
export function params<S extends Record<string, Kind<unknown>>>({ given }: Ask, kinds: S): Given<S> {
  return read(given, { ...kinds, expand: list(text) });
}

/** Parameters of a list, newest first. */
export const paging = { limit: pageSize, starting_after: text, ending_before: text };

function pageSize(raw: Raw, path: string): number {
  const size = integer(raw, path);
  if (size >= 1 && size <= 100) return size;
  const bound = size < 1 ? 'greater than or equal to 1' : 'less than or equal to 100';
  const message = `This value must be ${bound} (it currently is '${size}').`;
  throw invalid(message, { code: 'parameter_invalid_integer', param: path });
}

/** The requested page of a list, in its envelope. */
export function listed<T extends { id: string; created: number }>(
  rows: readonly T[],
  url: string,
  { limit = 10, starting_after: after, ending_before: before }: Given<typeof paging>,
) {
  // Within the same second, the later one counts as newer.
  const newest = rows.toReversed().toSorted((one, other) => other.created - one.created);
  const place = (id: string) => {
    const index = newest.findIndex((row) => row.id === id);
    if (index < 0) throw missing('object', id, after ? 'starting_after' : 'ending_before');
    return index;
  };
  const from = after ? place(after) + 1 : 0;
  const end = before ? place(before) : newest.length;
  const start = before ? Math.max(from, end - limit) : from;
  const data = newest.slice(start, Math.min(end, start + limit));
  const hasMore = before ? start > from : start + limit < end;
  return { object: 'list' as const, data, has_more: hasMore, url };
}
