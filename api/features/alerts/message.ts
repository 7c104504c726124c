import type { StateReason } from '#api/features/unifi/reading.ts';
import { type Clock, momentWords, periodWords, type Reader } from '#api/lib/local-time.ts';
import { capitalize } from '#api/lib/plain-text.ts';
import type { Alert } from './alert.entity.ts';
import { AlertResolution, AlertType } from './alert.enums.ts';
import { conditionOf, conditions, formatMeasured, formatThreshold } from './condition.ts';

type Optional =
  | 'deviceName'
  | 'deviceMac'
  | 'networkSite'
  | 'port'
  | 'impairment'
  | 'uplinkName'
  | 'provider'
  | 'asn'
  | 'deviceCount'
  | 'affectedCount'
  | 'affectedSiteCount'
  | 'value'
  | 'threshold';

/** The parts of a message. Names are already cleaned (`readableName`). */
export type AlertParts = Pick<Alert, 'type' | 'siteName' | 'since' | 'timestamp'> &
  Partial<Pick<Alert, Optional>>;

export type AlertLife = AlertParts & Pick<Alert, 'resolution' | 'resolvedAt' | 'flappingSince' | 'calmSince'>;

/** What messages are made of, for queries that read only some columns. The compiler finds one that is missing. */
export const messageFields = Object.keys({
  type: true,
  siteName: true,
  since: true,
  timestamp: true,
  deviceName: true,
  deviceMac: true,
  networkSite: true,
  port: true,
  impairment: true,
  uplinkName: true,
  provider: true,
  asn: true,
  deviceCount: true,
  affectedCount: true,
  affectedSiteCount: true,
  value: true,
  threshold: true,
  resolution: true,
  resolvedAt: true,
  flappingSince: true,
  calmSince: true,
} satisfies Record<keyof AlertLife, true>) as (keyof AlertLife)[];

/** How long a measured value counts as current, in milliseconds. */
const freshMs = 5 * 60_000;

/** The words of each type's message besides names, so that a search for these words finds the alert. */
export const typeWords: Record<AlertType, string> = {
  device_offline: 'device offline',
  device_impaired: 'device impaired isolated topology updating',
  console_offline: 'console offline unreachable',
  port_down: 'port down',
  client_disconnect: 'client disconnected',
  high_cpu: 'high cpu above',
  high_memory: 'high memory above',
  low_disk: 'low free disk space below',
  high_bandwidth: 'high bandwidth uplink traffic above',
  wan_down: 'internet line wan down',
  wan_failover: 'internet line wan failover carrying traffic',
  wan_packet_loss: 'internet line wan packet loss above',
  wan_latency: 'internet line wan high latency above',
  isp_outage: 'internet provider isp outage down sites',
};

/** One sentence for people: what, where and since when, with the measured value and its threshold. */
export function messageOf(alert: AlertParts, reader: Reader): string {
  const since = `since ${momentWords(alert.since, reader)}`;
  const { trouble, more = '' } = troubleOf(alert);
  return `${subjectOf(alert)} has been ${trouble} ${since}${more}${measuredAt(alert, reader)}${behindIt(alert)}`;
}

/**
 * The message in the past tense, for an alert that has recovered, or is flapping and OK for now. Null for any other. A
 * flapping alert ends some time after it last recovered, and that time is no longer stored.
 */
export function pastMessageOf(alert: AlertLife, clock: Clock): string | null {
  const until = recoveredAt(alert);
  return until ? pastMessage(alert, until, clock) : null;
}

function recoveredAt({ resolution, flappingSince, calmSince, resolvedAt }: AlertLife): Date | null {
  const recovered = resolution === AlertResolution.recovered && !flappingSince;
  return calmSince ?? (recovered ? (resolvedAt ?? null) : null);
}

/** `AP Lobby (Head Office) was offline from 20:18 to 20:21 CET (3 min)` */
export function pastMessage(alert: AlertParts, until: Date, clock: Clock): string {
  const { since } = alert;
  const span = `${periodWords(since, until, clock)} (${durationOf(until.getTime() - since.getTime())})`;
  const value = measuredOf(alert);
  const measured = value && !isAboutProvider(alert.type) ? `, measured at ${value}` : '';
  return `${subjectOf(alert)} was ${troubleOf(alert).trouble} ${span}${measured}${behindIt(alert)}`;
}

/**
 * The same without the device and its place, for lists that show those beside it: `Offline since 20:18 CET`. In the past
 * tense for an alert that has recovered or is OK for now. Lists show the number of affected devices beside it as well.
 */
export function summaryOf(alert: AlertLife, reader: Reader): string {
  const { trouble, more = '' } = troubleOf(alert);
  const where = alert.networkSite && `in ${alert.networkSite}`;
  const what = [quantityOf(alert), trouble, where].filter(Boolean).join(' ');
  const until = recoveredAt(alert);
  const words = until
    ? `${what} ${periodWords(alert.since, until, reader)}`
    : `${what} since ${momentWords(alert.since, reader)}${more}${measuredAt(alert, reader)}`;
  const provider = isAboutLine(alert.type) && providerWords(alert.provider, alert.asn);
  return capitalize(provider ? `${words} · ${provider}` : words);
}

/** What is measured or named besides the device: `CPU`, `Port 12`. Empty if it is the device itself. */
function quantityOf({ type, port }: AlertParts): string {
  if (type === AlertType.port_down) return `Port ${port ?? ''}`.trim();
  if (isAboutProvider(type)) return '';
  return measureOf(type)?.quantity ?? '';
}

