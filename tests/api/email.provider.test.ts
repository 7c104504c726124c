import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { EmailSettings } from '#api/features/email/email-settings.entity.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { Post } from './email.post.ts';

let post: Post;

beforeAll(async () => {
  post = await Post.start();
});
afterAll(() => post.end());
beforeEach(() => post.begin());

describe('Through the provider', () => {
  beforeEach(() => post.save());

  test('an email is sent in SendGrid’s format, and can be found by its message ID', async () => {
    const id = randomUUID();
    const { reference } = await post.send({
      id,
      thread: 'the-alert',
      replyTo: 'vic@customer.test',
      unsubscribeUrl: 'http://netlantern.test/hooks/x',
    });
    expect(reference).toMatch(/^[\da-f-]{36}$/);
    expect(post.provider.taken).toEqual([
      {
        personalizations: [{ to: [{ email: 'noc@customer.test' }] }],
        from: { email: 'alerts@example.test', name: 'Alerts' },
        reply_to: { email: 'vic@customer.test' },
        subject: 'AP Lobby is offline',
        content: [
          { type: 'text/plain', value: 'AP Lobby has been offline since 14:02.' },
          { type: 'text/html', value: '<p>AP Lobby has been offline since 14:02.</p>' },
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
    expect(await post.mails()).toMatchObject([{ id, status: 'sent', text: null, html: null, attempts: 1 }]);
  });

  test('queued emails are sent the same way', async () => {
    const letter = { kind: 'test', subject: 'Choose a password', heading: 'A link', paragraphs: ['Here.'] };
    await post.rows().transactional((em) => addEmail(em, 'alice@customer.test', letter));
    await runJobs(post.running);
    expect(post.provider.taken.map(({ subject }) => subject)).toEqual(['Choose a password']);
  });

  test('a sent email is not sent again under its ID', async () => {
    const id = randomUUID();
    await post.send({ id });
    await post.send({ id });
    expect(post.provider.taken).toHaveLength(1);
  });

  test.each(['Down\r\nBcc: mallory@example.test', 'Down\u2028Bcc: mallory@example.test'])(
    'a line break in a subject adds no header: %j',
    async (subject) => {
      await post.send({ subject });
      expect(post.provider.taken[0]?.subject).toBe('Down Bcc: mallory@example.test');
    },
  );

  test.each([
    [429, { 'retry-after': '120' }, 120_000],
    [503, {}, undefined],
    [500, {}, undefined],
  ])('%i is retried, after the requested delay', async (status, headers, retryAfterMs) => {
    post.provider.faults = { status, headers: headers as Record<string, string> };
    expect(await post.failureOf()).toMatchObject({ permanent: false, isSetUp: false, retryAfterMs });
  });

  test('an email that is too large is given up', async () => {
    post.provider.faults = { status: 413 };
    expect(await post.failureOf()).toMatchObject({ permanent: true });
    expect(await post.mails()).toMatchObject([{ status: 'failed' }]);
  });

  test('a provider that cannot be reached is retried', async () => {
    const failing = post.send({}, { sendgridApiUrl: 'http://127.0.0.1:1' });
    await expect(failing).rejects.toMatchObject({ permanent: false, message: 'SendGrid cannot be reached' });
  });

  test('the reason for a rejection is stored without the address in it', async () => {
    post.provider.faults = { refuse: () => true };
    const failure = await post.failureOf({ to: 'planted@customer.test' });
    expect(failure).toMatchObject({ permanent: true });
    expect(failure?.message).not.toContain('planted');
  });

  test('each of many addresses gets one email or a listed failure', async () => {
    post.provider.faults = { refuse: (address) => Number(/\d+/.exec(address)) % 10 < 3 };
    const ids = Array.from({ length: 60 }, () => randomUUID());
    const all = () =>
      Promise.allSettled(ids.map((id, n) => post.send({ id, to: `person${n}@customer.test` })));
    await all();
    post.provider.faults = { ...post.provider.faults, status: 500 };
    await all();
    post.provider.faults = { refuse: post.provider.faults.refuse };
    await all();
    const taken = post.provider.taken.map(({ custom_args }) => custom_args!['outbox_id']);
    expect(new Set(taken).size).toBe(taken.length);
    const failed = (await post.mails()).filter(({ status }) => status === 'failed').map(({ id }) => id);
    expect([taken.length, failed.length]).toEqual([42, 18]);
    expect(new Set([...taken, ...failed])).toEqual(new Set(ids));
  });
});

describe('A revoked key', () => {
  beforeEach(async () => {
    await post.save();
    post.provider.apiKey = 'SG.another-key-1111';
  });

  test('is reported to administrators; emails wait, and are sent once a valid one is saved', async () => {
    const letter = { kind: 'test', subject: 'Waiting', heading: 'Waiting', paragraphs: [] };
    await post.rows().transactional((em) => addEmail(em, 'alice@customer.test', letter));
    await runJobs(post.running);
    expect(await post.mails()).toMatchObject([{ status: 'waiting', attempts: 1 }]);
    const { failure, failingSince } = await post.shown();
    expect(failure).toBe(
      'SendGrid rejected it (401: The provided authorization grant is invalid, expired, or revoked)',
    );
    expect(Date.parse(failingSince)).toBeLessThanOrEqual(Date.now());

    await post.save({ apiKey: 'SG.another-key-1111' });
    await runJobs(post.running);
    expect(post.provider.taken.map(({ subject }) => subject)).toEqual(['Waiting']);
    expect(await post.shown()).toMatchObject({ failure: null, failingSince: null });
  });

  test('is no longer reported once an email was sent', async () => {
    await post.failureOf();
    await post.rows().nativeUpdate(EmailSettings, { id: 1 }, { isActive: false });
    await post.send();
    expect((await post.shown()).failure).not.toBeNull();
    await post.bySmtp();
    expect(await post.shown()).toMatchObject({ failure: null, failingSince: null });
  });

  test('a sender that is not verified is the same kind of error', async () => {
    await post.save({ apiKey: 'SG.another-key-1111', fromEmail: 'alerts@elsewhere.test' });
    expect(await post.failureOf()).toMatchObject({ permanent: false, isSetUp: true });
    expect((await post.shown()).failure).toContain('403');
  });
});
