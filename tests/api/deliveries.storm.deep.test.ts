import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { until } from '#tests/support/rounds.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin({ limited: true }));
afterEach(() => telling.end());

const statuses = async () => {
  const rows = await telling.rows<{ kind: string; status: string; count: number }>(
    `select kind, status, count(*)::int as count from delivery group by 1, 2 order by 1, 2`,
  );
  return rows.map(({ kind, status, count }) => `${count} ${kind} ${status}`);
};

// Ten thousand rows in a few tables take a busy machine its time; how long is the bench's to say.
test('A storm of 10,000 alerts sends at most five messages in the first minute, and no alert is lost', async () => {
  // It takes one message a second.
  await telling.channel('slack', { enabled: true, webhookUrl: telling.chat.slackUrl('ops') });
  const rule = await telling.rule(['slack']);
  const alerts = await telling.raise(rule, {}, 10_000);

  // On a busy machine an attempt may need a second one.
  await until(async () => {
    await telling.deliver();
    return !(await statuses()).some((one) => /waiting|retrying/.test(one));
  });
  expect(await statuses()).toEqual(['4 opened sent', '9996 opened summarised', '1 summary sent']);
  expect(telling.chat.messages).toHaveLength(5);
  const told = JSON.stringify(telling.chat.messages.at(-1)?.body);
  expect(told).toContain('10000 open at Head Office: 10000 error');
  expect(told).toContain('http://netlantern.test/alerts');
  // Each says by which message it was told.
  const log = await telling.log(`?alertId=${alerts.at(-1)}`);
  const [summary] = await telling.log('?first=1');
  expect(summary).toMatchObject({ kind: 'summary', status: 'sent', alertId: null, attempts: 1 });
  expect(log).toMatchObject([{ status: 'summarised', summaryId: summary!.id }]);
});
