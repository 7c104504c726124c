import { contrastOf, contrastWords, looksOf } from '#web/lib/contrast.ts';

/** The CSS variables of a theme, computed by the server. */
export type Face = Readonly<Record<string, string>>;
export type Faces = { light: Face; dark: Face };

/** The panel colors of both themes, which most colored parts are on. */
const panels = { light: '#ffffff', dark: '#111a2e' } as const;

/** WCAG 2.2 AA: text (1.4.3) and user interface components (1.4.11). */
const needs = { text: 4.5, part: 3 } as const;

export type Reading = {
  theme: keyof Faces;
  /** Whether the chosen color is used unchanged. */
  kept: boolean;
  /** The color that is shown. */
  shown: string;
  /** What was checked, and the result in words and numbers. */
  words: string;
};

/** The contrast of a color as text, in each theme. */
export function asText(color: string, part: string, faces: Faces): Reading[] {
  return readings(color, `--nl-${part}-fg`, faces, (theme, shown, kept) => {
    const on = `on the ${theme} theme`;
    const ratio = contrastOf(color, panels[theme]);
    if (kept) return `As text ${on}: ${contrastWords(ratio)}, kept as chosen.`;
    const now = contrastWords(contrastOf(shown, panels[theme]));
    return `As text ${on}: ${contrastWords(ratio)}${ratio < needs.text ? ` where ${needs.text}:1 is needed` : ', too close to the limit on shaded rows'}. Shown ${direction(theme)}, at ${now}.`;
  });
}

/** The contrast of a color as a button's background, and of the button's label. */
export function asButton(color: string, part: string, faces: Faces): Reading[] {
  return readings(color, `--nl-${part}-solid`, faces, (theme, shown, kept) => {
    const ink = faces[theme][`--nl-${part}-contrast`] ?? panels.light;
    const inked = `Its words are ${ink === '#ffffff' ? 'white' : 'dark'}, ${contrastWords(contrastOf(ink, shown))}.`;
    const ratio = contrastOf(color, panels[theme]);
    const start = `As a button on the ${theme} theme: ${contrastWords(ratio)}`;
    if (kept) return `${start}, kept as chosen. ${inked}`;
    if (ratio < needs.part)
      return `${start} where ${needs.part}:1 is needed. Shown ${direction(theme)}. ${inked}`;
    const isDarker = looksOf(shown).lightness < looksOf(color).lightness;
    return `${start}, too ${isDarker ? 'bright for white words. Shown darker' : `faint on shaded rows. Shown ${direction(theme)}`}. ${inked}`;
  });
}

function readings(
  color: string,
  variable: string,
  faces: Faces,
  say: (theme: keyof Faces, shown: string, kept: boolean) => string,
): Reading[] {
  return (['light', 'dark'] as const).map((theme) => {
    const shown = faces[theme][variable] ?? color;
    const kept = shown === color.toLowerCase();
    return { theme, kept, shown, words: say(theme, shown, kept) };
  });
}

const direction = (theme: keyof Faces): string => (theme === 'light' ? 'darker' : 'lighter');

/** OKLCH chroma: below the first value a color looks gray, above the second its hue is unmistakable. */
const hueless = 0.03;
const vivid = 0.12;

/** Lightness outside of which a gray doesn't look disabled. */
const faint = [0.45, 0.82] as const;

/** OKLCH hues of the severities, in degrees. */
const alarming = [
  { state: 'Critical', from: 12, to: 35 },
  { state: 'Error', from: 35, to: 55 },
  { state: 'Warning', from: 55, to: 95 },
] as const;

/** What a readable button color may be mistaken for. */
export function cautions(color: string, part: string, faces: Faces): string[] {
  const { chroma, hue } = looksOf(color);
  if (chroma >= vivid) {
    const near = alarming.find(({ from, to }) => hue >= from && hue < to);
    return near
      ? [
          `Close to the color for ${near.state}, so buttons may look like alert states. Words and shapes still distinguish them.`,
        ]
      : [];
  }
  const grey = (['light', 'dark'] as const).filter((theme) => {
    const shown = looksOf(faces[theme][`--nl-${part}-solid`] ?? color);
    return shown.chroma < hueless && shown.lightness > faint[0] && shown.lightness < faint[1];
  });
  if (grey.length === 0) return [];
  const where = grey.length === 2 ? 'both themes' : `the ${grey[0]} theme`;
  return [`Looks gray on ${where}, so buttons may look disabled. Choose a more saturated color.`];
}
