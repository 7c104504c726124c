import { mapConcurrently } from '#api/lib/concurrency.ts';
import type { Budget } from './budget.client.ts';
import { BudgetSpent, MINUTE_MS } from './call-minute.ts';
import type { FactsPace } from './cursor.ts';
import { type UnifiError, asUnifiError } from './errors.ts';
import type { Wants } from './lists.client.ts';
import * as network from './network.client.ts';

/** What pages show about devices, in addition to what rules need. By MAC. */
export interface PageFacts {
  details: Map<string, network.NetworkDetail>;
  uplinks: Map<string, network.Uplink>;
  /** Only if every client was listed. */
  clientCounts?: Map<string, number>;
}

/** Even a console whose devices need the whole budget gets a few calls, or its large sites would have no facts. */
const LEAST_PER_MINUTE = 2;
const MOST_PER_MINUTE = 10;
/** Enough for the clients of many sites, without a burst after a long pause. */
const MOST_CREDIT = 20;
const CLIENTS_EVERY_MS = 5 * MINUTE_MS;
/** Uplinks and power change when someone moves a cable. */
const PASS_EVERY_MS = 15 * MINUTE_MS;
const DEVICES_AT_ONCE = 4;

interface Asked {
  wants: Wants;
  hasStorage: boolean;
  sites: readonly network.NetworkSite[];
  /** Every device row of the console, by MAC. */
  rows: ReadonlyMap<string, network.NetworkDevice>;
  /** Those that are up and monitored, sorted by MAC. */
  devices: readonly network.NetworkDevice[];
  before: FactsPace | undefined;
  /** Calls per minute that statistics need. */
  figuresNeeded: number;
  now: () => number;
  /** Unix milliseconds. */
  until: number;
  signal?: AbortSignal;
}

/**
 * Reads what pages show and no rule needs: first the clients, then, device by device, uplinks and power. It
 * spends calls that statistics leave, after them, so that it delays no alert. Never rejects.
 * @returns where to continue, and a failure only if UniFi asks to slow down
 */
export async function readFacts(
  ask: network.Ask,
  budget: Budget,
  found: PageFacts,
  asked: Asked,
): Promise<{ pace: FactsPace; failure?: UnifiError }> {
  const { before, now, until, signal } = asked;
  const at = now();
  const perMinute = Math.min(MOST_PER_MINUTE, Math.max(LEAST_PER_MINUTE, budget.spare(asked.figuresNeeded)));
  const earned = (perMinute * (before ? Math.abs(at - before.at) : MINUTE_MS)) / MINUTE_MS;
  const pace: FactsPace = { ...before, at, credit: Math.min(MOST_CREDIT, (before?.credit ?? 0) + earned) };
  const isOver = () => signal?.aborted === true || now() >= until;
  const paid: network.Ask = async (path) => {
    await budget.take('fact');
    pace.credit -= 1;
    return ask(path);
  };
  try {
    if (!isOver()) await readClients(paid, found, asked, pace);
    if (!isOver()) await continuePass(paid, found, asked, pace, isOver);
    return { pace };
  } catch (caught) {
    const error = asUnifiError(caught);
    const isSlowDown = error.kind === 'rate_limited' && !(error instanceof BudgetSpent);
    return isSlowDown ? { pace, failure: error } : { pace };
  }
}

const isDue = (last: number | undefined, everyMs: number, now: number): boolean =>
  last === undefined || Math.abs(now - last) >= everyMs - 1000;

/** Counts the clients of each device, unless a rule lists them in every round anyway. */
async function readClients(
  ask: network.Ask,
  found: PageFacts,
  { wants, sites, rows, now }: Asked,
  pace: FactsPace,
): Promise<void> {
  if (wants.clients || !isDue(pace.clientsAt, CLIENTS_EVERY_MS, now()) || pace.credit < sites.length) return;
  pace.clientsAt = now();
  const uplinks = new Map([...rows.values()].map(({ id, mac }) => [id, mac]));
  const listed: { uplinkMac?: string }[] = [];
  for (const site of sites) {
    const { items, whole } = await network.listClients(ask, site);
    if (!whole) return;
    for (const { uplinkDeviceId } of items)
      listed.push({ uplinkMac: uplinkDeviceId && uplinks.get(uplinkDeviceId) });
  }
  found.clientCounts = countByUplink(listed);
}

/** How many of these clients are connected to each device. */
export function countByUplink(clients: Iterable<{ uplinkMac?: string }>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { uplinkMac } of clients) if (uplinkMac) counts.set(uplinkMac, (counts.get(uplinkMac) ?? 0) + 1);
  return counts;
}

/** One pass reads every device once, over as many rounds as that takes. */
async function continuePass(
  ask: network.Ask,
  found: PageFacts,
  { wants, hasStorage, sites, devices, now }: Asked,
  pace: FactsPace,
  isOver: () => boolean,
): Promise<void> {
  if (pace.after === undefined) {
    if (!isDue(pace.passAt, PASS_EVERY_MS, now())) return;
    pace.passAt = now();
    pace.after = '';
    if (hasStorage && !wants.storage && pace.credit >= sites.length) await readUplinks(ask, found, sites);
  }
  const { after } = pace;
  const left = wants.detail ? [] : devices.filter(({ mac }) => mac > after);
  const affordable = left.slice(0, Math.max(0, Math.floor(pace.credit)));
  await mapConcurrently(affordable, DEVICES_AT_ONCE, async (device) => {
    if (isOver()) return;
    try {
      found.details.set(device.mac, await network.readDetail(ask, device));
    } catch (error) {
      if (asUnifiError(error).kind !== 'gone') throw error;
    }
    if (device.mac > (pace.after ?? '')) pace.after = device.mac;
  });
  if (affordable.length === left.length) delete pace.after;
}

async function readUplinks(
  ask: network.Ask,
  found: PageFacts,
  sites: readonly network.NetworkSite[],
): Promise<void> {
  for (const site of sites) {
    for (const [mac, uplink] of (await network.readLegacy(ask, site)).uplinks) found.uplinks.set(mac, uplink);
  }
}
