import type { DeviceReading, Reading } from '../unifi/reading.ts';

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
