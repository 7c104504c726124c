/** The words of what somebody typed to search for. */
export const wordsOf = (search: string | null | undefined): string[] => [
  ...new Set((search ?? '').normalize('NFC').split(/\s+/).filter(Boolean)),
];

/** The pattern of SQL for texts that have a word somewhere; what is a wildcard there is none here. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
