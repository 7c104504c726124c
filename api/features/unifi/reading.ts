import type { Problem } from './errors.ts';
import { text, word } from './shapes.ts';

/**
 * The result of one poll of one controller, as a plain value. Values that weren't measured are absent or
 * `unknown`, and never filled with a default.
 */
export interface Reading {
  /** The time the poll was due. Durations are based on it, so that a late worker reaches the same verdict. */
  at: Date;
  /** Every console the key can see, in the order UniFi listed them. */
  consoles: ConsoleReading[];
  /** The list of consoles is incomplete, so an absent console proves nothing. */
  consolesIncomplete?: boolean;
  /**
   * One of the account's lists, or a later page of it, failed, and no console provided the missing data. A
   * retry may succeed.
   */
  truncated?: true;
  /** How long UniFi asked to wait before the next reading, in milliseconds. */
  retryAfterMs?: number;
}

/** A UniFi console or self-hosted Network Server, which the product calls a site. */
export interface ConsoleReading {
  /** Opaque. Contains `:`, so encode it in a path (unifi/API.md 1.5). */
  hostId: string;
  name: string;
  /**
   * The console's connection to the cloud. `unknown` if UniFi reports none, or one that we don't recognize.
   */
  link: 'connected' | 'disconnected' | 'unknown';
  /** UniFi's own word for `link`, if it is neither `connected` nor `disconnected`. */
  reportedState?: string;
  /** When `link` last changed, if UniFi reported it. */
  linkChangedAt?: Date;
  /** Version of the Network application, else of the console's firmware. */
  version?: string;
  facts?: SiteFacts;
  /** False: the device list is incomplete, so an absent device proves nothing. */
  devicesListed: boolean;
  /** Whether the console itself listed all its adopted devices in this round. Absent: it wasn't called. */
  rowsListed?: boolean;
  devices: DeviceReading[];
  /** Connected clients, only if the whole list was read. Absent means unknown. */
  clients?: ClientReading[];
  /** Its internet lines, those of its sites included. Absent: UniFi reports none. */
  lines?: LineReading[];
  /** How many more devices UniFi counts than it lists. Absent: it reports no counts. */
  unlisted?: UnlistedCounts;
  /** Why something couldn't be read this time. */
  problem?: Problem;
}

/** Whether a reading has no device state at all for a console. */
export function isBlind({ devices }: Pick<ConsoleReading, 'devices'>): boolean {
  return devices.every(({ state }) => state === 'unknown');
}

/** What a site's page shows besides its state. No rule depends on it. Absent: not reported. */
export interface SiteFacts {
  /** Product name of the console, such as `UniFi Dream Machine SE`. */
  hardware?: string;
  /** Version of UniFi OS. */
  osVersion?: string;
  /** The internet provider. */
  ispName?: string;
  /** Connected clients, according to the cloud. Guests are included in both. */
  wifiClients?: number;
  wiredClients?: number;
  guestClients?: number;
  /** When UniFi last backed up the console. */
  backedUpAt?: Date;
}

/** How many more devices UniFi counts than it lists. Negative if it counts fewer. Absent: not reported. */
export interface UnlistedCounts {
  total?: number;
  /** Offline devices, in total and by kind. */
  offline?: number;
  gateway?: number;
  wired?: number;
  wifi?: number;
}

/** How many more devices UniFi usually counts on a console than it lists. */
export interface KnownConsole extends UnlistedCounts {
  /** When it disappeared from the account, ISO 8601. */
  goneSince?: string;
  /** Its name, once it has disappeared. */
  name?: string;
}

/**
 * `impaired`: it responds to its console but doesn't do its job. `busy`: updating, adopting or getting ready,
 * neither up nor down. `deviceStateOf` maps UniFi's words to these.
 */
type DeviceState = 'online' | 'offline' | 'impaired' | 'busy' | 'unknown';

export type StateReason =
  /** Offline: its console lost contact with it. */
  | 'interrupted'
  /** Impaired: it has lost its uplink. */
  | 'isolated'
  /** Impaired: it is connected in a place where it can't work. */
  | 'incorrect_topology'
  /** Impaired: an update is taking longer than updates usually do. */
  | 'update_overdue'
  /** Busy. */
  | 'updating'
  | 'adopting'
  | 'getting_ready'
  | 'deleting'
  /** Offline or unknown: UniFi no longer lists it. Offline if UniFi still counts it as such. */
  | 'unlisted'
  /** Unknown: UniFi reported a word that we don't recognize. */
  | 'unrecognized'
  /** Unknown: UniFi lists it without a state. */
  | 'unreported'
  /** Unknown: its console is disconnected. */
  | 'console_offline'
  /** Unknown: its console's Network application isn't running, or has just restarted. */
  | 'network_stopped'
  /** Unknown: its console is no longer in the account. */
  | 'console_gone'
  /** Unknown: its console's connection is unknown. */
  | 'console_unknown'
  /** Unknown, because its list couldn't be read. */
  | 'unread';

