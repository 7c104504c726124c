import { durationOf } from '../alerts/message.ts';

/** `1 job`, `3,204 jobs`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `48.8 GB`; powers of 1,000, as disks are sold. */
export function bytes(count: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  const figure = count / 1000 ** step;
  return `${figure.toFixed(step > 0 && figure < 100 ? 1 : 0)} ${units[step]}`;
}

/** `12 min` of seconds. */
export const span = (seconds: number): string => durationOf(seconds * 1000);

/** What failed how often and why, before the time at which it did so last: `3 times. No answer. Last failed`. */
export function lastTime(count: number, why: string): string {
  const reason = why === '' || /[.!?]$/.test(why) ? why : `${why}.`;
  return [count > 1 && `${counted(count, 'time')}.`, reason, 'Last failed'].filter(Boolean).join(' ');
}

/** Somebody else's sentence, of which only the end may be shown: the driver puts the statement with its values in front. */
export function withoutStatement(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  if (!/^(insert|update|delete|select|with|do|call|begin|set) /i.test(line)) return line.slice(0, 200);
  const end = line.lastIndexOf(' - ');
  return end < 0 ? 'The database refused a statement' : line.slice(end + 3).slice(0, 200);
}
