import { describe, expect, test } from 'vitest';
import {
  assessChannels,
  assessMail,
  assessPolls,
  assessStripe,
} from '#api/features/health/outside-verdicts.ts';
import {
  assessPubsub,
  assessDatabase,
  assessDisk,
  assessMigrations,
  assessNodes,
  assessQueue,
  bytes,
  withoutStatement,
} from '#api/features/health/verdicts.ts';

const at = new Date('2026-11-22T12:00:00Z');
const database = {
  answered: 3,
  size: 48_800_000,
  connections: 12,
  mostConnections: 100,
  longestStatement: 0,
  version: '18.1',
};
const node = {
  host: 'one',
  role: 'all',
  version: '1.0.0',
  startedAt: at,
  seenAt: at,
  silent: 5,
  pubsubReady: true,
  eventsBehind: 0,
  disk: { free: 50e9, total: 100e9 },
};
const queue = { waiting: 0, running: 0, retrying: 0, oldest: null, failed: [] };
const due = (seconds: number) => ({ task: 'send-mail', due: at, seconds });
const polls = { watched: 10, late: 0, longest: 0, worst: [], unreadable: 0, lastRead: at };
const channels = { active: 20, failing: [], longestWait: 0 };
const slack = (count: number, of: number) => ({
  type: 'slack',
  channels: count,
  of,
  teams: count,
  since: at,
});
const mail = {
  way: 'the provider',
  isNone: false,
  failure: null,
  failingSince: null,
  lastSent: at,
  lastFailed: null,
  waiting: 0,
  stuck: 0,
  longestWait: 0,
  failedToday: 0,
};
const stripe = {
  hasKeys: true,
  hasWebhookSecret: true,
  isSelling: true,
  subscriptions: 3,
  lastEvent: at,
  waiting: 0,
  longestWait: 0,
  failed: [],
  reconciledAt: at,
  sinceReconciled: 3600,
};

