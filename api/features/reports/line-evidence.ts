import { dayAndTime } from '#api/lib/local-time.ts';
import type { LineRecord } from '../metrics/internet-lines.service.ts';
import { inferredSeconds, type InferredSpan, type LineTrouble } from '../metrics/line-availability.ts';
import { countWords, durationWords, monthWords, percentWords } from './report-words.ts';

// What the evidence for a provider says, in the PDF and in the CSV file.

/** "WAN (Head Office)" */
export const lineWords = ({ line, siteName }: LineRecord): string => `${line} (${siteName})`;

/** "Comcast (AS7922)" */
export function providerWords({ provider, asn }: LineRecord): string {
  if (provider === null) return 'Provider not reported';
  return asn === null ? provider : `${provider} (AS${asn})`;
}

export const familyWords = { ipv4: 'IPv4', ipv6: 'IPv6', dual: 'IPv4 and IPv6' };

/** "99.9%". Not rounded down as measured ones are, because it was entered. */
export const promiseWords = ({ promisedPercent }: LineRecord): string =>
  promisedPercent === null ? 'No promise entered' : `${promisedPercent}% promised`;

/** What reported an outage, and how exactly. */
export function sourceOf(
  { source, state, inferred }: LineTrouble,
  everySeconds: number,
): { name: string; step: string } {
  if (inferred) return { name: outageWords(inferred), step: '' };
  if (state === 'unknown') return { name: '', step: '' };
  if (source === 'cloud') return { name: 'UniFi cloud', step: '5 min' };
  if (source === null) return { name: 'Not recorded', step: '' };
  return { name: source === 'cable' ? 'Port without a link' : 'Console', step: durationWords(everySeconds) };
}

/** "Outage of Comcast at 6 sites" */
export const outageWords = ({ provider, siteCount }: InferredSpan): string =>
  `Outage of ${provider} at ${countWords(siteCount, 'site')}`;

/** Whether it hadn’t ended, in a month that hasn’t ended. */
export const isOngoing = ({ isOver }: LineTrouble, { month, until }: LineRecord): boolean =>
  !isOver && until < month.until;

/** "1 Nov 2026, 00:00 CET to 28 Nov 2026, 12:00 CET" */
export const coveredWords = ({ from, until, month: { timeZone } }: LineRecord): string =>
  `${dayAndTime(from, timeZone)} to ${dayAndTime(until, timeZone)}`;

const inferredHow =
  'Provider outage: the console was unreachable while lines of the same provider were down at other sites. This line wasn’t measured, so that time isn’t counted as downtime.';

/** How it was measured, and what that can't show. */
export const measuredHow = ({ month, troubles }: LineRecord, everySeconds: number): string[] => [
  'Availability is the time in which the line was up, divided by the time in which its state was known. Time that wasn’t measured counts neither as up nor as down.',
  `Console: the UniFi console at the site reported the state of the line, which was read every ${durationWords(everySeconds)}. Port without a link: the console reported no link on the line’s port, so the cause may be the cable or the modem.`,
  'UniFi cloud: UniFi measured the line in periods of five minutes. Such an outage begins and ends with a period, so it may have been up to five minutes shorter or longer at each end.',
  'An outage that affects only some protocols, such as TCP, may not show.',
  'While the console is offline, the state of its lines is unknown. If the only line of a site fails, its console is offline too, so that outage is listed as time that wasn’t measured.',
  ...(inferredSeconds(troubles) > 0 ? [inferredHow] : []),
  `An outage counts with its part within the month. Months and times are in the time zone ${month.timeZone}.`,
];

/** "WAN (Head Office): availability in May 2026" */
export const evidenceTitle = (record: LineRecord): string =>
  `${lineWords(record)}: availability in ${monthWords(record.month.name)}`;

export const availabilityWords = (record: LineRecord): string =>
  percentWords(record.percent, percentDigits(record));

/** A share of less than a day isn't known to three decimals. */
export const percentDigits = ({ measuredSeconds }: LineRecord): number => (measuredSeconds < 86_400 ? 1 : 3);

/** Whether it was first known within the month. */
export const isPartial = ({ from, month }: LineRecord): boolean => from > month.from;