/** What a device's page shows besides its state. No rule depends on it. Absent: not read or not reported. */
export interface DeviceFacts {
  firmwareVersion?: string;
  /** UniFi offers newer firmware. */
  updateAvailable?: boolean;
  ip?: string;
  startedAt?: Date;
  adoptedAt?: Date;
  /** MAC of the device that it connects to. */
  uplinkMac?: string;
  /** Port number on that device. */
  uplinkPort?: number;
  /** How it connects to it. */
  uplinkKind?: 'wired' | 'wireless';
  /** Which of UniFi's answers named the uplink. */
  uplinkSource?: UplinkSource;
  /** Its ports that can supply power. */
  poe?: PoePorts;
  /** Clients connected to it, if the whole list of clients was read. */
  clientCount?: number;
}

/** Best first: a console's topology names ports, device statistics those of access points, and details none. */
export type UplinkSource = 'topology' | 'statistics' | 'detail';

/** How many ports can supply power over Ethernet, how many do, and how many UniFi reports as limited. */
export interface PoePorts {
  total: number;
  inUse: number;
  limited: number;
}

export interface DeviceReading extends DeviceFacts {
  /**
   * 12 uppercase hex digits, no separators: the only key that both APIs share. A device that UniFi lists
   * without a MAC gets its own key, `id:…` or `name:…`.
   */
  mac: string;
  /** As entered by the customer: any Unicode, not unique. If empty, the model is used. */
  name: string;
  /** No list named it in this round. */
  isUnnamed?: boolean;
  model?: string;
  role: 'gateway' | 'switch' | 'access_point' | 'other';
  /** The device is the console itself. */
  isConsole: boolean;
  /** False for devices that were seen but never adopted. They aren't evaluated. */
  adopted: boolean;
  state: DeviceState;
  /** The reason for the state, if the state alone doesn't explain it. */
  stateReason?: StateReason;
  /** UniFi's own word for the state, as UniFi spells it. */
  reportedState?: string;
  /** When its update was first observed. */
  updatingSince?: Date;
  /** The console lists it, but the cloud doesn't. */
  unlistedByCloud?: boolean;
  /** Name of the UniFi site inside the console, if a console has several. */
  siteName?: string;
  /** 0 to 100. */
  cpuPercent?: number;
  /** 0 to 100. */
  memoryPercent?: number;
  /** Free space of the fullest volume, 0 to 100. */
  diskFreePercent?: number;
  /** Receive plus transmit on the uplink, in bits per second at the time of reading. */
  uplinkBps?: number;
  ports?: PortReading[];
  /**
   * Its statistics and ports will be read in a later round, because budget or time went to other devices.
   * Missing values then mean nothing, not even unknown.
   */
  deferred?: 'call_budget' | 'out_of_time';
}

export interface PortReading {
  /** Starts at 1. */
  index: number;
  state: 'up' | 'down' | 'unknown';
}

export interface ClientReading {
  /** 12 upper-case hex digits. */
  mac: string;
  name: string;
  /** MAC of the device it is connected to, if known. */
  uplinkMac?: string;
  /** Wired, so it is expected to stay. Phones and laptops on Wi-Fi come and go. */
  wired?: boolean;
}

/** An internet line of a site's gateway. */
export interface LineReading {
  /** `WAN`, `WAN2`: unique within its site. */
  key: string;
  /** The cloud's ID of its site. Only a self-hosted server has lines at several sites. */
  siteId: string;
  /** Name of its site inside the console, if a console has several. */
  siteName?: string;
  state: 'up' | 'down' | 'unknown';
  /** Whether it carries traffic or waits for another line to fail. Absent: unknown. */
  role?: 'active' | 'standby';
  /** `console`: as of this reading. `cloud`: by periods of five minutes. */
  source: 'console' | 'cloud';
  /** The console is connected through the lines of this site, so while it's connected, one of them works. */
  carriesConsole: boolean;
  /** It was up at some time, so it isn't an unused port. */
  hasBeenUp?: boolean;
  /** By the cloud: the measured time for which it has been down. */
  down?: MeasuredSpan;
  /**
   * Whether it carries the traffic of another line: as of this reading, or by the cloud for a measured time. Absent: unknown.
   */
  takeover?: MeasuredSpan | boolean;
  /** The internet provider. */
  provider?: string;
  /** Number of the provider's autonomous system. */
  asn?: number;
  addressFamily?: AddressFamily;
  /** Measured periods, oldest first. Those that weren't measured are missing. */
  periods?: LinePeriod[];
}

