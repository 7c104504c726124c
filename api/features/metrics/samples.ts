import { type DeviceReading, type Reading, isBlind, linkProblem } from '../unifi/reading.ts';
import { problemText, type Problem } from '../unifi/errors.ts';

/** One device's measurements in one round. Values that weren't measured are null, never 0. */
export interface Sample {
  hostId: string;
  mac: string;
  /** `null`: unknown. */
  state: number | null;
  /** Percent, like the next two. */
  cpu: number | null;
  memory: number | null;
  /** Free space of the fullest volume. */
  diskFree: number | null;
  /** Receive plus transmit, in bits per second at the time of reading. */
  uplinkBps: number | null;
  /** Its statistics are read in a later round, so a missing value means nothing. */
  deferred: true | null;
}

/** Stored codes of states. */
export const stateCodes: Record<DeviceReading['state'], number | null> = {
  online: 1,
  offline: 2,
  busy: 3,
  impaired: 4,
  unknown: null,
};

/** A sample of each monitored device with known data. Devices behind a disconnected console have none. */
export function samplesOf(reading: Reading, watched: (hostId: string) => boolean): Sample[] {
  const samples = new Map<string, Sample>();
  for (const { hostId, link, devices } of reading.consoles) {
    if (!watched(hostId) || link === 'disconnected') continue;
    for (const device of devices) {
      const { mac, adopted, state, cpuPercent, memoryPercent, diskFreePercent, uplinkBps, deferred } = device;
      const isMeasured = [cpuPercent, memoryPercent, diskFreePercent, uplinkBps].some(
        (value) => value !== undefined,
      );
      if (!adopted || (state === 'unknown' && !isMeasured)) continue;
      samples.set(`${mac} ${hostId}`, {
        hostId,
        mac,
        state: stateCodes[state],
        cpu: cpuPercent ?? null,
        memory: memoryPercent ?? null,
        diskFree: diskFreePercent ?? null,
        uplinkBps: uplinkBps ?? null,
        deferred: deferred ? true : null,
      });
    }
  }
  return [...samples.values()];
}

/** What one round of one console adds to its day. */
export interface DailyShare {
  hostId: string;
  observedSeconds: number;
  onlineSeconds: number;
  /** Undefined: no uplink rate was read. */
  transferredBytes: number | undefined;
}

/**
 * The state of each monitored console's devices, assumed to apply for the seconds since the last round.
 * Unknown and busy devices don't count. Only gateways' uplinks count as transfer, because internal traffic
 * would count twice.
 */
export function dailySharesOf(
  reading: Reading,
  watched: (hostId: string) => boolean,
  seconds: number,
): DailyShare[] {
  return reading.consoles.flatMap((console) => {
    if (!watched(console.hostId) || console.link === 'disconnected') return [];
    const measured: DailyShare = {
      hostId: console.hostId,
      observedSeconds: 0,
      onlineSeconds: 0,
      transferredBytes: undefined,
    };
    for (const { adopted, state, role, uplinkBps } of console.devices) {
      if (!adopted || state === 'busy' || state === 'unknown') continue;
      measured.observedSeconds += seconds;
      if (state === 'online') measured.onlineSeconds += seconds;
      if (role === 'gateway' && uplinkBps !== undefined) {
        measured.transferredBytes = (measured.transferredBytes ?? 0) + (uplinkBps / 8) * seconds;
      }
    }
    return measured.observedSeconds > 0 ? [measured] : [];
  });
}

/** Whether a controller, or one console behind it, was reachable in a round. */
export interface Reachability {
  /** Empty for the controller itself. */
  hostId: string;
  seen: boolean;
  /** What is wrong, in words for the owner. `null` if nothing is. */
  problem: string | null;
}

const itself = '';

/** A console whose devices are read in turns is fine, although some were skipped in this round. */
const wrong = (problem: Problem | undefined): string | null =>
  problem === undefined || problem.code === 'call_budget' ? null : problemText(problem);

/** A failed reading only describes the controller itself, because its consoles are unknown then. */
export function unreachable(problem: string): Reachability[] {
  return [{ hostId: itself, seen: false, problem }];
}

export function reachabilityOf(reading: Reading, watched: (hostId: string) => boolean): Reachability[] {
  const consoles = reading.consoles.filter(({ hostId }) => watched(hostId));
  return [
    { hostId: itself, seen: true, problem: null },
    ...consoles.map((console) => {
      const { hostId, link, problem } = console;
      const isSeen = link === 'connected' || (link === 'unknown' && !isBlind(console));
      return { hostId, seen: isSeen, problem: wrong(isSeen ? problem : linkProblem(console)) };
    }),
  ];
}
