import { HealthState, type Verdict } from './health.ts';
import { durationOf } from '../alerts/message.ts';

// What was measured of the program's own parts → how they do. Times in seconds unless they say otherwise.

const { ok, late, failing } = HealthState;

export interface DatabaseFacts {
  /** Milliseconds. */
  answered: number;
  size: number;
  connections: number;
  mostConnections: number;
  /** Age of the oldest statement that still runs. */
  longestStatement: number;
  version: string;
}

export function judgeDatabase(facts: DatabaseFacts): Verdict {
  const { answered, size, connections, mostConnections, longestStatement, version } = facts;
  const used = connections / mostConnections;
  const measured = [
    { label: 'Answer time', value: `${Math.round(answered)} ms` },
    { label: 'Size', value: bytes(size) },
    { label: 'Connections', value: `${connections} of ${mostConnections}` },
    { label: 'Longest statement', value: span(longestStatement) },
    { label: 'PostgreSQL', value: version },
  ];
  if (used > 0.8)
    return {
      state: used > 0.95 ? failing : late,
      says: `${connections} of ${mostConnections} connections are taken`,
      advice: 'Raise max_connections, run fewer nodes, or find what holds connections open.',
      facts: measured,
    };
  if (answered > 250)
    return {
      state: answered > 1000 ? failing : late,
      says: `It took ${Math.round(answered)} ms to answer`,
      advice: 'Look at the load of its machine and at what runs longest; every screen waits for it.',
      facts: measured,
    };
  if (longestStatement > 300)
    return {
      state: late,
      says: `A statement has run for ${span(longestStatement)}`,
      advice: 'It holds back clean-ups and may hold locks: look for it in pg_stat_activity.',
      facts: measured,
    };
  return { state: ok, says: `Answers in ${Math.max(1, Math.round(answered))} ms`, facts: measured };
}

export function judgeMigrations({ pending, applied }: { pending: string[]; applied: number }): Verdict {
  const facts = [{ label: 'Applied', value: String(applied) }];
  if (pending.length === 0) return { state: ok, says: 'The database is up to date', facts };
  return {
    state: failing,
    says: `${counted(pending.length, 'migration is', 'migrations are')} not applied`,
    advice: 'Run npm run migrate, or start one node anew: it applies them before it listens.',
    facts,
    troubles: pending.map((label) => ({ label })),
  };
}

export interface QueueFacts {
  waiting: number;
  running: number;
  retrying: number;
  /** The job that has been due for longest. */
  oldest: { task: string; due: Date; seconds: number } | null;
  /** What has failed for good and is still kept, by task. */
  failed: { task: string; count: number; last: Date; error: string }[];
}

