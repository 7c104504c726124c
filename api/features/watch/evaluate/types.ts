import type {
  AlertCondition,
  AlertResolution,
  AlertSeverity,
  AlertType,
} from '#api/features/alerts/alert.enums.ts';
import type { NotificationChannel } from '#api/features/alerts/notification-channel.ts';
import type { RuleScope } from '#api/features/alerts/alert-rule.entity.ts';
import type { MatchedSite } from '#api/features/alerts/rule-scope.ts';
import type { RuleSnapshot } from '#api/features/alerts/rule-snapshot.ts';
import type {
  AddressFamily,
  ConsoleReading,
  DeviceFacts,
  DeviceReading,
  KnownConsole,
  LinePeriod,
  LineReading,
  LineSource,
  Reading,
  SiteFacts,
  StateReason,
} from '#api/features/unifi/reading.ts';

/** The parts of an active rule that its evaluation needs. */
export interface Rule {
  id: string;
  name: string;
  condition: AlertCondition;
  /** Null: every controller. */
  controllerId: string | null;
  /** A hostId. Null: every site. */
  siteId: string | null;
  scope: RuleScope;
  exceptions: readonly RuleScope[];
  /** As entered by the customer. `null`: the condition's default. */
  threshold: string | null;
  durationMinutes: number;
  /** Devices that are down because of a failed one above them become part of its alert. */
  fold: boolean;
  channels: readonly NotificationChannel[];
  /** Which of its alerts open a ticket. */
  ticketSeverities: readonly string[];
}

/** A rule with the fields that its alerts keep a snapshot of. */
export interface WatchedRule extends Rule {
  snapshot: RuleSnapshot;
}

/**
 * A condition that holds but has not yet held for its rule's duration. One per rule and subject. For an open
 * alert about an impaired device, it counts how long the device has been down.
 */
export interface PendingCondition {
  ruleId: string;
  /** Its subject (`subjectKey`). */
  subject: string;
  /** When it was first seen. Each pause moves it forward, so that the duration only counts known time. */
  since: Date;
  unknownSince: Date | null;
  /** ID of the alert that it is part of, or was until `releasedAt`. */
  causeAlertId: string | null;
  releasedAt: Date | null;
}

/** An unresolved alert. One per rule and subject. */
export interface OpenAlert {
  id: string;
  /** `null` once its rule is deleted. */
  ruleId: string | null;
  subject: string;
  type: AlertType;
  since: Date;
  severity: AlertSeverity;
  unknownSince: Date | null;
  /** When it was raised. */
  raisedAt: Date;
  /** MACs of the devices that are down behind its device or port. */
  affectedMacs: string[];
  /** It comes and goes, so it isn't resolved until it has been calm for long enough (`reviewFlapping`). */
  flappingSince: Date | null;
  /** When a flapping alert's current calm started. */
  calmSince: Date | null;
}

/** An alert to be inserted. */
export interface NewAlert {
  ruleId: string;
  subject: string;
  type: AlertType;
  severity: AlertSeverity;
  /** Name of the device, client, internet line or console. */
  deviceName: string;
  /** MAC of the device or client; absent for a line or a console. */
  deviceMac?: string;
  /** The console's hostId. */
  siteId: string;
  /** The console's name. */
  siteName: string;
  /** The UniFi site inside the console, if it has several. */
  networkSite?: string;
  /** Port number, if the subject is a port. */
  port?: number;
  /** The device that a client was connected to. */
  uplinkName?: string;
  /** Key of an internet line, with its provider. */
  line?: string;
  provider?: string;
  asn?: number;
  /** How many devices are unknown while their console is unreachable. */
  deviceCount?: number;
  /** What is wrong with an impaired device. */
  impairment?: StateReason;
  since: Date;
  /** In the unit of the condition's measure. */
  value?: number;
  threshold?: number;
  /** Devices that are down behind its device or port. */
  affected?: Affected[];
  /** Of a provider's outage. */
  affectedSiteCount?: number;
  sites?: AffectedSite[];
}

/** A device or port in the tree of a round. */
export interface Place {
  /** Its `subjectKey`. */
  readonly subject: string;
  readonly state: 'up' | 'down' | 'unknown';
  /** Something behind it is up, so its failure explains nothing. */
  readonly isContradicted: boolean;
  /**
   * The places whose failure explains its own, highest first: failed devices above it, and on top the port that several of
   * them share. A port whose only device failed is explained by that device.
   */
  causes(): readonly Place[];
  /** Since when it has been down, as far as it was seen. Undefined for ports, and for what isn't down. */
  readonly downSince: Date | undefined;
  /** Itself, as a device behind another one. Undefined for ports. */
  asAffected(): Affected | undefined;
  /** Devices that are down behind it. None if it is contradicted. */
  affected(): Affected[];
}

