import { AlertCondition, AlertType } from '#api/features/alerts/alert.enums.ts';
import { conditions, typeOf, type Measure, type Need, crosses } from '#api/features/alerts/condition.ts';
import type { ConsoleReading, LineReading, Reading } from '#api/features/unifi/reading.ts';
import { type Known, type KnownClient, type KnownDevice, type Subject, subjectKey } from './types.ts';
import {
  indexReading,
  portState,
  type SeenDevice,
  type SeenLine,
  type IndexedReading,
} from './indexed-reading.ts';
import { judgeLine, type LineFinding } from './lines.ts';

/** `deferred`: not read in this round, so the previous verdict stays. */
export type Verdict = 'holds' | 'clear' | 'unknown' | 'deferred';

/** A reading with what was seen before. */
export interface Evidence {
  indexed: IndexedReading;
  knownDevices: Map<string, KnownDevice>;
  knownClients: Map<string, KnownClient>;
}

export function gatherEvidence(reading: Reading, known: Known): Evidence {
  const knownDevices = new Map<string, KnownDevice>();
  for (const device of known.devices) {
    if (isNewer(device, knownDevices.get(device.mac))) knownDevices.set(device.mac, device);
  }
  return {
    indexed: indexReading(reading),
    knownDevices,
    knownClients: new Map(known.clients.map((client) => [client.mac, client])),
  };
}

/** Whether one row of a moved device is newer: the one at its new console. */
function isNewer(device: KnownDevice, other: KnownDevice | undefined): boolean {
  if (!other) return true;
  if (!device.leftAt !== !other.leftAt) return !device.leftAt;
  const later = device.stateSince.getTime() - other.stateSince.getTime();
  return later === 0 ? other.state === 'unknown' : later > 0;
}

/** The verdict on one subject, with the parts of its message. */
export interface Finding {
  verdict: Verdict;
  /** Type of the alert that this would raise. An impaired device isn't offline. */
  type: AlertType;
  subject: Subject;
  console?: ConsoleReading;
  seen?: SeenDevice;
  client?: KnownClient;
  line?: LineReading;
  value?: number;
  /** Since when it has held, by measured periods. Absent: rounds count it. */
  since?: Date;
  /** How long it has held in measured time, in milliseconds. */
  heldMs?: number;
}

/** Evaluates one subject. `threshold` is in the unit of the condition's measure. */
export function verdictFor(
  evidence: Evidence,
  condition: AlertCondition,
  threshold: number | undefined,
  subject: Subject,
): Finding {
  const { indexed, knownClients } = evidence;
  if (subject.about === 'console') {
    const console = indexed.consoles.get(subject.hostId);
    return { verdict: consoleVerdict(console), type: AlertType.console_offline, subject, console };
  }
  const type = typeOf(condition);
  if (subject.about === 'client') {
    const client = knownClients.get(subject.mac);
    const console = client && indexed.consoles.get(client.hostId);
    const seen = client?.uplinkMac ? indexed.devices.get(client.uplinkMac) : undefined;
    return { verdict: clientVerdict(subject.mac, client, indexed), type, subject, console, seen, client };
  }
  if (subject.about === 'line') {
    const found = indexed.lines.get(subjectKey(subject));
    return { ...lineFinding(condition, threshold, found, indexed.at), type, subject, ...found };
  }
  // It is about more than one console, so a reading says nothing about it (`providers.ts`).
  if (subject.about === 'provider') return { verdict: 'unknown', type, subject };
  const seen = indexed.devices.get(subject.mac);
  const console = seen?.console;
  if (isDeferred(seen, conditions[condition].needs))
    return { verdict: 'deferred', type, subject, console, seen };
  if (subject.about === 'port') {
    return { verdict: verdictOfPort[portState(seen, subject.port)], type, subject, console, seen };
  }
  const { measure } = conditions[condition];
  if (!measure) {
    const state = seen?.state ?? 'unknown';
    const found = state === 'impaired' ? AlertType.device_impaired : type;
    return { verdict: verdictOfState[state], type: found, subject, console, seen };
  }
  const value = seen && measuredValue(measure, seen);
  if (value === undefined || threshold === undefined)
    return { verdict: 'unknown', type, subject, console, seen };
  const verdict = isTrouble(measure, value, threshold) ? 'holds' : 'clear';
  return { verdict, type, subject, console, seen, value };
}

/** A console that isn't connected says nothing about its lines. Its own alert does. */
function lineFinding(
  condition: AlertCondition,
  threshold: number | undefined,
  seen: SeenLine | undefined,
  at: Date,
): LineFinding {
  if (seen?.console.link !== 'connected') return { verdict: 'unknown' };
  return judgeLine(condition, conditions[condition].measure, threshold, seen.line, at);
}

function isDeferred(seen: SeenDevice | undefined, needs: Need): boolean {
  return seen?.state === 'online' && !!seen.device.deferred && (needs === 'statistics' || needs === 'detail');
}

function consoleVerdict(console: ConsoleReading | undefined): Verdict {
  return verdictOfLink[console?.link ?? 'unknown'];
}

