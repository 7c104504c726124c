import { createRequire } from 'node:module';

const { resolve } = createRequire(import.meta.url);

/** The alphabets that Geist is split into, the most frequent first. */
const alphabets = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'] as const;

export type Weight = 400 | 600;

export interface TextStyle {
  size?: number;
  weight?: Weight;
  color?: string;
}

interface LineStyle extends TextStyle {
  /** Longer text ends with an ellipsis. */
  width?: number;
  align?: 'left' | 'right';
}

/** The part of a font that says which characters it has. The types of pdfkit leave it out. */
interface OpenFont {
  _font: { font: { hasGlyphForCodePoint(point: number): boolean } };
}

interface Run {
  font: string;
  text: string;
}

/** Emoji, and what joins and colors them. The font has none. */
const emoji =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u{FE00}-\u{FE0F}\u{200D}\p{Cc}\p{Cf}]/u;

/** Writes lines of text. A character that one alphabet lacks comes from another, and emoji are left out. */
export class PdfText {
  /** By code point and weight. */
  #fonts = new Map<string, string | undefined>();

  constructor(private doc: PDFKit.PDFDocument) {
    for (const alphabet of alphabets)
      for (const weight of [400, 600])
        doc.registerFont(
          `${alphabet} ${weight}`,
          resolve(`@fontsource/geist/files/geist-${alphabet}-${weight}-normal.woff`),
        );
  }

  /** Writes one line, its top left at a point. With `align: 'right'` it ends at `x + width`. */
  line(text: string, x: number, y: number, { width, align, ...style }: LineStyle = {}): void {
    const { size = 9, weight = 400, color = '#0f172a' } = style;
    const runs = this.#runs(width === undefined ? text : this.#fit(text, width, style), weight);
    let left = align === 'right' && width !== undefined ? x + width - this.#width(runs, size) : x;
    this.doc.fillColor(color).fontSize(size);
    for (const { font, text: part } of runs) {
      this.doc.font(font).text(part, left, y, { lineBreak: false });
      left += this.doc.widthOfString(part);
    }
  }

  /**
   * Writes a paragraph.
   * @param most lines, of which the last ends with an ellipsis if there are more
   * @returns where it ends
   */
  paragraph(
    text: string,
    x: number,
    y: number,
    width: number,
    style: TextStyle = {},
    most = Infinity,
  ): number {
    const { size = 9, weight = 400 } = style;
    const leading = size * 1.45;
    let [line, top, lines] = ['', y, 1];
    for (const word of text.split(' ')) {
      const longer = line ? `${line} ${word}` : word;
      if (line && lines < most && this.#width(this.#runs(longer, weight), size) > width) {
        this.line(line, x, top, { ...style, width });
        [line, top, lines] = [word, top + leading, lines + 1];
      } else line = longer;
    }
    this.line(line, x, top, { ...style, width });
    return top + leading;
  }

  widthOf(text: string, size: number, weight: Weight = 400): number {
    return this.#width(this.#runs(text, weight), size);
  }

  /** The beginning of a text that fits, with an ellipsis. */
  #fit(text: string, width: number, { size = 9, weight = 400 }: TextStyle): string {
    const fits = (part: string) => this.#width(this.#runs(part, weight), size) <= width;
    if (fits(text)) return text;
    const characters = [...text];
    let [shortest, longest] = [0, characters.length];
    while (shortest < longest) {
      const middle = Math.ceil((shortest + longest) / 2);
      if (fits(`${characters.slice(0, middle).join('')}…`)) shortest = middle;
      else longest = middle - 1;
    }
    return `${characters.slice(0, shortest).join('').trimEnd()}…`;
  }

  #width(runs: readonly Run[], size: number): number {
    this.doc.fontSize(size);
    return runs.reduce((sum, { font, text }) => sum + this.doc.font(font).widthOfString(text), 0);
  }

  /** Parts that are each written in one font. */
  #runs(text: string, weight: Weight): Run[] {
    const runs: Run[] = [];
    for (const character of text.normalize('NFC')) {
      const found = this.#fontOf(character, weight);
      if (!found && emoji.test(character)) continue;
      // The font's sign for a missing character takes the place of any other.
      const font = found ?? runs.at(-1)?.font ?? `latin ${weight}`;
      const last = runs.at(-1);
      if (last?.font === font) last.text += character;
      else runs.push({ font, text: character });
    }
    return runs.map((run) => ({ ...run, text: run.text.replace(/ {2,}/g, ' ') }));
  }

  #fontOf(character: string, weight: Weight): string | undefined {
    const key = `${character} ${weight}`;
    if (!this.#fonts.has(key)) {
      const names = alphabets.map((alphabet) => `${alphabet} ${weight}`);
      this.#fonts.set(
        key,
        names.find((name) => this.#has(name, character.codePointAt(0)!)),
      );
    }
    return this.#fonts.get(key);
  }

  #has(name: string, point: number): boolean {
    const open = this.doc.font(name) as unknown as OpenFont;
    return open._font.font.hasGlyphForCodePoint(point);
  }
}
