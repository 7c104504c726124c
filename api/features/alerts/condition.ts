import { problemText } from '#api/features/unifi/errors.ts';
import type {
  ConsoleCapabilities,
  DeviceReading,
  EvaluationGap,
  LinePeriod,
} from '#api/features/unifi/reading.ts';
import { AlertCondition, AlertSeverity, AlertType } from './alert.enums.ts';

/** What a connection must be able to read before a condition can be evaluated. */
export type Need = EvaluationGap['need'];

type Role = DeviceReading['role'];

/** The measurements that thresholds apply to. */
export type Measurable = Pick<
  DeviceReading,
  'cpuPercent' | 'memoryPercent' | 'diskFreePercent' | 'uplinkBps'
> &
  Pick<LinePeriod, 'lossPercent' | 'latencyMs'>;

/** How a condition with a threshold gets its value. */
export interface Measure {
  /** Starts the message: "CPU of Core Switch …". */
  quantity: string;
  unit: 'percent' | 'bytes_per_second' | 'milliseconds' | 'sites';
  /** Which side of the threshold is a problem. */
  trouble: 'above' | 'below' | 'at least';
  /** Default threshold. UniFi devices idle at up to 80 % memory (unifi/API.md section 3). */
  defaultThreshold: string;
  /** Example in the error message. */
  example: string;
  /** The value in `unit`. Undefined if it wasn't measured. */
  read(measured: Measurable): number | undefined;
}

/** Everything that distinguishes one condition from another. */
export interface ConditionRow {
  label: string;
  /** The subject of an alert with this condition. */
  about: 'device' | 'port' | 'client' | 'line' | 'provider';
  needs: Need;
  severity: AlertSeverity | Record<Role, AlertSeverity>;
  /** How often UniFi reports it, and what that misses. Absent: with every poll. */
  resolution?: string;
  measure?: Measure;
}

const { info, warning, error, critical } = AlertSeverity;

/** What every source of lines misses (unifi/API.md section 7). */
const blindSpot = 'An outage that affects only some protocols, such as TCP, may not show.';
const stateResolution = `Consoles that report the state of their lines are read with every poll. For all others, UniFi reports it every five minutes, and up to 15 minutes late. ${blindSpot}`;
const periodResolution = `UniFi reports this every five minutes, about ten minutes late. A line that stands by isn't measured. ${blindSpot}`;