const verdictOfLink = { connected: 'clear', disconnected: 'holds', unknown: 'unknown' } as const;
// A device that is updating is neither down nor proven to be up again.
const verdictOfState = {
  online: 'clear',
  offline: 'holds',
  impaired: 'holds',
  busy: 'unknown',
  unknown: 'unknown',
} as const;
const verdictOfPort = { up: 'clear', down: 'holds', unknown: 'unknown' } as const;

/** The value of an online device. Undefined if it isn't online or the value wasn't measured. */
function measuredValue(measure: Measure, seen: SeenDevice): number | undefined {
  const value = seen.state === 'online' ? measure.read(seen.device) : undefined;
  return Number.isFinite(value) ? value : undefined;
}

/** False if either is unknown, so that nothing starts to hold. */
export function isTrouble(
  measure: Measure,
  value: number | undefined,
  threshold: number | undefined,
): boolean {
  return value !== undefined && threshold !== undefined && crosses(measure, value, threshold);
}

/**
 * A client only counts as absent if its console is connected, the list is complete, and the device it
 * connects to is online.
 */
function clientVerdict(mac: string, client: KnownClient | undefined, indexed: IndexedReading): Verdict {
  if (indexed.clients.has(mac)) return 'clear';
  const console = client && indexed.consoles.get(client.hostId);
  if (console?.link !== 'connected' || !console.clients) return 'unknown';
  if (!client?.uplinkMac) return 'holds';
  return indexed.devices.get(client.uplinkMac)?.state === 'online' ? 'holds' : 'unknown';
}

/** A subject that a rule may start to hold for. */
export interface Candidate {
  subject: string;
  /**
   * In the unit of the measure, to be compared with the rule's threshold. Absent if the condition holds
   * without one.
   */
  value?: number;
  /** When it started to hold, if that was before this reading. */
  since?: Date;
}

/** By hostId. */
export type Candidates = Map<string, Candidate[]>;

/**
 * Everything that one condition could hold for, computed once per round for all rules: current problems, or
 * measurements for a condition with a threshold.
 */
export function findCandidates(evidence: Evidence, condition: AlertCondition): Candidates {
  const found: Candidates = new Map();
  const add = (hostId: string, candidate: Candidate) => {
    const there = found.get(hostId);
    if (there) there.push(candidate);
    else found.set(hostId, [candidate]);
  };
  const { about, measure } = conditions[condition];
  if (about === 'provider') return found;
  if (about === 'line') addLines(evidence, condition, add);
  else if (measure) addMeasured(evidence, measure, add);
  else if (about === 'port') addPorts(evidence, add);
  else if (about === 'client') addClients(evidence, add);
  else addOffline(evidence, add);
  return found;
}

type Add = (hostId: string, candidate: Candidate) => void;

function addMeasured({ indexed }: Evidence, measure: Measure, add: Add): void {
  for (const [mac, seen] of indexed.devices) {
    const value = measuredValue(measure, seen);
    if (value !== undefined) add(seen.console.hostId, { subject: mac, value });
  }
}

function addOffline({ indexed }: Evidence, add: Add): void {
  for (const [hostId, console] of indexed.consoles) {
    if (consoleVerdict(console) === 'holds')
      add(hostId, { subject: subjectKey({ about: 'console', hostId }) });
  }
  for (const [mac, seen] of indexed.devices) {
    if (verdictOfState[seen.state] === 'holds')
      add(seen.console.hostId, { subject: mac, since: seen.device.updatingSince });
  }
}

/** Lines with a measured value, or whose state holds. How long a value has been beyond a threshold is judged later. */
function addLines({ indexed }: Evidence, condition: AlertCondition, add: Add): void {
  const { measure } = conditions[condition];
  for (const [subject, seen] of indexed.lines) {
    const { hostId } = seen.console;
    // Beyond any threshold there is the newest value, if it still counts.
    const limit = measure && (measure.trouble === 'above' ? -Infinity : Infinity);
    const { verdict, value, since } = lineFinding(condition, limit, seen, indexed.at);
    if (verdict !== 'holds') continue;
    if (measure) add(hostId, { subject, value });
    else add(hostId, { subject, since });
  }
}

/** A port that has never been up is unused, not broken. */
function addPorts({ indexed, knownDevices }: Evidence, add: Add): void {
  for (const [mac, { state, device, console }] of indexed.devices) {
    const known = knownDevices.get(mac);
    // If a device moved to another console, its ports were unplugged on purpose.
    if (state !== 'online' || known?.hostId !== console.hostId) continue;
    for (const port of device.ports ?? []) {
      if (port.state !== 'down' || !known.upPorts.includes(port.index)) continue;
      add(console.hostId, { subject: subjectKey({ about: 'port', mac, port: port.index }) });
    }
  }
}

function addClients({ indexed, knownClients }: Evidence, add: Add): void {
  for (const [mac, client] of knownClients) {
    if (clientVerdict(mac, client, indexed) !== 'holds') continue;
    add(client.hostId, { subject: subjectKey({ about: 'client', mac }) });
  }
}
