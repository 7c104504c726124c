import { GraphQLDateTimeISO } from 'graphql-scalars';

const msPerDay = 86_400_000;

/** `00` to `99`. */
const two = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

let day = NaN;
/** Of that day: `2026-11-23T`. */
let date = '';

/**
 * A time as the scalar `DateTimeISO` writes it. Times of a list are mostly of the same few days, whose date is written once:
 * `toISOString` for each of a thousand rows would cost a third of making the whole answer JSON.
 */
export function writeTime(value: unknown): string {
  const at = value instanceof Date ? value.getTime() : NaN;
  if (Number.isNaN(at)) return GraphQLDateTimeISO.serialize(value) as string;
  const itsDay = Math.floor(at / msPerDay);
  if (itsDay !== day) {
    const whole = (value as Date).toISOString();
    date = whole.slice(0, whole.indexOf('T') + 1);
    day = itsDay;
  }
  const ms = at - itsDay * msPerDay;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const fraction = String(ms % 1000).padStart(3, '0');
  return `${date}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${fraction}Z`;
}