export const conditions: Record<AlertCondition, ConditionRow> = {
  [AlertCondition.device_offline]: {
    label: 'Device offline',
    about: 'device',
    needs: 'inventory',
    severity: { gateway: critical, switch: critical, access_point: error, other: error },
  },
  [AlertCondition.high_cpu]: {
    label: 'High CPU',
    about: 'device',
    needs: 'statistics',
    severity: warning,
    measure: {
      quantity: 'CPU',
      unit: 'percent',
      trouble: 'above',
      defaultThreshold: '90%',
      example: '80%',
      read: (device) => device.cpuPercent,
    },
  },
  [AlertCondition.high_memory]: {
    label: 'High memory',
    about: 'device',
    needs: 'statistics',
    severity: warning,
    measure: {
      quantity: 'Memory',
      unit: 'percent',
      trouble: 'above',
      defaultThreshold: '90%',
      example: '85%',
      read: (device) => device.memoryPercent,
    },
  },
  [AlertCondition.low_disk]: {
    label: 'Low disk space',
    about: 'device',
    needs: 'storage',
    severity: error,
    measure: {
      quantity: 'Free disk space',
      unit: 'percent',
      trouble: 'below',
      defaultThreshold: '10%',
      example: '10%',
      read: (device) => device.diskFreePercent,
    },
  },
  [AlertCondition.high_bandwidth]: {
    label: 'High bandwidth',
    about: 'device',
    needs: 'statistics',
    severity: warning,
    measure: {
      quantity: 'Uplink traffic',
      unit: 'bytes_per_second',
      trouble: 'above',
      defaultThreshold: '100MB',
      example: '100MB or 1GB',
      read: (device) => (device.uplinkBps === undefined ? undefined : device.uplinkBps / 8),
    },
  },
  [AlertCondition.port_down]: { label: 'Port down', about: 'port', needs: 'detail', severity: error },
  [AlertCondition.client_disconnect]: {
    label: 'Client disconnected',
    about: 'client',
    needs: 'clients',
    severity: info,
  },
  // The site is still online, over another line.
  [AlertCondition.wan_down]: {
    label: 'Internet line down',
    about: 'line',
    needs: 'lines',
    severity: error,
    resolution: stateResolution,
  },
  [AlertCondition.wan_failover]: {
    label: 'Internet failover',
    about: 'line',
    needs: 'lines',
    severity: warning,
    resolution: stateResolution,
  },
  [AlertCondition.wan_packet_loss]: {
    label: 'Packet loss',
    about: 'line',
    needs: 'line_periods',
    severity: warning,
    resolution: periodResolution,
    measure: {
      quantity: 'Packet loss',
      unit: 'percent',
      trouble: 'above',
      // ITU-T G.1010 puts the limit of a phone call at 3%. Quiet lines reach 2% when single probes get lost.
      defaultThreshold: '5%',
      example: '5%',
      read: (line) => line.lossPercent,
    },
  },
  [AlertCondition.wan_latency]: {
    label: 'High latency',
    about: 'line',
    needs: 'line_periods',
    severity: warning,
    resolution: periodResolution,
    measure: {
      quantity: 'Latency',
      unit: 'milliseconds',
      trouble: 'above',
      // What ITU-T G.1010 prefers for calls, and Zabbix's default for response times of pings.
      defaultThreshold: '150ms',
      example: '150ms',
      read: (line) => line.latencyMs,
    },
  },
  // Its sites have no internet, or only their second line.
  [AlertCondition.isp_outage]: {
    label: 'Provider outage',
    about: 'provider',
    needs: 'providers',
    severity: critical,
    resolution: `A site counts when its console loses the cloud over its only line, or when one of its lines is down. ${stateResolution}`,
    measure: {
      quantity: 'Sites',
      unit: 'sites',
      trouble: 'at least',
      // Two sites can fail together by chance, or because they share a building.
      defaultThreshold: '3',
      example: '3',
      // Counted over all of a team's sites, and not measured at one (`providers.ts`).
      read: () => undefined,
    },
  },
};

/**
 * Whether rules of this condition are about internet lines or their providers, which aren't devices. A draft may have no
 * condition yet.
 */
export const isAboutLines = (condition: AlertCondition | undefined): boolean =>
  condition !== undefined && ['line', 'provider'].includes(conditions[condition].about);

/** The type of the alerts that a rule of this condition raises about devices, ports, clients and lines. */
export function typeOf(condition: AlertCondition): AlertType {
  return AlertType[`${condition}`];
}

/** The condition whose rules raise alerts of this type. */
export function conditionOf(type: AlertType): AlertCondition {
  if (type === AlertType.console_offline || type === AlertType.device_impaired)
    return AlertCondition.device_offline;
  return AlertCondition[`${type}`];
}

/** Severity of an alert of this type about a device with this role. */
export function severityOf(type: AlertType, role: Role = 'other'): AlertSeverity {
  if (type === AlertType.console_offline) return critical;
  const { severity } = conditions[conditionOf(type)];
  const full = typeof severity === 'string' ? severity : severity[role];
  return type === AlertType.device_impaired ? oneLower[full] : full;
}

const oneLower: Record<AlertSeverity, AlertSeverity> = {
  [critical]: error,
  [error]: warning,
  [warning]: info,
  [info]: info,
};

export interface ConditionSupport {
  condition: AlertCondition;
  supported: boolean;
  /** The condition's default threshold. */
  defaultThreshold?: string;
  /** How often UniFi reports it, and what that misses. */
  resolution?: string;
  /** Why it isn't supported, in words for the owner. */
  reason?: string;
}

