import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFailed, test } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { webhook } from '#api/features/notifications/channels/webhook.client.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { KilledWorkers } from '#tests/support/killed-workers.ts';
import { Rounds, until } from '#tests/support/rounds.ts';
import { seeded } from '#tests/support/seeded.ts';

/** Whole nodes, api and worker in one, killed so often while so many devices go down. `KILLS=50` asks for more. */
const kills = Number(process.env['KILLS'] ?? 1);
const devicesEach = 3;

/** Milliseconds within which a node is killed: a round each second, and all that follows from it. */
const window = 1500;

let rounds: Rounds;
let chat: ChatStandIn;
let nodes: KilledWorkers;

beforeAll(async () => {
  rounds = await Rounds.start({ config: { outboundAllow: ['127.0.0.1'] } });
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  const devices = Array.from({ length: kills * devicesEach }, (_, nth) => ({ name: `AP ${nth}` }));
  await rounds.begin({
    realTime: true,
    keys: [{ value: 'test-key', consoles: [{ name: 'Office', devices }] }],
  });
  chat = rounds.later(await startChat({ limited: false }));
  nodes = new KilledWorkers(rounds.running, {
    ROLE: 'all',
    OUTBOUND_ALLOW: '127.0.0.1',
    UNIFI_API_URL: rounds.unifi.url,
    POLL_INTERVAL_SECONDS: '1',
  });
});
afterEach(async () => {
  await nodes.end();
  await rounds.end();
});

test('A device that fails while its node is killed, anywhere between detection and notification, raises one alert, sent under one ID', async () => {
  const { seed, next } = seeded();
  onTestFailed(() => console.error(`SEED=${seed} kills at the same moments`));
  await rounds.rest('POST /api/integrations', {
    type: 'webhook',
    config: { enabled: true, webhookUrl: chat.hookUrl('ops') },
    isActive: true,
  });
  await rounds.addRule({ channels: ['webhook'] });
  // Nothing is waited for but what the product itself does.
  await rounds.rows('update alert_rule set duration = 0');
  const office = await rounds.addController();
  // Wide enough to be killed in: while UniFi answers, and while the receiver does.
  rounds.unifi.faults.add({ path: '/v1/hosts', respond: 'slow', ms: 100 });
  chat.behave('ops', { afterMs: 150 });

  const read = async () => (await rounds.controller(office))['lastSync'];
  for (let kill = 0; kill < kills; kill++) {
    await nodes.started();
    const before = await read();
    await until(async () => (await read()) !== before, 30_000);
    for (let nth = 0; nth < devicesEach; nth++) {
      rounds.network.device(`AP ${kill * devicesEach + nth}`).goOffline();
      await sleep((next() * window) / devicesEach);
    }
    await nodes.kill();
    // A claim outlives its worker by twenty seconds.
    await rounds.rows('update controller set claimed_until = null');
  }
  await nodes.started();

  const count = kills * devicesEach;
  const sent = () => rounds.rows(`select from delivery where status = 'sent'`);
  await until(async () => (await sent()).length === count, 30_000);
  expect(await rounds.alerts(office)).toHaveLength(count);
  await rounds.isSound();
  await expectInvariants(rounds.running);
  const posts = chat.requests.map(({ headers, body }) => ({
    id: headers['webhook-id'],
    alert: (JSON.parse(body) as { data: { alert: { id: string } } }).data.alert.id,
  }));
  expect(new Set(posts.map(({ alert }) => alert)).size).toBe(count);
  expect(new Set(posts.map(({ id }) => id)).size).toBe(count);
  expect(posts.length - count).toBeLessThanOrEqual(kills * webhook.concurrency);
}, 240_000);
