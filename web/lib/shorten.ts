/** Ids longer than 16 characters keep their first and last 8, as documented for host ids. */
export const shorten = (id: string): string => (id.length > 16 ? `${id.slice(0, 8)}…${id.slice(-8)}` : id);

const letters = new Intl.Segmenter();

/** A name that fits on a button: whole characters, so that an emoji stays one. */
export function abridge(name: string, longest: number): string {
  const all = Array.from(letters.segment(name), ({ segment }) => segment);
  return all.length > longest
    ? `${all
        .slice(0, longest - 1)
        .join('')
        .trimEnd()}…`
    : name;
}

/** A longer name wouldn't fit on a phone's button. The sentence above has the full name. */
const MOST_ON_BUTTON = 24;

/** A name, shortened for a button. */
export const onButton = (name: string): string => abridge(name, MOST_ON_BUTTON);
