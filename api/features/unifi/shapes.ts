// Untrusted JSON, field by field: a value of the wrong type counts as absent and never throws.

/** The value if it is an object. */
export const record = (value: unknown): Record<string, unknown> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;

/** An own field of a value that may be an object. */
export const field = (value: unknown, name: string): unknown => {
  const object = record(value);
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
};

/** The value if it is an array. */
export const list = (value: unknown): unknown[] | undefined => (Array.isArray(value) ? value : undefined);

/** Maximum length of a stored name, in characters instead of code units. */
const LONGEST_NAME = 200;

/**
 * A name that can be stored: no control characters (PostgreSQL rejects NUL), no lone surrogates, not blank.
 */
export function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  // Most names are plain and need no cleaning.
  if (value.length <= LONGEST_NAME && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value;
  // Two code units per character are enough, and avoid splitting a name of megabytes.
  const start = Array.from(value.slice(0, LONGEST_NAME * 2))
    .slice(0, LONGEST_NAME)
    .join('');
  const storable = start
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  return storable === '' ? undefined : storable;
}

/** An opaque ID that is safe in a path and in a row. One that would need escaping isn't valid. */
export function opaqueId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_NAME) return undefined;
  return /^[\w:.=+~-]+$/.test(value) && !/^\.+$/.test(value) ? value : undefined;
}

/** A MAC in any notation as 12 uppercase hex digits. */
export function mac(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 17) return undefined;
  const digits = value.replace(/[:.-]/g, '').toUpperCase();
  return /^[0-9A-F]{12}$/.test(digits) ? digits : undefined;
}

/** An IP address of either version, as UniFi writes it. */
export function ip(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 45) return undefined;
  const isAddress = /^\d{1,3}(\.\d{1,3}){3}$/.test(value) || /^[0-9a-f.]*:[0-9a-f:.]*$/i.test(value);
  return isAddress ? value : undefined;
}

/** Identifies a device that UniFi lists without a MAC: its ID, else its name. Never looks like a MAC. */
export function keyWithoutMac(item: unknown): string | undefined {
  const id = opaqueId(field(item, 'id'));
  if (id) return `id:${id}`;
  const name = text(field(item, 'name'));
  return name && `name:${encodeURIComponent(name)}`;
}

/** MAC of a device's key. Undefined if the key isn't a MAC. */
export const macOf = (key: string): string | undefined => (/^[0-9A-F]{12}$/.test(key) ? key : undefined);

/** A finite number within bounds. UniFi has sent numbers as strings. */
export function number(value: unknown, least: number, most: number): number | undefined {
  const spelled = typeof value === 'string' && /^-?\d{1,20}(\.\d{1,20})?$/.test(value);
  const parsed = typeof value === 'number' ? value : spelled ? Number(value) : Number.NaN;
  return parsed >= least && parsed <= most ? parsed : undefined;
}

/** A timestamp. UniFi writes `""` for never, and Go's zero time is in the year 1. */
export function time(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT/.test(value)) return undefined;
  const parsed = new Date(value);
  const year = parsed.getUTCFullYear();
  return year >= 2000 && year < 2200 ? parsed : undefined;
}

/** An enum value without case and separators: `GETTING_READY` and `gettingReady` are the same. */
export const word = (value: unknown): string | undefined =>
  typeof value === 'string'
    ? value
        .slice(0, 100)
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
    : undefined;
