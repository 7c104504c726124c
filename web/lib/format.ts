// How dates, numbers and amounts read, in the reader's locale, hour cycle and time zone. Words around them are English.

/** `undefined` is the reader's own locale, as the browser knows it. */
type Locale = string | undefined;

/** For public pages: the server renders them for everyone, and the browser must render the same. */
export const publicLocale = 'en';

/** The locale in which all of these write for the reader. */
export const readerLocale = (): string => Intl.DateTimeFormat().resolvedOptions().locale;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "14:02" or "2:02 PM". */
export const formatTime = (date: Date, locale?: Locale): string =>
  date.toLocaleTimeString(locale, { timeStyle: 'short' });

/** "21 Nov 2026". */
export const formatDate = (date: Date): string => date.toLocaleDateString(undefined, { dateStyle: 'medium' });

/** "21 Nov". */
export const formatShortDate = (date: Date): string =>
  date.toLocaleDateString(undefined, { day: 'numeric', month: 'short' });

/** "21 Nov 2026, 14:02". */
export const formatDateTime = (date: Date, locale?: Locale): string =>
  date.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });

/** "21 Nov 2026, 14:02:31". */
export const formatExactTime = (date: Date): string => exactTime.format(date);

// Lists have it for every row, and making a formatter costs much more than using it.
const exactTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The UTC day of a moment: `2026-11-22`. */
export const utcDayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** "22 Nov 2026" for a UTC day (`2026-11-22`). */
export const formatUtcDay = (day: string): string => inUtc(day, { dateStyle: 'medium' });

/** "22 Nov" for a UTC day, or "22 Nov 2027" if `withYear`. */
export const formatShortUtcDay = (day: string, withYear = false): string =>
  inUtc(day, { day: 'numeric', month: 'short', ...(withYear && { year: 'numeric' }) });

/** "November 2026" for a month (`2026-11`). English, like the words around it. */
export const formatMonth = (month: string): string =>
  new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Whether it's a month as addresses and the server write it: `2026-11`. */
export const isMonth = (month: string | undefined): month is string =>
  /^2\d{3}-(0[1-9]|1[0-2])$/.test(month ?? '');

/** "21 Nov 2026, 14:02–15:10" for two moments. */
export const formatTimeRange = (from: Date, until: Date): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' }).formatRange(from, until);

/** "1 – 30 Nov 2026" for two moments, by their UTC days. */
export const formatUtcRange = (from: Date, until: Date): string =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' }).formatRange(from, until);

/** "Sunday" or "Sun" for a day of the week, from 1 (Monday) to 7 (Sunday). */
export const formatWeekday = (day: number, weekday: 'long' | 'short' = 'long'): string =>
  // 5 January 1970 was a Monday.
  inUtc(`1970-01-${String(4 + day).padStart(2, '0')}`, { weekday });

const inUtc = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(undefined, { ...options, timeZone: 'UTC' });

/** A younger moment is "just now", in milliseconds. */
const MOMENT = 5_000;

/** "just now", "12 s ago", "12 min ago", "3 h ago", "5 d ago". A clock that runs ahead counts as now. */
export function formatRelativeTime(date: Date, now: Date): string {
  const age = now.getTime() - date.getTime();
  return age < MOMENT ? 'just now' : `${formatDuration(age)} ago`;
}

/** Milliseconds in their largest whole unit: "45 s", "12 min", "3 h", "5 d". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < MINUTE) return `${Math.max(0, Math.floor(milliseconds / 1000))} s`;
  if (milliseconds < HOUR) return `${Math.floor(milliseconds / MINUTE)} min`;
  if (milliseconds < DAY) return `${Math.floor(milliseconds / HOUR)} h`;
  return `${Math.floor(milliseconds / DAY)} d`;
}

/** "1,234.5". */
export const formatNumber = (
  value: number,
  { locale, maximumFractionDigits = 3 }: { locale?: Locale; maximumFractionDigits?: number } = {},
): string => numberFormat(locale, maximumFractionDigits).format(value);

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Creating a format takes a hundred times as long as using it. */
function numberFormat(locale: Locale, maximumFractionDigits: number): Intl.NumberFormat {
  const key = `${locale ?? ''} ${maximumFractionDigits}`;
  const known = numberFormats.get(key) ?? new Intl.NumberFormat(locale, { maximumFractionDigits });
  numberFormats.set(key, known);
  return known;
}

/** "1 site", "1,204 sites" */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

/** "99.95%" for 99.95. */
export const formatPercent = (percent: number, maximumFractionDigits = 0): string =>
  (percent / 100).toLocaleString(undefined, { style: 'percent', maximumFractionDigits });

/** "99.98%" for 99.987: rounded down, so that only a perfect 100 reads 100%. */
export function formatPercentDown(percent: number, digits = 2): string {
  const down = Math.floor(percent * 10 ** digits + 1e-9) / 10 ** digits;
  const minimumFractionDigits = down === 100 || down === 0 ? 0 : digits;
  return (down / 100).toLocaleString(undefined, {
    style: 'percent',
    minimumFractionDigits,
    maximumFractionDigits: digits,
  });
}

/** Orders names, with "AP 2" before "AP 10". Created once, because each comparison with options creates a collator. */
export const compareNames = new Intl.Collator(undefined, { numeric: true }).compare;

/** "Monday, Tuesday, and Sunday". English, like the sentence around it. */
export const formatList = (words: readonly string[]): string => new Intl.ListFormat('en').format(words);

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/** Bytes in the unit that leaves one to three digits before the point, in steps of 1000 as network people count. */
export function formatBytes(bytes: number): { value: string; unit: string } {
  const { value, step } = scaled(bytes, byteUnits);
  // Rounded down, because 999.96 kB would otherwise read 1000 kB.
  const digits = step > 0 && value < 100 ? 1 : 0;
  const down = Math.floor(value * 10 ** digits) / 10 ** digits;
  const text = down.toLocaleString(undefined, { minimumFractionDigits: digits });
  return { value: text, unit: byteUnits[step] ?? '' };
}

const bitRateUnits = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s'];

/** Bits per second in the largest fitting unit, such as "8.2 Mbit/s". */
export function formatBitRate(bps: number): string {
  const { value, step } = scaled(bps, bitRateUnits);
  return `${formatNumber(value, { maximumFractionDigits: value < 100 && step > 0 ? 1 : 0 })} ${bitRateUnits[step]}`;
}

function scaled(value: number, units: readonly string[]): { value: number; step: number } {
  const step = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return { value: value / 1000 ** step, step };
}

type Currency = 'GBP' | 'USD';

/** Prices are on public pages too, so each currency is written as in its own country. */
const localeOf = (currency: Currency) => (currency === 'GBP' ? 'en-GB' : 'en-US');

/**
 * An amount in its currency, without empty pence: "£49", "$29.99".
 * @param amount decimal, as the api sends it (a string keeps the cents exact)
 */
export function formatMoney(amount: string | number, currency: Currency): string {
  const value = Number(amount);
  return new Intl.NumberFormat(localeOf(currency), {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(value) ? 0 : 2,
  }).format(value);
}

/**
 * An amount in the currency's smallest unit: "$29.99" for 2999. The currency says how many digits that unit has.
 * @param short leaves out empty pence, as prices are written: "£49". Sums keep them, so that columns line up.
 */
export function formatMinorMoney(amount: number, currency: Currency, { short = false } = {}): string {
  const format = new Intl.NumberFormat(localeOf(currency), { style: 'currency', currency });
  const value = amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  return short ? formatMoney(value, currency) : format.format(value);
}
