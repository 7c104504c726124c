import { invalid, missing } from './errors.ts';
import type { Raw } from './form.ts';
import { integer, list, read, text, type Given, type Kind } from './params.ts';
import type { StripeWorld } from './world.ts';

/** What is asked for by a path that is known. */
export interface Ask {
  world: StripeWorld;
  /** What stands in the path where the pattern has `:id`. */
  id: string;
  given: { [name: string]: Raw };
}

export type Route = [method: 'GET' | 'POST' | 'DELETE', pattern: string, answer: (ask: Ask) => unknown];

/** The parameters, each of its kind. Every call may name what is to be expanded. */
export function params<S extends Record<string, Kind<unknown>>>({ given }: Ask, kinds: S): Given<S> {
  return read(given, { ...kinds, expand: list(text) });
}

/** A list of the newest first, as much of it as was asked for. */
export const paging = { limit: pageSize, starting_after: text, ending_before: text };

function pageSize(raw: Raw, path: string): number {
  const size = integer(raw, path);
  if (size >= 1 && size <= 100) return size;
  const bound = size < 1 ? 'greater than or equal to 1' : 'less than or equal to 100';
  const message = `This value must be ${bound} (it currently is '${size}').`;
  throw invalid(message, { code: 'parameter_invalid_integer', param: path });
}

/** The list's part that was asked for, in its envelope. */
export function listed<T extends { id: string; created: number }>(
  rows: readonly T[],
  url: string,
  { limit = 10, starting_after: after, ending_before: before }: Given<typeof paging>,
) {
  // Of those of one second the one that came later is the newer.
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
