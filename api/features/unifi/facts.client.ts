import { mapConcurrently } from '#api/lib/concurrency.ts';
import type { Budget } from './budget.client.ts';
import { BudgetSpent, MINUTE_MS } from './call-minute.ts';
import type { FactsPace } from './cursor.ts';
import type { DeviceReading } from './reading.ts';
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
/** An uplink that was last seen more than a day ago proves nothing, and the time is stored every six hours. */
const DETAILS_KEPT_MS = 12 * 60 * MINUTE_MS;
/** After this many consecutive failures, details aren't read for a few minutes. */
const FAILURES_TO_STOP = 3;
const DETAILS_RETRY_MS = 5 * MINUTE_MS;
const DEVICES_AT_ONCE = 4;

interface Asked {
  wants: Wants;
  hasStorage: boolean;
  sites: readonly network.NetworkSite[];
  /** Those that are up and monitored, except for those whose details are read anyway. */
  devices: readonly network.NetworkDevice[];
  roleOf: (row: network.NetworkDevice) => DeviceReading['role'];
  before: FactsPace | undefined;
  /** Calls per minute that statistics need. */
  figuresNeeded: number;
  now: number;
}

/** What a round reads, decided before its statistics. */
export interface FactsPlan extends Asked {
  pace: FactsPace;
  lists: List[];
  /** Devices whose details are due, most urgent first. */
  details: network.NetworkDevice[];
  /** Calls that statistics have to leave. */
  calls: number;
  /** A list is due that there weren't enough calls for, so devices leave them. */
  isSaving: boolean;
}

/**
 * Plans which facts to read: first lists, which say something about every device, then device by device. Most are only shown
 * on pages. Uplinks that only details name are urgent, because without them each device behind a failed one raises its own
 * alert. Statistics wait for those.
 */
export function planFacts(budget: Budget, asked: Asked): FactsPlan {
  const { before, figuresNeeded, now, sites, devices } = asked;
  const { due: details, urgent } = dueDetails(asked);
  const renewals = areUplinksInDetails(asked) ? (devices.length * MINUTE_MS) / DETAILS_KEPT_MS : 0;
  const owed = Math.max(renewals, Math.min(urgent, budget.mostUrgent()));
  const spare = Math.min(MOST_PER_MINUTE, Math.max(LEAST_PER_MINUTE, budget.spare(figuresNeeded)));
  const perMinute = Math.max(spare, owed);
  const minutes = before ? Math.abs(now - before.at) / MINUTE_MS : 1;
  const credit = Math.min(Math.max(MOST_CREDIT, perMinute), (before?.credit ?? 0) + perMinute * minutes);
  const due = allLists.filter(
    (list) =>
      list.isNeeded(asked) && isDue(before?.[list.at], list.everyMs, now) && sites.length <= MOST_CREDIT,
  );
  const lists = due.slice(0, Math.floor(credit / Math.max(1, sites.length)));
  const listCalls = lists.length * sites.length;
  const detailCalls = Math.min(details.length, Math.floor(Math.min(credit - listCalls, owed * minutes + 1)));
  return {
    ...asked,
    pace: { ...before, at: now, credit },
    lists,
    details,
    calls: listCalls + (owed > 0 ? detailCalls : 0),
    isSaving: lists.length < due.length,
  };
}

const rank: Partial<Record<DeviceReading['role'], number>> = { gateway: 0, switch: 1 };

/** The urgent ones come first, and among them gateways and switches, which others connect to. */
function dueDetails(asked: Asked): { due: network.NetworkDevice[]; urgent: number } {
  const { devices, roleOf, before, now } = asked;
  if (!isDue(before?.detailsFailedAt, DETAILS_RETRY_MS, now)) return { due: [], urgent: 0 };
  const areUrgent = areUplinksInDetails(asked);
  const due = devices
    .map((device) => ({ device, readAt: before?.detailsAt?.[device.mac] }))
    .filter(({ readAt }) => isDue(readAt, CABLES_EVERY_MS, now))
    .map(({ device, readAt = -Infinity }) => {
      const isUrgent = areUrgent && Math.abs(now - readAt) >= DETAILS_KEPT_MS;
      return { device, readAt, isUrgent, rank: isUrgent ? (rank[roleOf(device)] ?? 2) : 3 };
    })
    .sort(
      (a, b) =>
        a.rank - b.rank || (a.readAt === b.readAt ? 0 : a.readAt - b.readAt) || byMac(a.device, b.device),
    );
  return { due: due.map(({ device }) => device), urgent: due.filter(({ isUrgent }) => isUrgent).length };
}

