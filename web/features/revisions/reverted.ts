import type { RevisionFieldsFragment } from '#web/gql/graphql.ts';

type Step = Pick<RevisionFieldsFragment, 'version' | 'revertOf'>;

/**
 * The versions that are undone now. A revert makes the part what it was before a change, so that goes with all that came
 * after it; a revert that is reverted itself brings them back.
 */
export function revertedVersions(steps: readonly Step[]): Set<number> {
  const standing = new Map<number, ReadonlySet<number>>();
  let last: ReadonlySet<number> = new Set();
  for (const { version, revertOf } of steps.toSorted((one, other) => one.version - other.version)) {
    // Of a version before those that are known nothing is left to mark.
    const ground = revertOf === null || revertOf === undefined ? last : standing.get(revertOf - 1);
    last = new Set([...(ground ?? []), version]);
    standing.set(version, last);
  }
  return new Set(steps.map(({ version }) => version).filter((version) => !last.has(version)));
}
