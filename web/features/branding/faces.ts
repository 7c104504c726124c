import { contrastOf, contrastWords, looksOf } from '#web/lib/contrast.ts';

/** The variables of a theme by their names, as the server makes them. */
export type Face = Readonly<Record<string, string>>;
export type Faces = { light: Face; dark: Face };

/** The panels of both themes, as in the theme of the app: most of what is coloured stands on them. */
const panels = { light: '#ffffff', dark: '#111a2e' } as const;

/** WCAG 2.2 AA: text (1.4.3), and what must be seen to be used (1.4.11). */
const needs = { text: 4.5, part: 3 } as const;

export type Reading = {
  theme: keyof Faces;
  /** Whether the chosen colour could be kept as it is. */
  kept: boolean;
  /** The colour that the product shows. */
  shown: string;
  /** What of the colour is judged, and how it comes out, in words and numbers. */
  words: string;
};

/** How a chosen colour is read as words, on either theme. */
export function asText(colour: string, part: string, faces: Faces): Reading[] {
  return readings(colour, `--nl-${part}-fg`, faces, (theme, shown, kept) => {
    const on = `on the ${theme} theme`;
    const ratio = contrastOf(colour, panels[theme]);
    if (kept) return `As text ${on}: ${contrastWords(ratio)}, kept as chosen.`;
    const now = contrastWords(contrastOf(shown, panels[theme]));
    return `As text ${on}: ${contrastWords(ratio)}${ratio < needs.text ? ` where ${needs.text}:1 is needed` : ', too close to the limit on shaded rows'}. Shown ${direction(theme)}, at ${now}.`;
  });
}

/** The same as the ground of a button, with what is written on it. */
export function asButton(colour: string, part: string, faces: Faces): Reading[] {
  return readings(colour, `--nl-${part}-solid`, faces, (theme, shown, kept) => {
    const ink = faces[theme][`--nl-${part}-contrast`] ?? panels.light;
    const inked = `Its words are ${ink === '#ffffff' ? 'white' : 'dark'}, ${contrastWords(contrastOf(ink, shown))}.`;
    const ratio = contrastOf(colour, panels[theme]);
    const start = `As a button on the ${theme} theme: ${contrastWords(ratio)}`;
    if (kept) return `${start}, kept as chosen. ${inked}`;
    return `${start}${ratio < needs.part ? ` where ${needs.part}:1 is needed` : ', too faint on shaded rows'}. Shown ${direction(theme)}. ${inked}`;
  });
}

function readings(
  colour: string,
  variable: string,
  faces: Faces,
  say: (theme: keyof Faces, shown: string, kept: boolean) => string,
): Reading[] {
  return (['light', 'dark'] as const).map((theme) => {
    const shown = faces[theme][variable] ?? colour;
    const kept = shown === colour.toLowerCase();
    return { theme, kept, shown, words: say(theme, shown, kept) };
  });
}

const direction = (theme: keyof Faces): string => (theme === 'light' ? 'darker' : 'lighter');

/** Chroma of OKLCH: below the first nobody names a hue, from the second on a hue is unmistakable. */
const hueless = 0.03;
const vivid = 0.12;

/** What looks too bright or too dark for something that cannot be used. */
const faint = [0.45, 0.82] as const;

/** Hues of OKLCH, in degrees, in which the product tells how bad something is. */
const alarming = [
  { state: 'Critical', from: 12, to: 35 },
  { state: 'Error', from: 35, to: 55 },
  { state: 'Warning', from: 55, to: 95 },
] as const;

/** What a colour for buttons may be taken for, although it can be read. */
export function cautions(colour: string, part: string, faces: Faces): string[] {
  const { chroma, hue } = looksOf(colour);
  if (chroma >= vivid) {
    const near = alarming.find(({ from, to }) => hue >= from && hue < to);
    return near
      ? [
          `Close to the colour of ${near.state}: a button in it may be taken for a state or a danger. Words and shapes still tell them apart.`,
        ]
      : [];
  }
  const grey = (['light', 'dark'] as const).filter((theme) => {
    const shown = looksOf(faces[theme][`--nl-${part}-solid`] ?? colour);
    return shown.chroma < hueless && shown.lightness > faint[0] && shown.lightness < faint[1];
  });
  if (grey.length === 0) return [];
  const where = grey.length === 2 ? 'both themes' : `the ${grey[0]} theme`;
  return [`Grey on ${where}: a button in it looks as if it could not be used. Choose a colour with a hue.`];
}
