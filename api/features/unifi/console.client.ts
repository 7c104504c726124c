import type { ClientReading, DeviceReading } from './reading.ts';
import { Budget } from './budget.client.ts';
import { BudgetSpent, roundsPerMinute } from './call-minute.ts';
import { type Problem, type UnifiError, asUnifiError } from './errors.ts';
import { type FactsPace, withoutStale, type Pace, paceAfter, sinceRead } from './cursor.ts';
import { type Connection, getJson } from './http.client.ts';
import { type ConsoleLists, type Wants, readLists, unreported } from './lists.client.ts';
import * as network from './network.client.ts';
import { type PageFacts, countByUplink, planFacts, readFacts } from './facts.client.ts';
import { type Asked, type DeviceFigures, mayRespond, readDevices, turnsOf } from './figures.client.ts';

/** The connector's data about one console. Absent values weren't read or failed. */
export interface Depth extends DeviceFigures, PageFacts {
  rows: Map<string, network.NetworkDevice>;
  severalSites: boolean;
  diskFree: Map<string, number>;
  clients?: ClientReading[];
  /** States of internet lines that were read in this round, by the short name of their site. */
  lines: Map<string, network.LineStatus[]>;
  /** Some lists haven't been read yet, so a device without a row has to wait, too. */
  isPartial?: boolean;
  /** Whether every site's device list was read to its end. */
  rowsListed?: boolean;
  /** The console was called, but returned no lists. */
  failed?: boolean;
  /**
   * How far to trust the cloud about devices without a row. While the Network application restarts, the cloud
   * may repeat an older state (`none`), or report every device as offline (`up`: trust only devices reported
   * online, or already down before).
   */
  cloudTrust?: 'up' | 'none';
  /** MACs of the devices that were not online when the application was last running. */
  down: ReadonlySet<string>;
  /** Devices whose own console's report differs from the cloud's unchanged one. */
  disputed: ReadonlySet<string>;
  problem?: Problem;
}

/** Creates a function that calls one console through the cloud connector. */
export const connectorOf =
  (connection: Connection, hostId: string): network.Ask =>
  (path) =>
    getJson(connection, `/v1/connector/consoles/${encodeURIComponent(hostId)}/proxy/${path}`, 'console');

/** What is known of a console before it is read. */
interface Devices {
  /** Milliseconds between two rounds. */
  everyMs: number;
  roleOf: (row: network.NetworkDevice) => DeviceReading['role'];
  /** MACs of devices whose statistics aren't requested. */
  unwatched?: ReadonlySet<string>;
  /** The cloud's report about each device, by MAC. */
  cloud: ReadonlyMap<string, DeviceReading['state']>;
  /** The console reports that its Network application isn't running. */
  isStopped: boolean;
  /** The undocumented device statistics are available. */
  hasStorage: boolean;
  /** Short names of the sites that have internet lines. */
  sitesWithLines?: ReadonlySet<string>;
}

/** A console whose lists were read, and whose device statistics are still to be read. */
export interface Listed {
  depth: Depth;
  /**
   * Reads the statistics of devices for as long as budget and time allow. Never rejects.
   * @param until Unix milliseconds
   */
  readFigures(until: number): Promise<void>;
  /**
   * Reads what only pages and the topology need, after all statistics. Never rejects.
   * @returns the pace of the next round
   */
  readFacts(until: number): Promise<Pace>;
}

/** A connector that refuses for less than this is assumed to be a restarting application. */
const RESTART_MS = 15 * 60_000;
/**
 * After a restart, an application reports devices as offline until it has heard from them. Shorter than a
 * one-minute round, so that the second round after the restart is trusted.
 */
const SETTLE_MS = 50_000;

/**
 * Reads a console's lists through the connector, within its rate budget: device states and everything else
 * that needs no call per device. Device statistics stay `deferred` until they are read. Never rejects: a
 * failure becomes `problem`.
 */
