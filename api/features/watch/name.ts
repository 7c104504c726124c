const longest = 100;
// Control characters, lone surrogates, line separators and the marks that turn the reading direction around.
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/**
 * The first of these that has something to read: on one line, at most 100 characters, and without what a
 * database or a terminal would choke on. Nothing is escaped; that is for whoever puts it into HTML.
 */
export function readableName(...names: (string | null | undefined)[]): string {
  for (const name of names) {
    const plain = name?.replace(unprintable, ' ').trim();
    if (plain) return shorten(plain);
  }
  return 'unnamed';
}

function shorten(name: string): string {
  if (name.length <= longest) return name;
  const characters = Array.from(name);
  return characters.length <= longest
    ? name
    : `${characters
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`;
}
