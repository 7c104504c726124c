import { type DeviceReading, type Reading, isBlind, linkProblem } from '../unifi/reading.ts';
import { problemText, type Problem } from '../unifi/errors.ts';

/** What one round saw of one device. Whatever was not measured is null, and never 0. */
export interface Sample {
  hostId: string;
  mac: string;
  /** Null: not known. */
  state: number | null;
  /** Percent, as the two that follow. */
  cpu: number | null;
  memory: number | null;
  /** Free space of the fullest volume. */
  diskFree: number | null;
  /** Receive and transmit together, bits per second at the moment of reading. */
  uplinkBps: number | null;
}

/** How a state is kept. */
export const stateCodes: Record<DeviceReading['state'], number | null> = {
  online: 1,
  offline: 2,
  busy: 3,
  impaired: 4,
  unknown: null,
};

/** A sample of each watched device that something is known of. Behind a disconnected console nothing is. */
export function samplesOf(reading: Reading, watched: (hostId: string) => boolean): Sample[] {
  const samples = new Map<string, Sample>();
  for (const { hostId, link, devices } of reading.consoles) {
    if (!watched(hostId) || link === 'disconnected') continue;
    for (const device of devices) {
      const { mac, adopted, state, cpuPercent, memoryPercent, diskFreePercent, uplinkBps } = device;
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
      });
    }
  }
  return [...samples.values()];
}

/** What one round of one console adds to a day. */
export interface DailyShare {
  hostId: string;
  observedSeconds: number;
  onlineSeconds: number;
  /** Undefined: no uplink rate was read. */
  transferredBytes: number | undefined;
}

/**
 * What was seen of each monitored console's devices, assumed to hold for the seconds since the last round. Unknown and busy
 * devices don't count. Only gateways' uplinks count as transfer, because traffic inside would count twice.
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

/** Whether a controller, or one console behind it, could be seen in a round. */
export interface Reachability {
  /** Empty for the controller itself. */
  hostId: string;
  seen: boolean;
  /** What is wrong, in words for the owner. `null` if nothing is. */
  problem: string | null;
}

const itself = '';

/** A console whose devices take turns works: which of them had none changes with every round. */
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
