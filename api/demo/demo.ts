import { type Config, unifiCloud } from '#api/config.ts';
import { demoNetwork } from './network-demo.ts';
import type { Network } from './network.ts';
import { liveNetwork } from './network-live.ts';
import { startUnifi } from './unifi.ts';

export { seedDemo } from './seed.ts';

/** Milliseconds between two steps of the demo's world. */
const tick = 1000;

/**
 * Starts the network in a box. An operator who names another UniFi address keeps it, and there is no box.
 */
export async function startBox({
  unifiApiUrl,
}: Config): Promise<{ unifiApiUrl: string; network: Network; close(): Promise<void> } | undefined> {
  if (unifiApiUrl !== unifiCloud) return undefined;
  const network = liveNetwork(demoNetwork());
  const unifi = await startUnifi({ network, tick });
  return { unifiApiUrl: unifi.url, network, close: () => unifi.close() };
}
