import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ContactSubmission } from '#api/features/contact/contact-submission.entity.ts';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { suppress } from '#api/features/email/outbox.store.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const documented = 'All fields are required to send your message.';
const visitor = 'vic@customer.test';
/** Milliseconds; the tab of a person may well be that old. */
const fortyDays = 40 * 24 * 3_600_000;
const written = {
  name: 'Vic Visitor',
  email: visitor,
  subject: 'Ten sites',
  message: 'We run ten sites.\nDoes 10.0.0.1 count?',
};

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  running.app.content.changed();
  cast = await enter(running);
});

const rows = () => running.app.orm.em.fork();
const messages = () => rows().find(ContactSubmission, {}, { orderBy: { createdAt: 'asc' } });
const write = (changes: object = {}) =>
  rest(cast.vic).post('/api/contact/submit', { ...written, ...changes });
const reachable = (supportEmail = 'support@operator.test') =>
  rest(cast.ada).put('/api/admin/contact-settings', { supportEmail });

describe('The contact details', () => {
  test('are a fallback until some are saved, then the saved ones, cached for 5 minutes by browsers', async () => {
    const before = await rest(cast.vic).get('/api/contact/contact-settings');
    expect(before.body).toEqual({
      supportEmail: 'support@netlantern.example',
      supportPhone: '',
      businessAddress: '',
    });
    expect(before.headers.get('cache-control')).toBe('public, max-age=300');
    const saved = { supportEmail: 'help@operator.test', supportPhone: '+44 1', businessAddress: 'A\nB' };
    expect((await rest(cast.ada).put('/api/admin/contact-settings', saved)).body).toEqual(saved);
    expect((await rest(cast.vic).get('/api/contact/contact-settings')).body).toEqual(saved);
    expect((await rest(cast.ada).get('/api/admin/contact-settings')).body).toEqual(saved);
  });

  test.each([
    [{ supportEmail: '' }, 'Support email is required'],
    [{ supportEmail: 'nobody' }, 'Please enter a valid email address'],
    [{ supportEmail: 'a@b.test\r\nBcc: c@d.test' }, 'Please enter a valid email address'],
    [{ supportPhone: '1\n2' }, 'Phone must be on one line'],
    [{ businessAddress: 'x'.repeat(501) }, 'Business address must be 500 characters or less'],
  ])('are refused as %j', async (changes, message) => {
    expect(await rest(cast.ada).put('/api/admin/contact-settings', changes)).toMatchObject({
      status: 400,
      body: { message },
    });
  });
});