/** Consecutive measured periods. */
export interface MeasuredSpan {
  from: Date;
  until: Date;
}

/** Five minutes of a line. Values that weren't measured are absent. */
export interface LinePeriod {
  /** When it began. */
  at: Date;
  /** Percent of packets. */
  lossPercent?: number;
  latencyMs?: number;
}

/** What a line's state is from: its console, the console's port for it, or the cloud's measured periods. */
export type LineSource = 'console' | 'cable' | 'cloud';

export type AddressFamily = 'ipv4' | 'ipv6' | 'dual';

/** What a connection can read from one console, found out by trying (unifi/API.md section 3). */
export interface ConsoleCapabilities {
  hostId: string;
  /** Whether the Network Integration API responds through the cloud connector. */
  connector: boolean;
  /** Whether device statistics are available: CPU, memory, uplink. */
  statistics: boolean;
  /** Whether the undocumented device statistics with storage are available. */
  storage: boolean;
  /** Whether the undocumented state of its internet lines is available. Absent: not probed yet. */
  lines?: boolean;
  /** Why the connector doesn't respond. */
  problem?: Problem;
  /** When it was probed, Unix milliseconds. */
  probedAt?: number;
  /** When probes started to be incomplete, Unix milliseconds. */
  doubtfulSince?: number;
  /** When a connector that worked before started refusing, Unix milliseconds. */
  refusedSince?: number;
  /** A transient failure may have hidden something, so it needs confirming by another reading. */
  provisional?: boolean;
}

/** Something that rules need and that the latest round didn't read. */
export interface EvaluationGap {
  need:
    'inventory' | 'detail' | 'statistics' | 'clients' | 'storage' | 'lines' | 'line_periods' | 'providers';
  /** Absent: the whole account. */
  hostId?: string;
  /** Absent: the whole console. */
  mac?: string;
  /** ISO 8601. */
  since: string;
  problem: Problem;
}

/** The state of a device as UniFi reports it. */
export type ReportedState = Pick<DeviceReading, 'state' | 'stateReason' | 'reportedState'>;

/** All known words for a device's state, from both APIs, without case and separators. */
const deviceWords: Record<string, { state: DeviceState; stateReason?: StateReason }> = {
  online: { state: 'online' },
  offline: { state: 'offline' },
  disconnected: { state: 'offline' },
  connectioninterrupted: { state: 'offline', stateReason: 'interrupted' },
  isolated: { state: 'impaired', stateReason: 'isolated' },
  u5gincorrecttopology: { state: 'impaired', stateReason: 'incorrect_topology' },
  updating: { state: 'busy', stateReason: 'updating' },
  gettingready: { state: 'busy', stateReason: 'getting_ready' },
  adopting: { state: 'busy', stateReason: 'adopting' },
  pendingadoption: { state: 'busy', stateReason: 'adopting' },
  // A device that is being removed on purpose isn't broken.
  deleting: { state: 'busy', stateReason: 'deleting' },
};

/** An unrecognized word is `unknown`, never online or down. */
export function deviceStateOf(value: unknown): ReportedState {
  const reportedState = text(value);
  if (reportedState === undefined) return { state: 'unknown', stateReason: 'unreported' };
  const key = word(reportedState) ?? '';
  const known = Object.hasOwn(deviceWords, key) ? deviceWords[key] : undefined;
  return { ...(known ?? { state: 'unknown', stateReason: 'unrecognized' }), reportedState };
}

/** All known words for a console's connection to the cloud. */
const linkWords: Record<string, ConsoleReading['link']> = {
  connected: 'connected',
  disconnected: 'disconnected',
  offline: 'disconnected',
};

/** The connection of a console. Any other word, or none, is `unknown`. */
export function linkOf(value: unknown): Pick<ConsoleReading, 'link' | 'reportedState'> {
  const reported = text(value);
  const key = word(reported) ?? '';
  const link = (Object.hasOwn(linkWords, key) && linkWords[key]) || 'unknown';
  return reported === undefined || key === link ? { link } : { link, reportedState: reported };
}

/** Why a console can't be reached, based on its connection alone. Undefined if it is connected. */
export function linkProblem({
  link,
  reportedState,
}: Pick<ConsoleReading, 'link' | 'reportedState'>): Problem | undefined {
  if (link === 'connected') return undefined;
  if (link === 'disconnected') return { code: 'console_disconnected' };
  return reportedState === undefined
    ? { code: 'link_unreported' }
    : { code: 'link_unrecognized', reported: reportedState };
}
