import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { scheduleSender } from '#api/features/notifications/deliveries.store.ts';
import { startWorker } from '#api/jobs/worker.ts';
import { jobs } from '#api/wiring/jobs.ts';
import { vault } from '#api/security/secrets.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { until } from '#tests/support/rounds.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

/** Another team's webhook with so many messages that wait. @returns its id */
async function queue(name: string, count: number): Promise<string> {
  const [team, controller, integration] = [randomUUID(), randomUUID(), randomUUID()];
  const config = { webhookUrl: telling.chat.hookUrl(name), secrets: [] };
  await telling.rows(
    `with t as (insert into team (id, name) values (?, ?)),
          c as (insert into controller (id, team_id, name, api_key, api_key_tail, next_poll_at)
                values (?, ?, 'Office', ?, '0000', null)),
          i as (insert into integration (id, team_id, type, sealed) values (?, ?, 'webhook', ?)),
          a as (insert into alert (id, team_id, controller_id, rule_name, subject, type, severity, device_name, site_id,
                                   site_name, since, timestamp)
                select gen_random_uuid(), ?::uuid, ?::uuid, 'Down', n, 'device_offline', 'error', 'AP', 'HOST:1',
                       'Office', now(), now() from generate_series(1, ?::int) n returning id)
     insert into delivery (team_id, alert_id, integration_id, channel, kind)
     select ?::uuid, id, ?::uuid, 'webhook', 'opened' from a`,
    [
      team,
      name,
      controller,
      team,
      vault.seal('key', 'controller.api_key', controller),
      integration,
      team,
      vault.seal(JSON.stringify(config), 'integration.sealed', integration),
      team,
      controller,
      String(count),
      team,
      integration,
    ],
  );
  return integration;
}

/** Milliseconds from the commit until half of what was told to healthy places had arrived. */
async function median(name: string, destinations: number, alsoWaiting: string[]): Promise<number> {
  const messages = 5;
  const ids: string[] = [];
  for (let n = 0; n < destinations; n++) ids.push(await queue(`${name}-${n}-`, messages));
  const em = telling.running.app.orm.em.fork();
  const began = Date.now();
  await em.transactional((tx) => scheduleSender(tx, [...alsoWaiting, ...ids]));
  const arrived = () => telling.chat.requests.filter(({ path }) => path.includes(name));
  await until(() => arrived().length >= destinations * messages, 30_000);
  const times = arrived().map(({ at }) => at - began);
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

test('a dead destination with 1,000 messages does not slow down 100 healthy ones', async () => {
  const worker = await startWorker(telling.running.app, jobs, telling.running.databaseUrl);
  try {
    telling.chat.behave('dead', 'hang');
    await median('warm', 20, []);
    const alone = await median('alone', 100, []);
    const dead = await queue('dead', 1000);
    const beside = await median('beside', 100, [dead]);
    // Busy machines differ from one second to the next; a place that has to be waited for takes ten seconds.
    expect(beside).toBeLessThan(2 * alone + 1500);
    const [waiting] = await telling.rows<{ n: number }>(
      `select count(*)::int as n from delivery where status in ('waiting', 'retrying') and integration_id = ?`,
      [dead],
    );
    expect(waiting!.n).toBe(1000);
  } finally {
    await telling.chat.close();
    await worker.stop();
    await telling.begin();
  }
});
