import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSendGrid, type SendGridStandIn } from '#api/demo/sendgrid.ts';
import { EmailSettings } from '#api/features/email/email-settings.entity.ts';
import { Mail } from '#api/features/email/mail.entity.ts';
import { MailFailure, type Message } from '#api/features/email/message.ts';
import { readBounces } from '#api/features/email/read-bounces.job.ts';
import { sendMessage } from '#api/features/email/send-message.ts';
import { suppress } from '#api/features/email/suppression.ts';
import { addMail } from '#api/features/email/outbox.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let provider: SendGridStandIn;
let mailServer: MailServer;
let cast: Cast;

beforeAll(async () => {
  provider = await startSendGrid();
  mailServer = await startMailServer();
  running = await startServer({ config: { sendgridApiUrl: provider.url } });
});
afterAll(async () => {
  await running.close();
  await mailServer.close();
  await provider.close();
});
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  Object.assign(provider, { taken: [], calls: [], faults: {}, bounces: [] });
  mailServer.refusals.length = 0;
  mailServer.taken.length = 0;
  mailServer.raw.length = 0;
});

const em = () => running.app.orm.em.fork();
const message = (changes: Partial<Message> = {}): Message => ({
  id: randomUUID(),
  to: 'noc@customer.test',
  kind: 'alert',
  subject: 'AP Lobby is offline',
  text: 'AP Lobby is offline since 14:02.',
  html: '<p>AP Lobby is offline since 14:02.</p>',
  ...changes,
});
const settings = {
  apiKey: 'SG.standin.key-of-tests-9999',
  fromEmail: 'alerts@example.test',
  fromName: 'Alerts',
};
const save = async (changes: object = {}) => {
  const answer = await rest(cast.ada).put('/api/admin/email-settings', { ...settings, ...changes });
  expect(answer.status).toBe(200);
};
const send = (changes: Partial<Message> = {}) => sendMessage(running.app, undefined, message(changes));
const failureOf = (changes: Partial<Message> = {}) =>
  send(changes).then(
    () => undefined,
    (error: unknown) => error as MailFailure,
  );
const bySmtp = (changes: Partial<Message> = {}) =>
  sendMessage(
    { ...running.app, config: { ...running.app.config, smtpUrl: mailServer.url } },
    undefined,
    message(changes),
  );
const mails = () => em().find(Mail, {}, { orderBy: { createdAt: 'asc' } });
const suppressed = async () => {
  const { body } = await rest(cast.ada).get('/api/admin/mail-suppressions');
  return (body as { address: string; reason: string }[]).map(({ address }) => address);
};

