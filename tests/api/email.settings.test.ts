import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSendGrid, type SendGridStandIn } from '#api/demo/sendgrid/sendgrid.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const path = '/api/admin/email-settings';
const key = 'SG.standin.planted-key-9999';
const settings = { apiKey: key, fromEmail: 'alerts@example.test', fromName: 'Alerts' };
const mail = { recipientEmail: 'ada@customer.test', subject: 'Does it work?', message: 'One.\n\nTwo.' };

let running: Running;
let provider: SendGridStandIn;
let cast: Cast;

beforeAll(async () => {
  provider = await startSendGrid({ apiKey: key, fromDomain: 'example.test' });
  running = await startServer({ config: { sendgridApiUrl: provider.url } });
});
afterAll(async () => {
  await running.close();
  await provider.close();
});
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  Object.assign(provider, { taken: [], faults: {} });
});

const admin = () => rest(cast.ada);
const entries = () => running.app.orm.em.fork().find(AuditEntry, {}, { orderBy: { id: 'asc' } });

describe('The sender settings', () => {
  test('are empty and active at first', async () => {
    expect((await admin().get(path)).body).toMatchObject({
      provider: 'sendgrid',
      apiKey: null,
      apiKeyTail: null,
      fromEmail: '',
      fromName: '',
      isActive: true,
      failure: null,
    });
  });

  test('store a key that is never sent back, not even to the log', async () => {
    const saved = await admin().put(path, settings);
    expect(saved.body).toMatchObject({
      apiKey: '••••9999',
      apiKeyTail: '9999',
      fromEmail: 'alerts@example.test',
      isActive: true,
    });
    const everything = [saved.text, (await admin().get(path)).text, JSON.stringify(await entries())];
    for (const text of [...everything, running.logged.join()]) expect(text).not.toContain('planted');
    const rows = await running.app.orm.em.fork().execute('select * from email_settings');
    expect(JSON.stringify(rows)).not.toContain('planted');
    expect(await entries()).toMatchObject([
      { action: 'email.update', after: { fromEmail: 'alerts@example.test', apiKey: 'changed' } },
    ]);
  });

  test.each([[{ apiKey: '' }], [{ apiKey: '  ' }], [{ apiKey: null }], [{ apiKey: '••••9999' }], [{}]])(
    'keep the stored key if none is sent: %j',
    async (given) => {
      await admin().put(path, settings);
      const { apiKey: _, ...rest } = settings;
      const saved = await admin().put(path, { ...rest, fromName: 'NOC', isActive: false, ...given });
      expect(saved.body).toMatchObject({ apiKeyTail: '9999', fromName: 'NOC', isActive: false });
    },
  );

  test('remove the key on request', async () => {
    await admin().put(path, settings);
    const saved = await admin().put(path, { ...settings, apiKey: '', removeApiKey: true });
    expect(saved.body).toMatchObject({ apiKeyTail: null });
    expect((await entries()).at(-1)?.after).toMatchObject({ apiKey: 'removed' });
  });

  test.each([
    [{ apiKey: '' }, 'apiKey', 'API key is required'],
    [{ apiKey: '••••9999' }, 'apiKey', 'API key is required'],
    [{ apiKey: 'SG.a\r\nX-Evil: 1' }, 'apiKey', "API key can't contain spaces"],
    [{ apiKey: 'x'.repeat(201) }, 'apiKey', 'API key must be 200 characters or less'],
    [{ fromEmail: '' }, 'fromEmail', 'From email is required'],
    [{ fromEmail: 'nobody' }, 'fromEmail', 'Please enter a valid email address'],
    [{ fromEmail: 'a@b.test\r\nBcc: c@d.test' }, 'fromEmail', 'Please enter a valid email address'],
    [{ fromName: ' ' }, 'fromName', 'From name is required'],
    [{ fromName: 'Alerts\r\nBcc: c@d.test' }, 'fromName', 'From name must be on one line'],
    [{ fromName: '🚨'.repeat(101) }, 'fromName', 'From name must be 100 characters or less'],
  ])('refuse %j', async (wrong, field, sentence) => {
    const { status, body } = await admin().put(path, { ...settings, ...wrong });
    expect(status).toBe(400);
    expect((body as { fields: Record<string, string> }).fields[field]).toBe(sentence);
    expect(await entries()).toEqual([]);
  });

  test.each([[{ fromEmail: 7 }], [{ isActive: 'yes' }], [{ apiKey: ['a'] }], [{ fromName: null }]])(
    'refuse the wrong type: %j',
    async (wrong) => {
      expect((await admin().put(path, { ...settings, ...wrong })).status).toBe(400);
    },
  );

  test('reject a key that the provider does not accept, and keep the stored one', async () => {
    await admin().put(path, settings);
    const { status, body } = await admin().put(path, { ...settings, apiKey: 'nonsense', fromName: 'NOC' });
    const sentence = "SendGrid doesn't accept this API key";
    expect([status, body]).toEqual([400, { message: sentence, fields: { apiKey: sentence } }]);
    expect((await admin().get(path)).body).toMatchObject({
      apiKeyTail: '9999',
      fromName: 'Alerts',
      failure: null,
    });
    expect(await entries()).toHaveLength(1);
  });

  test('accept a key that could not be checked, and say so', async () => {
    provider.faults = { status: 503 };
    const { status, body } = await admin().put(path, settings);
    const failure = "The API key was saved, but we couldn't check it: SendGrid rejected it (503: Not now).";
    expect([status, body]).toMatchObject([200, { apiKeyTail: '9999', failure }]);
    provider.faults = {};
    expect(await admin().post(`${path}/test`, mail)).toMatchObject({ status: 200 });
    expect((await admin().get(path)).body).toMatchObject({ failure: null, failingSince: null });
  });

  test('are not checked again while the key doesn’t change', async () => {
    await admin().put(path, settings);
    provider.faults = { status: 503 };
    const { apiKey: _, ...rest } = settings;
    expect((await admin().put(path, { ...rest, fromName: 'NOC' })).body).toMatchObject({ failure: null });
  });

  test('are available to administrators only', async () => {
    for (const person of [cast.alice, cast.vic]) {
      const answers = await Promise.all([
        rest(person).get(path),
        rest(person).put(path, settings),
        rest(person).post(`${path}/test`, mail),
        rest(person).get('/api/admin/mail-suppressions'),
        rest(person).get('/api/admin/email-usage'),
      ]);
      const refused = person.token ? 403 : 401;
      expect(answers.map(({ status }) => status)).toEqual([refused, refused, refused, refused, refused]);
    }
    expect(await entries()).toEqual([]);
  });

  test('saved by two people at once are one of the two, as a whole', async () => {
    const [one, two] = [1, 2].map((n) => ({ ...settings, fromEmail: `${n}@example.test`, fromName: `${n}` }));
    await Promise.all([admin().put(path, one), rest(cast.grace).put(path, two)]);
    const { fromEmail, fromName } = (await admin().get(path)).body as typeof settings;
    expect(fromEmail).toBe(`${fromName}@example.test`);
    expect(await entries()).toHaveLength(2);
  });
});

