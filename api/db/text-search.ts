/** The words of a search text. */
export const wordsOf = (search: string | null | undefined): string[] => [
  ...new Set((search ?? '').normalize('NFC').split(/\s+/).filter(Boolean)),
];

/** A SQL pattern for texts that contain a word. Wildcards in the word are escaped. */
export const containing = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** A text without case and accents, matching the database's `foldedSql`. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '');

/** SQL for a text without case and accents. Skips the slow part for ASCII, which most names are. */
export const foldedSql = (text: string): string =>
  `case when octet_length(${text}) = char_length(${text}) then lower(${text})
        else regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g') end`;

/**
 * SQL: a subquery that is computed once for each row. `offset 0` stops PostgreSQL from merging it into the query around it,
 * which would compute its columns again wherever they are used.
 */
export const computedOnce = (columns: string): string => `(select ${columns} offset 0)`;

/** SQL that searches a text for words. `join` provides `sought.text`, and each condition takes a word as its parameter. */
export const soughtSql = (
  text: string,
  words: readonly string[],
): { join: string; conditions: string[] } => ({
  join: words.length > 0 ? `cross join lateral ${computedOnce(`${foldedSql(text)} as text`)} sought` : '',
  conditions: words.map(() => 'strpos(sought.text, ?) > 0'),
});

/** SQL for the natural order of a text: "Site 2" before "Site 10", ignoring case and accents. */
export const naturalOrderSql = (text: string): string => {
  const letters = String.raw`regexp_replace(normalize(lower(${text}), NFD), '[\u0300-\u036f]', '', 'g')`;
  const padded = String.raw`regexp_replace(${letters}, '(\d+)', '0000000000\1', 'g')`;
  return String.raw`regexp_replace(${padded}, '\d*(\d{10})', '\1', 'g')`;
};
