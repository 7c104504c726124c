import { isDeepStrictEqual } from 'node:util';
import type { Snapshot } from './content-part.ts';

/** The fields that differ between two snapshots of one part, in the order of the newer one. */
export function differences(
  before: Snapshot,
  after: Snapshot,
): { field: string; before: unknown; after: unknown }[] {
  const fields = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return fields
    .filter((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}
