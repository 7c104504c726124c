import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { asOwner } from '#tests/support/database.ts';
import { KilledWorkers } from '#tests/support/killed-workers.ts';
import { Line } from '#tests/support/line.ts';
import { Rounds, until } from '#tests/support/rounds.ts';
import { seeded } from '#tests/support/seeded.ts';

/** `RESTARTS=100` asks for more. */
const restarts = Number(process.env['RESTARTS'] ?? 10);

/** Milliseconds: an answer, and everything back. Patient with a busy machine; `tests/faults.md` has the figures. */
const patience = { answer: 5000, recovery: 15_000, watch: 15_000 };

let rounds: Rounds;
let chat: ChatStandIn;
let line: Line;
let nodes: KilledWorkers;

beforeAll(async () => {
  rounds = await Rounds.start({ config: { outboundAllow: ['127.0.0.1'] } });
  line = await Line.to(rounds.running.databaseUrl);
});
afterAll(async () => {
  await line.cut();
  await rounds.running.close();
});
beforeEach(async () => {
  const devices = Array.from({ length: restarts }, (_, nth) => ({ name: `AP ${nth}` }));
  await rounds.begin({
    realTime: true,
    keys: [{ value: 'test-key', consoles: [{ name: 'Office', devices }] }],
  });
  chat = rounds.later(await startChat({ limited: false }));
  nodes = new KilledWorkers(rounds.running, {
    ROLE: 'all',
    DATABASE_URL: line.url,
    OUTBOUND_ALLOW: '127.0.0.1',
    UNIFI_API_URL: rounds.unifi.url,
    POLL_INTERVAL_SECONDS: '1',
    REQUESTS_PER_MINUTE: '1000000',
    COST_PER_MINUTE: '1000000000',
  });
});
afterEach(async () => {
  await nodes.end();
  await rounds.end();
});

/** As a database that is told to stop: it says so to everybody who is connected. */
const sayGoodbye = () =>
  asOwner(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where client_port in (select value::int from json_array_elements_text($1::json))`,
    [JSON.stringify(line.ports)],
  );

test('The process survives repeated database restarts under load, and no transition is lost', async () => {
  const { seed, next } = seeded();
  onTestFailed(() => console.error(`SEED=${seed} restarts at the same moments`));
  await rounds.rest('POST /api/integrations', {
    type: 'webhook',
    config: { enabled: true, webhookUrl: chat.hookUrl('ops') },
    isActive: true,
  });
  await rounds.addRule({ channels: ['webhook'] });
  await rounds.rows('update alert_rule set duration = 0');
  const office = await rounds.addController();
  const url = await nodes.started();
  const answers: { status: string; ms: number }[] = [];
  const ask = async (path: string) => {
    const begun = performance.now();
    const headers = { authorization: `Bearer ${rounds.alice.token}` };
    const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(20_000) });
    await answer.text();
    answers.push({
      status: `${answer.status} ${answer.headers.get('retry-after')}`,
      ms: performance.now() - begun,
    });
    return answer.status === 200;
  };
  const read = async () => !!(await rounds.controller(office))['lastSync'];
  await until(read, 20_000);

  const load = { isOver: false };
  const asking = ['/api/controllers', '/api/alert-history', '/api/alert-rules', '/api/integrations'].map(
    async (path) => {
      while (!load.isOver) {
        await ask(path);
        await sleep(20);
      }
    },
  );
  let slowest = 0;
  for (let nth = 0; nth < restarts; nth++) {
    if (nth % 2) await sayGoodbye();
    await line.cut();
    rounds.network.device(`AP ${nth}`).goOffline();
    await sleep(next() * 500);
    await line.mend();
    const mended = Date.now();
    // Every third comes while the one before it is not yet overcome.
    if (nth % 3 === 1) await sleep(next() * 200);
    else {
      await until(async () => (await ask('/readyz')) && (await ask('/api/controllers')), patience.recovery);
      slowest = Math.max(slowest, Date.now() - mended);
      await sleep(next() * 500);
    }
  }
  const begun = Date.now();
  await until(async () => (await rounds.alerts(office)).length === restarts, patience.watch);
  const watched = Date.now() - begun;
  load.isOver = true;
  await Promise.all(asking);
  const sent = () => rounds.rows(`select from delivery where status = 'sent'`);
  await until(async () => (await sent()).length === restarts, 40_000);
  const told = Date.now() - begun;

  const longest = Math.max(...answers.map(({ ms }) => ms));
  const ms = (value: number) => `${Math.round(value)} ms`;
  console.info(
    `${restarts} restarts, ${answers.length} requests: slowest answer ${ms(longest)}, answering after ${ms(slowest)}, watching after ${ms(watched)}, all told after ${ms(told)}`,
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].filter((status) => !/^(200 null|503 [12])$/.test(status))).toEqual([]);
  expect(statuses.size).toBeGreaterThan(1);
  expect(longest).toBeLessThan(patience.answer);
  const ids = new Set(chat.requests.map(({ headers }) => headers['webhook-id']));
  expect(ids.size).toBe(restarts);
  await rounds.isSound();
}, 240_000);

test('Workers that are disconnected during their first look for jobs still run them', async () => {
  const [holds, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // Whoever begins to look for jobs waits here.
  const holding = rounds.running.app.orm.em.fork().transactional(async (em) => {
    await em.execute('lock table graphile_worker._private_tasks', [], 'run');
    holds.resolve();
    await letGo.promise;
  });
  await holds.promise;
  // Each of the four groups of workers writes down its tasks first. Whoever only reads may wait here too.
  const waiting = () =>
    rounds.rows(
      `select from pg_locks
        where relation = 'graphile_worker._private_tasks'::regclass and mode = 'RowExclusiveLock' and not granted`,
    );
  try {
    await nodes.started();
    await until(async () => (await waiting()).length === 4, 20_000);
    await line.cut();
    await line.mend();
  } finally {
    // A lock that outlives its test would stop the tests after it.
    letGo.resolve();
    await holding;
  }
  const left = () => rounds.rows('select from graphile_worker.jobs where attempts = 0');
  for (const task of ['deliver', 'log-audit-entry', 'check-halopsa-tickets', 'read-stripe-customer'])
    await rounds.rows(`select graphile_worker.add_job(?, '{}')`, [task]);
  await until(async () => (await left()).length === 0, 40_000);
});
