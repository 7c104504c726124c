import { dayAndTime, type Reader } from '#api/lib/local-time.ts';
import type { AffectedList, AffectedSiteList } from '#api/features/alerts/affected.store.ts';
import type { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { isAboutLine, isAboutProvider, messageOf } from '#api/features/alerts/message.ts';
import { formatMeasured, formatThreshold } from '#api/features/alerts/condition.ts';

/** No limit is documented, but one line of this length always works (HALOPSA.md, section 4). */
const longestSummary = 255;

/** Names of affected devices or sites in a ticket. */
export const mostAffected = 10;

/** Reference that identifies an alert's ticket. */
export function referenceOf(alertId: string): string {
  return `NL-${alertId.replaceAll('-', '').slice(0, 16).toUpperCase()}`;
}

/** A ticket's summary, which always ends with the reference. */
export function summaryOf(message: string, reference: string): string {
  const line = oneLine(message);
  const room = longestSummary - reference.length - 3;
  const short = line.length > room ? `${line.slice(0, room - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
  return `${short} [${reference}]`;
}

interface TicketLists {
  devices?: AffectedList | undefined;
  sites?: AffectedSiteList | undefined;
  /** Of a main ticket: how many further sites other clients have. */
  elsewhere?: number;
  /** Of a linked ticket: the number and URL of the main one. */
  main?: string;
  /** The number and URL of the problem's ticket from before it became part of another alert. */
  earlier?: string;
  /** Of a main ticket: numbers of the linked ones. */
  linked?: string;
}

/** Alert details, with a link. */
export function detailsOf(
  alert: Alert,
  controllerName: string,
  publicUrl: string,
  reference: string,
  asker: Reader,
  { devices, sites, elsewhere, main, earlier, linked }: TicketLists = {},
): string {
  const ofProvider = isAboutProvider(alert.type);
  const device = !ofProvider && alert.deviceName;
  const facts: [string, string | false | null | undefined][] = [
    ['Severity', alert.severity],
    ['Rule', alert.ruleName],
    ['Controller', !ofProvider && controllerName],
    ['Site', !ofProvider && alert.siteName],
    ['Sites', sites && siteNames(sites, elsewhere)],
    [
      isAboutLine(alert.type) ? 'Line' : 'Device',
      device && `${device}${alert.deviceMac ? ` (${alert.deviceMac})` : ''}`,
    ],
    ['Behind it', devices && deviceNames(devices)],
    ['Measured', measuredOf(alert)],
    ['Since', dayAndTime(alert.since, asker.timeZone)],
    ['Opened', dayAndTime(alert.timestamp, asker.timeZone)],
    ['Alert', linkTo(alert.id, publicUrl)],
    ['Main ticket', main],
    ['Earlier ticket', earlier],
    ['Tickets of other clients', linked],
    ['Reference', reference],
  ];
  const lines = facts.flatMap(([name, value]) => (value ? [`${name}: ${oneLine(value)}`] : []));
  return [oneLine(messageOf(alert, asker)), '', ...lines].join('\n');
}

/** URL of an alert. */
export function linkTo(alertId: string, publicUrl: string): string {
  return `${publicUrl}/alerts/${alertId}`;
}

function measuredOf({ type, value, threshold }: Alert): string | undefined {
  if (isAboutProvider(type)) return undefined;
  const condition = Object.values(AlertCondition).find((one) => String(one) === String(type));
  if (!condition || value == null || threshold == null) return undefined;
  return `${formatMeasured(condition, value, threshold)}, threshold ${formatThreshold(condition, threshold)}`;
}

export function deviceNames({ devices, count }: AffectedList): string {
  return namesOf(
    devices.map(({ name, mac }) => name || mac),
    count,
  );
}

/** "Bakery (WAN), School (WAN) and 7 more, and 2 at other clients" */
export function siteNames({ sites, count }: AffectedSiteList, elsewhere = 0): string {
  const own = namesOf(
    sites.map(({ name, line }) => `${name} (${line})`),
    count,
  );
  if (elsewhere === 0) return own;
  return own
    ? `${own}, and ${elsewhere} at other clients`
    : `${elsewhere} ${elsewhere === 1 ? 'site' : 'sites'} at other clients`;
}

/** "AP 1, AP 2 and 7 more" */
function namesOf(names: readonly string[], count: number): string {
  const listed = names.join(', ');
  return count > names.length ? `${listed} and ${count - names.length} more` : listed;
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