/** A site without one of its lines, because its provider fails. */
export interface AffectedSite {
  controllerId: string;
  hostId: string;
  networkSiteId: string;
  name: string;
  /** Key of the line. */
  line: string;
  /** Its console lost the cloud with its only line. */
  isDark: boolean;
  /** Since when it has been down. */
  since: Date;
}

/** A device that is down because the one above it is. */
export interface Affected {
  mac: string;
  name: string;
  /** Since when it has been down. */
  since: Date;
}

/** An alert: its ID, or the rule and subject that raise it in the same round. */
export type AlertRef = string | { ruleId: string; subject: string };

/** As stored: an absent value is null. */
type Stored<T> = { [Key in keyof T]: T[Key] | null };

export interface KnownDevice extends Stored<DeviceFacts> {
  hostId: string;
  mac: string;
  name: string;
  model?: string | null;
  role: DeviceReading['role'];
  isConsole: boolean;
  /** When UniFi last reported its uplink while it was online, within `uplinkSeenEveryMs`. */
  uplinkSeenAt?: Date | null;
  state: DeviceReading['state'];
  stateReason?: StateReason | null;
  /** UniFi's own word for the state. */
  reportedState?: string | null;
  stateSince: Date;
  /** When its update was first observed. */
  updatingSince?: Date | null;
  /** When it first went missing from every list and count. */
  missingSince?: Date | null;
  /** When it left this console: it moved to another one, or was removed. */
  leftAt?: Date | null;
  /** Ports that have ever been up, ascending. */
  upPorts: number[];
  /** Those of them that are down, ascending. `null`: the ports couldn't be read, or no rule needs them. */
  downPorts?: number[] | null;
}

/** A console seen before. */
export interface KnownSiteReading extends Stored<SiteFacts> {
  hostId: string;
  name: string;
  link: ConsoleReading['link'];
  /** UniFi's own word for `link`, if it is neither `connected` nor `disconnected`. */
  reportedState?: string | null;
  /** Since when `link` is the same. */
  stateSince: Date;
  /** Since when it has been missing from the account's complete list of consoles. */
  goneAt?: Date | null;
  version?: string | null;
  /** When its numbers of clients were last stored. */
  countedAt?: Date | null;
  /** When each device's number of clients was last stored. */
  clientsAt?: Date | null;
}

/** A device was connected to another device or port. */
export interface UplinkChange {
  hostId: string;
  mac: string;
  /** When the new uplink was first read. */
  at: Date;
  fromMac: string;
  fromPort: number | null;
  toMac: string;
  toPort: number | null;
}

/** A wired client seen before. */
export interface KnownClient {
  hostId: string;
  mac: string;
  name: string;
  uplinkMac?: string | null;
}

/** An internet line seen before. */
export interface KnownLine {
  hostId: string;
  siteId: string;
  key: string;
  provider?: string | null;
  asn?: number | null;
  addressFamily?: AddressFamily | null;
  state: LineReading['state'];
  stateSince?: Date | null;
  role?: LineReading['role'] | null;
  /** Since when `role` is the same. */
  roleSince?: Date | null;
  /** Whether it usually waits for another line to fail. */
  isStandby?: boolean | null;
  hasBeenUp: boolean;
  missingSince?: Date | null;
  /** End of the latest period in which the cloud measured that it was down. */
  downUntil?: Date | null;
  takesOver?: boolean | null;
  /** End of the latest period in which the cloud measured that it takes over. */
  takeoverUntil?: Date | null;
  /** What `state` is from. Only of this round. */
  source?: LineSource;
  /** What is evaluated. Only of this round. */
  evaluated?: Pick<LineReading, 'down' | 'takeover'>;
  /** Its latest measured periods, oldest first: enough for the rules that are waiting. */
  periods: LinePeriod[];
}

/** What earlier rounds saw of a controller. */
export interface Known {
  devices: KnownDevice[];
  clients: KnownClient[];
  lines?: KnownLine[];
  /** By hostId. Consoles without stored state are absent. */
  consoles?: Record<string, KnownConsole>;
  /** What pages show about consoles. */
  siteReadings?: KnownSiteReading[];
  /** Only of this round. */
  uplinkChanges?: UplinkChange[];
  /** hostIds of consoles that have an open alert or a pending condition. */
  consolesInTrouble?: string[];
}

