import { deviceKey } from './infer.ts';
import type { Known } from './types.ts';

/**
 * Changes of a round that UniFi's Alarm Manager can push, by hostId: a device that went offline or came back, and an internet
 * line that failed or works again. What was unknown in between may have changed unseen, so it doesn't count.
 */
export function pushableChanges(before: Known, seen: Known): Map<string, number> {
  const changes = new Map<string, number>();
  const add = (hostId: string) => changes.set(hostId, (changes.get(hostId) ?? 0) + 1);
  const devices = new Map(before.devices.map((device) => [deviceKey(device), device.state]));
  for (const device of seen.devices)
    if (isFlip(devices.get(deviceKey(device)), device.state, 'offline', 'online')) add(device.hostId);
  const lines = new Map(before.lines?.map((line) => [lineKey(line), line.state]));
  for (const line of seen.lines ?? [])
    if (isFlip(lines.get(lineKey(line)), line.state, 'down', 'up')) add(line.hostId);
  return changes;
}

const isFlip = <State extends string>(before: State | undefined, now: State, one: State, other: State) =>
  (before === one && now === other) || (before === other && now === one);

const lineKey = ({ hostId, siteId, key }: { hostId: string; siteId: string; key: string }): string =>
  JSON.stringify([hostId, siteId, key]);
