import { calendarDay, clockTime, dayAndTime, zoneName } from '#api/lib/local-time.ts';
import type { AlertType } from '../alerts/alert.enums.ts';
import type { Report, ReportFigures, ReportIncident } from './report.types.ts';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "May 2026" */
export const monthWords = (month: string): string =>
  `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`;

/** "99.98%". Rounded down, so that only a month without any downtime reads 100%. */
export const percentWords = (percent: number | null, digits = 2): string =>
  percent === null ? 'Not measured' : `${floor(percent, digits)}%`;

function floor(value: number, digits: number): string {
  const down = Math.floor(value * 10 ** digits + 1e-9) / 10 ** digits;
  return down === 100 || down === 0 ? String(down) : down.toFixed(digits);
}

/** "45 s", "12 min", "3 h 20 min", "2 d 4 h" */
export function durationWords(seconds: number | null, otherwise = 'None'): string {
  if (seconds === null) return otherwise;
  if (seconds < 59.5) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(minutes / 60);
  return joined(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

const joined = (large: number, unit: string, small: number, smallUnit: string): string =>
  small > 0 ? `${large} ${unit} ${small} ${smallUnit}` : `${large} ${unit}`;

/** "1 incident", "1,204 incidents" */
export const countWords = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

/** "3 critical, 12 error". Empty without any. */
export const severityWords = ({ critical, error, warning, info }: ReportFigures): string =>
  Object.entries({ critical, error, warning, info })
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => `${count.toLocaleString('en-GB')} ${severity}`)
    .join(', ');

export const typeNames: Record<AlertType, string> = {
  device_offline: 'Device offline',
  device_impaired: 'Device impaired',
  console_offline: 'Console offline',
  port_down: 'Port down',
  client_disconnect: 'Client disconnected',
  high_cpu: 'High CPU',
  high_memory: 'High memory',
  low_disk: 'Low disk space',
  high_bandwidth: 'High bandwidth',
  wan_down: 'Internet line down',
  wan_failover: 'Internet failover',
  wan_packet_loss: 'Packet loss',
  wan_latency: 'High latency',
  isp_outage: 'Provider outage',
};

/** "AP Lobby (Head Office)" */
export const incidentPlace = ({ deviceName, siteName }: ReportIncident): string =>
  deviceName && deviceName !== siteName ? `${deviceName} (${siteName})` : siteName;

/** "12 May 2026, 14:02 to 17:22 CEST", or "12 May 2026, 23:02 to 13 May, 01:22 CEST". */
export function spanWords({ from, until }: { from: Date; until: Date | null }, timeZone: string): string {
  if (!until) return `since ${dayAndTime(from, timeZone)}`;
  const [start, end] = [calendarDay(from, timeZone), calendarDay(until, timeZone)];
  const year = start.slice(-5);
  const day = end.endsWith(year) ? end.slice(0, -year.length) : end;
  const last = start === end ? clockTime(until, timeZone) : `${day}, ${clockTime(until, timeZone)}`;
  return `${start}, ${clockTime(from, timeZone)} to ${last} ${zoneName(until, timeZone)}`;
}

/** How far the figures of a month go. Empty for a stored one. */
export const soFarWords = ({ madeAt, until, incidentsUntil, timeZone }: Report): string =>
  madeAt
    ? ''
    : `So far: uptime until ${dayAndTime(until, timeZone)}, incidents until ${dayAndTime(incidentsUntil, timeZone)}.`;

/** How much of the month is known. */
export const measuredWords = ({ figures: { measuredPercent } }: Report): string =>
  measuredPercent === null || measuredPercent === 0
    ? 'No state was known in this month.'
    : `The state of the sites was known ${percentWords(measuredPercent, 1)} of the time.`;

/** "0.12 points above April 2026" or "same as in April 2026", for uptimes. Empty if either is unknown. */
export function uptimeChange(now: ReportFigures, before: ReportFigures | null, month: string): string {
  if (now.uptimePercent === null || before?.uptimePercent == null) return '';
  const points = now.uptimePercent - before.uptimePercent;
  if (Math.abs(points) < 0.005) return `same as in ${monthWords(month)}`;
  return `${Math.abs(points).toFixed(2)} points ${points > 0 ? 'above' : 'below'} ${monthWords(month)}`;
}

/** "41 in April 2026". Empty if the month before is unknown. */
export const beforeWords = (value: string | null, month: string): string =>
  value === null ? '' : `${value} in ${monthWords(month)}`;

/** How the figures are calculated, for people who get the report without the app. */
export const explanations = (report: Report): string[] => [
  'Uptime is the time in which devices were online, divided by the time in which their state was known. Time in which it was unknown counts neither as up nor as down.',
  'Planned work is the time of maintenance windows. It is left out of the uptime in whole hours, and alerts that were raised in it are not incidents. An alert that outlasted planned work counts as an incident from the end of that work.',
  'An incident is an alert that was raised in this month. The times to acknowledge and to recover run from there: half of the incidents took at most the median.',
  'The longest outage is the longest time for which an alert rule saw a device or console offline. The part within this month counts.',
  'A site that changed customers or tags counts with the whole month for those it had when the figures were made.',
  ...(report.alertsSince
    ? [
        `Alerts that ended before ${dayAndTime(report.alertsSince, report.timeZone)} had been deleted when this report was made, so it doesn’t count them.`,
      ]
    : []),
  report.madeAt
    ? `The figures were stored on ${dayAndTime(report.madeAt, report.timeZone)}. They no longer change.`
    : `The figures still change, until they are stored on ${dayAndTime(report.finalAt, report.timeZone)}.`,
];

/** "acme-dental-2026-05" */
export function fileNameOf({ subject, month }: Pick<Report, 'subject' | 'month'>): string {
  const plain = subject
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${plain || 'report'}-${month}`;
}
