import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { parseHours } from '#api/features/organization/organization.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

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

const put = (key: string, value: unknown, person = cast.ada) =>
  rest(person).put(`/api/admin/settings/${key}`, { value });
const valueOf = async (key: string) => {
  const { body } = await rest(cast.ada).get('/api/admin/settings');
  return (body as { key: string; value: string }[]).find((one) => one.key === key)?.value;
};
const entries = () => running.app.orm.em.fork().find(AuditEntry, {}, { orderBy: { id: 'asc' } });
const write = () =>
  rest(cast.vic).post('/api/contact/submit', {
    name: 'Vic',
    email: 'vic@customer.test',
    subject: 'Ten sites',
    message: 'Do ten count?',
  });

describe('The organization settings', () => {
  test('are listed with their current values, by default the documented hours', async () => {
    const { status, body } = await rest(cast.ada).get('/api/admin/settings');
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { id: 'organisation_name', key: 'organisation_name', value: '', type: 'text', isEditable: true },
      { key: 'organisation_address', type: 'textarea', category: 'organization' },
      { key: 'response_time', value: '24 hours' },
      { key: 'phone_hours', value: '9 AM-5 PM GMT' },
      { key: 'announcement', value: '', type: 'textarea' },
      { key: 'public_address', value: 'http://netlantern.test', isEditable: false },
    ]);
    for (const { description } of body as { description: string }[]) expect(description).not.toBe('');
  });

  test('are saved one at a time, trimmed, and recorded with the previous value', async () => {
    const saved = await put('organisation_address', '  1 Lantern Street\r\nLondon  ');
    expect(saved).toMatchObject({
      status: 200,
      body: { key: 'organisation_address', value: '1 Lantern Street\nLondon' },
    });
    expect(await valueOf('organisation_address')).toBe('1 Lantern Street\nLondon');
    await put('organisation_address', '2 Lantern Street');
    expect(await entries()).toMatchObject([
      { subject: 'Organisation address', before: { value: '' } },
      { before: { value: '1 Lantern Street\nLondon' }, after: { value: '2 Lantern Street' } },
    ]);
  });

  test('record nothing if nothing changes, and one entry each for two concurrent saves', async () => {
    await put('phone_hours', ' 9 AM-5 PM GMT');
    expect(await entries()).toEqual([]);
    const answers = await Promise.all(['A', 'B'].map((value) => put('phone_hours', value)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = await entries();
    expect(second!.before).toEqual(first!.after);
  });

  test.each([
    ['nothing_like_it', 'A', 404, 'Setting not found'],
    ['constructor', 'A', 404, 'Setting not found'],
    ['x'.repeat(101), 'A', 400, 'The key must be 100 characters or less'],
    ['public_address', 'https://evil.test', 403, 'Public address can’t be changed here'],
    ['organisation_name', undefined, 400, 'Value is required'],
    ['organisation_name', { a: 1 }, 400, expect.any(String)],
    ['organisation_name', 'A\nB', 400, 'Organisation name must be on one line'],
    ['organisation_name', '\u200b\u3164', 400, 'Organisation name must contain visible text'],
    ['organisation_name', 'x'.repeat(121), 400, 'Organisation name must be 120 characters or less'],
    ['organisation_name', 'A\0', 400, 'The text contains characters that cannot be stored'],
    ['announcement', 'x'.repeat(501), 400, 'Announcement must be 500 characters or less'],
    ['announcement', 'x'.repeat(1001), 400, 'The value must be 1,000 characters or less'],
    ['response_time', ' ', 400, 'Response time is required'],
    ['response_time', 'soon', 400, 'Response time must be hours or days, such as "24 hours" or "2 days"'],
  ])('refuse %s as %j', async (key, value, status, message) => {
    expect(await put(key, value)).toMatchObject({ status, body: { message } });
    expect(await entries()).toEqual([]);
  });

  test('are for administrators alone', async () => {
    expect(await rest(cast.alice).get('/api/admin/settings')).toMatchObject({ status: 403 });
    expect(await put('phone_hours', 'A', cast.alice)).toMatchObject({ status: 403 });
    expect(await rest(cast.vic).get('/api/admin/settings')).toMatchObject({ status: 401 });
  });
});

describe('A changed setting', () => {
  test('is shown to visitors immediately', async () => {
    await put('organisation_name', 'Northlight Ltd 🏮');
    await put('phone_hours', '');
    expect((await rest(cast.vic).get('/api/organization')).body).toEqual({
      name: 'Northlight Ltd 🏮',
      address: '',
      responseTime: '24 hours',
      phoneHours: '',
    });
  });

  test('appears in the footer of every email: company and address', async () => {
    await put('organisation_name', 'Northlight <Ltd>');
    await put('organisation_address', '1 Lantern Street\nLondon');
    await write();
    const [copy] = await mailsTo(running, 'vic@customer.test');
    expect(copy?.text).toContain('Netlantern · Northlight <Ltd>\n1 Lantern Street, London');
    expect(copy?.html).toContain('Northlight &lt;Ltd&gt;<br>1 Lantern Street, London');
  });

  test('is promised to visitors, and used by the inbox', async () => {
    await put('response_time', '2 days');
    expect(await write()).toMatchObject({ body: { message: "Thank you. We'll reply within 2 days." } });
    const [copy] = await mailsTo(running, 'vic@customer.test');
    expect(copy?.text).toContain("We'll reply within 2 days.");
    expect((await rest(cast.ada).get('/api/admin/contact-figures')).body).toMatchObject({
      promisedHours: 48,
    });
  });

  test('is announced to everyone who is signed in, and to no one else', async () => {
    expect((await rest(cast.alice).get('/api/announcement')).text).toBe('null');
    await put('announcement', 'Maintenance tonight\nfrom 22:00 UTC');
    const ask = (person = cast.alice) => as(person).ask('{ announcement { text since } }');
    const { data } = await ask();
    expect(data).toMatchObject({ announcement: { text: 'Maintenance tonight\nfrom 22:00 UTC' } });
    expect(await rest(cast.vic).get('/api/announcement')).toMatchObject({ status: 401 });
    await put('announcement', '');
    expect((await ask()).data).toEqual({ announcement: null });
  });
});

test.each([
  ['24 hours', 24],
  ['1 hour', 1],
  ['2 Days', 48],
  ['30 days', 720],
  ['31 days', undefined],
  ['0 hours', undefined],
  ['1.5 hours', undefined],
  ['24', undefined],
])('A response time of "%s" is %s hours', (words, hours) => {
  expect(parseHours(words)).toBe(hours);
});
