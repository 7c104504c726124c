import type { ConsoleReading, DeviceReading, StateReason } from '#api/features/unifi/reading.ts';
import { deviceKey } from './infer.ts';
import type { Known, KnownDevice } from './types.ts';

/** The state of a device or console after a round. */
export interface StateAfter {
  hostId: string;
  /** Empty for the console itself. */
  mac: string;
  /** When a console's state began, according to UniFi. */
  since?: Date;
  state: DeviceReading['state'] | ConsoleReading['link'];
  /** Why it is impaired. */
  stateReason?: StateReason | null;
  downPorts?: number[] | null;
}

/**
 * The states that a round may have changed: those of the rows that it writes. Behind a console that is offline or gone
 * nothing is known, which the state of the console says for all its devices.
 * @param all includes the states that are the same as before
 */
export function statesOf(before: Known, seen: Known, { all }: { all: boolean }): StateAfter[] {
  const known = new Map(before.devices.map((device) => [deviceKey(device), device]));
  const devices = all
    ? new Map([...known, ...seen.devices.map((device) => [deviceKey(device), device] as const)]).values()
    : seen.devices.filter((device) => isChanged(known.get(deviceKey(device)), device));
  const links = new Map(
    before.siteReadings?.map(({ hostId, link, goneAt }) => [hostId, goneAt ? 'unknown' : link]),
  );
  const sites = all
    ? new Map(
        [...(before.siteReadings ?? []), ...(seen.siteReadings ?? [])].map((site) => [site.hostId, site]),
      ).values()
    : (seen.siteReadings ?? []);
  return [
    ...[...devices].flatMap(({ hostId, mac, state, stateReason, downPorts = null }) =>
      isBehind({ stateReason })
        ? []
        : [{ hostId, mac, state, stateReason: state === 'impaired' ? stateReason : null, downPorts }],
    ),
    ...[...sites].flatMap(({ hostId, link, goneAt, stateSince }) => {
      const state = goneAt ? 'unknown' : link;
      return all || links.get(hostId) !== state
        ? [{ hostId, mac: '', state, since: goneAt ?? stateSince } as const]
        : [];
    }),
  ];
}

const isBehind = ({ stateReason }: Pick<KnownDevice, 'stateReason'>): boolean =>
  stateReason === 'console_offline' || stateReason === 'console_gone';

const isChanged = (before: KnownDevice | undefined, now: KnownDevice): boolean =>
  before?.state !== now.state ||
  before.stateReason !== now.stateReason ||
  JSON.stringify(before.downPorts ?? null) !== JSON.stringify(now.downPorts ?? null);
