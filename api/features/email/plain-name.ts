/** Characters of a name in a mail: enough for one, too little for a message to strangers. */
const longestName = 60;

/** What every mail program takes for an address, and browsers take for a dot in a name of a host. */
const link = /\b[a-z][a-z\d+.-]*:\/\/\S*|\bwww[.\u2024\u3002\uff0e\uff61]\S*/giu;
const address = new RegExp(`${link.source}|\\S*[@\\uff20]\\S*`, 'giu');
const innerDot = /[.\u2024\u3002\uff0e\uff61]+(?=[\p{L}\p{N}\p{M}\p{S}_-])/gu;
/** The same, but for those of figures: network people write of 10.0.0.1, and no name of a host ends in a figure. */
const dotOfName = /[.\u2024\u3002\uff0e\uff61]+(?=[\p{L}\p{M}\p{S}_-])/gu;

/** A text about things that others named, in a mail to somebody who asked for it: their addresses are no links. */
export function unlinked(text: string): string {
  return text.replace(link, '…');
}

/**
 * A name as it may stand in a mail to somebody who does not know its bearer: one line, and nothing that a mail program
 * would make a link of. Anybody may choose a name and have mail sent to anybody.
 */
export function plainName(name: string): string {
  const line = name
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(address, '…')
    .replace(innerDot, ' ')
    .trim();
  const characters = [...line];
  return characters.length > longestName ? `${characters.slice(0, longestName - 1).join('')}…` : line;
}

/**
 * A longer text as it may stand in a mail to somebody who perhaps did not write it: its lines, without the empty ones, of
 * `most` characters together, and nothing that a mail program would make a link of.
 */
export function plainLines(text: string, most: number): string[] {
  const characters = [...text];
  const cut = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : text;
  return cut
    .split(/[\r\n\p{Zl}\p{Zp}]+/u)
    .map((line) =>
      line
        .replace(/[\p{C}\s]+/gu, ' ')
        .replace(address, '…')
        .replace(dotOfName, ' ')
        .trim(),
    )
    .filter(Boolean);
}