export function judgeQueue({ waiting, running, retrying, oldest, failed }: QueueFacts): Verdict {
  const given = failed.reduce((sum, { count }) => sum + count, 0);
  const found = {
    facts: [
      { label: 'Waiting', value: waiting.toLocaleString('en') },
      { label: 'Running', value: running.toLocaleString('en') },
      { label: 'Trying again later', value: retrying.toLocaleString('en') },
      { label: 'Failed for good', value: given.toLocaleString('en') },
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
      advice: 'See below whether a worker is alive; where one is, add another, or look into its log.',
      ...found,
    };
  if (given > 0)
    return {
      state: late,
      says: `${counted(given, 'job has', 'jobs have')} failed for good`,
      advice:
        'Mend what they complain of, then run them again. What is not run again is forgotten after 7 days.',
      ...found,
    };
  return {
    state: ok,
    says: waiting > 0 ? `${counted(waiting, 'job waits', 'jobs wait')}` : 'Nothing waits',
    ...found,
  };
}

export interface NodeFacts {
  host: string;
  role: string;
  version: string;
  startedAt: Date;
  seenAt: Date;
  /** Since it was heard last. */
  silent: number;
  bellReady: boolean;
  eventsBehind: number;
  disk: { free: number; total: number } | null;
}

/** Nodes tell of themselves every 20 seconds. */
const silentAfter = 75;

export const isAlive = ({ silent }: NodeFacts): boolean => silent <= silentAfter;

const named = ({ host, role }: NodeFacts) => `${host} (${role})`;

export function judgeNodes(nodes: NodeFacts[]): Verdict {
  const alive = nodes.filter(isAlive);
  const silent = nodes.filter((node) => !isAlive(node));
  const versions = [...new Set(alive.map(({ version }) => version))];
  const found = {
    facts: alive.map((node) => ({
      label: named(node),
      value: `Version ${node.version}, started`,
      at: node.startedAt,
    })),
    troubles: silent.map((node) => ({ label: named(node), value: 'Last heard of', at: node.seenAt })),
  };
  if (!alive.some(({ role }) => role !== 'web'))
    return {
      state: failing,
      says: 'No worker is alive: nothing is read, and nobody is told',
      advice: 'Start a node with ROLE=worker or ROLE=all.',
      ...found,
    };
  if (silent.length > 0)
    return {
      state: late,
      says: `${counted(silent.length, 'node has', 'nodes have')} fallen silent without stopping`,
      advice: 'Look whether its machine runs; a node that is gone for good is forgotten after an hour.',
      ...found,
    };
  if (versions.length > 1)
    return {
      state: late,
      says: `${versions.length} versions run at once`,
      advice: 'Fine while you roll out a new one; else bring the others up to date.',
      ...found,
    };
  return { state: ok, says: `${counted(alive.length, 'node is', 'nodes are')} alive`, ...found };
}

/** `transport`: what the bell rings through. */
export function judgeBell(nodes: NodeFacts[], transport: string): Verdict {
  const alive = nodes.filter(isAlive);
  const cut = alive.filter(({ bellReady }) => !bellReady);
  const behind = Math.max(0, ...alive.map(({ eventsBehind }) => eventsBehind));
  const facts = [
    { label: 'Rings through', value: transport },
    { label: 'Events behind', value: behind > 0 ? span(behind) : 'None' },
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
      says: `Events wait for ${span(behind)} until screens are told`,
      advice: 'Look into the log of the web nodes: events cannot be read, or there are too many for them.',
      facts,
    };
  return { state: ok, says: 'Changes reach every screen at once', facts };
}

/** Of a large disk a tenth is room enough: what counts is a share of it, or so many bytes where that is less. */
export function judgeDisk(nodes: NodeFacts[]): Verdict {
  const disks = nodes
    .filter(isAlive)
    .flatMap((node) => (node.disk ? [{ ...node.disk, label: named(node) }] : []));
  const facts = disks.map(({ label, free, total }) => ({
    label,
    value: `${bytes(free)} of ${bytes(total)} free`,
  }));
  const tightest = disks.toSorted((a, b) => a.free / a.total - b.free / b.total)[0];
  if (!tightest) return { state: ok, says: 'No node has told of its disk yet', facts };
  const { free, total, label } = tightest;
  const isBelow = (share: number, most: number) => free < Math.min(share * total, most);
  const isFull = free < 250e6 || isBelow(0.03, 2e9);
  if (!isFull && !isBelow(0.1, 10e9)) return { state: ok, says: `${bytes(free)} are free`, facts };
  return {
    state: isFull ? failing : late,
    says: `${bytes(free)} of ${bytes(total)} are free on ${label}`,
    advice: 'Make room where DATA_DIR is, or move it. The embedded database stops when nothing is left.',
    facts,
  };
}

/** `1 job`, `3,204 jobs`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const units = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `48.8 GB`; powers of 1,000, as disks are sold. */
export function bytes(count: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(count, 1)) / 3));
  const figure = count / 1000 ** step;
  return `${figure.toFixed(step > 0 && figure < 100 ? 1 : 0)} ${units[step]}`;
}

/** `12 min` of seconds. */
export const span = (seconds: number): string => durationOf(seconds * 1000);

/** What failed how often and why, before the time at which it did so last: `3 times. No answer. Last failed`. */
export function lastTime(count: number, why: string): string {
  const reason = why === '' || /[.!?]$/.test(why) ? why : `${why}.`;
  return [count > 1 && `${counted(count, 'time')}.`, reason, 'Last failed'].filter(Boolean).join(' ');
}

/** Somebody else's sentence, of which only the end may be shown: the driver puts the statement with its values in front. */
export function withoutStatement(message: string): string {
  const line = message.trim().replace(/\s+/g, ' ');
  if (!/^(insert|update|delete|select|with|do|call|begin|set) /i.test(line)) return line.slice(0, 200);
  const end = line.lastIndexOf(' - ');
  return end < 0 ? 'The database refused a statement' : line.slice(end + 3).slice(0, 200);
}
