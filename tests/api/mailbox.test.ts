import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { sendMail } from '#api/features/email/email.job.ts';
import { EmailSettings } from '#api/features/email/email-settings.entity.ts';
import { OutboxEmail, EmailStatus } from '#api/features/email/outbox-email.entity.ts';
import { onlyRow, vault } from '#api/security/secrets.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const to = 'alice@example.test';
const publicUrl = 'https://alerts.example.com';

let running: Running;
let addresses: string[];

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  const em = running.app.orm.em.fork();
  const letter = { kind: 'test', subject: 'Choose a new password', heading: 'A link', paragraphs: [] };
  await em.transactional((em) => addEmail(em, to, letter));
  const { id } = await em.findOneOrFail(OutboxEmail, { to });
  addresses = ['/dev/mailbox.json', '/dev/mailbox', `/dev/mailbox/${id}`];
  await runJobs(running);
});
afterAll(() => running.close());

/** What each address of the mailbox answers. */
const statuses = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  Promise.all(
    addresses.map(async (url) => {
      const asked = { url, remoteAddress, headers: { host: 'localhost:4000', ...headers } };
      return (await running.server.inject(asked)).statusCode;
    }),
  );

describe('The mailbox', () => {
  test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
    'is available on the machine itself: %s',
    async (from) => {
      expect(await statuses({}, from)).toEqual([200, 200, 200]);
    },
  );

  test.each(['203.0.113.7', '10.0.0.7', '::ffff:10.0.0.7', '2001:db8::7'])(
    'is not available for %s',
    async (from) => {
      expect(await statuses({}, from)).toEqual([404, 404, 404]);
    },
  );

  test.each<Record<string, string>>([
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-for': '' },
    { forwarded: 'for=127.0.0.1' },
    { 'x-real-ip': '127.0.0.1' },
    { 'x-forwarded-proto': 'https' },
    { via: '1.1 proxy' },
    { 'x-forwarded-port': '443' },
    { 'x-original-forwarded-for': '127.0.0.1' },
    { 'cf-connecting-ip': '203.0.113.7' },
    { 'true-client-ip': '203.0.113.7' },
    { host: 'alerts.example.com' },
    { host: '127.0.0.1.example.com' },
  ])('is not available through a proxy or for another host: %j', async (headers) => {
    expect(await statuses(headers)).toEqual([404, 404, 404]);
  });

  test('is not available through a proxy on the same machine', async () => {
    const answer = await fetch(`${running.url}/dev/mailbox.json`, {
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
    expect([answer.status, await answer.json()]).toEqual([404, { message: 'Not found' }]);
  });
});

test('Metrics count all emails but not by kind, which would reveal which addresses have accounts', async () => {
  const text = await (await fetch(`${running.url}/metrics`)).text();
  expect(text).toMatch(/^mails_total\{outcome="sent"\} \d+$/m);
  expect(text).not.toMatch(/^mails_total\{.*kind/m);
});

describe('Email without a mail server', () => {
  test.each([
    ['http://localhost:4000', true, false],
    ['http://app.localhost', true, false],
    ['http://127.1.2.3:4000', true, false],
    ['http://[::1]:4000', true, false],
    ['http://netlantern.test', true, false],
    [publicUrl, false, false],
    ['http://127.0.0.1.example.com', false, false],
    ['https://localhost.example.com', false, false],
    ['https://test.example.com', false, false],
    ['https://notlocalhost', false, false],
    ['http://192.168.1.10:4000', false, false],
    [publicUrl, true, true],
  ])('at %s is stored in the mailbox: %j (demo: %j)', async (publicUrl, kept, demo) => {
    const server = await startServer({ databaseUrl: running.databaseUrl, config: { publicUrl, demo } });
    const answer = await fetch(`${server.url}/dev/mailbox.json`);
    expect(answer.status).toBe(kept ? 200 : 404);
    await server.close();
    const warned = server.logged.filter((line) => line.includes('until SMTP_URL is set'));
    expect(warned).toHaveLength(kept ? 0 : 1);
  });

  test('waits until a mail server or provider is configured, if links point elsewhere', async () => {
    const em = running.app.orm.em.fork();
    const letter = { kind: 'test', subject: 'Later', heading: 'Later', paragraphs: [] };
    await em.transactional((em) => addEmail(em, 'late@example.test', letter));
    const { id } = await em.findOneOrFail(OutboxEmail, { to: 'late@example.test' });
    const config = { ...running.app.config, publicUrl };
    await sendMail({ ...running.app, config }, { mailId: id });
    expect(await running.app.orm.em.fork().findOne(OutboxEmail, { id })).toMatchObject({
      status: 'waiting',
      failure: 'No email provider is set up',
    });
  });

  test('says what happened to an undelivered email', async () => {
    const em = running.app.orm.em.fork();
    const status = EmailStatus.failed;
    const failure = 'SendGrid rejected it (400: <b>no</b>)';
    const lost = { kind: 'test', to: 'lost@example.test', subject: 'Lost', status, failure };
    await em.persist(em.create(OutboxEmail, lost as never)).flush();
    const html = await (await fetch(`${running.url}/dev/mailbox`)).text();
    const [, article = ''] = /<article>\s*<h2>Lost<([^]*?)<\/article>/.exec(html) ?? [];
    expect(article).toContain('Not sent: SendGrid rejected it (400: &lt;b&gt;no&lt;/b&gt;).');
    expect(article).not.toContain('as HTML');
    expect(html).toContain('Stored here');
    const all = await (await fetch(`${running.url}/dev/mailbox.json`)).json();
    expect(all).toContainEqual(expect.objectContaining({ to: lost.to, status, failure }));
  });

  test('causes no warning if there is a mail server', async () => {
    const smtpUrl = 'smtp://127.0.0.1:1';
    const server = await startServer({
      databaseUrl: running.databaseUrl,
      config: { publicUrl, smtpUrl },
    });
    expect((await fetch(`${server.url}/dev/mailbox.json`)).status).toBe(404);
    await server.close();
    expect(server.logged.join()).not.toContain('SMTP_URL');
  });

  test('causes no warning if a provider’s API key is saved', async () => {
    const em = running.app.orm.em.fork();
    await em.insert(EmailSettings, {
      id: 1,
      apiKey: vault.seal('SG.a-key', 'email_settings.api_key', onlyRow),
      apiKeyTail: '-key',
      isActive: true,
    } as EmailSettings);
    const server = await startServer({ databaseUrl: running.databaseUrl, config: { publicUrl } });
    await server.close();
    await em.nativeDelete(EmailSettings, { id: 1 });
    expect(server.logged.join()).not.toContain('SMTP_URL');
  });
});
