import { fieldWords } from '#web/features/audit/words.ts';

/** The names of fields as their form has them; others are called by their own. */
export type Labels = Readonly<Record<string, string>>;

/** Changes in the order in which the form has their fields. */
export const inOrderOf = <C extends { field: string }>(
  labels: Labels | undefined,
  changes: readonly C[],
): C[] => {
  const names = Object.keys(labels ?? {});
  const place = ({ field }: C) => (names.includes(field) ? names.indexOf(field) : names.length);
  return changes.toSorted((one, other) => place(one) - place(other));
};

/** `heroTitle` as its form calls it. */
export const fieldName = (field: string, labels: Labels | undefined): string =>
  labels?.[field] ?? fieldWords(field);
