/** The zone that this browser is in. */
export const here = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "America/New York". */
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ');

/** Every zone that the browser knows, and the one that is stored, which it may not. */
export function zoneOptions(stored: string) {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), here, stored]);
  return [...zones].map((zone) => ({ value: zone, label: zoneWords(zone) }));
}
