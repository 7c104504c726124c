/** Controls that turn the direction of what follows; with them a name could disguise the text around it. */
const direction = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Characters without a width, except those that join emoji and letters. */
const unseen = /[\u00ad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]/g;

/** A text from outside on one line, as it looks: no control or direction characters, no halves of a character. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(direction, '')
    .replace(unseen, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/**
 * A text escaped character by character, of at most so many UTF-16 units with what escaping adds. Where it is too long
 * it ends in an ellipsis, in no case within a character or an entity.
 */
export function cut(text: string, most: number, escape: (text: string) => string = (same) => same): string {
  // No escape makes a text shorter.
  if (text.length <= most) {
    const whole = escape(text);
    if (whole.length <= most) return whole;
  }
  let kept = '';
  for (const character of text) {
    const piece = escape(character);
    if (kept.length + piece.length >= most) break;
    kept += piece;
  }
  return `${kept.replace(/(?:\s|\u200d|\ufe0f)+$/u, '')}…`;
}
