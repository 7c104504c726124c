import type { ConsoleReading, DeviceReading, LineReading } from '#api/features/unifi/reading.ts';
import { evaluate } from '../evaluate/evaluate.ts';
import { foldIntoOutages } from '../evaluate/fold-outages.ts';
import type { Change, KnownDevice, Round, Rule } from '../evaluate/types.ts';
import {
  type CodeChange,
  type Encoding,
  leftCode,
  type PastDevice,
  type PastRounds,
  type PastSite,
  type PastUplink,
  type StateEncoding,
  unmonitored,
} from './history.ts';
import { Ledger, type WouldBeAlert } from './ledger.ts';
import { type LineHistory, subjectOf } from './past-lines.ts';
import type { PastOutages } from './replay-providers.ts';

/** A device, an internet line, or the console itself, among those whose rounds are evaluated together. */
export interface Member {
  /** `null`: a line, or the console itself. */
  device: PastDevice | null;
  line?: LineHistory;
  /** By day. */
  changes: CodeChange[][];
}

/** Devices of one site that can affect each other's alerts. */
export interface Group {
  site: PastSite;
  members: Member[];
}

export interface Replay {
  controllerId: string;
  rule: Rule;
  /** Other rules, whose alerts may explain those of the rule. */
  causes?: readonly Rule[];
  /** Outages of providers, which may explain them too. */
  outages?: PastOutages | undefined;
  /** UniFi's lists are enough to evaluate it. Rounds whose lists changed are evaluated twice: as soon as those are read, and as a whole. */
  isListed?: boolean;
  encoding: Pick<Encoding, 'isTrouble' | 'isClear'> & Partial<Encoding>;
  /** What the console's codes mean, if rounds depend on it. */
  links?: StateEncoding;
  /** By day. */
  rounds: PastRounds[];
}

/** A group while its rounds are evaluated. */
interface Running {
  replay: Replay;
  group: Group;
  ledger: Ledger;
  /** By the ID of their rule. */
  durationsMs: ReadonlyMap<string, number>;
  /** Current code of each member. */
  codes: number[];
  known: KnownDevice[];
  /** The same by member. */
  rows: (KnownDevice | undefined)[];
  /** Readings by member and code. */
  readings: Map<number, DeviceReading | null>[];
  /** Nothing was known in the last round of the day before. */
  wasBlind: boolean;
}

/**
 * Raises the alerts that a rule would have raised about a group. Evaluates only the rounds in which something about it can
 * change: a verdict does, a duration is over, or nothing is known. The result is the same as that of evaluating all rounds.
 */
export function replayGroup(replay: Replay, group: Group, alerts: WouldBeAlert[]): void {
  const rows = group.members.map(({ device }) => (device ? knownDevice(device) : undefined));
  const running: Running = {
    replay,
    group,
    ledger: new Ledger(alerts, replay.rule.id),
    durationsMs: new Map(rulesOf(replay).map(({ id, durationMinutes }) => [id, durationMinutes * 60_000])),
    codes: group.members.map(() => 0),
    rows,
    known: rows.filter((row) => row !== undefined),
    readings: group.members.map(() => new Map()),
    wasBlind: false,
  };
  for (const [day, rounds] of replay.rounds.entries()) replayDay(running, rounds, day);
}

interface Step extends CodeChange {
  member: number;
}

function replayDay(running: Running, rounds: PastRounds, day: number): void {
  const { replay, group, ledger, durationsMs } = running;
  const steps = stepsOf(group, day);
  const leastMs = Math.min(...durationsMs.values());
  const { times } = rounds;
  let next = 0;
  let cursor = 0;
  const take = () => {
    const { member, round, code } = steps[next++]!;
    setCode(running, member, code, times[round]!);
  };
  for (;;) {
    let stop = Infinity;
    if (ledger.isActive) {
      const wake = group.members.length > 1 && ledger.isUnsettled ? 0 : ledger.wakeAt(durationsMs);
      const change = replay.outages?.nextAfter(times[cursor - 1] ?? -Infinity) ?? Infinity;
      stop = Math.min(firstAt(times, Math.min(wake, change), cursor), nextBlind(running, rounds, cursor));
      if (next < steps.length) stop = Math.min(stop, steps[next]!.round);
    } else {
      while (next < steps.length && !isRelevant(running, rounds, steps, next, leastMs)) take();
      if (next < steps.length) stop = steps[next]!.round;
    }
    if (stop >= times.length) break;
    while (next < steps.length && steps[next]!.round <= stop) take();
    evaluateRound(running, rounds, stop);
    cursor = stop + 1;
  }
  while (next < steps.length) take();
  running.wasBlind = rounds.blind.length > 0 ? rounds.blind.at(-1)! > 0 : running.wasBlind;
}

