import { capitalize } from '#api/lib/plain-text.ts';

/** A schema name at the start of a sentence: `selectedSiteId` becomes "Selected site id". */
export function words(name: string): string {
  const spaced = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return capitalize(spaced);
}
