import type { DeviceReading, PortReading } from '#api/features/unifi/reading.ts';
import type { Rule } from '#api/features/watch/evaluate/types.ts';
import { accessPoint, coreSwitch, office } from './network.ts';
import { rule, Watching } from './watching.ts';

/** Core Switch (port 1) → Floor Switch → AP 1 to 3, and AP Lobby beside it on port 2. MACs. */
export const core = 'B00000000000';
export const floor = 'B00000000001';
export const lobby = 'A00000000000';
export const ap = (nth: number): string => `A0000000000${nth}`;
export const behindFloor = [ap(1), ap(2), ap(3)];

interface Seen {
  down?: string[];
  /** Devices that UniFi reports in some other way. */
  as?: Record<string, Partial<DeviceReading>>;
  /** Of the core switch. */
  ports?: PortReading['state'][];
}

/** A round's reading. Devices that are down report no uplink. */
export function seen({ down = [], as = {}, ports = ['up', 'up'] }: Seen = {}) {
  const at = (device: DeviceReading): DeviceReading => {
    const isDown = down.includes(device.mac);
    return { ...device, ...(isDown && { state: 'offline', uplinkMac: undefined }), ...as[device.mac] };
  };
  const aps = [1, 2, 3].map((nth) =>
    accessPoint({ mac: ap(nth), name: `AP ${nth}`, uplinkMac: floor, uplinkPort: nth }),
  );
  return office({
    devices: [
      coreSwitch({ mac: core, ports: ports.map((state, nth) => ({ index: nth + 1, state })) }),
      coreSwitch({ mac: floor, name: 'Floor Switch', uplinkMac: core, uplinkPort: 1 }),
      accessPoint({ mac: lobby, uplinkMac: core, uplinkPort: 2 }),
      ...aps,
    ].map(at),
  });
}

/** Everything has been up for a while. */
export function watchingFloor(...rules: Partial<Rule>[]): Watching {
  const all = rules.length > 0 ? rules : [{}];
  const watch = new Watching(...all.map((one) => rule({ durationMinutes: 1, ...one })));
  watch.see(0, seen());
  watch.see(1, seen());
  return watch;
}

/** Subjects of the open alerts. */
export const open = (watch: Watching): string[] => watch.alerts.map(({ subject }) => subject).toSorted();

/** What has an open alert or is listed in one. */
export const reported = (watch: Watching): string[] =>
  [...new Set(watch.alerts.flatMap(({ subject, affectedMacs }) => [subject, ...affectedMacs]))].toSorted();