/** What is known of the internet lines of some consoles. */
export interface LineSupport {
  /** Whether a site has two lines in use. */
  hasSecondLine: boolean;
  /** Whether two sites use the same provider. */
  hasSharedProvider: boolean;
  /** Whether UniFi's cloud measured a line within the last day. */
  isMeasured: boolean;
  /** Why the cloud measures none, in words for the owner. */
  problem?: string | null;
}

/** Which conditions at least one of these consoles can measure, in the order of the enum. */
export function conditionSupport(
  capabilities: ConsoleCapabilities[],
  lines: LineSupport,
): ConditionSupport[] {
  return Object.values(AlertCondition).map((condition) => {
    const { needs, measure, resolution } = conditions[condition];
    const known = { condition, ...(measure && { defaultThreshold: measure.defaultThreshold }) };
    const reason = reasonWithout(needs, capabilities, lines);
    return reason === undefined
      ? { ...known, supported: true, ...(resolution && { resolution }) }
      : { ...known, supported: false, reason };
  });
}

/** Why none of the consoles provides what a condition needs. Undefined if one does. */
function reasonWithout(
  needs: Need,
  capabilities: ConsoleCapabilities[],
  lines: LineSupport,
): string | undefined {
  if (needs === 'lines') return lines.hasSecondLine ? undefined : noSecondLine;
  if (needs === 'providers') return lines.hasSharedProvider ? undefined : noSharedProvider;
  if (needs === 'line_periods') return lines.isMeasured ? undefined : (lines.problem ?? unmeasured);
  // Every key can read the inventory, so this rule is useful even before the first console is found.
  if (needs === 'inventory' || capabilities.some((console) => canRead(console, needs))) return undefined;
  if (capabilities.length === 0) return 'No console has been read with this key yet';
  if (capabilities.some((console) => console.connector)) {
    return `UniFi does not offer ${needs === 'storage' ? 'disk usage' : 'device statistics'} for these consoles`;
  }
  const reasons = new Set(capabilities.flatMap(({ problem }) => problem ?? []).map(problemText));
  if (reasons.size > 0) return [...reasons].slice(0, 3).join(' ');
  if (needs === 'storage') return 'UniFi does not offer disk usage for these consoles';
  return 'This key cannot reach the Network application of any console';
}

const noSecondLine =
  'UniFi reports no second internet line for these consoles. When the only line is down, the console is offline';
const noSharedProvider = 'As far as UniFi reports providers, no two of these sites use the same one';
const unmeasured = 'UniFi has not measured an internet line of these consoles in the last day';

/** Whether this console provides what a condition needs. */
function canRead(console: ConsoleCapabilities, needs: Need): boolean {
  if (needs === 'storage') return console.storage;
  if (needs === 'statistics') return console.statistics;
  return console.connector;
}

type Unit = Measure['unit'];

/** How values of one unit are typed and written. */
interface UnitFormat {
  /** Completes "Enter …" in an error. */
  expected: string;
  parse(text: string): number | undefined;
  format(value: number, decimals: number): string;
}

const units: Record<Unit, UnitFormat> = {
  percent: {
    expected: 'a percentage between 1 and 100',
    parse: parsePercentage,
    format: (value, decimals) => `${Number(value.toFixed(decimals))}%`,
  },
  bytes_per_second: {
    expected: 'an amount per second with its unit',
    parse: parseAmount,
    format: formatAmount,
  },
  milliseconds: {
    expected: 'milliseconds between 1 and 10,000',
    parse: parseMilliseconds,
    format: (value, decimals) => `${Number(value.toFixed(decimals))} ms`,
  },
  sites: {
    expected: 'a number of sites between 2 and 1,000',
    parse: parseSites,
    format: (value) => (value === 1 ? '1 site' : `${value} sites`),
  },
};

const percentage = /^(\d{1,3}(?:\.\d{1,6})?)\s*%?$/;
const amount = /^(\d{1,12}(?:\.\d{1,6})?)\s*([kmgt])(b)(ps|\/s)?$/i;
// Decimal, as usual for networks: 100MB is 100,000,000 bytes.
const scale: Record<string, number> = { K: 1e3, M: 1e6, G: 1e9, T: 1e12 };

