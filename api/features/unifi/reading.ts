import type { Problem } from './errors.ts';
import { text, word } from './shapes.ts';

/**
 * What one poll of one controller saw, as a plain value. Whatever was not measured is absent or `unknown`;
 * nothing here is ever filled with a default.
 */
export interface Reading {
  /** The time the poll was due. Durations are judged by it, so that a late worker reaches the same verdict. */
  at: Date;
  /** Every console the key can see, in the order UniFi listed them. */
  consoles: ConsoleReading[];
  /** True: the list of consoles could not be read whole, so an absent console proves nothing. */
  consolesIncomplete?: boolean;
  /** A list of the account, or a later page of one, failed, and no console made up for it. A retry may mend that. */
  truncated?: true;
  /** How long UniFi asked to wait before the next reading, in milliseconds. */
  retryAfterMs?: number;
}

/** A UniFi console or self-hosted Network Server: what the product calls a site. */
export interface ConsoleReading {
  /** Opaque, contains `:`; encode it in a path (unifi/API.md 1.5). */
  hostId: string;
  name: string;
  /** Connection of the console to the cloud. `unknown` when UniFi reports none, or one that we don't recognize. */
  link: 'connected' | 'disconnected' | 'unknown';
  /** UniFi's own word for `link`, where it is neither `connected` nor `disconnected`. */
  reportedState?: string;
  /** When `link` last changed, if UniFi reported it. */
  linkChangedAt?: Date;
  /** Version of the Network application, else of the console's firmware. */
  version?: string;
  /** False: the device list could not be read whole, so an absent device proves nothing. */
  devicesListed: boolean;
  /** Whether the console itself listed all its adopted devices in this round. Absent: it wasn't asked. */
  rowsListed?: boolean;
  devices: DeviceReading[];
  /** Connected clients, only when the whole list was read; absent means unknown. */
  clients?: ClientReading[];
  /** How many devices UniFi counts more than it lists. Absent: it reports no counts. */
  unlisted?: UnlistedCounts;
  /** Why something could not be read this time. */
  problem?: Problem;
}

/** Whether a reading has no device state at all for a console. */
export function isBlind({ devices }: Pick<ConsoleReading, 'devices'>): boolean {
  return devices.every(({ state }) => state === 'unknown');
}

/** How many devices UniFi counts more than it lists; negative where it counts less. Absent: not reported. */
export interface UnlistedCounts {
  total?: number;
  /** Offline ones, of all kinds and of each. */
  offline?: number;
  gateway?: number;
  wired?: number;
  wifi?: number;
}

/** How many more devices UniFi usually counts on a console than it lists. */
export interface KnownConsole extends UnlistedCounts {
  /** When it disappeared from the account, ISO 8601. */
  goneSince?: string;
  /** What it was called, once it has disappeared. */
  name?: string;
}

/**
 * `impaired`: it answers its console but doesn't do its job. `busy`: updating, adopting or getting ready, neither up nor
 * down. `deviceStateOf` maps UniFi's words to these.
 */
type DeviceState = 'online' | 'offline' | 'impaired' | 'busy' | 'unknown';

export type StateReason =
  /** Offline: its console lost contact with it. */
  | 'interrupted'
  /** Impaired: it has lost its uplink. */
  | 'isolated'
  /** Impaired: it is connected in a place where it can't work. */
  | 'incorrect_topology'
  /** Impaired: an update has taken longer than updates do. */
  | 'update_overdue'
  /** Busy. */
  | 'updating'
  | 'adopting'
  | 'getting_ready'
  | 'deleting'
  /** Offline or unknown: UniFi no longer lists it. Offline where UniFi still counts it as such. */
  | 'unlisted'
  /** Unknown: UniFi reported a word that we don't recognize. */
  | 'unrecognized'
  /** Unknown: UniFi lists it without a state. */
  | 'unreported'
  /** Unknown: its console is disconnected. */
  | 'console_offline'
  /** Unknown: the Network application of its console isn't running, or has just come back. */
  | 'network_stopped'
  /** Unknown: its console is no longer in the account. */
  | 'console_gone'
  /** Unknown: whether its console is connected isn't known. */
  | 'console_unknown'
  /** Unknown, because its list couldn't be read. */
  | 'unread';

export interface DeviceReading {
  /**
   * 12 upper-case hex digits, no separators: the one key both APIs share. A device that UniFi lists without a MAC has a key
   * of its own here, `id:…` or `name:…`.
   */
  mac: string;
  /** As entered by the customer: any Unicode, not unique. If empty, the model is used. */
  name: string;
  model?: string;
  role: 'gateway' | 'switch' | 'access_point' | 'other';
  /** The device is the console itself. */
  isConsole: boolean;
  /** False for devices seen but never adopted; they are not judged. */
  adopted: boolean;
  state: DeviceState;
  /** Why the state is what it is, where the state alone doesn't say. */
  stateReason?: StateReason;
  /** UniFi's own word for the state, as UniFi spells it. */
  reportedState?: string;
  /** When its update was first observed. */
  updatingSince?: Date;
  /** The console lists it, and the cloud doesn't. */
  unlistedByCloud?: boolean;
  /** Name of the UniFi site inside the console, where a console has several. */
  siteName?: string;
  /** 0 to 100. */
  cpuPercent?: number;
  /** 0 to 100. */
  memoryPercent?: number;
  /** Free space of the fullest volume, 0 to 100. */
  diskFreePercent?: number;
  /** Uplink, receive and transmit together, bits per second at the moment of reading. */
  uplinkBps?: number;
  ports?: PortReading[];
  /**
   * Its statistics and ports will be read in a later round, because budget or time went to other devices.
   * Missing values then mean nothing, not even unknown.
   */
  deferred?: 'call_budget' | 'out_of_time';
}

export interface PortReading {
  /** Counts from 1. */
  index: number;
  state: 'up' | 'down' | 'unknown';
}

export interface ClientReading {
  /** 12 upper-case hex digits. */
  mac: string;
  name: string;
  /** MAC of the device it hangs on, where known. */
  uplinkMac?: string;
  /** Wired, so it is expected to stay. Phones and laptops on Wi-Fi come and go. */
  wired?: boolean;
}

/** What a connection turned out to be able to see of one console, found by trying (unifi/API.md section 3). */
export interface ConsoleCapabilities {
  hostId: string;
  /** The Network Integration API answers through the cloud connector. */
  connector: boolean;
  /** Device statistics answer: CPU, memory, uplink. */
  statistics: boolean;
  /** The undocumented device statistics with storage answer. */
  storage: boolean;
  /** Why the connector does not respond. */
  problem?: Problem;
  /** When this was found out, Unix milliseconds. */
  probedAt?: number;
  /** Since when no probe has found out everything, Unix milliseconds. */
  doubtfulSince?: number;
  /** Since when the connector has refused, Unix milliseconds, after it had worked before. */
  refusedSince?: number;
  /** A transient failure may have hidden something, so it needs confirming by another reading. */
  provisional?: boolean;
}

/** Something that rules need and that the latest round didn't read. */
export interface EvaluationGap {
  need: 'inventory' | 'detail' | 'statistics' | 'clients' | 'storage';
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

/** Every word for a device's state that we know, from both APIs, without case and separators. */
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

/** A word that we don't recognize is `unknown`: never online, and never down. */
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

/** Why a console can't be seen, judging by its connection alone; undefined where it is connected. */
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