describe('By the provider', () => {
  beforeEach(() => save());

  test('a mail goes out as SendGrid wants it, and is found again by what it is called there', async () => {
    const id = randomUUID();
    const { reference } = await send({
      id,
      thread: 'the-alert',
      unsubscribeUrl: 'http://netlantern.test/hooks/x',
    });
    expect(reference).toMatch(/^[\da-f-]{36}$/);
    expect(provider.taken).toEqual([
      {
        personalizations: [{ to: [{ email: 'noc@customer.test' }] }],
        from: { email: 'alerts@example.test', name: 'Alerts' },
        subject: 'AP Lobby is offline',
        content: [
          { type: 'text/plain', value: 'AP Lobby is offline since 14:02.' },
          { type: 'text/html', value: '<p>AP Lobby is offline since 14:02.</p>' },
        ],
        headers: {
          'Message-ID': `<${id}@netlantern.test>`,
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          'In-Reply-To': '<the-alert@netlantern.test>',
          References: '<the-alert@netlantern.test>',
          'List-Unsubscribe': '<http://netlantern.test/hooks/x>',
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
        custom_args: { outbox_id: id },
        categories: ['alert'],
        tracking_settings: {
          click_tracking: { enable: false, enable_text: false },
          open_tracking: { enable: false },
        },
      },
    ]);
    expect(await mails()).toMatchObject([{ id, status: 'sent', text: null, html: null, attempts: 1 }]);
  });

  test('what is in the outbox goes the same way', async () => {
    const letter = { kind: 'test', subject: 'Choose a password', heading: 'A link', paragraphs: ['Here.'] };
    await em().transactional((em) => addMail(em, 'alice@customer.test', letter));
    await runJobs(running);
    expect(provider.taken.map(({ subject }) => subject)).toEqual(['Choose a password']);
  });

  test('a mail that was sent is not sent again under its id', async () => {
    const id = randomUUID();
    await send({ id });
    await send({ id });
    expect(provider.taken).toHaveLength(1);
  });

  test.each(['Down\r\nBcc: mallory@example.test', 'Down\u2028Bcc: mallory@example.test'])(
    'a line break in a subject begins no header: %j',
    async (subject) => {
      await send({ subject });
      expect(provider.taken[0]?.subject).toBe('Down Bcc: mallory@example.test');
    },
  );

  test.each([
    [429, { 'retry-after': '120' }, 120_000],
    [503, {}, undefined],
    [500, {}, undefined],
  ])('%i is tried again, when it says', async (status, headers, retryAfterMs) => {
    provider.faults = { status, headers: headers as Record<string, string> };
    expect(await failureOf()).toMatchObject({ permanent: false, isSetUp: false, retryAfterMs });
  });

  test('a mail that is too large is given up', async () => {
    provider.faults = { status: 413 };
    expect(await failureOf()).toMatchObject({ permanent: true });
    expect(await mails()).toMatchObject([{ status: 'failed' }]);
  });

  test('a provider that cannot be reached is tried again', async () => {
    const config = { ...running.app.config, sendgridApiUrl: 'http://127.0.0.1:1' };
    const failing = sendMessage({ ...running.app, config }, undefined, message());
    await expect(failing).rejects.toMatchObject({ permanent: false, message: 'SendGrid cannot be reached' });
  });

  test('why it was refused is kept without the address it names', async () => {
    provider.faults = { refuse: () => true };
    const failure = await failureOf({ to: 'planted@customer.test' });
    expect(failure).toMatchObject({ permanent: true });
    expect(failure?.message).not.toContain('planted');
  });

  test('of many addresses each gets one mail or a listed failure', async () => {
    provider.faults = { refuse: (address) => Number(/\d+/.exec(address)) % 10 < 3 };
    const ids = Array.from({ length: 60 }, () => randomUUID());
    const all = () => Promise.allSettled(ids.map((id, n) => send({ id, to: `person${n}@customer.test` })));
    await all();
    provider.faults = { ...provider.faults, status: 500 };
    await all();
    provider.faults = { refuse: provider.faults.refuse };
    await all();
    const taken = provider.taken.map(({ custom_args }) => custom_args!['outbox_id']);
    expect(new Set(taken).size).toBe(taken.length);
    const failed = (await mails()).filter(({ status }) => status === 'failed').map(({ id }) => id);
    expect([taken.length, failed.length]).toEqual([42, 18]);
    expect(new Set([...taken, ...failed])).toEqual(new Set(ids));
  });
});

describe('A wrong key', () => {
  beforeEach(() => save({ apiKey: 'SG.planted-wrong-key-0000' }));
  const shown = async () =>
    (await rest(cast.ada).get('/api/admin/email-settings')).body as { failure: string; failingSince: string };

  test('is said to administrators; mail waits, and goes once the right one is saved', async () => {
    const letter = { kind: 'test', subject: 'Waiting', heading: 'Waiting', paragraphs: [] };
    await em().transactional((em) => addMail(em, 'alice@customer.test', letter));
    await runJobs(running);
    expect(await mails()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    const { failure, failingSince } = await shown();
    expect(failure).toBe(
      'SendGrid did not take it (401: The provided authorization grant is invalid, expired, or revoked)',
    );
    expect(Date.parse(failingSince)).toBeLessThanOrEqual(Date.now());

    await save();
    await runJobs(running);
    expect(provider.taken.map(({ subject }) => subject)).toEqual(['Waiting']);
    expect(await shown()).toMatchObject({ failure: null, failingSince: null });
  });

  test('is no failure any more once a mail has gone', async () => {
    await failureOf();
    await em().nativeUpdate(EmailSettings, { id: 1 }, { isActive: false });
    await send();
    expect((await shown()).failure).not.toBeNull();
    await bySmtp();
    expect(await shown()).toMatchObject({ failure: null, failingSince: null });
  });

  test('a sender that is not verified is the same kind of failure', async () => {
    await save({ fromEmail: 'alerts@elsewhere.test' });
    expect(await failureOf()).toMatchObject({ permanent: false, isSetUp: true });
    expect((await shown()).failure).toContain('403');
  });
});

describe('An address that takes no mail', () => {
  test('is known from the bounces that the provider lists, and is written to no more', async () => {
    await save();
    const created = Math.floor(Date.now() / 1000);
    const bounce = (n: number) => ({
      created,
      email: `Gone${n}@customer.test`,
      reason: '550 no such user',
      status: '5.1.1',
    });
    provider.bounces = Array.from({ length: 501 }, (_, n) => bounce(n));
    await readBounces(running.app, {});
    await readBounces(running.app, {});
    expect(await suppressed()).toHaveLength(500);
    expect(await failureOf({ to: 'gone500@customer.test' })).toMatchObject({
      permanent: true,
      message: 'This address takes no mail (550 no such user). An administrator can lift that.',
    });
    expect(provider.taken).toEqual([]);
  });

  test('is written to again once an administrator lifts it, also by the provider', async () => {
    await save();
    provider.bounces = [
      { created: Date.now() / 1000, email: 'gone@customer.test', reason: 'No', status: '5.1.1' },
    ];
    await readBounces(running.app, {});
    const { body } = await rest(cast.ada).get('/api/admin/mail-suppressions');
    const [{ id }] = body as [{ id: string }];
    expect((await rest(cast.ada).delete(`/api/admin/mail-suppressions/${id}`)).body).toEqual({ id });
    expect((await rest(cast.ada).delete(`/api/admin/mail-suppressions/${id}`)).status).toBe(404);
    expect(provider.bounces).toEqual([]);
    await send({ to: 'gone@customer.test' });
    expect(provider.taken).toHaveLength(1);
  });

  test('is asked for only since the last time', async () => {
    await save();
    await readBounces(running.app, {});
    await readBounces(running.app, {});
    const starts = provider.calls.map((call) => Number(/start_time=(\d+)/.exec(call)?.[1]));
    expect(starts[1]! - starts[0]!).toBeGreaterThan(29 * 86_400);
  });

  test.each([
    [550, true],
    [553, true],
    [554, false],
    [552, false],
  ])('is learned from a mail server that refuses it with %i: %j', async (code, known) => {
    mailServer.refusals.push(code);
    await expect(bySmtp({ to: 'Nobody@customer.test' })).rejects.toMatchObject({ permanent: true });
    expect(await suppressed()).toEqual(known ? ['nobody@customer.test'] : []);
  });

  test('is not one that a busy server puts off', async () => {
    mailServer.refusals.push(451);
    await expect(bySmtp()).rejects.toMatchObject({ permanent: false });
    expect(await suppressed()).toEqual([]);
  });

  test('is refused whatever its spelling, and keeps its first reason', async () => {
    await suppress(em(), [{ address: 'Noc@Customer.test', reason: 'first' }]);
    await suppress(em(), [{ address: 'noc@customer.test', reason: 'second' }]);
    expect((await failureOf({ to: 'NOC@customer.test' }))?.message).toContain('(first)');
  });

  test.each(['a@example.test, b@example.test', 'a@example.test\r\nBcc: b@example.test', 'nobody'])(
    'is not even asked for: %j',
    async (to) => {
      expect(await failureOf({ to })).toMatchObject({
        permanent: true,
        message: 'This is no e-mail address',
      });
    },
  );
});

describe('Through a mail server', () => {
  test('an alert mail says how to get no more of them, and belongs to the mails of its alert', async () => {
    const unsubscribeUrl = 'http://netlantern.test/hooks/unsubscribe/abc';
    const id = randomUUID();
    await bySmtp({ id, thread: 'the-alert', unsubscribeUrl });
    const raw = mailServer.raw[0]?.replace(/\r\n[ \t]+/g, ' ');
    expect(raw).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(mailServer.taken[0]).toMatchObject({
      messageId: `<${id}@netlantern.test>`,
      inReplyTo: '<the-alert@netlantern.test>',
      references: '<the-alert@netlantern.test>',
    });
  });

  test('a mail that nobody subscribed to says no such thing', async () => {
    await bySmtp();
    expect(mailServer.raw[0]).not.toContain('List-Unsubscribe');
  });

  test('it goes by the provider instead as soon as one is saved, and back when that is switched off', async () => {
    await bySmtp();
    await save();
    await bySmtp();
    await save({ isActive: false });
    await bySmtp();
    expect([mailServer.taken.length, provider.taken.length]).toEqual([2, 1]);
  });
});

test('Without either, an alert mail is in the local mailbox, text and all', async () => {
  await send();
  const shown = await (await fetch(`${running.url}/dev/mailbox.json`)).text();
  expect(shown).toContain('AP Lobby is offline since 14:02.');
});
