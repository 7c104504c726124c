import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { EmailSuppression } from '#api/features/email/email-suppression.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { addPackage } from './waitlist.list.ts';

const listed = "This email is already registered for the waitlist. We'll notify you when registration opens!";
const oneClick = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: 'List-Unsubscribe=One-Click',
};

let running: Running;
let cast: Cast;
let wanted: Package;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  wanted = await addPackage(running);
});

const rows = () => running.app.orm.em.fork();
const entries = () => rows().find(WaitlistEntry, {}, { orderBy: { createdAt: 'asc' } });
const join = (email: string, changes: object = {}) =>
  rest(cast.vic).post('/api/waitlist', {
    email,
    packageId: wanted.id,
    packageName: wanted.name,
    ...changes,
  });
/** Where the email of joining leads anyone who wants no more. */
const wayOut = async (email: string) => {
  const [mail] = await mailsTo(running, email);
  return new URL(/http\S+\/hooks\/unsubscribe\/waitlist\/\S+/.exec(mail!.text)![0]).pathname;
};
const tokenIn = (path: string) => path.split('/').at(-1)!;
const byLink = (call: string, token: string, person = cast.vic) =>
  as(person).ask(
    `${call === 'waitlistLink' ? 'query' : 'mutation'}($token: String!) { ${call}(token: $token) { email packageName unsubscribed } }`,
    { token },
  );

describe('Joining the waitlist', () => {
  test('adds an address with its package, by the name that the package has', async () => {
    const answer = await join('  Noc@Customer.test ', { packageName: 'Whatever Plan' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: "We'll notify you when registration opens." },
    ]);
    expect(await entries()).toMatchObject([
      { email: 'noc@customer.test', packageName: 'Professional Plan', package: { id: wanted.id } },
    ]);
  });

  test('sends one email, which says how to unsubscribe', async () => {
    await join('noc@customer.test');
    const [mail, ...others] = await mailsTo(running, 'noc@customer.test');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "You're on the waitlist" });
    expect(mail?.text).toContain('the waitlist for Professional Plan');
    expect(mail?.text).toContain('http://netlantern.test/hooks/unsubscribe/waitlist/');
  });

  test('a second time is a 409 with the documented message, in any spelling, without another email', async () => {
    await join('noc@customer.test');
    const answer = await join('NOC@customer.test');
    expect([answer.status, answer.body]).toEqual([409, { message: listed }]);
    expect(await rows().count(OutboxEmail)).toBe(1);
  });

  test('ten times at once is one entry, one email and nine 409s', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => join('noc@customer.test')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await entries()).toHaveLength(1);
    expect(await rows().count(OutboxEmail)).toBe(1);
  });

  test.each([
    [{ email: '' }, 'email', 'Email is required'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ email: 'a@b.test\r\nBcc: c@d.test' }, 'email', 'Please enter a valid email address'],
    [{ email: `${'a'.repeat(250)}@b.test` }, 'email', expect.any(String)],
    [{ packageId: '' }, 'packageId', 'Package information not found'],
    [{ packageId: 'nonsense' }, 'packageId', 'This package is no longer available'],
    [
      { packageId: '5f0c2b7e-0000-4000-8000-000000000000' },
      'packageId',
      'This package is no longer available',
    ],
    [{ packageName: 'x'.repeat(101) }, 'packageName', 'Package name must be 100 characters or less'],
  ])('with %j is a 400 that says what is wrong', async (changes, field, sentence) => {
    const { status, body } = await join('noc@customer.test', changes);
    expect(status).toBe(400);
    expect((body as { fields: Record<string, string> }).fields[field]).toEqual(sentence);
    expect(await entries()).toEqual([]);
  });

  test.each([[{ email: 7 }], [{ email: null }], [{ packageId: {} }], [{ packageName: [1] }]])(
    'with the wrong type is a 400: %j',
    async (changes) => {
      expect((await join('noc@customer.test', changes)).status).toBe(400);
    },
  );

  test('is refused for a package that is not on sale', async () => {
    const old = await addPackage(running, { name: 'Old Plan', isActive: false });
    expect((await join('noc@customer.test', { packageId: old.id })).status).toBe(400);
  });

  test('is rate limited by network, also for those who only check who is listed', async () => {
    await join('noc@customer.test');
    const asked = await Promise.all(Array.from({ length: 19 }, () => join('noc@customer.test')));
    expect(new Set(asked.map(({ status }) => status))).toEqual(new Set([409]));
    const refused = await join('noc@customer.test');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('is kept when its package is deleted', async () => {
    await join('noc@customer.test');
    await rows().nativeDelete(Package, { id: wanted.id });
    expect((await rest(cast.ada).get('/api/admin/waitlist')).body).toMatchObject([
      { email: 'noc@customer.test', packageId: null, packageName: 'Professional Plan' },
    ]);
  });
});

