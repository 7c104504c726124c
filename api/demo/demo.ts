import { type Config, unifiCloud } from '#api/config.ts';
import { demoNetwork } from './network-demo.ts';
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
}: Config): Promise<{ unifiApiUrl: string; close(): Promise<void> } | undefined> {
  if (unifiApiUrl !== unifiCloud) return undefined;
  const unifi = await startUnifi({ network: liveNetwork(demoNetwork()), tick });
  return { unifiApiUrl: unifi.url, close: () => unifi.close() };
}