describe('Measurements decide the state of each component', () => {
  test.each([
    ['a quick database', assessDatabase(database), 'ok', 'Responds in 3 ms'],
    ['a slow one', assessDatabase({ ...database, answered: 300 }), 'late', 'It took 300 ms to respond'],
    [
      'a very slow one',
      assessDatabase({ ...database, answered: 1200 }),
      'failing',
      'It took 1200 ms to respond',
    ],
    [
      'one that is nearly full up',
      assessDatabase({ ...database, connections: 85 }),
      'late',
      '85 of 100 connections are in use',
    ],
    [
      'one that is full up',
      assessDatabase({ ...database, connections: 97 }),
      'failing',
      '97 of 100 connections are in use',
    ],
    [
      'a statement without end',
      assessDatabase({ ...database, longestStatement: 3600 }),
      'late',
      'A statement has been running for 1 h',
    ],
    ['nothing pending', assessMigrations({ pending: [], applied: 3 }), 'ok', 'The database is up to date'],
    [
      'a pending migration',
      assessMigrations({ pending: ['a'], applied: 3 }),
      'failing',
      '1 migration hasn’t been applied',
    ],
    ['an empty queue', assessQueue(queue), 'ok', 'The queue is empty'],
    ['a job that is due', assessQueue({ ...queue, waiting: 1, oldest: due(20) }), 'ok', '1 job is waiting'],
    [
      'one that is long due',
      assessQueue({ ...queue, oldest: due(700) }),
      'failing',
      'The oldest job has been due for 12 min',
    ],
    ['two nodes', assessNodes([node, { ...node, host: 'two' }]), 'ok', '2 nodes are running'],
    [
      'a silent node',
      assessNodes([node, { ...node, silent: 100 }]),
      'late',
      '1 node has stopped sending heartbeats',
    ],
    [
      'web nodes alone',
      assessNodes([{ ...node, role: 'web' }]),
      'failing',
      'No worker is running, so controllers aren’t checked and no one is notified',
    ],
    ['two versions', assessNodes([node, { ...node, version: '2.0.0' }]), 'late', '2 versions are running'],
    [
      'a bell without a line',
      assessPubsub([{ ...node, pubsubReady: false }], 'Redis'),
      'late',
      '1 node has no connection to Redis',
    ],
    [
      'events behind',
      assessPubsub([{ ...node, eventsBehind: 10 }], 'Redis'),
      'late',
      'Screens are 10 s behind',
    ],
    [
      'a full disk',
      assessDisk([{ ...node, disk: { free: 1e9, total: 100e9 } }]),
      'failing',
      '1.0 GB of 100 GB free on one (all)',
    ],
    [
      'a disk with little room',
      assessDisk([{ ...node, disk: { free: 5e9, total: 100e9 } }]),
      'late',
      '5.0 GB of 100 GB free on one (all)',
    ],
    ['a disk with room', assessDisk([node]), 'ok', '50.0 GB free'],
    [
      'a tenth of a large disk',
      assessDisk([{ ...node, disk: { free: 24e9, total: 271e9 } }]),
      'ok',
      '24.0 GB free',
    ],
    ['controllers in time', assessPolls(polls), 'ok', 'All controllers are checked on time'],
    [
      'a late one',
      assessPolls({ ...polls, late: 1, longest: 150 }),
      'late',
      '1 controller is overdue, by up to 3 min',
    ],
    [
      'most of them late',
      assessPolls({ ...polls, late: 6, longest: 150 }),
      'failing',
      '6 controllers are overdue, by up to 3 min',
    ],
    ['channels that work', assessChannels(channels), 'ok', 'All due notifications have been sent'],
    [
      'a team’s own mistake',
      assessChannels({ ...channels, failing: [slack(1, 1)] }),
      'ok',
      '1 channel is failing for 1 team. Their screens say why.',
    ],
    [
      'a service that is down',
      assessChannels({ ...channels, failing: [slack(5, 8)] }),
      'failing',
      '5 of 8 slack channels are failing',
    ],
    [
      'a delivery that waits',
      assessChannels({ ...channels, longestWait: 130 }),
      'late',
      'A due delivery has been waiting for 2 min',
    ],
    ['no way for mail', assessMail({ ...mail, isNone: true }), 'failing', 'Email isn’t set up'],
    ['mail that goes', assessMail(mail), 'ok', 'Emails are sent with the provider'],
    [
      'a revoked key',
      assessMail({ ...mail, failure: 'The key is revoked', failingSince: at }),
      'failing',
      'The email provider rejects our emails: The key is revoked',
    ],
    [
      'one mail that is not taken',
      assessMail({ ...mail, stuck: 1 }),
      'ok',
      'Emails are sent with the provider',
    ],
    [
      'several of them',
      assessMail({ ...mail, stuck: 3 }),
      'late',
      '3 emails couldn’t be sent for 15 minutes',
    ],
    [
      'mail that waits',
      assessMail({ ...mail, longestWait: 400 }),
      'late',
      'An email has been queued for 7 min',
    ],
    ['events that come', assessStripe(stripe), 'ok', 'Events are received and applied'],
    [
      'nobody to hear them',
      assessStripe({ ...stripe, hasWebhookSecret: false }),
      'late',
      'We can’t receive Stripe events because the signing secret is missing',
    ],
    [
      'sales without keys',
      assessStripe({ ...stripe, hasKeys: false }),
      'failing',
      'Purchasing is on, but the Stripe keys are missing',
    ],
    [
      'no comparison at night',
      assessStripe({ ...stripe, sinceReconciled: 100_000 }),
      'late',
      'The last reconciliation with Stripe was 27 h 47 min ago',
    ],
  ])('%s', (_what, verdict, state, says) => {
    expect(verdict).toMatchObject({ state, says });
    // What is not well says what to do.
    expect(Boolean(verdict.advice)).toBe(state !== 'ok');
  });
});

test.each([
  ['No answer within 10 s', 'No answer within 10 s'],
  ['select * from "user" where email = \'a@b.test\' - canceling statement', 'canceling statement'],
  ['update "mail" set text = \'secret\'', 'The database rejected a statement'],
])('From "%s" only "%s" is shown', (message, shown) => {
  expect(withoutStatement(message)).toBe(shown);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [48_800_000, '48.8 MB'],
  [512e9, '512 GB'],
  [9e15, '9000 TB'],
])('%d bytes are %s', (count, words) => {
  expect(bytes(count)).toBe(words);
});
