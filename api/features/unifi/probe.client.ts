import { mapConcurrently } from '#api/lib/concurrency.ts';
import type { ConsoleCapabilities } from './reading.ts';
import { Budget } from './budget.client.ts';
import { connectorOf } from './console.client.ts';
import { UnifiError } from './errors.ts';
import type { Connection } from './http.client.ts';
import { counted } from './lists.client.ts';
import * as network from './network.client.ts';
import { type Cursor, paceOf } from './cursor.ts';
import type { Host, Listed } from './cloud.client.ts';
import { CONSOLES_AT_ONCE } from './unifi.client.ts';

/** Maximum sites searched for a test device, because a probe should cost few calls. */
const SITES_TRIED = 3;

/** A console's capabilities rarely change: with new firmware, or with other permissions of the key. */
const PROBE_EVERY_MS = 6 * 3_600_000;
/** Results affected by a transient failure, or refusals that the owner may have fixed, are checked sooner. */
const PROBE_AGAIN_MS = 10 * 60_000;
/** A console whose Network application may be restarting is probed in every one-minute round. */
const PROBE_SOON_MS = 50_000;
/** Restarts take less than this. */
const RESTART_MS = 15 * 60_000;
/**
 * A console that worked before and now refuses may be restarting. After this time the refusal is accepted.
 */
const REFUSAL_ACCEPTED_AFTER_MS = 24 * 3_600_000;

/** Whether a console's capabilities need checking again. */
function isProbeDue(known: ConsoleCapabilities | undefined, now: number): boolean {
  if (known?.probedAt === undefined) return true;
  const age = now - known.probedAt;
  return age < 0 || age >= probeEveryMs(known, now);
}

function probeEveryMs({ connector, provisional, problem, doubtfulSince }: ConsoleCapabilities, now: number) {
  if (connector && !provisional) return PROBE_EVERY_MS;
  // A console without a connector costs one call. One that times out also costs half a minute.
  if (problem?.code === 'network_stopped') return PROBE_SOON_MS;
  const isSlow = problem?.code === 'console_timeout' || problem?.code === 'timed_out';
  const mayRestart = doubtfulSince !== undefined && now - doubtfulSince < RESTART_MS;
  return mayRestart && !isSlow ? PROBE_SOON_MS : PROBE_AGAIN_MS;
}

/** A console's capabilities after a probe. One that worked before keeps them until the refusal has lasted. */
function afterProbe(
  before: ConsoleCapabilities | undefined,
  found: ConsoleCapabilities,
  now: number,
): ConsoleCapabilities {
  const lines = found.lines ?? before?.lines;
  if (found.connector && !found.provisional)
    return { ...found, ...(lines !== undefined && { lines }), probedAt: now };
  const doubt = { doubtfulSince: before?.doubtfulSince ?? now, probedAt: now };
  if (!before?.connector) return { ...found, ...doubt };
  // A transient failure says nothing about a console's capabilities.
  if (found.provisional) return { ...before, ...doubt, provisional: true };
  const refusedSince = before.refusedSince ?? now;
  if (now - refusedSince >= REFUSAL_ACCEPTED_AFTER_MS) return { ...found, ...doubt };
  return { ...before, ...doubt, provisional: true, refusedSince };
}

/**
 * Finds out by trial what a key can read from one console, with at most fourteen connector calls, mostly six.
 * `provisional` marks a result that a transient failure or an empty site may have affected, so probe again
 * later.
 * @param cursor from the last round; updated with these calls, which count in the same minute
 */
export async function probe(
  connection: Connection,
  hostId: string,
  cursor: Cursor = { consoles: [] },
): Promise<ConsoleCapabilities> {
  const pace = paceOf(cursor, hostId);
  const budget = new Budget(connection, pace);
  try {
    return await tryAll(counted(connectorOf(connection, hostId), budget, 'probe'), hostId);
  } finally {
    const others = cursor.consoles.filter((other) => other.hostId !== hostId);
    cursor.consoles = [...others, { ...pace, calls: budget.calls, listCalls: budget.listCalls }];
  }
}

async function tryAll(ask: network.Ask, hostId: string): Promise<ConsoleCapabilities> {
  try {
    await ask('network/integration/v1/info');
    const sites = (await network.listNetworkSites(ask)).items;
    const statistics = await attempt(() => hasStatistics(ask, sites));
    const storage = await attempt(() => hasStorage(ask, sites));
    const lines = await attempt(() => hasLines(ask, sites));
    return {
      hostId,
      connector: true,
      statistics: statistics.found === true,
      storage: storage.found === true,
      ...(!lines.passing && { lines: lines.found === true }),
      ...((statistics.passing || storage.passing) && { provisional: true }),
    };
  } catch (error) {
    if (!(error instanceof UnifiError) || error.kind === 'revoked') throw error;
    const none = { hostId, connector: false, statistics: false, storage: false, problem: error.problem };
    return isPassing(error) ? { ...none, provisional: true } : none;
  }
}

/** Undefined if no device could respond. A console that responds without values measures nothing. */
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
    if ((await network.readLegacy(ask, site)).free.size > 0) return true;
  }
  return false;
}

/** Only the site with the gateway has lines, which mostly is the first. */
async function hasLines(ask: network.Ask, sites: network.NetworkSite[]): Promise<boolean> {
  for (const site of sites.slice(0, SITES_TRIED)) {
    try {
      if ((await network.readLines(ask, site)).length > 0) return true;
    } catch (error) {
      if (!(error instanceof UnifiError) || error.kind !== 'gone') throw error;
    }
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

/** No probe starts later in a round than this, so that a large account is probed over several rounds. */
const probingMs = 20_000;

/** Results of a key's earlier probes. */
interface Probed {
  /** Monitored consoles. Absent or `null`: all. */
  selectedSiteIds?: readonly string[] | null;
  capabilities: readonly ConsoleCapabilities[];
  probedAt?: Date | null;
}

/**
 * The capabilities of each monitored console. Probes due ones now and adds those calls to their budgets in
 * `cursor`. Other results are kept.
 */
export async function probeWatched(
  connection: Connection,
  { selectedSiteIds, capabilities, probedAt }: Probed,
  hosts: Listed<Host>,
  cursor: Cursor,
): Promise<ConsoleCapabilities[]> {
  const now = connection.now ?? Date.now;
  const known = new Map(capabilities.map((one) => [one.hostId, one]));
  const selected = new Set(selectedSiteIds);
  const watched = hosts.items.filter(({ id }) => !selectedSiteIds || selected.has(id));
  const isDue = ({ id }: Host) => !probedAt || isProbeDue(known.get(id), now());
  const begun = now();
  await mapConcurrently(watched.filter(isDue), CONSOLES_AT_ONCE, async ({ id, link, isNetworkStopped }) => {
    if (now() - begun > probingMs || connection.signal?.aborted) return;
    const tried = link === 'disconnected' ? away(id) : await probe(connection, id, cursor);
    const found = isNetworkStopped && !tried.connector ? { ...tried, ...stopped } : tried;
    known.set(id, afterProbe(known.get(id), found, now()));
  });
  const isGone = (id: string) => hosts.whole && !watched.some((host) => host.id === id);
  return [...known.values()].filter(({ hostId }) => !isGone(hostId));
}

/** A stopped application's responses say nothing about its capabilities when running. */
const stopped = { problem: { code: 'network_stopped' }, provisional: true } as const;

function away(hostId: string): ConsoleCapabilities {
  const problem = { code: 'console_disconnected' } as const;
  return { hostId, connector: false, statistics: false, storage: false, problem, provisional: true };
}
