import type { StateReason } from '#api/features/controllers/reading.ts';
import { AlertCondition, AlertType } from './alert.enums.ts';
import { conditions } from './condition.ts';
import { formatMeasured, formatThreshold } from './threshold.ts';

/** What there is to say about an alert. Names are readable already (name.ts). */
export interface Occurrence {
  type: AlertType;
  /** The device, client or console concerned. */
  name: string;
  consoleName: string;
  /** The UniFi site inside the console, where it has several. */
  siteName?: string;
  since: Date;
  /** Now; a `since` of another UTC day is given with its date. */
  at: Date;
  /** In the unit of the condition. */
  measured?: { value: number; threshold: number };
  port?: number;
  /** What is wrong with an impaired device. */
  impairment?: StateReason;
  /** The device that a client hung on. */
  uplinkName?: string;
  /** How many devices nothing is known of while their console is unreachable. */
  deviceCount?: number;
}

/** One sentence for people: what, where, since when, and the measured value against its threshold. */
export function messageOf(occurrence: Occurrence): string {
  const { type, name } = occurrence;
  const since = `since ${time(occurrence.since, occurrence.at)}`;
  const where = `${name}${place(occurrence)}`;
  switch (type) {
    case AlertType.console_offline:
      return `Console ${name} has been unreachable ${since}${left(occurrence.deviceCount ?? 0)}`;
    case AlertType.device_offline:
      return `${where} is offline ${since}`;
    case AlertType.device_impaired:
      return `${where} has been ${impairments[occurrence.impairment ?? ''] ?? 'impaired'} ${since}`;
    case AlertType.port_down:
      return `Port ${occurrence.port} of ${where} is down ${since}`;
    case AlertType.client_disconnect: {
      const uplink = occurrence.uplinkName === undefined ? '' : ` from ${occurrence.uplinkName}`;
      return `${where} is disconnected${uplink} ${since}`;
    }
    default:
      return `${measured(occurrence, AlertCondition[`${type}`], where)} ${since}`;
  }
}

const impairments: Partial<Record<StateReason | '', string>> = {
  isolated: 'isolated',
  incorrect_topology: 'in an incorrect topology',
  update_overdue: 'updating',
};

function measured(occurrence: Occurrence, condition: AlertCondition, where: string): string {
  const { measure } = conditions[condition];
  if (!measure || !occurrence.measured) return `${conditions[condition].label}: ${where}`;
  const { value, threshold } = occurrence.measured;
  const limit = `${measure.trouble} ${formatThreshold(condition, threshold)}`;
  return `${measure.quantity} of ${where} is at ${formatMeasured(condition, value, threshold)}, ${limit},`;
}

function place({ name, consoleName, siteName }: Occurrence): string {
  if (siteName) return ` at ${siteName} (${consoleName})`;
  // A console is a device of its own site, often under the same name.
  return name === consoleName ? '' : ` at ${consoleName}`;
}

function left(devices: number): string {
  if (devices === 0) return '';
  return `: the state of ${devices} ${devices === 1 ? 'device' : 'devices'} is unknown`;
}

function time(since: Date, at: Date): string {
  const text = since.toISOString();
  const day = text.slice(0, 10);
  const minute = `${text.slice(11, 16)} UTC`;
  return day === at.toISOString().slice(0, 10) ? minute : `${day} ${minute}`;
}
