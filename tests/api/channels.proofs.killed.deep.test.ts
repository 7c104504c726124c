import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { scheduleProofs } from '#api/features/notifications/proofs/prove.job.ts';
import { as } from '#tests/support/as.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { KilledWorkers } from '#tests/support/killed-workers.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { until } from '#tests/support/rounds.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

async function queueCheck(): Promise<void> {
  await scheduleProofs(telling.running.app);
  await telling.rows(`update channel_proof set next_at = now() - interval '1 second'`);
  await scheduleProofs(telling.running.app);
}

async function proof(): Promise<{ state: string; text: string }> {
  const { data } = await as(telling.alice).ask('{ integrations { proof { state text } } }');
  const [channel] = data!['integrations'] as { proof: { state: string; text: string } }[];
  return channel!.proof;
}

test('A check whose worker is killed before it records the result is repeated with the same ID', async () => {
  await telling.rows('update controller set next_poll_at = null');
  await telling.webhook();
  const workers = new KilledWorkers(telling.running, { OUTBOUND_ALLOW: '127.0.0.1' });
  try {
    telling.chat.behave('ops', [{ afterMs: 5000 }]);
    await queueCheck();
    workers.start();
    await until(() => telling.chat.requests.length === 1, 60_000);
    await workers.kill();
    expect(await proof()).toMatchObject({ state: 'pending' });
    workers.start();
    await until(async () => (await proof()).state === 'proven', 60_000);
    const [first, second, ...more] = telling.posts();
    expect(second!.id).toBe(first!.id);
    expect(more).toEqual([]);
  } finally {
    await workers.end();
  }
}, 180_000);

test('A receiver that never answers fails its check after ten seconds', async () => {
  await telling.webhook();
  telling.chat.behave('ops', 'hang');
  await queueCheck();
  await runJobs(telling.running);
  expect(await proof()).toMatchObject({
    state: 'retrying',
    text: expect.stringContaining('did not respond in time'),
  });
}, 60_000);