const byMac = (a: network.NetworkDevice, b: network.NetworkDevice): number => (a.mac < b.mac ? -1 : 1);

/** No list names the uplinks: the console doesn't offer one, or has too many sites to read theirs. */
function areUplinksInDetails({ wants, hasStorage, sites, before, now }: Asked): boolean {
  const areListsRead = sites.length <= MOST_CREDIT;
  if (hasStorage && (wants.storage || areListsRead)) return false;
  return !areListsRead || !mayHaveTopology(before, now);
}

interface Console {
  /** Every device row, by MAC. */
  rows: ReadonlyMap<string, network.NetworkDevice>;
  /** Unix milliseconds. */
  now: () => number;
  until: number;
  signal?: AbortSignal;
}

/**
 * Reads what was planned, after everything that rules need, so that it delays no alert. Never rejects.
 * @returns where to continue, and a failure only if UniFi asks to slow down
 */
export async function readFacts(
  ask: network.Ask,
  budget: Budget,
  found: PageFacts,
  { pace, lists, details, sites, isSaving, hasStorage }: FactsPlan,
  { rows, now, until, signal }: Console,
): Promise<{ pace: FactsPace; failure?: UnifiError }> {
  let reserved = 0;
  let slowestMs = 0;
  // A slow console would otherwise answer the last call after the next round is due.
  const isOver = () => signal?.aborted === true || now() + slowestMs >= until;
  const paid: network.Ask = async (path) => {
    if (reserved > 0) reserved--;
    else {
      await budget.take('fact');
      pace.credit -= 1;
    }
    const askedAt = now();
    try {
      return await ask(path);
    } finally {
      slowestMs = Math.max(slowestMs, now() - askedAt);
    }
  };
  const failed: [mac: string, at: number][] = [];
  const end = (): FactsPace => {
    const read = [...found.details.keys()].map((mac) => [mac, pace.at] as const);
    const all = [...Object.entries(pace.detailsAt ?? {}), ...read, ...failed];
    const detailsAt = Object.fromEntries(all.filter(([mac]) => rows.has(mac)));
    return { ...pace, detailsAt };
  };
  try {
    for (const list of lists) {
      if (isOver()) return { pace: end() };
      // A list that is read in part is of no use.
      await budget.take('fact', sites.length);
      reserved = sites.length;
      pace.credit -= sites.length;
      pace[list.at] = pace.at;
      await list.read(paid, found, sites, { rows, pace, hasStorage });
      reserved = 0;
    }
    if (isSaving) return { pace: end() };
    let inARow = 0;
    const affordable = details.slice(0, Math.max(0, Math.floor(pace.credit)));
    await mapConcurrently(affordable, DEVICES_AT_ONCE, async (device) => {
      if (isOver() || pace.detailsFailedAt === pace.at) return;
      try {
        found.details.set(device.mac, await network.readDetail(paid, device));
        inARow = 0;
      } catch (caught) {
        const error = asUnifiError(caught);
        if (error.kind === 'rate_limited' || signal?.aborted) throw caught;
        // A device that can't be read must not keep the others waiting.
        failed.push([device.mac, pace.at - DETAILS_KEPT_MS + CABLES_EVERY_MS]);
        const isPassing = error.kind === 'unavailable' || error.kind === 'invalid_answer';
        if (error.kind === 'gone') return;
        if (!isPassing || ++inARow >= FAILURES_TO_STOP) pace.detailsFailedAt = pace.at;
      }
    });
    return { pace: end() };
  } catch (caught) {
    const error = asUnifiError(caught);
    const isSlowDown = error.kind === 'rate_limited' && !(error instanceof BudgetSpent);
    return isSlowDown ? { pace: end(), failure: error } : { pace: end() };
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
    console: Pick<Console, 'rows'> & { pace: FactsPace; hasStorage: boolean },
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
  { rows }: Pick<Console, 'rows'>,
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
