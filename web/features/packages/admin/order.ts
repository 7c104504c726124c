import { MOST_POPULAR } from '#web/features/auth/package-words.ts';

/** A list with one of its things moved by so many places; at an end it stays. */
export function moved<T>(list: readonly T[], from: number, by: number): T[] {
  const to = Math.min(list.length - 1, Math.max(0, from + by));
  const rest = list.filter((_, index) => index !== from);
  return [...rest.slice(0, to), list[from]!, ...rest.slice(to)];
}

/** The one that customers see flagged: the second of those on sale. */
export const mostPopular = <T extends { isActive: boolean }>(packages: readonly T[]): T | undefined =>
  packages.filter(({ isActive }) => isActive)[MOST_POPULAR];
