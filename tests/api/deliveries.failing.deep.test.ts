import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#api/boot/postgres.ts';
import { startChat } from '#api/demo/chat/chat.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { deliver } from '#api/features/notifications/sender.job.ts';
import { lockDestinations } from '#api/features/notifications/deliveries.store.ts';
import { resumeDeliveries } from '#api/features/notifications/resume.job.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addMember } from '#tests/support/members.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';
import { waitingFor } from '#tests/support/waiting.ts';

let telling: Telling;
let integration: string;
let rule: string;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(async () => {
  await telling.begin();
  integration = await telling.webhook();
  rule = await telling.rule(['webhook']);
});
afterEach(() => telling.end());

const seconds = (iso: unknown) => (Date.parse(String(iso)) - Date.now()) / 1000;
const resend = (id: string) => rest(telling.alice).post(`/api/deliveries/${id}/resend`);

describe('A receiver', () => {
  test('that fails is retried with the same ID, with growing delays', async () => {
    telling.chat.behave('ops', 500);
    await telling.raise(rule);
    await telling.deliver();
    const [first] = await telling.log();
    expect(first).toMatchObject({
      status: 'retrying',
      attempts: 1,
      reason: expect.stringContaining('HTTP 500'),
    });
    expect(seconds(first!.notBefore)).toBeGreaterThan(3);
    expect(seconds(first!.notBefore)).toBeLessThan(5.6);
    await telling.pass(1);
    await telling.deliver();
    const [second] = await telling.log();
    expect(seconds(second!.notBefore)).toBeGreaterThan(265);
    expect(seconds(second!.notBefore)).toBeLessThan(331);
    telling.chat.behave('ops', null);
    await telling.pass(6);
    await telling.deliver();
    const [told] = await telling.log();
    expect(told).toMatchObject({ status: 'sent', attempts: 3, reason: null });
    expect(told!.attemptLog.map(({ status }) => status)).toEqual([500, 500, 200]);
    expect(new Set(telling.posts().map(({ id }) => id)).size).toBe(1);
  });

  test('that asks for a pause gets it, for everything else that waits for it too', async () => {
    telling.chat.behave('ops', [{ status: 429, headers: { 'retry-after': '60' } }]);
    await telling.raise(rule);
    await telling.deliver();
    await telling.raise(rule, {}, 3);
    await telling.deliver();
    expect(telling.posts()).toHaveLength(1);
    const { pausedUntil } = await telling.integration(integration);
    expect(seconds(pausedUntil)).toBeGreaterThan(50);
    expect(seconds(pausedUntil)).toBeLessThanOrEqual(60);
    await telling.pass(1);
    await telling.deliver();
    expect((await telling.log()).map(({ status }) => status)).toEqual(['sent', 'sent', 'sent', 'sent']);
  });

  test('that is gone is turned off, and the team’s owner is notified', async () => {
    await addMember(telling.alice, TeamRole.member);
    telling.chat.behave('ops', 410);
    await telling.raise(rule, {}, 20);
    await telling.deliver();
    const log = await telling.log();
    expect(new Set(log.map(({ status }) => status))).toEqual(new Set(['failed']));
    expect(log[0]!.reason).toContain('HTTP 410');
    // Those under way at once, and no more.
    expect(telling.posts().length).toBeLessThanOrEqual(5);
    expect(await telling.integration(integration)).toMatchObject({
      isActive: false,
      disabledAt: expect.any(String),
      lastFailure: expect.stringContaining('HTTP 410'),
    });
    const mails = await mailsTo(telling.running, telling.alice.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.subject).toContain('The webhook was turned off');
    expect(mails[0]!.text).toContain('HTTP 410');
    expect(mails[0]!.text).toContain('http://netlantern.test/integrations?channel=webhook#channels');
    expect(await mailsTo(telling.running, 'mia@netlantern.test')).toEqual([]);

    await telling.raise(rule);
    const [later] = await telling.log();
    expect(later).toMatchObject({
      status: 'skipped',
      reason: 'The webhook was turned off because it stopped working',
    });
    expect(await resend(later!.id)).toMatchObject({ status: 409 });
    telling.chat.behave('ops', null);
    await telling.webhook();
    for (const { id } of await telling.log()) expect((await resend(id)).status).toBe(200);
    await telling.deliver();
    expect(new Set((await telling.log()).map(({ status }) => status))).toEqual(new Set(['sent']));
  });

  test('that redirects is not followed', async () => {
    telling.chat.behave('ops', 'redirect');
    await telling.raise(rule);
    await telling.deliver();
    expect(telling.posts()).toHaveLength(1);
    expect((await telling.log())[0]!.reason).toContain('URL redirects');
  });

  test('that never ends its response is cut off', async () => {
    telling.chat.behave('ops', 'oversized');
    await telling.raise(rule);
    await telling.deliver();
    const [told] = await telling.log();
    expect(told!.attemptLog[0]!.answer?.length ?? 0).toBeLessThanOrEqual(1024);
  });

  test('that drops the connection may have got the message, and gets it again with the same ID', async () => {
    telling.chat.behave('ops', ['lost']);
    await telling.raise(rule);
    await telling.deliver();
    expect(await telling.log()).toMatchObject([{ status: 'retrying' }]);
    await telling.pass(1);
    await telling.deliver();
    expect(await telling.log()).toMatchObject([{ status: 'sent', attempts: 2 }]);
    expect(new Set(telling.posts().map(({ id }) => id)).size).toBe(1);
  });

  test('that accepts nothing for three days is turned off', async () => {
    telling.chat.behave('ops', 500);
    await telling.raise(rule);
    await telling.deliver();
    for (let day = 1; day <= 3; day++) {
      expect(await telling.integration(integration)).toMatchObject({ isActive: true });
      await telling.pass(24 * 60 + 1);
      await telling.deliver();
    }
    expect(await telling.integration(integration)).toMatchObject({ isActive: false });
    const [mail] = await mailsTo(telling.running, telling.alice.email);
    expect(mail!.text).toContain('No message has been delivered for three days.');
  });
});

