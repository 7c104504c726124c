import { mapConcurrently } from '#api/lib/concurrency.ts';
import type { ClientReading, DeviceReading } from './reading.ts';
import { type Budget, type CallKind } from './budget.client.ts';
import { BudgetSpent, MINUTE_MS, roundsPerMinute } from './call-minute.ts';
import { type Problem, asUnifiError } from './errors.ts';
import * as network from './network.client.ts';
import { type KeptRow, type KeptSite, type Pace, sinceRead } from './cursor.ts';

type State = DeviceReading['state'];

/** The connector data that this round's rules need. */
export interface Wants {
  /** Ports: one call per device. */
  detail: boolean;
  /** CPU, memory, uplink: one call per device. */
  statistics: boolean;
  clients: boolean;
  /** Disks, from the undocumented path. */
  storage: boolean;
  /** The state of internet lines, from an undocumented path. */
  lines?: boolean;
  /** What pages show and no rule needs, from calls that nothing else needs. */
  facts?: boolean;
}

/** The lists of one console, from this round or an earlier one. */
export interface ConsoleLists {
  /** Least recently read first, because for a device listed twice the latest row wins. */
  sites: KeptSite[];
  sitesAt: number;
  /** False if there may be more sites. */
  whole: boolean;
  /** Calls needed per minute to read all of them in each round. */
  needed: number;
  /** Whether the next round needs them, because it won't read all of them again. */
  isKept: boolean;
  problem?: Problem;
}

/** Sites read at the same time. */
const SITES_AT_ONCE = 4;
/** The list of sites rarely changes. */
const SITES_EVERY_MS = MINUTE_MS - 5_000;
/** Older lists aren't trusted, whatever prevented reading them again. */
const KEPT_MS = 10 * MINUTE_MS;

/** Sites with changes are treated as if last read this much earlier. */
const CHANGED_SITE_PRIORITY_MS = 90_000;

interface Known {
  pace: Pace;
  wants: Wants;
  /** Milliseconds between two rounds. */
  everyMs: number;
  now: () => number;
  /** The cloud's current report about each device, by MAC. */
  cloud: ReadonlyMap<string, State>;
  /** Short names of the sites that have internet lines. */
  sitesWithLines?: ReadonlySet<string>;
}

/**
 * Reads a console's lists: all of them if a minute's budget allows it in each round, else some in each. Sites
 * with changes come first, then the least recently read, so that each is read within a bounded time.
 * @throws BudgetSpent if there was no budget and nothing is known yet; UnifiError of the console
 */
export async function readLists(ask: network.Ask, budget: Budget, known: Known): Promise<ConsoleLists> {
  const { pace, wants, everyMs, now, cloud } = known;
  const { sites, sitesAt, whole } = await currentSites(ask, budget, known);
  const perRound = sites.reduce((sum, { calls }) => sum + calls, 0);
  const perDevice = Number(wants.detail) + Number(wants.statistics);
  const needed = 1 + Math.ceil(perRound * roundsPerMinute(everyMs));
  // How many devices need reading is only known once the lists are read.
  const devices = Math.max(
    cloud.size,
    sites.reduce((sum, { rows }) => sum + rows.length, 0),
  );
  budget.share({ lists: needed, figures: perDevice * devices });
  let allowed = budget.allowance('list', needed, sinceRead(pace, now()));
  const isRotating = allowed < Infinity;

  const read = new Map<string, KeptSite>();
  let problem: Problem | undefined;
  let isSpent = false;
  await mapConcurrently(newsFirst(sites, cloud), SITES_AT_ONCE, async (site) => {
    if (allowed <= 0 || isSpent) return;
    // The last site may exceed the budget, or a site with many pages would never be read.
    allowed -= site.calls;
    try {
      await budget.take('list', site.calls);
      const found = await readSite(prepaid(ask, budget, site.calls), site, known);
      read.set(site.id, found.site);
      problem ??= found.problem;
    } catch (error) {
      if (!(error instanceof BudgetSpent)) throw error;
      isSpent = true;
    }
  });
  const all = sites.map(
    (site) => read.get(site.id) ?? { ...site, rows: site.rows.map((row) => aged(row, cloud)) },
  );
  if (isSpent && all.every(({ at }) => at === 0)) throw new BudgetSpent();
  return {
    sites: all.sort((a, b) => a.at - b.at),
    sitesAt,
    whole,
    needed,
    isKept: isRotating || everyMs < MINUTE_MS,
    ...(problem && { problem }),
  };
}

