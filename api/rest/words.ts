/** A name of the schema as a sentence begins with it: `selectedSiteId` is "Selected site id". */
export function words(name: string): string {
  const spaced = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
