import type {
  AlertCondition,
  AlertResolution,
  AlertSeverity,
  AlertType,
} from '#api/features/alerts/alert.enums.ts';
import type { RuleSnapshot } from '#api/features/alerts/rule-snapshot.ts';
import type { DeviceReading, KnownConsole, Reading, StateReason } from '#api/features/unifi/reading.ts';

/** An active rule, as far as judging needs it. */
export interface Rule {
  id: string;
  name: string;
  condition: AlertCondition;
  /** Null: every controller. */
  controllerId: string | null;
  /** A hostId. Null: every site. */
  siteId: string | null;
  /** As the customer wrote it. Null: the condition's default. */
  threshold: string | null;
  durationMinutes: number;
}

/** A rule of which an alert keeps what it was. */
export interface WatchedRule extends Rule {
  snapshot: RuleSnapshot;
}

/**
 * A condition that holds but has not yet held for its rule's duration. One per rule and subject. Beside an open alert about
 * an impaired device it counts for how long the device has been down.
 */
export interface PendingCondition {
  ruleId: string;
  /** What it holds for (`subjectKey`). */
  subject: string;
  /** First seen then; moved on by every pause, so that the clock counts known time only. */
  since: Date;
  unknownSince: Date | null;
}

/** An alert that is not resolved. One per rule and subject. */
export interface OpenAlert {
  id: string;
  /** Null once its rule is deleted. */
  ruleId: string | null;
  subject: string;
  type: AlertType;
  since: Date;
  severity: AlertSeverity;
  unknownSince: Date | null;
  /** It comes and goes: it is not resolved before it was calm for long enough (`reviewFlapping`). */
  flappingSince: Date | null;
  /** Since when a flapping alert is well, measured without a break. */
  calmSince: Date | null;
}

/** An alert to be inserted. */
export interface NewAlert {
  ruleId: string;
  subject: string;
  type: AlertType;
  severity: AlertSeverity;
  /** Name of the device, client or console. */
  deviceName: string;
  /** MAC of the device or client; absent for a console. */
  deviceMac?: string;
  /** The console's hostId. */
  siteId: string;
  /** The console's name. */
  siteName: string;
  /** The UniFi site inside the console, where it has several. */
  networkSite?: string;
  /** Port number, if the subject is a port. */
  port?: number;
  /** The device that a client was connected to. */
  uplinkName?: string;
  /** How many devices nothing is known of while their console is unreachable. */
  deviceCount?: number;
  /** What is wrong with an impaired device. */
  impairment?: StateReason;
  since: Date;
  /** Percent or bytes per second, as the condition measures. */
  value?: number;
  threshold?: number;
}

export interface KnownDevice {
  hostId: string;
  mac: string;
  name: string;
  model?: string | null;
  role: DeviceReading['role'];
  isConsole: boolean;
  state: DeviceReading['state'];
  stateReason?: StateReason | null;
  /** UniFi's own word for the state. */
  reportedState?: string | null;
  stateSince: Date;
  /** When its update was first observed. */
  updatingSince?: Date | null;
  /** Since when it has been missing from every list and count. */
  missingSince?: Date | null;
  /** When it left this console: it moved to another one, or was removed. */
  leftAt?: Date | null;
  /** Ports that were up at some time, ascending. */
  upPorts: number[];
}

/** A wired client seen before. */
export interface KnownClient {
  hostId: string;
  mac: string;
  name: string;
  uplinkMac?: string | null;
}

/** What earlier rounds saw of a controller. */
export interface Known {
  devices: KnownDevice[];
  clients: KnownClient[];
  /** By hostId. Consoles without anything to remember are absent. */
  consoles?: Record<string, KnownConsole>;
  /** hostIds of consoles that have an open alert or a pending condition. */
  consolesInTrouble?: string[];
}

/** Everything one controller's round is judged by. */
export interface Round {
  controllerId: string;
  /** The consoles (hostIds) that this controller watches. */
  siteIds: 'all' | string[];
  /** Active rules only. */
  rules: Rule[];
  reading: Reading;
  known: Known;
  /** MACs of devices that were removed from UniFi, and hostIds of consoles that left the account. */
  removed?: ReadonlySet<string>;
  /** Those of this controller, whatever became of their rules. */
  pending: PendingCondition[];
  alerts: OpenAlert[];
}

/** What a round changes. Applied in order, in one transaction. */
export type Change =
  /** Insert a pending condition. */
  | { kind: 'hold'; ruleId: string; subject: string; since: Date }
  /** The duration clock stops. */
  | { kind: 'pause'; ruleId: string; subject: string; unknownSince: Date }
  /** It runs again: `since` moved on by the pause, `unknownSince` null. */
  | { kind: 'resume'; ruleId: string; subject: string; since: Date }
  /** Delete a pending condition. */
  | { kind: 'clear'; ruleId: string; subject: string }
  /** Insert an alert, or take up the last one that comes back, and delete the pending condition of its rule and subject. */
  | { kind: 'raise'; alert: NewAlert }
  /** Both values from now on. A flapping alert's calm ends. */
  | { kind: 'alter'; alertId: string; severity: AlertSeverity; unknownSince: Date | null }
  /**
   * An impaired device has been down for its rule's duration. The same alert continues, and its pending
   * condition ends.
   */
  | { kind: 'escalate'; alertId: string; alert: NewAlert }
  /** A device that was down is only impaired now. */
  | { kind: 'ease'; alertId: string; alert: NewAlert }
  | { kind: 'resolve'; alertId: string; resolution: AlertResolution }
  /** A flapping alert is well from then on. */
  | { kind: 'calm'; alertId: string; since: Date }
  /** The problem has come back, with a new description. */
  | { kind: 'disturb'; alertId: string; alert: NewAlert }
  /** It was calm for long enough: recovered. */
  | { kind: 'stabilise'; alertId: string };

/** What a pending condition or an alert is about, as a string that is unique within a rule and stays the same for good. */
export type Subject =
  | { about: 'device'; mac: string }
  | { about: 'port'; mac: string; port: number }
  | { about: 'client'; mac: string }
  | { about: 'console'; hostId: string };

export function subjectKey(subject: Subject): string {
  switch (subject.about) {
    case 'device':
      return subject.mac;
    case 'port':
      return `${subject.mac}/port/${subject.port}`;
    case 'client':
      return `client/${subject.mac}`;
    case 'console':
      return `console/${subject.hostId}`;
  }
}

export function parseSubject(key: string): Subject {
  // A hostId is opaque and may hold any character, so it is cut off by its prefix and never split.
  if (key.startsWith('console/')) return { about: 'console', hostId: key.slice('console/'.length) };
  if (key.startsWith('client/')) return { about: 'client', mac: key.slice('client/'.length) };
  const [mac = '', port] = key.split('/port/');
  return port === undefined ? { about: 'device', mac } : { about: 'port', mac, port: Number(port) };
}