/** The current sites, each with what earlier rounds found. */
async function currentSites(
  ask: network.Ask,
  budget: Budget,
  { pace, wants, now, sitesWithLines }: Known,
): Promise<{ sites: KeptSite[]; sitesAt: number; whole: boolean }> {
  const kept = pace.sites ?? [];
  const known = ({ id, reference, name }: network.NetworkSite): KeptSite => {
    const site = kept.find((one) => one.id === id);
    const hasLines = wants.lines === true && sitesWithLines?.has(reference ?? '') === true;
    const calls = 1 + Number(wants.clients) + Number(wants.storage) + Number(hasLines);
    const isOld = !site || Math.abs(now() - site.at) > KEPT_MS;
    const lists = isOld ? { at: 0, calls: Math.max(calls, site?.calls ?? 0), rows: [] } : site;
    return { ...lists, id, reference, name };
  };
  const asBefore = { sites: kept.map(known), sitesAt: pace.sitesAt ?? 0, whole: true };
  if (kept.length > 0 && Math.abs(now() - asBefore.sitesAt) < SITES_EVERY_MS) return asBefore;
  try {
    const { items, whole } = await network.listNetworkSites(counted(ask, budget, 'list'));
    return { sites: items.map(known), sitesAt: now(), whole };
  } catch (error) {
    if (error instanceof BudgetSpent && kept.length > 0) return asBefore;
    throw error;
  }
}

/** Least recently read first. Sites with changes in the cloud move ahead, but not indefinitely. */
function newsFirst(sites: KeptSite[], cloud: Known['cloud']): KeptSite[] {
  const turn = (site: KeptSite) =>
    site.at - (site.rows.some((row) => isNews(row, cloud)) ? CHANGED_SITE_PRIORITY_MS : 0);
  return sites.toSorted((a, b) => turn(a) - turn(b));
}

const isNews = ({ mac, cloud }: KeptRow, now: Known['cloud']): boolean => cloud !== now.get(mac);

/** State of a row that the console doesn't report, so that the cloud's applies. */
export const unreported = { state: 'unknown', stateReason: 'unreported', reportedState: undefined } as const;

/** A row from an earlier round. If the cloud's report has changed since, the console's is out of date. */
const aged = (row: KeptRow, cloud: Known['cloud']): KeptRow =>
  isNews(row, cloud) ? { ...row, ...unreported } : row;

async function readSite(
  ask: network.Ask,
  site: network.NetworkSite,
  { wants, now, cloud, sitesWithLines }: Known,
): Promise<{ site: KeptSite; problem?: Problem }> {
  const { id, reference, name } = site;
  let calls = 0;
  const counting: network.Ask = (path) => {
    calls++;
    return ask(path);
  };
  const at = now();
  const { items: rows, whole: rowsWhole } = await network.listNetworkDevices(counting, site);
  const clients = wants.clients ? await clientsOf(counting, site, rows) : undefined;
  const disks = wants.storage ? await disksOf(counting, site) : undefined;
  const hasLines = wants.lines && sitesWithLines?.has(reference ?? '');
  const lines = hasLines ? await linesOf(counting, site) : undefined;
  return {
    site: {
      id,
      reference,
      name,
      at,
      calls,
      rowsWhole,
      rows: rows.map((row) => keptRow(row, cloud)),
      ...(clients && { clients }),
      ...(disks?.found && { free: [...disks.found.free], uplinks: [...disks.found.uplinks] }),
      ...(lines && { lines }),
    },
    problem: disks?.problem,
  };
}

/** The cloud's facts about a device take precedence, so they aren't stored twice. */
function keptRow(row: network.NetworkDevice, cloud: Known['cloud']): KeptRow {
  const { siteId: _id, siteName: _name, ip, firmwareVersion, updateAvailable, ...rest } = row;
  const facts = cloud.has(row.mac) ? {} : { ip, firmwareVersion, updateAvailable };
  return { ...rest, ...facts, cloud: cloud.get(row.mac) };
}

async function clientsOf(
  ask: network.Ask,
  site: network.NetworkSite,
  rows: network.NetworkDevice[],
): Promise<ClientReading[] | undefined> {
  const uplinks = new Map(rows.map((row) => [row.id, row.mac]));
  const { items, whole } = await network.listClients(ask, site);
  if (!whole) return undefined;
  return items.map(({ uplinkDeviceId, ...client }) => {
    const uplinkMac = uplinkDeviceId && uplinks.get(uplinkDeviceId);
    return uplinkMac ? { ...client, uplinkMac } : client;
  });
}

/** The path is undocumented, so its failure says nothing about the rest of the console. */
async function disksOf(
  ask: network.Ask,
  site: network.NetworkSite,
): Promise<{ found?: network.LegacyFacts; problem?: Problem }> {
  try {
    return { found: await network.readLegacy(ask, site) };
  } catch (error) {
    if (asUnifiError(error).kind === 'rate_limited') throw error;
    return { problem: { code: 'disks_unread' } };
  }
}

/** Without them, the cloud's slower report is used. */
async function linesOf(
  ask: network.Ask,
  site: network.NetworkSite,
): Promise<network.LineStatus[] | undefined> {
  try {
    return await network.readLines(ask, site);
  } catch (error) {
    if (asUnifiError(error).kind === 'rate_limited') throw error;
    return undefined;
  }
}

/** Makes calls within the budget, reserving each separately. */
export function counted(ask: network.Ask, budget: Budget, kind: CallKind): network.Ask {
  return async (path) => {
    await budget.take(kind);
    return ask(path);
  };
}

/** Makes calls that were already reserved, so that no site is left half-read. */
function prepaid(ask: network.Ask, budget: Budget, calls: number): network.Ask {
  let left = calls;
  return async (path) => {
    if (left > 0) left--;
    else await budget.take('list');
    return ask(path);
  };
}
