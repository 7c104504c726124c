/** Names that browsers still list, with those that IANA has for the same zones now. */
const presentNames: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

/** What IANA calls a zone now, where the browser knows it by that name. */
export function presentName(zone: string): string {
  const name = presentNames[zone];
  return name && isKnown(name) ? name : zone;
}

function isKnown(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat(undefined, { timeZone: zone }));
  } catch {
    return false;
  }
}

/** The zone that this browser is in. */
export const here = presentName(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Whether this browser counts hours to 12 or to 24. */
export const hourCycle = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions().hour12
  ? 'h12'
  : 'h23';

const partsOfDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
  .formatToParts()
  .map(({ type }) => type);

/** Whether this browser writes the day or the month first. */
export const dateOrder = partsOfDay.indexOf('day') < partsOfDay.indexOf('month') ? 'day-month' : 'month-day';

/** "America/New York". */
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ');

/**
 * Every zone that the browser knows, and the one that is stored, which it may not. By region, and within it by city, so
 * that typing a city's first letters finds it in the browser's own list.
 */
export function zoneOptions(stored: string, unset?: string) {
  const zones = new Set([...Intl.supportedValuesOf('timeZone').map(presentName), here, stored]);
  zones.delete('UTC');
  zones.delete('');
  const none = unset === undefined ? [] : [{ value: '', label: unset }];
  const named = ['UTC', ...[...zones].sort()].map((zone) => {
    const [region, ...city] = zoneWords(zone).split('/');
    return city.length > 0
      ? { value: zone, label: city.join(' / '), group: region }
      : { value: zone, label: zone };
  });
  return [...none, ...named];
}