describe('A test email', () => {
  test('needs a saved key', async () => {
    const { status, body } = await admin().post(`${path}/test`, mail);
    expect([status, body]).toEqual([409, { message: 'Save an API key first.' }]);
  });

  test('is really sent, shows the provider’s response, and is recorded', async () => {
    await admin().put(path, settings);
    const { status, body } = await admin().post(`${path}/test`, mail);
    expect([status, body]).toEqual([200, { message: 'SendGrid accepted it (202).' }]);
    expect(provider.taken[0]).toMatchObject({
      subject: 'Does it work?',
      from: { email: 'alerts@example.test', name: 'Alerts' },
    });
    expect(provider.taken[0]?.content[0]?.value).toContain('One.\n\nTwo.');
    expect((await entries()).at(-1)).toMatchObject({ action: 'email.test', subject: 'ada@customer.test' });
    expect((await admin().get('/api/admin/email-usage')).body).toEqual({
      by: 'provider',
      sent: 1,
      delivered: 1,
      failed: 0,
      waiting: 0,
      suppressed: 0,
    });
  });

  test('shows why it was rejected', async () => {
    await admin().put(path, { ...settings, fromEmail: 'alerts@elsewhere.test' });
    const { status, body } = await admin().post(`${path}/test`, mail);
    expect([status, body]).toEqual([
      502,
      {
        message: 'SendGrid rejected it (403: The from address does not match a verified Sender Identity.)',
      },
    ]);
    expect((await entries()).at(-1)).toMatchObject({
      action: 'email.test_failed',
      subject: mail.recipientEmail,
      after: { answer: expect.stringContaining('verified Sender Identity') },
    });
    expect((await entries()).at(-1)?.label).toBe('Test email failed');
    expect((await admin().get('/api/admin/email-usage')).body).toMatchObject({
      sent: 0,
      failed: 1,
      waiting: 0,
    });
  });

  test('that fails because the provider is unavailable shows that next to the settings, until an email was sent', async () => {
    await admin().put(path, settings);
    provider.faults = { status: 503 };
    await admin().post(`${path}/test`, mail);
    const failure = 'SendGrid rejected it (503: Not now)';
    expect((await admin().get(path)).body).toMatchObject({ failure, failingSince: expect.any(String) });
    provider.faults = {};
    await admin().post(`${path}/test`, mail);
    expect((await admin().get(path)).body).toMatchObject({ failure: null });
  });

  test.each([
    [{ recipientEmail: '' }, 'Recipient email is required'],
    [{ recipientEmail: 'a@b.test, c@d.test' }, 'Please enter a valid email address'],
    [{ subject: ' ' }, 'Subject is required'],
    [{ subject: 'a\nBcc: b@c.test' }, 'Subject must be on one line'],
    [{ message: '' }, 'Message is required'],
    [{ message: 'x'.repeat(10_001) }, 'Message must be 10,000 characters or less'],
  ])('is refused: %j', async (wrong, sentence) => {
    await admin().put(path, settings);
    const { status, body } = await admin().post(`${path}/test`, { ...mail, ...wrong });
    expect([status, (body as { message: string }).message]).toEqual([400, sentence]);
    expect(provider.taken).toEqual([]);
  });
});
