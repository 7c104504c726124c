import { contrastOf, FOR_TEXT, grounds, hexColour } from '#web/lib/contrast.ts';

type Chosen = { primaryColor: string; secondaryColor: string; accentColor: string; customCss: string };

/**
 * The styles of a page with these colours, by the variables that the theme reads. Of a colour that is typed only halfway the
 * theme's own is shown. The server goes further: it also shifts a colour that could not be read where it stands.
 */
export function previewStyle({ primaryColor, secondaryColor, accentColor, customCss }: Chosen): string {
  const variables = [
    ...palette('brand', primaryColor),
    ...palette('secondary', secondaryColor),
    ...palette('accent', accentColor),
  ];
  return `:root{${variables.join(';')}}\n${customCss}`;
}

function palette(name: string, typed: string): string[] {
  const colour = hexColour(typed);
  if (!colour) return [];
  const onIt = contrastOf(colour, grounds.white) >= FOR_TEXT ? grounds.white : '#000000';
  return [
    `--nl-${name}-solid:${colour}`,
    `--nl-${name}-hover:${colour}`,
    `--nl-${name}-fg:${colour}`,
    `--nl-${name}-contrast:${onIt}`,
  ];
}