describe('A visitor’s message', () => {
  test('is stored, with its origin', async () => {
    expect(await write({ name: '  Vic Visitor ' })).toMatchObject({
      status: 200,
      body: { message: "Thank you. We'll reply within 24 hours." },
    });
    expect(await messages()).toMatchObject([{ ...written, status: 'new', ipAddress: '127.0.0.1' }]);
  });

  test('is copied to its author and announced at the support address', async () => {
    await reachable();
    await write();
    const [{ id } = { id: '' }] = await messages();
    const [copy, ...more] = await mailsTo(running, visitor);
    expect(more).toEqual([]);
    expect(copy).toMatchObject({ subject: "We've received your message" });
    expect(copy?.text).toContain('We run ten sites.\n\nDoes 10.0.0.1 count?');
    const [notice] = await mailsTo(running, 'support@operator.test');
    expect(notice).toMatchObject({ subject: 'New message: Ten sites' });
    expect(notice?.text).toContain(visitor);
    expect(notice?.text).toContain(`/admin/contact?message=${id}`);
  });

  test('can be replied to from its notice, except for addresses that some mail servers reject', async () => {
    await reachable();
    await write({ email: 'zoë@visitor.test' });
    await write();
    const notices = await mailsTo(running, 'support@operator.test');
    expect(notices.map(({ replyTo }) => replyTo)).toEqual([visitor, null]);
  });

  test('is announced to the super administrators if there is no support address', async () => {
    await write();
    expect(await mailsTo(running, cast.grace.email)).toHaveLength(1);
    expect(await mailsTo(running, cast.ada.email)).toEqual([]);
  });

  test('can’t be used to email links to strangers, neither in its subject nor in its address', async () => {
    await write({
      name: 'Win www.evil.test',
      subject: 'Claim at https://evil.test',
      message: 'Go to https://evil.test/x or www.evil.test or evil.test, or write a@evil.test\u2028now',
    });
    const [copy] = await mailsTo(running, visitor);
    const { subject, text, html } = copy!;
    expect(subject + text + html).not.toMatch(/evil\.test|@evil|Claim|Win /);
    expect(text).toContain('evil test');
  });

  test('can’t add a header to an email', async () => {
    await reachable();
    const lines = 'A\r\nBcc: other@x.test';
    expect((await write({ subject: lines })).body).toEqual({
      message: 'Subject must be on one line',
      fields: { subject: 'Subject must be on one line' },
    });
    await write({ subject: 'A\u00a0B 👩‍👩‍👧' });
    const [notice] = await mailsTo(running, 'support@operator.test');
    expect(notice?.subject).toBe('New message: A\u00a0B 👩‍👩‍👧');
  });

  test('is kept even if its address accepts no email', async () => {
    await suppress(rows(), [{ address: visitor, reason: 'No such mailbox' }]);
    expect((await write()).status).toBe(200);
    expect(await mailsTo(running, visitor)).toMatchObject([{ status: 'failed' }]);
    expect(await messages()).toHaveLength(1);
  });

  test.each([
    [{ name: '' }, 'name', documented],
    [{ email: ' ' }, 'email', documented],
    [{ subject: null }, 'subject', documented],
    [{ message: undefined }, 'message', documented],
    [{ message: '\u200b' }, 'message', documented],
    [{ name: 7 }, 'name', 'Name must be text'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name must be 100 characters or less'],
    [{ name: 'A\nB' }, 'name', 'Name must be on one line'],
    [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
    [{ email: `${'a'.repeat(250)}@b.test` }, 'email', expect.any(String)],
    [{ subject: 'x'.repeat(151) }, 'subject', 'Subject must be 150 characters or less'],
    [{ message: 'x'.repeat(5001) }, 'message', 'Message must be 5,000 characters or less'],
    [{ elapsed: 'soon' }, 'elapsed', 'Elapsed must be a number'],
  ])('with %j is a 400 that says what is wrong', async (changes, field, sentence) => {
    const { status, body } = await write(changes);
    expect(status).toBe(400);
    expect((body as { fields: Record<string, string> }).fields[field]).toEqual(sentence);
    expect(await messages()).toEqual([]);
  });

  test.each([[{ website: 'http://x.test' }], [{ elapsed: 40 }], [{ elapsed: -1 }]])(
    'from a bot gets the usual response, and is not stored: %j',
    async (changes) => {
      const human = await write({ email: 'other@customer.test', website: '', elapsed: fortyDays });
      expect(await write(changes)).toMatchObject({ status: human.status, body: human.body });
      expect(await messages()).toMatchObject([{ email: 'other@customer.test' }]);
      expect(await mailsTo(running, visitor)).toEqual([]);
    },
  );

  test('is refused with a message after five from one address within an hour, however it is spelled', async () => {
    for (let sent = 0; sent < 5; sent += 1) await write();
    const refused = await write({ email: visitor.toUpperCase() });
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many messages from this email address. Try again later.' },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await messages()).toHaveLength(5);
    // The operator has them all; the address was emailed three times.
    expect(await rows().count(OutboxEmail, { kind: 'contact-notice' })).toBe(5);
    expect(await rows().count(OutboxEmail, { kind: 'contact-copy' })).toBe(3);
  });

  test('is refused with a message after ten from one network within an hour, even all at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, place) => write({ email: `v${place}@customer.test` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      ...Array(10).fill(200),
      ...Array(4).fill(429),
    ]);
    expect(await messages()).toHaveLength(10);
    expect((await write()).body).toMatchObject({
      message: 'Too many messages from your network. Try again later.',
    });
  });

  test('can be sent over GraphQL and REST', async () => {
    const { data, errors } = await as(cast.vic).ask(
      'mutation($input: SubmitContactInput!) { submitContact(input: $input) { message } }',
      { input: written },
    );
    expect([data, errors]).toEqual([
      { submitContact: { message: "Thank you. We'll reply within 24 hours." } },
      undefined,
    ]);
  });
});