/**
 * "80%" → 80; "100MB" → 100,000,000 bytes per second. With "ps" or "/s" the case of the b decides, as usual:
 * "100Mbps" are bits, "100MBps" bytes. Undefined for anything else and for conditions without a threshold.
 */
export function parseThreshold(condition: AlertCondition, text: string): number | undefined {
  const { measure } = conditions[condition];
  return measure && units[measure.unit].parse(text.trim());
}

function parsePercentage(text: string): number | undefined {
  const value = Number(percentage.exec(text)?.[1] ?? NaN);
  return value >= 1 && value <= 100 ? value : undefined;
}

const milliseconds = /^(\d{1,5}(?:\.\d{1,6})?)\s*(ms)?$/i;

function parseMilliseconds(text: string): number | undefined {
  const value = Number(milliseconds.exec(text)?.[1] ?? NaN);
  return value >= 1 && value <= 10_000 ? value : undefined;
}

const sites = /^(\d{1,4})\s*(sites?)?$/i;

function parseSites(text: string): number | undefined {
  const value = Number(sites.exec(text)?.[1] ?? NaN);
  return value >= 2 && value <= 1000 ? value : undefined;
}

function parseAmount(text: string): number | undefined {
  const [, digits = '', prefix = '', b, perSecond] = amount.exec(text) ?? [];
  const value = Number(digits) * (scale[prefix.toUpperCase()] ?? 0);
  const bytes = b === 'b' && perSecond !== undefined ? value / 8 : value;
  return bytes > 0 ? bytes : undefined;
}

function formatAmount(value: number, decimals: number): string {
  const prefix = value >= 1e12 ? 'T' : value >= 1e9 ? 'G' : value >= 1e6 ? 'M' : 'K';
  return `${Number((value / scale[prefix]!).toFixed(decimals))} ${prefix}B/s`;
}

/**
 * The threshold of a rule: its own, or its condition's default if the rule names none. Undefined if the condition has none or
 * the text can't be parsed: such a rule measures nothing instead of guessing.
 */
export function thresholdOf(condition: AlertCondition, text: string | null): number | undefined {
  const defaultThreshold = conditions[condition].measure?.defaultThreshold;
  return defaultThreshold === undefined
    ? undefined
    : parseThreshold(condition, text?.trim() || defaultThreshold);
}

/**
 * What is wrong with an entered threshold, or undefined. Blank is valid and means the condition's default.
 */
export function thresholdError(condition: AlertCondition, text: string): string | undefined {
  const { measure } = conditions[condition];
  if (!measure || text.trim() === '' || parseThreshold(condition, text) !== undefined) return undefined;
  return `Enter ${units[measure.unit].expected}, such as ${measure.example}`;
}

/** "90%", "112.5 MB/s": the number in words, with at most so many decimals. Empty without a threshold. */
export function formatThreshold(condition: AlertCondition, value: number, decimals = 3): string {
  const { measure } = conditions[condition];
  return measure ? units[measure.unit].format(value, decimals) : '';
}

/**
 * A measured value with just enough decimals to differ from the threshold: 97.3 above 90 is "97%", 90.3 above
 * 90 is "90.3%".
 */
export function formatMeasured(condition: AlertCondition, value: number, threshold: number): string {
  const { measure } = conditions[condition];
  if (!measure) return '';
  const { format } = units[measure.unit];
  const limit = formatThreshold(condition, threshold);
  for (let decimals = 0; decimals < 3; decimals++) {
    const text = format(value, decimals);
    const shown = parseThreshold(condition, text);
    if (text !== limit && shown !== undefined && crosses(measure, shown, threshold)) return text;
  }
  return format(value, 3);
}

/** Whether the value is on the problem side of the threshold. */
export function crosses(measure: Measure, value: number, threshold: number): boolean {
  if (measure.trouble === 'at least') return value >= threshold;
  return measure.trouble === 'above' ? value > threshold : value < threshold;
}
