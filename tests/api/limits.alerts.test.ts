import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { addPriceList, give, limitPackage } from '#tests/support/limits.ts';
import { mailsTo, runJobs } from '#tests/support/mailbox.ts';
import { startServer } from '#tests/support/running.ts';

const beyond = "Over the package's limit of 10 alerts a month";

let telling: Telling;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());

beforeEach(async () => {
  await telling.begin();
  await addPriceList(telling.running);
  await telling.webhook();
  rule = await telling.rule(['webhook']);
  await limit(10);
});
afterEach(() => telling.end());

const limit = async (maxAlertsPerMonth: number) => {
  await limitPackage(telling.running, 'Professional Plan', { maxAlertsPerMonth });
  await give(telling.running, telling.alice.teamId, 'Professional Plan');
};
const told = (alertIds: string[]) =>
  telling.rows<{ kind: string; status: string; reason: string | null }>(
    `select kind, status, reason_code as reason from delivery where alert_id = any(?::uuid[]) order by created_at, id`,
    [`{${alertIds.join(',')}}`],
  );
const marked = async () => (await telling.rows('select from alert where over_limit')).length;
const letters = async () =>
  (await mailsTo(telling.running, telling.alice.email)).map(({ subject }) => subject).reverse();

describe('Monthly alerts', () => {
  test('up to the limit are sent as usual', async () => {
    const ids = await telling.raise(rule, {}, 10);
    expect((await told(ids)).map(({ status }) => status)).toEqual(Array(10).fill('waiting'));
    expect(await marked()).toBe(0);
  });

  test('beyond the limit are recorded and shown, and their deliveries say why nobody was notified', async () => {
    await telling.raise(rule, {}, 8);
    const ids = await telling.raise(rule, {}, 4);
    const rows = await told(ids);
    expect(rows.filter(({ status }) => status === 'waiting')).toHaveLength(2);
    expect(rows.filter(({ status }) => status === 'skipped')).toEqual(
      [1, 2].map(() => ({ kind: 'opened', status: 'skipped', reason: 'alert_limit' })),
    );
    expect(await marked()).toBe(2);
    expect(await telling.rows('select from alert where resolved_at is null')).toHaveLength(12);
  });

  test('beyond the limit are sent if they are critical, with their end', async () => {
    await telling.raise(rule, {}, 10);
    const ids = await telling.raise(rule, { severity: AlertSeverity.critical });
    await runJobs(telling.running);
    await telling.resolve(ids);
    expect(await told(ids)).toMatchObject([
      { kind: 'opened', status: 'sent' },
      { kind: 'resolved', status: 'waiting' },
    ]);
    expect(await marked()).toBe(1);
  });

  test('that were not sent send no recovery either', async () => {
    await telling.raise(rule, {}, 10);
    const ids = await telling.raise(rule);
    await telling.resolve(ids);
    await telling.comeBack(ids);
    await telling.change(ids, AlertEntryKind.reminded);
    expect((await told(ids)).map(({ kind, reason }) => [kind, reason])).toEqual([
      ['opened', 'alert_limit'],
      ['resolved', 'opening_not_sent'],
      ['flapping', 'alert_limit'],
      ['reminder', 'alert_limit'],
    ]);
  });

  test('beyond the limit open no ticket unless they are critical, and their timeline says why', async () => {
    await telling.rows(
      `update alert_rule set halo_enabled = true, halo_severity_levels = '{error,critical}' where id = ?`,
      [rule],
    );
    await telling.raise(rule, {}, 10);
    await telling.raise(rule);
    expect(await telling.rows('select from halopsa_ticket')).toHaveLength(10);
    expect(await telling.rows(`select detail from alert_entry where kind = 'ticket_failed'`)).toEqual([
      { detail: `No ticket was created. ${beyond}` },
    ]);
    await telling.raise(rule, { severity: AlertSeverity.critical });
    expect(await telling.rows('select from halopsa_ticket')).toHaveLength(11);
  });

  test('that come back are counted once', async () => {
    const ids = await telling.raise(rule, {}, 9);
    await telling.resolve(ids);
    await telling.comeBack(ids);
    await telling.raise(rule);
    expect(await marked()).toBe(0);
    expect(await telling.rows('select raised from alert_month')).toEqual([{ raised: 10 }]);
  });

  test('still count when their controller is deleted', async () => {
    await telling.raise(rule, {}, 10);
    await telling.rows('delete from alert');
    await telling.raise(rule);
    expect(await marked()).toBe(1);
  });

  test('of the previous month do not count', async () => {
    await telling.raise(rule, {}, 10);
    await telling.rows(`update alert_month set month = month - interval '1 month'`);
    await telling.raise(rule, {}, 10);
    expect(await marked()).toBe(0);
  });

  test('after a change of the package count against its limit', async () => {
    await telling.raise(rule, {}, 10);
    await give(telling.running, telling.alice.teamId, 'Provider Plan');
    await telling.raise(rule);
    expect(await marked()).toBe(0);
    await limit(5);
    await telling.raise(rule);
    expect(await marked()).toBe(1);
  });

  test('without a package are counted and never limited', async () => {
    await give(telling.running, telling.alice.teamId, null);
    await telling.raise(rule, {}, 20);
    expect(await marked()).toBe(0);
    expect(await telling.rows('select raised from alert_month')).toEqual([{ raised: 20 }]);
  });

  test('of one team do not count for another', async () => {
    await telling.raise(rule, {}, 10);
    expect(await telling.rows('select team_id from alert_month')).toEqual([
      { team_id: telling.alice.teamId },
    ]);
  });
});

describe('The owner', () => {
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(new Date());
  const used = (percent: number) => `Alice's company has used ${percent} % of its alerts of ${month}`;

  test('is notified at 80% and at 100%, once each, with a link to the packages', async () => {
    await telling.raise(rule, {}, 7);
    expect(await letters()).toEqual([]);
    await telling.raise(rule);
    await telling.raise(rule);
    expect(await letters()).toEqual([used(80)]);
    await telling.raise(rule);
    await telling.raise(rule, {}, 3);
    expect(await letters()).toEqual([used(80), used(100)]);
    const [last] = await mailsTo(telling.running, telling.alice.email);
    expect(last?.text).toContain(
      "The Professional Plan of the team Alice's company allows 10 alerts a month.",
    );
    expect(last?.text).toContain('http://netlantern.test/packages');
  });

  test('is notified only at 100% if one round reaches both', async () => {
    await telling.raise(rule, {}, 12);
    expect(await letters()).toEqual([used(100)]);
  });

  test('is notified again for the limit of a better package', async () => {
    await telling.raise(rule, {}, 10);
    await limit(20);
    await telling.raise(rule, {}, 6);
    expect(await letters()).toEqual([used(100), used(80)]);
  });
});