export async function readListed(
  connection: Connection,
  wants: Wants,
  pace: Pace,
  known: Devices,
): Promise<Listed> {
  const now = connection.now ?? Date.now;
  const depth = emptyDepth(pace, known.cloud);
  const unread = (problem: Problem | undefined): Listed => {
    const stopped = problem && stopOf(problem, pace, known, now());
    return listed({ ...depth, problem, failed: true, ...stopped }, pace);
  };
  if (pace.quietUntil !== undefined && pace.quietUntil > now()) return unread(pace.problem);
  if (connection.signal?.aborted) return unread({ code: 'out_of_time' });
  const budget = new Budget(connection, pace, known.everyMs);
  const readAt = now();
  const end = (found: Partial<Pace>, error?: UnifiError): Pace =>
    paceAfter({ ...pace, ...found, readAt, calls: budget.calls, listCalls: budget.listCalls }, now(), error);
  const ask = connectorOf(connection, pace.hostId);
  try {
    const lists = await readLists(ask, budget, { pace, wants, now, ...known });
    const returnedAt = isStop(pace.problem) ? now() : pace.returnedAt;
    fill(depth, lists, readAt);
    const watched = [...depth.rows.values()].filter(({ mac }) => !known.unwatched?.has(mac));
    const isGateway = (row: network.NetworkDevice) => known.roleOf(row) === 'gateway';
    const turns = turnsOf(watched, wants, { ...pace, ...known, isGateway, now: now() });
    budget.share({ lists: lists.needed, figures: turns.needed });
    const figuresNeeded = turns.needed * roundsPerMinute(known.everyMs);
    const plan = wants.facts
      ? planFacts(budget, {
          wants,
          hasStorage: known.hasStorage,
          sites: lists.sites,
          devices: watched.filter((row) => mayRespond(row) && !(wants.detail && row.hasPorts)),
          roleOf: known.roleOf,
          before: pace.facts,
          figuresNeeded,
          now: now(),
        })
      : undefined;
    const allowed = budget.allowance('figures', figuresNeeded, sinceRead(pace, readAt)) - (plan?.calls ?? 0);
    if (returnedAt !== undefined && now() - returnedAt < SETTLE_MS) settle(depth);
    const down = [...depth.rows.values()].flatMap(({ mac, state }) => (isDown(state) ? [mac] : []));
    depth.deferred = new Map(turns.all.map(({ device }) => [device.mac, 'call_budget']));
    let asked: Asked = {};
    let figuresAt = pace.figuresAt;
    return {
      depth,
      async readFigures(until) {
        const { signal } = connection;
        asked = await readDevices(ask, budget, depth, turns, { now, until, signal, allowed });
        figuresAt = now();
        if (asked.failure) depth.problem ??= asked.failure.problem;
      },
      async readFacts(until) {
        const { after, gatewaysAt, failure } = asked;
        const { statistics, heartbeats } = withoutStale(depth.statistics, pace.heartbeats, now());
        depth.statistics = statistics;
        const facts: { pace?: FactsPace; failure?: UnifiError } =
          plan && !failure
            ? await readFacts(ask, budget, depth, plan, {
                rows: depth.rows,
                now,
                until,
                signal: connection.signal,
              })
            : { pace: pace.facts };
        if (facts.failure) depth.problem ??= facts.failure.problem;
        return end(
          {
            facts: facts.pace,
            figuresAt,
            heartbeats,
            after: after ?? pace.after,
            gatewaysAt: gatewaysAt ?? pace.gatewaysAt,
            returnedAt,
            down,
            disputed: disputesIn(depth, known.cloud),
            sites: lists.isKept ? lists.sites : undefined,
            sitesAt: lists.isKept ? lists.sitesAt : undefined,
          },
          failure ?? facts.failure,
        );
      },
    };
  } catch (error) {
    const failure = asUnifiError(error);
    // Our own deadline isn't the console's fault, so it isn't backed off for it.
    const isOurs = connection.signal?.aborted || failure instanceof BudgetSpent;
    if (failure instanceof BudgetSpent) depth.isPartial = true;
    else depth.failed = true;
    depth.problem = connection.signal?.aborted ? { code: 'out_of_time' } : failure.problem;
    const left = end({}, isOurs ? undefined : failure);
    if (!isOurs) Object.assign(depth, stopOf(failure.problem, left, known, now()));
    return listed(depth, left);
  }
}

