import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EmailSuppression } from '#api/features/email/email-suppression.entity.ts';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { removeOldEmails } from '#api/features/email/email.job.ts';
import { leaveUrl } from '#api/features/waitlist/waitlist.service.ts';
import type { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { rest } from '#tests/support/rest.ts';
import { Post } from './email.post.ts';
import { addEntries, addPackage } from './waitlist.list.ts';

let post: Post;
let people: WaitlistEntry[];
let id: string;

beforeAll(async () => {
  post = await Post.start();
});
afterAll(() => post.end());
beforeEach(async () => {
  await post.begin();
  post.running.app.config.sendgridApiUrl = post.provider.url;
  people = await addEntries(
    post.running,
    await addPackage(post.running),
    Array.from({ length: 25 }, (_, at) => `p${String(at).padStart(2, '0')}@x.test`),
  );
  await post.save();
});

const admin = () => rest(post.cast.ada);
const jobs = () => runJobs(post.running);
const sql = (text: string) => post.rows().execute(text);
const order = async () => {
  const mail = { subject: 'Open', message: 'Come in.' };
  const { body } = await admin().post('/api/admin/email-settings/send-waitlist', mail);
  id = (body as { id: string }).id;
};
const standing = async () => {
  const [one] = (await admin().get('/api/admin/broadcasts')).body as Record<string, number>[];
  return { sent: one!['sent'], failed: one!['failed'], waiting: one!['waiting'], unsent: one!['unsent'] };
};
const failures = async () =>
  (await admin().get(`/api/admin/broadcasts/${id}/failures`)).body as {
    address: string;
    reason: string;
    isUnsent: boolean;
  }[];
const resend = () => admin().post(`/api/admin/broadcasts/${id}/resend`);
const taken = () => post.provider.taken.map((one) => one.personalizations[0]!.to[0]!.email);
/** As if every pause were over. */
const later = () => sql('update graphile_worker._private_jobs set run_at = now()');
const nextRun = async () =>
  Number(
    (
      (await sql(
        `select extract(epoch from run_at - now()) as s from graphile_worker.jobs where task_identifier = 'send-broadcast'`,
      )) as { s: string }[]
    )[0]!.s,
  );

describe('A rejected address', () => {
  test('is listed with the reason, and the others receive the email', async () => {
    Object.assign(post.provider.faults, { refuse: (address: string) => address === 'p07@x.test' });
    await order();
    await jobs();
    expect(await standing()).toEqual({ sent: 24, failed: 1, waiting: 0, unsent: 1 });
    expect(await failures()).toEqual([
      {
        id: expect.any(String),
        address: 'p07@x.test',
        reason: expect.stringContaining('SendGrid rejected it (400'),
        isUnsent: true,
      },
    ]);
    const csv = await admin().get(`/api/admin/broadcasts/${id}/failures/csv`);
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.text).toContain('p07@x.test,SendGrid rejected it');
  });

  test('gets the email again on request, and no other address does', async () => {
    post.provider.faults = { refuse: (address) => address === 'p07@x.test' };
    await order();
    await jobs();
    post.provider.faults = {};
    const answers = await Promise.all([resend(), resend()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await jobs();
    expect(await standing()).toEqual({ sent: 25, failed: 0, waiting: 0, unsent: 0 });
    expect(taken().filter((address) => address === 'p07@x.test')).toHaveLength(1);
    expect(new Set(taken()).size).toBe(25);
  });

  test("that has been suppressed since isn't emailed", async () => {
    await order();
    await post
      .rows()
      .insert(EmailSuppression, { address: 'p03@x.test', reason: 'It bounced', createdAt: new Date() });
    await jobs();
    expect(await failures()).toMatchObject([{ address: 'p03@x.test', isUnsent: true }]);
    expect(taken()).not.toContain('p03@x.test');
  });
});

describe('A provider', () => {
  test('that asks for a pause gets it, and sending resumes where it stopped', async () => {
    post.provider.faults = { status: 429, headers: { 'retry-after': '120' } };
    await order();
    await jobs();
    expect(await standing()).toMatchObject({ sent: 0, failed: 0, waiting: 25 });
    expect(await nextRun()).toBeGreaterThan(100);
    // No one goes on asking meanwhile.
    expect(post.provider.calls.filter((call) => call.includes('mail/send')).length).toBeLessThanOrEqual(10);
    post.provider.faults = {};
    await later();
    await jobs();
    expect(await standing()).toMatchObject({ sent: 25, failed: 0, waiting: 0 });
    expect(new Set(taken()).size).toBe(25);
  });

  test('that fails without saying how far it got is not called again for those addresses', async () => {
    post.provider.faults = { status: 500 };
    await order();
    await jobs();
    expect(await standing()).toEqual({ sent: 0, failed: 10, waiting: 15, unsent: 0 });
    expect((await failures())[0]!.reason).toMatch(/^We don't know whether it was sent: SendGrid/);
    post.provider.faults = {};
    await later();
    await jobs();
    expect(await standing()).toEqual({ sent: 15, failed: 10, waiting: 0, unsent: 0 });
    expect((await resend()).status).toBe(409);
  });

  test('with a revoked key makes emails wait until another one is saved', async () => {
    post.provider.apiKey = 'SG.another.key-of-tests-1111';
    await order();
    await jobs();
    expect(await standing()).toMatchObject({ sent: 0, failed: 0, waiting: 25 });
    await post.save({ apiKey: post.provider.apiKey });
    await jobs();
    expect(await standing()).toMatchObject({ sent: 25, failed: 0, waiting: 0 });
    expect(new Set(taken()).size).toBe(25);
  });

  test('that can’t be reached has accepted nothing, so everything is retried', async () => {
    await order();
    // No one listens there.
    post.running.app.config.sendgridApiUrl = 'http://127.0.0.1:59';
    await jobs();
    expect(await standing()).toMatchObject({ sent: 0, failed: 0, waiting: 25 });
    post.running.app.config.sendgridApiUrl = post.provider.url;
    await later();
    await jobs();
    expect(await standing()).toMatchObject({ sent: 25, failed: 0, waiting: 0 });
  });
});

test('Emails that a killed worker had started are not sent again, and are listed', async () => {
  await order();
  await sql(`update mail set begun_at = now() where "to" in ('p01@x.test', 'p02@x.test')`);
  await jobs();
  expect(await failures()).toMatchObject(
    ['p01@x.test', 'p02@x.test'].map((address) => ({
      address,
      reason: "We don't know whether it was sent, because sending was interrupted",
      isUnsent: false,
    })),
  );
  expect(taken()).toHaveLength(23);
});

test("People who unsubscribe or are deleted before their turn get nothing, and aren't named in the list", async () => {
  await order();
  const [first, second] = people;
  const { pathname } = new URL(leaveUrl(post.running.app.config, first!.id));
  await fetch(post.running.url + pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' });
  await admin().delete(`/api/admin/waitlist/${second!.id}`);
  await jobs();
  expect(taken()).toHaveLength(23);
  const gone = {
    address: '',
    reason: 'They unsubscribed before it was sent',
    isUnsent: false,
  };
  expect(await failures()).toMatchObject([gone, gone]);
});

test('The email figures include every recipient', async () => {
  post.provider.faults = { refuse: (address) => address === 'p07@x.test' };
  await order();
  const usage = async () => (await admin().get('/api/admin/email-usage')).body;
  expect(await usage()).toMatchObject({ sent: 0, failed: 0, waiting: 25 });
  await jobs();
  expect(await usage()).toMatchObject({ sent: 24, failed: 1, waiting: 0 });
});

test('Results are shown for 90 days, contents are deleted after 30, and unaccepted emails are given up after two', async () => {
  post.provider.faults = { refuse: (address) => address === 'p07@x.test' };
  await order();
  await jobs();
  const tidied = async (days: number) => {
    await sql(`update mail set created_at = now() - interval '${days} days 1 hour'`);
    await sql(`update broadcast set created_at = now() - interval '${days} days 1 hour'`);
    await removeOldEmails(post.running.app, {});
  };
  await tidied(29);
  expect(await standing()).toEqual({ sent: 24, failed: 1, waiting: 0, unsent: 1 });
  await tidied(31);
  expect(await standing()).toEqual({ sent: 24, failed: 1, waiting: 0, unsent: 0 });
  await tidied(91);
  expect((await admin().get('/api/admin/broadcasts')).body).toEqual([]);
  expect(await post.rows().count(OutboxEmail)).toBe(0);

  await order();
  await tidied(2);
  expect(await standing()).toEqual({ sent: 0, failed: 25, waiting: 0, unsent: 25 });
});