/** Everything needed to evaluate one controller's round. */
export interface Round {
  controllerId: string;
  /** The consoles (hostIds) that this controller monitors. */
  siteIds: 'all' | string[];
  /** Customers and tags of its sites. A site that isn't among them has none. */
  sites: readonly MatchedSite[];
  /** MACs of listed devices that aren't monitored, because they are over the package's limit. */
  beyond: ReadonlySet<string>;
  /** Active rules only. */
  rules: Rule[];
  reading: Reading;
  known: Known;
  /**
   * MACs of devices that were removed from UniFi, subjects of internet lines that were, and hostIds of consoles that left the
   * account.
   */
  removed?: ReadonlySet<string>;
  /** Those of this controller, including those of changed or deleted rules. */
  pending: PendingCondition[];
  alerts: OpenAlert[];
}

/** What a round changes. Applied in order, in one transaction. */
export type Change =
  /** Insert a pending condition. */
  | { kind: 'hold'; ruleId: string; subject: string; since: Date }
  /** The duration clock stops. */
  | { kind: 'pause'; ruleId: string; subject: string; unknownSince: Date }
  /** The clock runs again: `since` moves forward by the pause, and `unknownSince` is null. */
  | { kind: 'resume'; ruleId: string; subject: string; since: Date }
  /** Delete a pending condition. */
  | { kind: 'clear'; ruleId: string; subject: string }
  /**
   * Insert an alert, or reopen the last one if it comes back, and delete the pending condition of its rule
   * and subject.
   */
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
  /** The condition is part of another alert, and raises none of its own. An open alert about it ends (`fold.ts`). */
  | {
      kind: 'fold';
      ruleId: string;
      subject: string;
      since: Date;
      cause: AlertRef;
      alertId: string | undefined;
    }
  /** The alert that it is part of is no longer the reason. */
  | { kind: 'release'; ruleId: string; subject: string; at: Date }
  /** Which devices are down behind an alert's device or port, from now on. */
  | { kind: 'affect'; alertId: string; affected: Affected[] }
  /** Which sites are down because of an alert's provider, from now on. */
  | { kind: 'affectSites'; alertId: string; sites: AffectedSite[]; deviceCount: number }
  /** A flapping alert is calm from then on. */
  | { kind: 'calm'; alertId: string; since: Date }
  /** The problem has come back, with a new description. */
  | { kind: 'disturb'; alertId: string; alert: NewAlert }
  /** It has been calm for long enough, so it has recovered. */
  | { kind: 'stabilise'; alertId: string };

/** The subject of a pending condition or an alert. Its key is unique within a rule and never changes. */
export type Subject =
  | { about: 'device'; mac: string }
  | { about: 'port'; mac: string; port: number }
  | { about: 'client'; mac: string }
  | { about: 'line'; hostId: string; siteId: string; key: string }
  | { about: 'provider'; provider: string }
  | { about: 'console'; hostId: string };

export function subjectKey(subject: Subject): string {
  switch (subject.about) {
    case 'device':
      return subject.mac;
    case 'port':
      return `${subject.mac}/port/${subject.port}`;
    case 'client':
      return `client/${subject.mac}`;
    case 'line':
      return `wan/${subject.key}/${subject.siteId}/${subject.hostId}`;
    case 'provider':
      return `provider/${subject.provider}`;
    case 'console':
      return `console/${subject.hostId}`;
  }
}

export function parseSubject(key: string): Subject {
  // A hostId is opaque and may contain any character, so strip its prefix and never split it.
  if (key.startsWith('console/')) return { about: 'console', hostId: key.slice('console/'.length) };
  if (key.startsWith('provider/')) return { about: 'provider', provider: key.slice('provider/'.length) };
  if (key.startsWith('client/')) return { about: 'client', mac: key.slice('client/'.length) };
  if (key.startsWith('wan/')) {
    const [, line = '', siteId = '', ...hostId] = key.split('/');
    return { about: 'line', key: line, siteId, hostId: hostId.join('/') };
  }
  const at = key.indexOf('/port/');
  if (at < 0) return { about: 'device', mac: key };
  return { about: 'port', mac: key.slice(0, at), port: Number(key.slice(at + '/port/'.length)) };
}
