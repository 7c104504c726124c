import { HealthState, type Verdict } from './health.ts';
import { durationOf } from '../alerts/message.ts';

// Turns measurements of the platform's own components into their health. Times are in seconds unless named otherwise.

const { ok, late, failing } = HealthState;

export interface DatabaseFacts {
  /** Milliseconds. */
  answered: number;
  size: number;
  connections: number;
  mostConnections: number;
  /** Age of the oldest running statement. */
  longestStatement: number;
  version: string;
}

export function assessDatabase(facts: DatabaseFacts): Verdict {
  const { answered, size, connections, mostConnections, longestStatement, version } = facts;
  const used = connections / mostConnections;
  const measured = [
    { label: 'Response time', value: `${Math.round(answered)} ms` },
    { label: 'Size', value: bytes(size) },
    { label: 'Connections', value: `${connections} of ${mostConnections}` },
    { label: 'Longest statement', value: span(longestStatement) },
    { label: 'PostgreSQL', value: version },
  ];
  if (used > 0.8)
    return {
      state: used > 0.95 ? failing : late,
      says: `${connections} of ${mostConnections} connections are in use`,
      advice: 'Raise max_connections, run fewer nodes, or find out what keeps connections open.',
      facts: measured,
    };
  if (answered > 250)
    return {
      state: answered > 1000 ? failing : late,
      says: `It took ${Math.round(answered)} ms to respond`,
      advice: 'Check the load of its machine and its longest statements. Every screen waits for it.',
      facts: measured,
    };
  if (longestStatement > 300)
    return {
      state: late,
      says: `A statement has been running for ${span(longestStatement)}`,
      advice: 'It blocks cleanup and may hold locks. Find it in pg_stat_activity.',
      facts: measured,
    };
  return { state: ok, says: `Responds in ${Math.max(1, Math.round(answered))} ms`, facts: measured };
}

export function assessMigrations({ pending, applied }: { pending: string[]; applied: number }): Verdict {
  const facts = [{ label: 'Applied', value: String(applied) }];
  if (pending.length === 0) return { state: ok, says: 'The database is up to date', facts };
  return {
    state: failing,
    says: `${counted(pending.length, 'migration hasn’t', 'migrations haven’t')} been applied`,
    advice: 'Run npm run migrate, or restart a node, which applies them before it starts.',
    facts,
    troubles: pending.map((label) => ({ label })),
  };
}

export interface QueueFacts {
  waiting: number;
  running: number;
  retrying: number;
  /** The job that has been due longest. */
  oldest: { task: string; due: Date; seconds: number } | null;
  /** Permanently failed jobs, by task. They're kept for 7 days. */
  failed: { task: string; count: number; last: Date; error: string }[];
}

export function assessQueue({ waiting, running, retrying, oldest, failed }: QueueFacts): Verdict {
  const given = failed.reduce((sum, { count }) => sum + count, 0);
  const found = {
    facts: [
      { label: 'Waiting', value: waiting.toLocaleString('en') },
      { label: 'Running', value: running.toLocaleString('en') },
      { label: 'Retrying later', value: retrying.toLocaleString('en') },
      { label: 'Failed', value: given.toLocaleString('en') },
      ...(oldest ? [{ label: `Oldest due: ${oldest.task}`, at: oldest.due }] : []),
    ],
    troubles: failed.map(({ task, count, last, error }) => ({
      label: task,
      value: lastTime(count, withoutStatement(error)),
      at: last,
    })),
  };
  if (oldest && oldest.seconds > 60)
    return {
      state: oldest.seconds > 600 ? failing : late,
      says: `The oldest job has been due for ${span(oldest.seconds)}`,
      advice: 'Check below whether a worker is running. If one is, add another or check its log.',
      ...found,
    };
  if (given > 0)
    return {
      state: late,
      says: `${counted(given, 'job has', 'jobs have')} failed permanently`,
      advice: 'Fix the cause, then retry them. Failed jobs are deleted after 7 days.',
      ...found,
    };
  return {
    state: ok,
    says: waiting > 0 ? counted(waiting, 'job is waiting', 'jobs are waiting') : 'The queue is empty',
    ...found,
  };
}

export interface NodeFacts {
  host: string;
  role: string;
  version: string;
  startedAt: Date;
  seenAt: Date;
  /** Seconds since its last heartbeat. */
  silent: number;
  pubsubReady: boolean;
  eventsBehind: number;
  disk: { free: number; total: number } | null;
}

/** Nodes send a heartbeat every 20 seconds. */
const silentAfter = 75;

export const isAlive = ({ silent }: NodeFacts): boolean => silent <= silentAfter;

const named = ({ host, role }: NodeFacts) => `${host} (${role})`;