/** A console without devices to read. */
const listed = (depth: Depth, pace: Pace): Listed => ({
  depth,
  readFigures: async () => undefined,
  readFacts: async () => pace,
});

const emptyDepth = ({ disputed = {}, down }: Pace, cloud: Devices['cloud']): Depth => ({
  rows: new Map(),
  severalSites: false,
  statistics: new Map(),
  ports: new Map(),
  details: new Map(),
  uplinks: new Map(),
  diskFree: new Map(),
  lines: new Map(),
  deferred: new Map(),
  down: new Set(down),
  // If the cloud's report hasn't changed since, it is still wrong.
  disputed: new Set(Object.keys(disputed).filter((mac) => cloud.get(mac) === disputed[mac])),
});

function fill(depth: Depth, { sites, whole, problem }: ConsoleLists, readAt: number): void {
  const clients = new Map<string, ClientReading>();
  for (const { id, name, reference, rows, free, uplinks, clients: there, lines, at } of sites) {
    // An earlier state of a line says nothing about now.
    if (lines && reference && at >= readAt) depth.lines.set(reference, lines);
    for (const { cloud: _, ...row } of rows) depth.rows.set(row.mac, { ...row, siteId: id, siteName: name });
    for (const [mac, percent] of free ?? []) depth.diskFree.set(mac, percent);
    for (const [mac, uplink] of uplinks ?? []) depth.uplinks.set(mac, uplink);
    for (const client of there ?? []) clients.set(client.mac, client);
  }
  depth.severalSites = sites.length > 1;
  depth.isPartial = sites.some(({ at }) => at === 0);
  if (whole && sites.every((site) => site.rowsWhole)) depth.rowsListed = true;
  if (whole && sites.every((site) => site.clients)) {
    depth.clients = [...clients.values()];
    depth.clientCounts = countByUplink(depth.clients);
  }
  depth.problem = problem;
  depth.disputed = new Set();
}

/** Devices whose console reports another state than the cloud, with the cloud's state. */
function disputesIn({ rows }: Depth, cloud: Devices['cloud']): Record<string, DeviceReading['state']> {
  const disputed: Record<string, DeviceReading['state']> = {};
  for (const { mac, state, stateReason } of rows.values()) {
    const word = cloud.get(mac);
    if (word !== undefined && stateReason !== 'unreported' && state !== word) disputed[mac] = word;
  }
  return disputed;
}

const refusals: ReadonlySet<string | undefined> = new Set<Problem['code']>([
  'connector_forbidden',
  'connector_unauthorized',
  'connector_gone',
]);

/** A failure that a restarting application causes. */
const isStop = (problem: Problem | undefined): boolean =>
  problem?.code === 'network_stopped' || refusals.has(problem?.code);

/** The meaning of a failure while the application may be restarting. */
function stopOf(
  problem: Problem,
  { failingSince }: Pace,
  { isStopped }: Devices,
  now: number,
): Pick<Depth, 'problem' | 'cloudTrust'> {
  const isRestart = failingSince !== undefined && Math.abs(now - failingSince) < RESTART_MS;
  if (isStopped || (isRestart && problem.code === 'network_stopped')) {
    return { problem: { code: 'network_stopped' }, cloudTrust: 'none' };
  }
  if (!isRestart || !refusals.has(problem.code)) return { problem };
  return { problem: { code: 'network_refusing' }, cloudTrust: 'up' };
}

const isDown = (state: DeviceReading['state']): boolean => state === 'offline' || state === 'impaired';

/**
 * An application that has just restarted isn't trusted yet when it reports a device down that was up before.
 */
function settle(depth: Depth): void {
  for (const [mac, row] of depth.rows) {
    if (isDown(row.state) && !depth.down.has(mac)) depth.rows.set(mac, { ...row, ...unreported });
  }
  depth.cloudTrust = 'up';
}
