import { type Config, unifiCloud } from '#api/config.ts';
import { demoNetwork } from './network-demo.ts';
import type { Network } from './network.ts';
import { liveNetwork } from './network-live.ts';
import { startStandIns, type StandIns } from './stand-ins.ts';
import { startUnifi } from './unifi.ts';

export { registerMessages } from './messages.routes.ts';
export { seedDemo } from './seed.ts';

/** Milliseconds between two steps of the demo's world. */
const tick = 1000;

/** What the demo brings besides its data. */
export interface Box {
  unifiApiUrl: string;
  /** Absent where the operator names a UniFi address of their own. */
  network?: Network;
  standIns: StandIns;
  close(): Promise<void>;
}

/**
 * Starts the network in a box, and the services that a team tells. An operator who names another UniFi address keeps it,
 * and there is no network.
 */
export async function startBox({ unifiApiUrl, dataDir }: Config): Promise<Box> {
  const standIns = await startStandIns(dataDir);
  if (unifiApiUrl !== unifiCloud) return { unifiApiUrl, standIns, close: () => standIns.close() };
  const network = liveNetwork(demoNetwork());
  const unifi = await startUnifi({ network, tick });
  return {
    unifiApiUrl: unifi.url,
    network,
    standIns,
    close: async () => void (await Promise.all([unifi.close(), standIns.close()])),
  };
}