describe('Leaving the waitlist', () => {
  test('works with one click in a mail program', async () => {
    await join('noc@customer.test');
    const path = await wayOut('noc@customer.test');
    expect((await fetch(running.url + path, oneClick)).status).toBe(200);
    expect((await fetch(running.url + path, oneClick)).status).toBe(200);
    expect(await entries()).toMatchObject([{ unsubscribedAt: expect.any(Date) }]);
  });

  test.each([
    { method: 'GET', redirect: 'manual' as const },
    { method: 'HEAD', redirect: 'manual' as const },
    { method: 'POST', body: '' },
  ])('is not triggered by a request that isn’t a click: %j', async (request) => {
    await join('noc@customer.test');
    const path = await wayOut('noc@customer.test');
    const answer = await fetch(running.url + path, request);
    expect(await entries()).toMatchObject([{ unsubscribedAt: null }]);
    if (request.method === 'GET')
      expect(answer.headers.get('location')).toBe(`/unsubscribe/waitlist?token=${tokenIn(path)}`);
  });

  test('asks on our page, changes nothing until confirmed, and can be undone', async () => {
    await join('noc@customer.test');
    const token = tokenIn(await wayOut('noc@customer.test'));
    const is = { email: 'noc@customer.test', packageName: 'Professional Plan' };
    expect((await byLink('waitlistLink', token)).data).toEqual({
      waitlistLink: { ...is, unsubscribed: false },
    });
    expect(await entries()).toMatchObject([{ unsubscribedAt: null }]);
    expect((await byLink('leaveWaitlist', token)).data).toEqual({
      leaveWaitlist: { ...is, unsubscribed: true },
    });
    expect((await byLink('rejoinWaitlist', token)).data).toEqual({
      rejoinWaitlist: { ...is, unsubscribed: false },
    });
    expect(await entries()).toMatchObject([{ unsubscribedAt: null }]);
  });

  test('does not work with a forged link, or with one for another purpose', async () => {
    await join('noc@customer.test');
    const token = tokenIn(await wayOut('noc@customer.test'));
    for (const wrong of [token.slice(0, -1), `x${token}`, 'nonsense', '', 'é'.repeat(500)])
      expect(await byLink('leaveWaitlist', wrong)).toMatchObject({
        errors: [{ extensions: { code: 'NOT_FOUND' } }],
      });
    expect((await fetch(`${running.url}/hooks/unsubscribe/waitlist/nonsense`, oneClick)).status).toBe(404);
    expect(await entries()).toMatchObject([{ unsubscribedAt: null }]);
  });

  test("contains no address in its link, and isn't logged", async () => {
    await join('noc@customer.test');
    const path = await wayOut('noc@customer.test');
    running.logged.length = 0;
    await fetch(running.url + path, oneClick);
    expect(Buffer.from(tokenIn(path).split('.')[0]!, 'base64url').toString()).not.toContain('noc');
    expect(running.logged.join()).not.toContain(tokenIn(path));
  });

  test('ends by joining again, without another email', async () => {
    await join('noc@customer.test');
    await fetch(running.url + (await wayOut('noc@customer.test')), oneClick);
    expect((await join('noc@customer.test')).status).toBe(200);
    expect(await entries()).toMatchObject([{ unsubscribedAt: null }]);
    expect(await rows().count(OutboxEmail)).toBe(1);
  });
});

test('A suppressed address can join, but nothing is sent to it', async () => {
  const none = { address: 'noc@customer.test', reason: 'It bounced', createdAt: new Date() };
  await rows().insert(EmailSuppression, none);
  expect((await join('noc@customer.test')).status).toBe(200);
  await mailsTo(running, 'noc@customer.test');
  expect(await rows().find(OutboxEmail, {})).toMatchObject([{ status: 'failed', text: null }]);
});
