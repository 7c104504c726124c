import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

async function recipients(...addresses: string[]): Promise<void> {
  await telling.channel('email', { enabled: true, recipients: addresses.join('\n') });
  rule = await telling.rule(['email']);
}

/** So many alerts were mailed, some time ago. @returns their ids */
async function mailed(alerts: number, ago = '1 hour'): Promise<string[]> {
  const ids = await telling.raise(rule, {}, alerts);
  await telling.rows(
    `update delivery set status = 'sent', sent_at = now() - ?::interval where status = 'waiting'`,
    [ago],
  );
  return ids;
}

async function toldOf(alerts: string[]): Promise<Record<string, string>> {
  const rows = await Promise.all(alerts.map((id) => telling.log(`?alertId=${id}`)));
  return Object.fromEntries(
    rows
      .flat()
      .toReversed()
      .map(({ recipient, kind, status, reason }) => [
        recipient,
        `${kind} ${status}${reason ? `: ${reason}` : ''}`,
      ]),
  );
}

describe('An address that doesn’t belong to a member', () => {
  const had = "noc@example.test isn't a member's address and has received 200 emails within a day.";

  test('is sent no new alerts after 200 emails in a day, and the timeline says why', async () => {
    await recipients('NOC@example.test', telling.alice.email);
    await mailed(199);
    expect(await toldOf(await mailed(1))).toEqual({
      'noc@example.test': 'opened sent',
      [telling.alice.email]: 'opened sent',
    });
    expect(await toldOf(await telling.raise(rule))).toEqual({
      'noc@example.test': `opened skipped: ${had} Invite people to the team to send them alert emails without this limit`,
      [telling.alice.email]: 'opened waiting',
    });
  });

  test('is still sent the end of alerts whose start it was sent', async () => {
    await recipients('noc@example.test');
    const alerts = await mailed(200);
    await telling.resolve([alerts[0]!]);
    expect(await toldOf([alerts[0]!])).toMatchObject({
      'noc@example.test': expect.stringContaining('resolved waiting'),
    });
  });

  test('is sent alerts again after a day', async () => {
    await recipients('noc@example.test');
    await mailed(200, '25 hours');
    expect(await toldOf(await telling.raise(rule))).toEqual({ 'noc@example.test': 'opened waiting' });
  });

  test('shares a limit of 500 emails a day with all others like it', async () => {
    await recipients('a@example.test', 'b@example.test', 'c@example.test');
    await mailed(167);
    const [one] = Object.values(await toldOf(await telling.raise(rule)));
    expect(one).toContain('Addresses outside the team have received 500 emails within a day.');
  });
});