function subjectOf(alert: AlertParts): string {
  const { type, port } = alert;
  if (type === AlertType.console_offline) return `Console ${alert.deviceName ?? alert.siteName}`;
  // Without a name, the alert already names the AS number.
  if (isAboutProvider(type))
    return providerWords(alert.deviceName ?? 'Internet provider', alert.provider ? alert.asn : null);
  const where = `${alert.deviceName ?? alert.deviceMac ?? alert.siteName}${placeOf(alert)}`;
  if (type === AlertType.port_down) return `Port ${port ?? ''} on ${where}`;
  const measure = measureOf(type);
  if (isAboutLine(type)) return `${measure ? `${measure.quantity} on ` : ''}${lineOf(alert)}`;
  return measure ? `${measure.quantity} on ${where}` : where;
}

export const isAboutLine = (type: AlertType): boolean => conditions[conditionOf(type)].about === 'line';

/** Whether an alert is about a provider, and so about several sites. */
export const isAboutProvider = (type: AlertType): boolean =>
  conditions[conditionOf(type)].about === 'provider';

/** `WAN (Comcast, AS7922) of Riverside Dental`: with what someone needs to call the provider. */
function lineOf({ deviceName, siteName, networkSite, provider, asn }: AlertParts): string {
  const facts = [provider, asn != null && `AS${asn}`].filter(Boolean).join(', ');
  const line = `${deviceName ?? 'WAN'}${facts && ` (${facts})`}`;
  return `${line} of ${networkSite ? `${networkSite} (${siteName})` : siteName}`;
}

/** `Comcast (AS7922)`. Empty if nothing is known. */
function providerWords(name: string | null | undefined, asn: number | null | undefined): string {
  if (asn == null) return name ?? '';
  return name ? `${name} (AS${asn})` : `AS${asn}`;
}

function placeOf({ deviceName, siteName, networkSite }: AlertParts): string {
  if (networkSite) return ` (${networkSite}, ${siteName})`;
  // A console is a device of its own site, often under the same name.
  return deviceName === siteName ? '' : ` (${siteName})`;
}

/** The problem as it follows "has been" or "was", and its effect on others. */
function troubleOf({ type, impairment, uplinkName, deviceCount, affectedSiteCount, threshold }: AlertParts): {
  trouble: string;
  more?: string;
} {
  switch (type) {
    case AlertType.console_offline:
      return { trouble: 'unreachable', more: behind(deviceCount ?? 0) };
    case AlertType.device_offline:
      return { trouble: 'offline' };
    case AlertType.device_impaired:
      return { trouble: impairments[impairment ?? ''] ?? 'impaired' };
    case AlertType.port_down:
    case AlertType.wan_down:
      return { trouble: 'down' };
    case AlertType.isp_outage:
      return { trouble: `down at ${sitesWords(affectedSiteCount ?? 0)}`, more: behind(deviceCount ?? 0) };
    case AlertType.wan_failover:
      return { trouble: 'carrying the traffic of another line' };
    case AlertType.client_disconnect:
      return { trouble: `disconnected${uplinkName ? ` from ${uplinkName}` : ''}` };
    default: {
      const limit = threshold == null ? 'its threshold' : formatThreshold(conditionOf(type), threshold);
      return { trouble: `${measureOf(type)?.trouble ?? 'beyond'} ${limit}` };
    }
  }
}

const impairments: Partial<Record<StateReason | '', string>> = {
  isolated: 'isolated',
  incorrect_topology: 'in an incorrect topology',
  update_overdue: 'updating',
};

function behind(devices: number): string {
  if (devices === 0) return '';
  return `, so the state of ${devicesWords(devices)} is unknown`;
}

/** The devices that have been down for the same reason, as they follow the sentence: ", and 17 devices behind it". */
function behindIt({ affectedCount }: AlertParts): string {
  return affectedCount ? `, and ${devicesWords(affectedCount)} behind it` : '';
}

/** "1 device", "17 devices" */
export const devicesWords = (count: number): string => (count === 1 ? '1 device' : `${count} devices`);
export const sitesWords = (count: number): string => (count === 1 ? '1 site' : `${count} sites`);

function measuredAt(alert: AlertParts, reader: Reader): string {
  const value = measuredOf(alert);
  if (!value || isAboutProvider(alert.type)) return '';
  // UniFi measures lines minutes before anyone reads the value.
  if (isAboutLine(alert.type)) return ` (measured at ${value})`;
  const at = alert.since > alert.timestamp ? alert.since : alert.timestamp;
  const isFresh = reader.now.getTime() - at.getTime() < freshMs;
  return isFresh ? ` (now ${value})` : ` (${value} at ${momentWords(at, reader)})`;
}

function measuredOf({ type, value, threshold }: AlertParts): string {
  return value == null || threshold == null ? '' : formatMeasured(conditionOf(type), value, threshold);
}

const measureOf = (type: AlertType) => conditions[conditionOf(type)].measure;

/** `45 s`, `12 min`, `3 h 20 min`, `2 d 4 h`. */
export function durationOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (seconds < 60) return `${seconds} s`;
  if (minutes < 60) return `${minutes} min`;
  if (hours < 48) return [`${hours} h`, minutes % 60 && `${minutes % 60} min`].filter(Boolean).join(' ');
  return [`${Math.floor(hours / 24)} d`, hours % 24 && `${hours % 24} h`].filter(Boolean).join(' ');
}