export function assessNodes(nodes: NodeFacts[]): Verdict {
  const alive = nodes.filter(isAlive);
  const silent = nodes.filter((node) => !isAlive(node));
  const versions = [...new Set(alive.map(({ version }) => version))];
  const found = {
    facts: alive.map((node) => ({
      label: named(node),
      value: `Version ${node.version}, started`,
      at: node.startedAt,
    })),
    troubles: silent.map((node) => ({ label: named(node), value: 'Last heartbeat', at: node.seenAt })),
  };
  if (!alive.some(({ role }) => role !== 'web'))
    return {
      state: failing,
      says: 'No worker is running, so controllers aren’t checked and no one is notified',
      advice: 'Start a node with ROLE=worker or ROLE=all.',
      ...found,
    };
  if (silent.length > 0)
    return {
      state: late,
      says: `${counted(silent.length, 'node has', 'nodes have')} stopped sending heartbeats`,
      advice: 'Check whether its machine is running. Nodes that don’t return are removed after an hour.',
      ...found,
    };
  if (versions.length > 1)
    return {
      state: late,
      says: `${versions.length} versions are running`,
      advice: 'That’s fine during a rollout. Otherwise, update the older nodes.',
      ...found,
    };
  return { state: ok, says: `${counted(alive.length, 'node is', 'nodes are')} running`, ...found };
}

/** `transport`: what carries live events between nodes. */
export function assessPubsub(nodes: NodeFacts[], transport: string): Verdict {
  const alive = nodes.filter(isAlive);
  const cut = alive.filter(({ pubsubReady }) => !pubsubReady);
  const behind = Math.max(0, ...alive.map(({ eventsBehind }) => eventsBehind));
  const facts = [
    { label: 'Transport', value: transport },
    { label: 'Event delay', value: behind > 0 ? span(behind) : 'None' },
  ];
  if (cut.length > 0)
    return {
      state: late,
      says: `${counted(cut.length, 'node has', 'nodes have')} no connection to ${transport}`,
      advice: `Check whether ${transport} accepts connections. Until then, screens update up to a second later.`,
      facts,
      troubles: cut.map((node) => ({ label: named(node) })),
    };
  if (behind > 5)
    return {
      state: behind > 60 ? failing : late,
      says: `Screens are ${span(behind)} behind`,
      advice: 'Check the logs of the web nodes. They can’t read events, or there are too many.',
      facts,
    };
  return { state: ok, says: 'Changes reach every screen immediately', facts };
}

/** On large disks a fixed number of bytes is enough, so the limit is a share of the disk or that number, whichever is less. */
export function assessDisk(nodes: NodeFacts[]): Verdict {
  const disks = nodes
    .filter(isAlive)
    .flatMap((node) => (node.disk ? [{ ...node.disk, label: named(node) }] : []));
  const facts = disks.map(({ label, free, total }) => ({
    label,
    value: `${bytes(free)} of ${bytes(total)} free`,
  }));
  const tightest = disks.toSorted((a, b) => a.free / a.total - b.free / b.total)[0];
  if (!tightest) return { state: ok, says: 'No node has reported its disk space yet', facts };
  const { free, total, label } = tightest;
  const isBelow = (share: number, most: number) => free < Math.min(share * total, most);
  const isFull = free < 250e6 || isBelow(0.03, 2e9);
  if (!isFull && !isBelow(0.1, 10e9)) return { state: ok, says: `${bytes(free)} free`, facts };
  return {
    state: isFull ? failing : late,
    says: `${bytes(free)} of ${bytes(total)} free on ${label}`,
    advice: 'Free up space in DATA_DIR, or move it. The embedded database stops when the disk is full.',
    facts,
  };
}

/** `1 job`, `3,204 jobs`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `48.8 GB`, in powers of 1,000 like disk sizes. */
export function bytes(count: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  const figure = count / 1000 ** step;
  return `${figure.toFixed(step > 0 && figure < 100 ? 1 : 0)} ${units[step]}`;
}

/** Formats seconds: `12 min`. */
export const span = (seconds: number): string => durationOf(seconds * 1000);

/** How often and why something failed, followed by the time of the last failure: `3 times. No answer. Last failed`. */
export function lastTime(count: number, why: string): string {
  const reason = why === '' || /[.!?]$/.test(why) ? why : `${why}.`;
  return [count > 1 && `${counted(count, 'time')}.`, reason, 'Last failed'].filter(Boolean).join(' ');
}

/** Only the end of the driver's message can be shown, because it starts with the statement and its values. */
export function withoutStatement(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  if (!/^(insert|update|delete|select|with|do|call|begin|set) /i.test(line)) return line.slice(0, 200);
  const end = line.lastIndexOf(' - ');
  return end < 0 ? 'The database rejected a statement' : line.slice(end + 3).slice(0, 200);
}
