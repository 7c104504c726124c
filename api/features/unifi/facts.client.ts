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
/** Enough for the lists of many sites, without a burst after a long pause. Larger consoles have no such lists. */
const MOST_CREDIT = 20;
const CLIENTS_EVERY_MS = 5 * MINUTE_MS;
/** Uplinks and power change when someone moves a cable. */
const CABLES_EVERY_MS = 15 * MINUTE_MS;
const DEVICES_AT_ONCE = 4;

interface Asked {
  wants: Wants;
  hasStorage: boolean;
  sites: readonly network.NetworkSite[];
  before: FactsPace | undefined;
  /** Calls per minute that statistics need. */
  figuresNeeded: number;
  now: number;
}

/** What a round reads, decided before its statistics. */
export interface FactsPlan extends Asked {
  pace: FactsPace;
  lists: List[];
  /** Calls that statistics have to leave for the lists. */
  calls: number;
  /** A list is due that there weren't enough calls for, so devices leave them. */
  isSaving: boolean;
}

/**
 * Plans what to read of what pages show and no rule needs: first lists, which say something about every device,
 * then device by device.
 */
export function planFacts(budget: Budget, asked: Asked): FactsPlan {
  const { before, figuresNeeded, now, sites } = asked;
  const perMinute = Math.min(MOST_PER_MINUTE, Math.max(LEAST_PER_MINUTE, budget.spare(figuresNeeded)));
  const earned = (perMinute * (before ? Math.abs(now - before.at) : MINUTE_MS)) / MINUTE_MS;
  const credit = Math.min(MOST_CREDIT, (before?.credit ?? 0) + earned);
  const due = allLists.filter(
    (list) =>
      list.isNeeded(asked) && isDue(before?.[list.at], list.everyMs, now) && sites.length <= MOST_CREDIT,
  );
  const lists = due.slice(0, Math.floor(credit / Math.max(1, sites.length)));
  return {
    ...asked,
    pace: { ...before, at: now, credit },
    lists,
    calls: lists.length * sites.length,
    isSaving: lists.length < due.length,
  };
}

interface Console {
  /** Every device row, by MAC. */
  rows: ReadonlyMap<string, network.NetworkDevice>;
  /** Those that are up and monitored, sorted by MAC. */
  devices: readonly network.NetworkDevice[];
  isOver: () => boolean;
}

/**
 * Reads what was planned, after everything that rules need, so that it delays no alert. Never rejects.
 * @returns where to continue, and a failure only if UniFi asks to slow down
 */
export async function readFacts(
  ask: network.Ask,
  budget: Budget,
  found: PageFacts,
  { pace, lists, sites, isSaving, wants, hasStorage }: FactsPlan,
  console: Console,
): Promise<{ pace: FactsPace; failure?: UnifiError }> {
  let reserved = 0;
  const paid: network.Ask = async (path) => {
    if (reserved > 0) reserved--;
    else {
      await budget.take('fact');
      pace.credit -= 1;
    }
    return ask(path);
  };
  try {
    for (const list of lists) {
      if (console.isOver()) return { pace };
      // A list that is read in part is of no use.
      await budget.take('fact', sites.length);
      reserved = sites.length;
      pace.credit -= sites.length;
      pace[list.at] = pace.at;
      await list.read(paid, found, sites, { ...console, pace, hasStorage });
      reserved = 0;
    }
    if (!wants.detail && !isSaving) await continuePass(paid, found, pace, console);
    return { pace };
  } catch (caught) {
    const error = asUnifiError(caught);
    const isSlowDown = error.kind === 'rate_limited' && !(error instanceof BudgetSpent);
    return isSlowDown ? { pace, failure: error } : { pace };
  }
}

const isDue = (last: number | undefined, everyMs: number, now: number): boolean =>
  last === undefined || Math.abs(now - last) >= everyMs - 1000;

/** A list that costs a call per site. A rule may need it in every round anyway. */
interface List {
  at: 'clientsAt' | 'uplinksAt';
  everyMs: number;
  isNeeded: (asked: Asked) => boolean;
  read: (
    ask: network.Ask,
    found: PageFacts,
    sites: readonly network.NetworkSite[],
    console: Console & { pace: FactsPace; hasStorage: boolean },
  ) => Promise<void>;
}

const allLists: List[] = [
  {
    at: 'clientsAt',
    everyMs: CLIENTS_EVERY_MS,
    isNeeded: ({ wants }) => !wants.clients,
    read: readClients,
  },
  {
    at: 'uplinksAt',
    everyMs: CABLES_EVERY_MS,
    isNeeded: ({ wants, hasStorage, before, now }) =>
      mayHaveTopology(before, now) || (hasStorage && !wants.storage),
    read: readUplinks,
  },
];

/** Counts the clients of each device, if every client is listed. */
async function readClients(
  ask: network.Ask,
  found: PageFacts,
  sites: readonly network.NetworkSite[],
  { rows }: Console,
): Promise<void> {
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
  pace: FactsPace,
  { devices, isOver }: Console,
): Promise<void> {
  if (pace.after === undefined) {
    if (!isDue(pace.passAt, CABLES_EVERY_MS, pace.at)) return;
    pace.passAt = pace.at;
    pace.after = '';
  }
  const { after } = pace;
  const left = devices.filter(({ mac }) => mac > after);
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

/** A console without a topology is asked again after an update may have brought one. */
const NO_TOPOLOGY_MS = 6 * 60 * MINUTE_MS;

const mayHaveTopology = (pace: FactsPace | undefined, now: number): boolean =>
  isDue(pace?.noTopologyAt, NO_TOPOLOGY_MS, now);

/** Both paths are undocumented, so a console may offer either, both or none. */
async function readUplinks(
  ask: network.Ask,
  found: PageFacts,
  sites: readonly network.NetworkSite[],
  { pace, hasStorage }: { pace: FactsPace; hasStorage: boolean },
): Promise<void> {
  for (const site of sites) {
    const uplinks = await readSiteUplinks(ask, site, pace, hasStorage);
    for (const [mac, uplink] of uplinks) found.uplinks.set(mac, uplink);
  }
}

async function readSiteUplinks(
  ask: network.Ask,
  site: network.NetworkSite,
  pace: FactsPace,
  hasStorage: boolean,
): Promise<ReadonlyMap<string, network.Uplink>> {
  if (mayHaveTopology(pace, pace.at)) {
    try {
      return await network.readTopology(ask, site);
    } catch (caught) {
      const { kind } = asUnifiError(caught);
      if (kind !== 'gone' && kind !== 'forbidden' && kind !== 'invalid_answer') throw caught;
      pace.noTopologyAt = pace.at;
    }
  }
  return hasStorage ? (await network.readLegacy(ask, site)).uplinks : new Map();
}
