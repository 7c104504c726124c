/** A schema name at the start of a sentence: `selectedSiteId` becomes "Selected site id". */
export function words(name: string): string {
  const spaced = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