/** The changes of all members of a group on one day, in order. */
function stepsOf({ members }: Group, day: number): Step[] {
  if (members.length === 1) return members[0]!.changes[day]!.map((change) => ({ ...change, member: 0 }));
  const steps = members.flatMap(({ changes }, member) =>
    changes[day]!.map((change) => ({ ...change, member })),
  );
  return steps.sort((a, b) => a.round - b.round);
}

/** Whether a change may begin something about a group that has no pending condition and no alert. */
function isRelevant(
  { replay: { encoding, links }, group: { members }, codes }: Running,
  { times, blind }: PastRounds,
  steps: readonly Step[],
  nth: number,
  durationMs: number,
): boolean {
  const { member, code, round } = steps[nth]!;
  const isDown = (one: number) => !isConsole(members[one]!) && encoding.isTrouble(codes[one]!);
  // When a console is back, devices may be down that went down before.
  if (isConsole(members[member]!)) return links!.isTrouble(code) || members.some((_, one) => isDown(one));
  if (!encoding.isTrouble(code)) return false;
  const over = steps[nth + 1];
  if (members.length > 1 || !over || !encoding.isClear(over.code)) return true;
  // It certainly ends before its duration is over.
  return (
    times[over.round - 1]! - times[round]! >= durationMs ||
    blind.subarray(round, over.round).some((one) => one > 0)
  );
}

const isConsole = ({ device, line }: Member): boolean => !device && !line;

const rulesOf = ({ rule, causes = [] }: Pick<Replay, 'rule' | 'causes'>): Rule[] => [rule, ...causes];

