import { afterAll, beforeAll, expect, test } from 'vitest';
import { webhook } from '#api/features/notifications/channels/webhook.client.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { KilledWorkers } from '#tests/support/killed-workers.ts';
import { startServer } from '#tests/support/running.ts';
import { until } from '#tests/support/rounds.ts';

/** A real worker, killed so often at random points of so many notifications. `NOTIFICATIONS=2000` asks for more. */
const kills = 2;
const notifications = Number(process.env['NOTIFICATIONS'] ?? 300);

let telling: Telling;
let workers: KilledWorkers;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
  await telling.begin();
  workers = new KilledWorkers(telling.running, { OUTBOUND_ALLOW: '127.0.0.1' });
});
afterAll(async () => {
  await workers.end();
  await telling.end();
  await telling.running.close();
});

test(`a worker killed ${kills} times in ${notifications} notifications loses none, and repeats only those in progress`, async () => {
  // Nothing is to be read meanwhile.
  await telling.rows('update controller set next_poll_at = null');
  await telling.webhook();
  telling.chat.behave('ops', { afterMs: 5 });
  await telling.raise(await telling.rule(['webhook']), {}, notifications);
  const arrived = () => telling.chat.requests.length;
  workers.start();
  for (let kill = 0; kill < kills; kill++) {
    const point = arrived() + (0.025 + Math.random() * 0.2) * notifications;
    await until(() => arrived() > point, 120_000);
    await workers.kill();
    workers.start();
  }
  const waiting = async () =>
    (await telling.rows<{ n: number }>(`select count(*)::int as n from delivery where status <> 'sent'`))[0]!
      .n;
  await until(async () => (await waiting()) === 0, 300_000);

  const ids = telling.posts().map(({ id }) => id);
  const told = new Set(ids);
  expect(told.size).toBe(notifications);
  const rows = await telling.rows<{ id: string }>('select id from delivery');
  expect(rows.filter(({ id }) => !told.has(`msg_${id}`))).toEqual([]);
  expect(ids.length - told.size).toBeLessThanOrEqual(kills * webhook.concurrency);
  const [log] = await telling.rows<{ n: number }>('select count(*)::int as n from delivery_attempt');
  expect(log!.n).toBe(notifications);
}, 600_000);
