import type { ConsoleCapabilities } from './reading.ts';
import { Budget } from './unifi-budget.ts';
import { countedConnectorOf } from './unifi-depth.ts';
import { UnifiError } from './unifi-errors.ts';
import type { Connection } from './unifi-http.ts';
import * as network from './unifi-network.ts';
import { type Cursor, paceOf } from './unifi-rate.ts';

/** Sites looked through for a device to try; a probe should cost a handful of calls. */
const SITES_TRIED = 3;

/**
 * Finds out by trying what a key can see of one console; costs at most eleven connector calls, mostly five.
 * `provisional` marks a result that a passing failure or an empty site may have spoilt: probe again later.
 * @param cursor what the last round returned; the calls count in the same minute, so they are written into it
 * @throws UnifiError of kind `revoked` when the cloud no longer accepts the key
 */
export async function probe(
  connection: Connection,
  hostId: string,
  cursor: Cursor = [],
): Promise<ConsoleCapabilities> {
  const pace = paceOf(cursor, hostId);
  const budget = new Budget(connection, pace.calls);
  try {
    return await tryAll(countedConnectorOf(connection, hostId, budget, 'probe'), hostId);
  } finally {
    const others = cursor.filter((other) => other.hostId !== hostId);
    cursor.splice(0, cursor.length, ...others, { ...pace, calls: budget.calls });
  }
}

async function tryAll(ask: network.Ask, hostId: string): Promise<ConsoleCapabilities> {
  try {
    await ask('network/integration/v1/info');
    const sites = (await network.listNetworkSites(ask)).items;
    const statistics = await attempt(() => hasStatistics(ask, sites));
    const storage = await attempt(() => hasStorage(ask, sites));
    return {
      hostId,
      connector: true,
      statistics: statistics.found === true,
      storage: storage.found === true,
      ...((statistics.passing || storage.passing) && { provisional: true }),
    };
  } catch (error) {
    if (!(error instanceof UnifiError) || error.kind === 'revoked') throw error;
    const none = { hostId, connector: false, statistics: false, storage: false, problem: error.problem };
    return isPassing(error) ? { ...none, provisional: true } : none;
  }
}

/** Undefined when there is no device that could answer. A console that answers without figures measures nothing. */
async function hasStatistics(ask: network.Ask, sites: network.NetworkSite[]): Promise<boolean | undefined> {
  let found: boolean | undefined;
  for (const site of sites.slice(0, SITES_TRIED)) {
    const devices = (await network.listNetworkDevices(ask, site)).items;
    const device = devices.find((one) => one.state === 'online');
    if (!device) continue;
    const { cpuPercent, memoryPercent, uplinkBps } = await network.readStatistics(ask, device);
    found = cpuPercent !== undefined || memoryPercent !== undefined || uplinkBps !== undefined;
    if (found) break;
  }
  return found;
}

async function hasStorage(ask: network.Ask, sites: network.NetworkSite[]): Promise<boolean> {
  for (const site of sites.slice(0, SITES_TRIED)) {
    if ((await network.readStorage(ask, site)).size > 0) return true;
  }
  return false;
}

async function attempt(look: () => Promise<boolean | undefined>) {
  try {
    const found = await look();
    return { found, passing: found === undefined };
  } catch (error) {
    if (!(error instanceof UnifiError) || error.kind === 'revoked') throw error;
    return { found: false, passing: isPassing(error) };
  }
}

const isPassing = (error: UnifiError) =>
  error.kind === 'unavailable' || error.kind === 'rate_limited' || error.kind === 'invalid_answer';