describe('A channel that failed', () => {
  test('long ago, and was sent nothing since, is not turned off for one more failure', async () => {
    telling.chat.behave('ops', 500);
    await telling.raise(rule);
    await telling.deliver();
    await telling.rows(`update delivery set status = 'failed', not_before = null`);
    await telling.pass(10 * 24 * 60);
    await telling.raise(rule);
    await telling.deliver();
    expect(await telling.integration(integration)).toMatchObject({ isActive: true });
    expect((await telling.log()).map(({ status }) => status)).toEqual(['retrying', 'failed']);
  });

  test('often is retried for new messages within a quarter of an hour, however long the first has to wait', async () => {
    telling.chat.behave('ops', 500);
    await telling.raise(rule);
    await telling.deliver();
    for (const minutes of [1, 6, 35, 135]) {
      await telling.pass(minutes);
      await telling.deliver();
    }
    const [first] = await telling.log();
    expect(first).toMatchObject({ status: 'retrying', attempts: 5 });
    expect(seconds(first!.notBefore)).toBeGreaterThan(4 * 3600);
    const { pausedUntil } = await telling.integration(integration);
    expect(seconds(pausedUntil)).toBeGreaterThan(800);
    expect(seconds(pausedUntil)).toBeLessThanOrEqual(900);
  });
});

describe('A closed port', () => {
  test('shows its failure, and recovers through Resend without waiting for the pause', async () => {
    const port = await freePort();
    await telling.webhook(`http://127.0.0.1:${port}/hook/late`);
    await telling.raise(rule, {}, 3);
    await telling.deliver();
    expect(await telling.integration(integration)).toMatchObject({
      lastFailure: 'The server refused the connection.',
      pausedUntil: expect.any(String),
    });
    await telling.rows(`update delivery set status = 'failed' where attempts > 0`);
    const late = await startChat({ port });
    try {
      const failed = (await telling.log()).find(({ status }) => status === 'failed');
      expect(await resend(failed!.id)).toMatchObject({ status: 200, body: { status: 'waiting' } });
      await telling.deliver();
      const log = await telling.log();
      expect(log.find(({ id }) => id === failed!.id)).toMatchObject({ status: 'sent' });
      // Those that had only waited follow, and nothing was lost.
      expect(log.filter(({ status }) => status === 'waiting')).toEqual([]);
      expect(await telling.integration(integration)).toMatchObject({ failingSince: null, pausedUntil: null });
    } finally {
      await late.close();
    }
  });

  test('is retried with one message before all others', async () => {
    await telling.webhook(`http://127.0.0.1:${await freePort()}/hook/dead`);
    await telling.raise(rule, {}, 50);
    await telling.deliver();
    await telling.pass(20);
    await telling.deliver();
    const tried = (await telling.log('?first=100')).reduce((sum, { attempts }) => sum + attempts, 0);
    // As many as are under way at once the first time, and one the second.
    expect(tried).toBeLessThanOrEqual(6);
  });
});

describe('A message that waits for a channel', () => {
  const reasons = async () => (await telling.log()).map(({ status, reason }) => `${status}: ${reason}`);

  test('that is turned off in the meantime is not sent', async () => {
    await telling.raise(rule);
    await rest(telling.alice).put(`/api/integrations/${integration}`, { isActive: false });
    await telling.deliver();
    expect(await reasons()).toEqual(['skipped: The webhook is turned off']);
  });

  test('that is turned on again at the same moment is sent', async () => {
    await rest(telling.alice).put(`/api/integrations/${integration}`, { isActive: false });
    const { app } = telling.running;
    let sending!: Promise<void>;
    await app.orm.em.fork().transactional(async (em) => {
      await lockDestinations(em, [integration]);
      sending = deliver(app, { integrationId: integration });
      await expect.poll(() => waitingFor(telling.running)).toBeGreaterThan(0);
      await em.nativeUpdate(Integration, { id: integration }, { isActive: true });
      await telling.raiseIn(em, rule);
    });
    await sending;
    await telling.deliver();
    expect(await reasons()).toEqual(['sent: null']);
  });

  test('that is removed in the meantime is not sent', async () => {
    await telling.raise(rule);
    await rest(telling.alice).delete(`/api/integrations/${integration}`);
    await telling.deliver();
    await resumeDeliveries(telling.running.app);
    expect(await reasons()).toEqual(['skipped: The channel was removed']);
    expect(telling.posts()).toEqual([]);
  });

  test('is sent even if its job was lost', async () => {
    await telling.raise(rule);
    await telling.rows('delete from graphile_worker._private_jobs');
    await resumeDeliveries(telling.running.app);
    await telling.deliver();
    expect(await reasons()).toEqual(['sent: null']);
  });
});
