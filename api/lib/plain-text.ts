/**
 * Characters that are never stored, logged or shown: control characters, line breaks, and bidirectional
 * controls.
 */
const unshown = /[\p{Cc}\p{Zl}\p{Zp}\s\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * Untrusted text on one line, safe for databases, logs and screens. Replaces lone surrogates and unprintable
 * characters, and truncates to `most` UTF-16 units.
 */
export function cleaned(text: string, most: number): string {
  // Look at more than is kept, because blanks are removed, but never at all of an endless text.
  const line = text
    .slice(0, 10 * most)
    .toWellFormed()
    .replace(unshown, ' ')
    .trim();
  return line.length > most ? line.slice(0, most).replace(/[\uD800-\uDBFF]$/, '') : line;
}

/** The text with a capital first letter: "all devices" becomes "All devices". */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
