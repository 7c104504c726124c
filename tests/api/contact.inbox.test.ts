import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ContactReply,
  ContactStatus,
  ContactSubmission,
} from '#api/features/contact/contact-submission.entity.ts';
import { suppress } from '#api/features/email/outbox.store.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const inbox = '/api/admin/contact-submissions';
const hour = 3_600_000;

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const rows = () => running.app.orm.em.fork();
const ago = (hours: number) => new Date(Date.now() - hours * hour);
let count = 0;
const idOf = (place: number) => `${place.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

/** A message that came so many hours ago, by its id. */
async function add(hoursAgo = 1, fields: Partial<ContactSubmission> = {}): Promise<string> {
  const id = idOf((count += 1));
  await rows().insert(ContactSubmission, {
    id,
    name: 'Vic Visitor',
    email: 'vic@customer.test',
    subject: 'Ten sites',
    message: 'We run ten sites.',
    status: ContactStatus.new,
    adminNotes: '',
    createdAt: ago(hoursAgo),
    ...fields,
  });
  return id;
}
const list = async (query = '') =>
  ((await rest(cast.ada).get(inbox + query)).body as { id: string }[]).map(({ id }) => id);
const update = (id: string, body: object) => rest(cast.ada).put(`${inbox}/${id}`, body);
const reply = (id: string, message: string) => rest(cast.ada).post(`${inbox}/${id}/replies`, { message });

describe('The inbox', () => {
  test('lists all messages, newest first, by state and page by page', async () => {
    const [oldest, middle, newest] = [
      await add(3),
      await add(2, { status: ContactStatus.read }),
      await add(1),
    ];
    expect(await list()).toEqual([newest, middle, oldest]);
    expect(await list('?status=read')).toEqual([middle]);
    expect(await list('?first=1')).toEqual([newest]);
    expect(await list(`?first=2&before=${newest}`)).toEqual([middle, oldest]);
    expect((await rest(cast.ada).get(`${inbox}?before=${idOf(999)}`)).status).toBe(404);
    expect((await rest(cast.ada).get(`${inbox}?status=lost`)).status).toBe(400);
    expect((await rest(cast.ada).get(`${inbox}?first=0`)).status).toBe(400);
  });

  test('returns the newest thousand if no limit is given, and the next ones page by page', async () => {
    await rows().execute(
      `insert into contact_submission (name, email, subject, message, created_at)
         select 'A', 'a@b.test', 'A', 'A', now() - make_interval(hours => n) from generate_series(1, 1001) n`,
    );
    const thousand = await list();
    expect(thousand).toHaveLength(1000);
    expect(await list(`?before=${thousand.at(-1)}`)).toHaveLength(1);
  });

  test.each([
    ['ünal', { name: 'Ebru ÜNAL' }],
    ['NOC@', { email: 'noc@customer.test' }],
    ['vat', { subject: 'A VAT invoice' }],
    ['leipzig', { message: 'Our sites are in Leipzig.' }],
    ['100%', { adminNotes: 'Wants 100% off' }],
  ])('finds %s', async (words, fields) => {
    await add(2);
    const wanted = await add(1, fields);
    expect(await list(`?search=${encodeURIComponent(words)}`)).toEqual([wanted]);
  });

  test('finds a message by the reference in its email copy, and nothing by an unrelated text', async () => {
    const id = await add();
    await add();
    expect(await list(`?search=${id.slice(0, 8)}`)).toEqual([id]);
    expect(await list('?search=%25')).toEqual([]);
    expect((await rest(cast.ada).get(`${inbox}?search=${'x'.repeat(201)}`)).status).toBe(400);
  });

  test('moves a message to every state except back to new, and keeps the time of the first reply', async () => {
    const id = await add();
    expect((await update(id, { status: 'new', adminNotes: 'Hm' })).status).toBe(200);
    expect((await update(id, { status: 'replied' })).body).toMatchObject({
      status: 'replied',
      adminNotes: 'Hm',
    });
    const { respondedAt } = await rows().findOneOrFail(ContactSubmission, { id });
    expect(respondedAt).toBeInstanceOf(Date);
    for (const status of ['read', 'closed', 'replied', 'closed'])
      expect((await update(id, { status })).body).toMatchObject({ status });
    expect((await rows().findOneOrFail(ContactSubmission, { id })).respondedAt).toEqual(respondedAt);
    expect(await update(id, { status: 'new' })).toMatchObject({ status: 400 });
    expect(await update(id, { adminNotes: 'x'.repeat(5001) })).toMatchObject({ status: 400 });
    expect(await update(idOf(999), { status: 'read' })).toMatchObject({ status: 404 });
    expect(await update('nonsense', { status: 'read' })).toMatchObject({
      status: 404,
      body: { message: 'Message not found' },
    });
  });

  test('deletes a message with its replies, once', async () => {
    const id = await add();
    await reply(id, 'Hello');
    const answers = await Promise.all([1, 2].map(() => rest(cast.ada).delete(`${inbox}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await rows().count(ContactReply)).toBe(0);
  });
});

