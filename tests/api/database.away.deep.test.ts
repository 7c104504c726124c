import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { Line } from '#tests/support/line.ts';
import { Programs } from '#tests/support/programs.ts';
import { Rounds, until } from '#tests/support/rounds.ts';

/** Milliseconds that the database is away; `AWAY=60000` asks for more. */
const away = Number(process.env['AWAY'] ?? 1500);

/**
 * Milliseconds: an answer meanwhile, and everything back afterwards. Patient with a busy machine; `tests/faults.md` has the
 * figures.
 */
const patience = { answer: 3000, recovery: 15_000, watch: 15_000 };

let rounds: Rounds;
let chat: ChatStandIn;
let line: Line;
let programs: Programs;

beforeAll(async () => {
  rounds = await Rounds.start({ config: { outboundAllow: ['127.0.0.1'] } });
  line = await Line.to(rounds.running.databaseUrl);
});
afterAll(async () => {
  await line.cut();
  await rounds.running.close();
});
beforeEach(async () => {
  await rounds.begin({ realTime: true });
  chat = rounds.later(await startChat({ limited: false }));
  programs = new Programs(rounds.running);
});
afterEach(async () => {
  await programs.end();
  await rounds.end();
});

test('An unavailable database doesn’t stop the process or lose a transition', async () => {
  await rounds.rest('POST /api/integrations', {
    type: 'webhook',
    config: { enabled: true, webhookUrl: chat.hookUrl('ops') },
    isActive: true,
  });
  await rounds.addRule({ channels: ['webhook'] });
  await rounds.rows('update alert_rule set duration = 0');
  const office = await rounds.addController();
  const { url } = await programs.start({ databaseUrl: line.url, pollIntervalSeconds: 1 });
  const get = async (path: string, accept = 'application/json') => {
    const begun = performance.now();
    const headers = { accept, authorization: `Bearer ${accept === 'text/html' ? '' : rounds.alice.token}` };
    const answer = await fetch(url + path, { headers, signal: AbortSignal.timeout(10_000) });
    await answer.text();
    return {
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      ms: performance.now() - begun,
    };
  };
  const alerts = () => rounds.alerts(office);
  const lobby = rounds.network.device('AP Lobby');
  await until(async () => (await rounds.controller(office))['deviceCount'] === 3, 20_000);
  expect((await get('/', 'text/html')).status).toBe(200);
  expect((await get('/api/controllers')).status).toBe(200);

  await line.cut();
  lobby.goOffline();
  const begun = Date.now();
  const [answered, pages]: [Awaited<ReturnType<typeof get>>[], number[]] = [[], []];
  do {
    answered.push(...(await Promise.all([get('/api/controllers'), get('/api/alert-history')])));
    pages.push((await get('/', 'text/html')).status);
    await sleep(100);
  } while (Date.now() - begun < away);
  expect(new Set(answered.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
    new Set(['503 2']),
  );
  const slowest = Math.max(...answered.map(({ ms }) => ms));
  expect(slowest).toBeLessThan(patience.answer);
  expect(new Set(pages)).toEqual(new Set([200]));

  await line.mend();
  const mended = Date.now();
  await until(async () => (await get('/readyz')).status === 200, patience.recovery);
  await until(async () => (await get('/api/controllers')).status === 200, patience.recovery);
  await until(async () => (await alerts()).length === 1, patience.watch);
  const recovery = Date.now() - mended;
  const ms = (value: number) => `${Math.round(value)} ms`;
  console.info(`Away for ${ms(away)}: the slowest answer ${ms(slowest)}, all back after ${ms(recovery)}`);

  const sent = () => rounds.rows(`select from delivery where status = 'sent'`);
  await until(async () => (await sent()).length === 1, 30_000);
  expect(new Set(chat.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  await rounds.isSound();
  await expectInvariants(rounds.running);
}, 240_000);
