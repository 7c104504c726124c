/**
 * By how many percent something grew, to a tenth: (after − before) ÷ before. Null where there was nothing before: nothing
 * can be compared with nothing.
 */
export function growthOf(before: number, after: number): number | null {
  if (before <= 0) return null;
  return Math.round(((after - before) / before) * 1000) / 10;
}