describe('A reply', () => {
  test('is emailed, stored, and marks the message as replied', async () => {
    await rest(cast.ada).put('/api/admin/contact-settings', { supportEmail: 'help@operator.test' });
    const id = await add(1, { subject: 'Ten sites?' });
    expect((await reply(id, 'Yes.\nTen are fine.\n\nAda')).body).toMatchObject({ status: 'replied' });
    const [mail] = await mailsTo(running, 'vic@customer.test');
    expect(mail).toMatchObject({ subject: 'Re: Ten sites?', replyTo: 'help@operator.test' });
    expect(mail?.text).toContain('Yes.\nTen are fine.\n\nAda');
    expect(mail?.html).toContain('Yes.<br>Ten are fine.');
    expect(mail?.text).toContain('write to help@operator.test');
    expect((await rest(cast.ada).get(`${inbox}/${id}/replies`)).body).toMatchObject([
      { message: 'Yes.\nTen are fine.\n\nAda', by: 'Ada Tester' },
    ]);
  });

  test('never asks people to write to an unattended address', async () => {
    await reply(await add(), 'Hello');
    const [mail] = await mailsTo(running, 'vic@customer.test');
    expect(mail).toMatchObject({ replyTo: null, text: expect.not.stringContaining('.example') });
  });

  test('sent twice at once is sent once; another reply is separate, and the first time stays', async () => {
    const id = await add();
    await Promise.all([reply(id, 'Hello'), reply(id, 'Hello'), reply(id, ' Hello ')]);
    const { respondedAt } = await rows().findOneOrFail(ContactSubmission, { id });
    expect(await mailsTo(running, 'vic@customer.test')).toHaveLength(1);
    await reply(id, 'One more thing');
    expect(await mailsTo(running, 'vic@customer.test')).toHaveLength(2);
    expect((await rows().findOneOrFail(ContactSubmission, { id })).respondedAt).toEqual(respondedAt);
  });

  test('is refused if it cannot be delivered, and the message isn’t marked as replied', async () => {
    const id = await add();
    await suppress(rows(), [{ address: 'vic@customer.test', reason: 'No such mailbox' }]);
    const refused = await reply(id, 'Hello');
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('No such mailbox') },
    });
    expect(await rows().count(ContactReply)).toBe(0);
    expect((await rows().findOneOrFail(ContactSubmission, { id })).status).toBe('new');
  });

  test.each([[''], ['<p> </p>'], ['x'.repeat(10_001)], [7]])('is not %j', async (message) => {
    expect((await reply(await add(), message as string)).status).toBe(400);
  });
});

describe('Saved replies', () => {
  const save = (body: object) => rest(cast.ada).post('/api/admin/saved-replies', body);

  test('are added, changed and removed, with unique titles', async () => {
    const { id } = (await save({ title: 'Trial', text: 'Fourteen days.' })).body as { id: string };
    await save({ title: 'Invoice', text: 'Under Billing.' });
    expect((await save({ title: ' Trial ', text: 'B' })).body).toMatchObject({
      fields: { title: 'Another saved reply already has this title' },
    });
    expect((await save({ id, title: 'Zoo', text: 'B' })).body).toEqual({ id, title: 'Zoo', text: 'B' });
    expect((await rest(cast.ada).get('/api/admin/saved-replies')).body).toMatchObject([
      { title: 'Invoice' },
      { title: 'Zoo' },
    ]);
    expect((await rest(cast.ada).delete(`/api/admin/saved-replies/${id}`)).body).toEqual({ id });
    expect((await save({ id, title: 'Zoo', text: 'B' })).status).toBe(404);
    expect((await save({ title: '', text: '' })).body).toMatchObject({
      fields: { text: 'Text is required' },
    });
  });
});

describe('The figures', () => {
  const figures = async () => (await rest(cast.ada).get('/api/admin/contact-figures')).body;

  test('are zeros and nulls in an empty inbox', async () => {
    expect(await figures()).toEqual({
      unread: 0,
      open: 0,
      answered: 0,
      medianSeconds: null,
      worstSeconds: null,
      late: 0,
      overdue: 0,
      oldestOpenAt: null,
      promisedHours: 24,
    });
  });

  test('show what is waiting, and the time to the first reply in the last 30 days', async () => {
    const answered = (sent: number, waited: number) =>
      add(sent, { status: ContactStatus.replied, respondedAt: ago(sent - waited) });
    await answered(50, 2);
    await answered(51, 4);
    await answered(100, 30);
    await answered(31 * 24, 1);
    await add(5);
    await add(26, { status: ContactStatus.read });
    await add(40, { status: ContactStatus.closed });
    // Looked at again after the answer: it waits for nothing.
    await add(9, { status: ContactStatus.read, respondedAt: ago(8) });
    const { oldestOpenAt, ...counted } = (await figures()) as { oldestOpenAt: string };
    expect(counted).toEqual({
      unread: 1,
      open: 2,
      answered: 4,
      medianSeconds: 3 * 3600,
      worstSeconds: 30 * 3600,
      late: 1,
      overdue: 1,
      promisedHours: 24,
    });
    expect(Date.now() - Date.parse(oldestOpenAt)).toBeGreaterThan(25.9 * hour);
  });
});