/** The first round from a cursor on that is due at a time or later. */
function firstAt(times: Float64Array, at: number, cursor: number): number {
  let [low, high] = [cursor, times.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The next round in which nothing is known, or the first one after that. */
function nextBlind({ wasBlind }: Running, { blind }: PastRounds, cursor: number): number {
  const isAfter = cursor > 0 ? blind[cursor - 1]! > 0 : wasBlind;
  if (isAfter && cursor < blind.length && !blind[cursor]) return cursor;
  for (let round = cursor; round < blind.length; round++) if (blind[round]) return round;
  return Infinity;
}

function setCode(running: Running, member: number, code: number, at: number): void {
  running.codes[member] = code;
  const known = running.rows[member];
  if (!known) return;
  const reading = readingOf(running, member, code);
  const state = reading?.state ?? 'unknown';
  if (state !== known.state) known.stateSince = new Date(at);
  known.state = state;
  known.stateReason = reading?.stateReason ?? null;
  known.leftAt = reading ? null : new Date(at);
}

function readingOf({ readings, replay, group }: Running, member: number, code: number): DeviceReading | null {
  const cached = readings[member]!.get(code);
  if (cached !== undefined) return cached;
  const device = group.members[member]!.device!;
  const found = replay.encoding.readingOf?.(code, device);
  const reading = found ? deviceReading(device, found) : null;
  readings[member]!.set(code, reading);
  return reading;
}

function evaluateRound(running: Running, rounds: PastRounds, round: number): void {
  const { replay, ledger, durationsMs } = running;
  const changes = evaluateOnce(running, rounds, round);
  const at = rounds.times[round]!;
  if (replay.isListed && changes.some(({ kind }) => kind === 'hold') && ledger.wakeAt(durationsMs) <= at)
    evaluateOnce(running, rounds, round);
}

function evaluateOnce(running: Running, { times, blind }: PastRounds, round: number): Change[] {
  const { replay, group, codes, ledger } = running;
  const at = new Date(times[round]!);
  setUplinks(running, at.getTime());
  const removed = new Set<string>();
  const devices: DeviceReading[] = [];
  const lines: LineReading[] = [];
  let link: ConsoleReading['link'] = 'connected';
  for (const [member, { device, line }] of group.members.entries()) {
    const code = codes[member]!;
    if (line) {
      const subject = subjectOf(line.line);
      if (code === leftCode) removed.add(subject);
      else lines.push(line.readingAt(at.getTime(), ledger.pendingSince(subject)));
    } else if (!device) link = replay.links!.stateOf(code).state as ConsoleReading['link'];
    else if (code === leftCode) removed.add(device.mac);
    else devices.push(readingOf(running, member, code)!);
  }
  const { hostId, name } = group.site;
  const isBlind = blind[round]! > 0;
  // When monitoring stops, alerts stay as they are, except for their calm.
  const open = [...ledger.open.values()].map((standing) => standing.open);
  const console = {
    hostId,
    name,
    link,
    devicesListed: true,
    devices,
    ...(lines.length > 0 && { lines }),
  };
  const evaluated = roundOf(replay, group, {
    reading: { at, consoles: isBlind ? [] : [console] },
    known: { devices: running.known, clients: [] },
    removed,
    pending: [...ledger.pending.values()],
    alerts: blind[round] === unmonitored ? open.filter(({ calmSince }) => calmSince) : open,
  });
  const steps = evaluate(evaluated);
  let step = steps.next();
  while (!step.done) step = steps.next();
  const changes =
    replay.outages && blind[round] !== unmonitored
      ? foldIntoOutages(evaluated, step.value, replay.outages.at(at.getTime()), at)
      : step.value;
  ledger.apply(changes, at);
  return changes;
}

/** Connects devices as they were connected at a time. */
function setUplinks({ rows, group: { members } }: Running, at: number): void {
  for (const [member, { device }] of members.entries()) {
    if (!device || device.earlierUplinks.length === 0) continue;
    const earlier = device.earlierUplinks.find(({ until }) => at < until);
    Object.assign(rows[member]!, uplinkFacts(earlier ?? device.uplink));
  }
}

const nothing: ReadonlySet<string> = new Set();

/** A round about one group. The parts that don't change are those of the replay. */
export function roundOf(
  { controllerId, ...rules }: Pick<Replay, 'controllerId' | 'rule' | 'causes'>,
  { site }: Pick<Group, 'site'>,
  found: Pick<Round, 'reading' | 'known' | 'removed' | 'pending' | 'alerts'>,
): Round {
  return { controllerId, siteIds: 'all', sites: [site], beyond: nothing, rules: rulesOf(rules), ...found };
}

export function deviceReading(
  { mac, name, model, role, isConsole }: PastDevice,
  found: Partial<DeviceReading>,
): DeviceReading {
  return {
    mac,
    name,
    ...(model && { model }),
    role,
    isConsole,
    adopted: true,
    state: 'unknown',
    ...found,
  };
}

export function knownDevice({
  hostId,
  mac,
  name,
  model,
  role,
  isConsole,
  upPorts,
  uplink,
}: PastDevice): KnownDevice {
  return {
    ...uplinkFacts(uplink),
    hostId,
    mac,
    name,
    model,
    role,
    isConsole,
    upPorts: [...upPorts],
    state: 'unknown',
    stateSince: new Date(0),
    leftAt: null,
  } as KnownDevice;
}

/** Trusted at any time, because it is the uplink of that time as far as changes of uplinks are stored. */
const trusted = new Date(8.64e15);

const uplinkFacts = (uplink: PastUplink | null) => ({
  uplinkMac: uplink?.mac ?? null,
  uplinkPort: uplink?.port ?? null,
  uplinkSeenAt: uplink && trusted,
});

/** Groups devices whose alerts depend on each other: all of a site if devices and consoles can be down, else each on its own. */
export function groupsOf(
  isWhole: boolean,
  sites: readonly PastSite[],
  devices: readonly PastDevice[],
): { site: PastSite; devices: PastDevice[]; hasConsole: boolean }[] {
  const byHost = Map.groupBy(devices, ({ hostId }) => hostId);
  if (isWhole)
    return sites.map((site) => ({ site, devices: byHost.get(site.hostId) ?? [], hasConsole: true }));
  return sites.flatMap((site) =>
    (byHost.get(site.hostId) ?? []).map((device) => ({ site, devices: [device], hasConsole: false })),
  );
}
