import type {
  ConsoleCapabilities,
  ConsoleReading,
  DeviceReading,
  EvaluationGap,
  LineReading,
  Reading,
} from '#api/features/unifi/reading.ts';
import { isMeasured } from './lines.ts';
import type { Problem } from '#api/features/unifi/errors.ts';

interface Round {
  at: Date;
  /** What the active rules need. */
  needs: ReadonlySet<Need>;
  /** The reading without anything over the package's limits. */
  reading: Reading;
  /** The account couldn't be read. */
  error?: Problem;
  capabilities: readonly ConsoleCapabilities[];
  /** Watched consoles that have disappeared from the account, by hostId. */
  gone: ReadonlyMap<string, Problem>;
  isWatched: (hostId: string) => boolean;
  /** MACs of devices with a port that a rule could watch. */
  withPorts: ReadonlySet<string>;
}

/** What this round couldn't evaluate, each with the first round that couldn't. */
export function nextGaps(before: readonly EvaluationGap[], round: Round): EvaluationGap[] {
  const since = new Map(before.map((gap) => [keyOf(gap), gap.since]));
  const begun = (gap: Omit<EvaluationGap, 'since'>): EvaluationGap => ({
    ...gap,
    since:
      since.get(keyOf(gap)) ??
      since.get(keyOf({ ...gap, mac: undefined })) ??
      since.get(keyOf({ need: gap.need })) ??
      round.at.toISOString(),
  });
  const needs = [...round.needs];
  const { error } = round;
  if (error) {
    const known = before.filter(({ need, hostId }) => hostId !== undefined && round.needs.has(need));
    return [...known, ...needs.map((need) => begun({ need, problem: error }))];
  }
  return [...consolesOf(round)].flatMap(([hostId, console]) =>
    needs.flatMap((need) => {
      const gaps = console ? gapsOf(console, need, round) : [{ problem: whyUnlisted(hostId, round) }];
      return gaps.map((gap) => begun({ need, hostId, ...gap }));
    }),
  );
}

const keyOf = ({ need, hostId = '', mac = '' }: Pick<EvaluationGap, 'need' | 'hostId' | 'mac'>) =>
  `${need} ${mac} ${hostId}`;

/** Monitored consoles by hostId, without a reading for those missing from the list. */
function consolesOf({
  reading,
  capabilities,
  gone,
  isWatched,
}: Round): Map<string, ConsoleReading | undefined> {
  const consoles = new Map<string, ConsoleReading | undefined>();
  const known = reading.consolesIncomplete ? capabilities : [];
  for (const { hostId } of known) if (isWatched(hostId)) consoles.set(hostId, undefined);
  for (const hostId of gone.keys()) consoles.set(hostId, undefined);
  for (const console of reading.consoles)
    if (isWatched(console.hostId)) consoles.set(console.hostId, console);
  return consoles;
}

type Need = EvaluationGap['need'];
type Found = Pick<EvaluationGap, 'mac' | 'problem'>;

const whyUnlisted = (hostId: string, { gone }: Round): Problem =>
  gone.get(hostId) ?? { code: 'consoles_unread' };

function gapsOf(console: ConsoleReading, need: Need, round: Round): Found[] {
  const whole = (problem: Problem): Found[] => [{ problem: problemOf(console, round) ?? problem }];
  if (need === 'clients') return console.clients ? [] : whole({ code: 'clients_unread' });
  if (need === 'providers') {
    // A console without a connection is what such a rule looks for.
    const isRead =
      console.link === 'disconnected' ||
      (console.lines ?? []).some((line) => isLineRead(line, need, round) && line.provider);
    return isRead ? [] : whole({ code: 'lines_unreported' });
  }
  if (need === 'lines' || need === 'line_periods') {
    const isRead =
      console.link === 'connected' && (console.lines ?? []).some((line) => isLineRead(line, need, round));
    return isRead ? [] : whole({ code: need === 'lines' ? 'lines_unreported' : 'lines_unmeasured' });
  }
  const devices = console.devices.filter(({ adopted }) => adopted);
  if (devices.length === 0)
    return need === 'inventory' && console.devicesListed ? [] : whole({ code: 'no_devices' });
  if (need === 'storage') {
    const isRead = devices.some(({ diskFreePercent }) => diskFreePercent !== undefined);
    return isRead ? [] : whole({ code: 'disks_unread' });
  }
  const missing = devices.flatMap((device): Found[] => {
    const problem = missingIn(device, need, round);
    if (!problem) return [];
    const isOwn = device.state === 'unknown' ? isUnrecognized(device) : device.deferred !== undefined;
    return [{ mac: device.mac, problem: (!isOwn && problemOf(console, round)) || problem }];
  });
  return missing;
}

/** A line that stands by is rarely measured, so one measured line is enough. */
const isLineRead = (line: LineReading, need: Need, { at }: Round): boolean =>
  need === 'line_periods' ? isMeasured(line, at) : line.state !== 'unknown';

/** Why a device can't be evaluated. One that is known to be down or busy has no measurements to evaluate. */
function missingIn(device: DeviceReading, need: Need, { withPorts }: Round): Problem | undefined {
  const { state, deferred, mac, ports, cpuPercent, memoryPercent, uplinkBps } = device;
  if (state === 'unknown') {
    return { code: isUnrecognized(device) ? 'states_unrecognized' : 'devices_incomplete' };
  }
  if (need === 'inventory' || state !== 'online') return undefined;
  const isRead =
    need === 'detail'
      ? ports !== undefined || !withPorts.has(mac)
      : cpuPercent !== undefined || memoryPercent !== undefined || uplinkBps !== undefined;
  return isRead ? undefined : { code: deferred ?? 'figures_unreported' };
}

/** UniFi reported a state, so the unknown state has nothing to do with failed calls. */
const isUnrecognized = ({ stateReason }: DeviceReading): boolean => stateReason === 'unrecognized';

const problemOf = ({ hostId, problem }: ConsoleReading, { capabilities }: Round): Problem | undefined =>
  problem ?? capabilities.find((one) => one.hostId === hostId)?.problem;
