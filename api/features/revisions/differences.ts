import { isDeepStrictEqual } from 'node:util';
import type { Snapshot } from './content-part.store.ts';

/** Texts up to this length are shown in full. Rules and sitemaps can have half a million characters. */
const mostShown = 20_000;

/** Fields that differ between two snapshots, in the newer one's order. */
export function differences(
  before: Snapshot,
  after: Snapshot,
): { field: string; before: unknown; after: unknown }[] {
  const fields = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return fields
    .filter((field) => !isDeepStrictEqual(before[field] ?? null, after[field] ?? null))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/** Readable differences: long texts only show the lines between the first and last difference. */
export function readableDifferences(before: Snapshot, after: Snapshot): ReturnType<typeof differences> {
  return differences(before, after).map((change) => {
    const { before: old, after: now } = change;
    if (typeof old !== 'string' || typeof now !== 'string') return change;
    return Math.max(old.length, now.length) > mostShown ? { ...change, ...apart(old, now) } : change;
  });
}

function apart(before: string, after: string): { before: string; after: string } {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const least = Math.min(old.length, now.length);
  let start = 0;
  while (start < least && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const shown = (lines: string[]) => {
    const text = lines.slice(start, lines.length - end).join('\n');
    const cut = text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
    return `${start > 0 ? '…\n' : ''}${cut}${end > 0 ? '\n…' : ''}`;
  };
  return { before: shown(old), after: shown(now) };
}
