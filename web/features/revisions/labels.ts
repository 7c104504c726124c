import { fieldWords } from '#web/features/audit/words.ts';

/** The names of fields as their form has them; others are called by their own. */
export type Labels = Readonly<Record<string, string>>;

/** `heroTitle` as its form calls it. */
export const fieldName = (field: string, labels: Labels | undefined): string =>
  labels?.[field] ?? fieldWords(field);
