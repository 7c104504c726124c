import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Broadcast } from '#api/features/email/broadcast.entity.ts';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { EmailSuppression } from '#api/features/email/email-suppression.entity.ts';
import { WaitlistEntry } from '#api/features/waitlist/waitlist-entry.entity.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { rest } from '#tests/support/rest.ts';
import { Post } from './email.post.ts';
import { addEntries, addPackage } from './waitlist.list.ts';

const path = '/api/admin/email-settings';
const mail = { subject: 'Registration is open', message: 'Come in.\n\nThe door is <open>.' };

let post: Post;

beforeAll(async () => {
  post = await Post.start();
});
afterAll(() => post.end());
beforeEach(() => post.begin());

const admin = () => rest(post.cast.ada);
const send = (changes: object = {}) => admin().post(`${path}/send-waitlist`, { ...mail, ...changes });
const preview = async (changes: object = {}) =>
  (await admin().post(`${path}/preview-waitlist`, { ...mail, ...changes })).body as Record<string, never>;
const jobs = () => runJobs(post.running);
const list = async (...emails: string[]) => addEntries(post.running, await addPackage(post.running), emails);
const broadcasts = async () => (await admin().get('/api/admin/broadcasts')).body as Record<string, unknown>[];
const takenBy = () => post.provider.taken.map((one) => one.personalizations[0]!.to[0]!.email).sort();
describe('An email to the waitlist', () => {
  test('is refused until an API key is saved', async () => {
    await list('a@x.test');
    const answer = await send();
    expect([answer.status, answer.body]).toEqual([409, { message: 'Save an API key first.' }]);
    expect(await post.rows().count(OutboxEmail)).toBe(0);
  });

  test('goes to each address once, and reports how many', async () => {
    await list('a@x.test', 'b@x.test', 'c@x.test');
    await post.save();
    const answer = await send();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ recipientCount: 3, waiting: 3, sent: 0, failed: 0 });
    await jobs();
    await jobs();
    expect(takenBy()).toEqual(['a@x.test', 'b@x.test', 'c@x.test']);
    expect(await broadcasts()).toMatchObject([
      {
        subject: mail.subject,
        recipientCount: 3,
        sent: 3,
        failed: 0,
        waiting: 0,
        sentBy: post.cast.ada.email,
      },
    ]);
    expect(await post.rows().find(AuditEntry, { action: 'email.broadcast' })).toMatchObject([
      { subject: mail.subject, after: { recipientCount: 3 }, actor: post.cast.ada.email },
    ]);
  });

  test('has a personal one-click unsubscribe link for each address, and its text is deleted once it is sent', async () => {
    await list('a@x.test', 'b@x.test');
    await post.save();
    await send();
    await jobs();
    const headers = post.provider.taken.map((one) => one.headers!);
    for (const one of headers) expect(one['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const ways = headers.map((one) => one['List-Unsubscribe']!);
    expect(new Set(ways).size).toBe(2);
    expect(post.provider.taken[0]!.content[0]!.value).toContain(ways[0]!.slice(1, -1));
    const gone = { text: null, html: null, unsubscribeUrl: null };
    expect(await post.mails()).toMatchObject([gone, gone]);
  });

  test('excludes unsubscribed and suppressed people, and says so before it is sent', async () => {
    const [a] = await list('a@x.test', 'b@x.test', 'c@x.test');
    await post.rows().nativeUpdate(WaitlistEntry, { id: a!.id }, { unsubscribedAt: new Date() });
    await post
      .rows()
      .insert(EmailSuppression, { address: 'b@x.test', reason: 'It bounced', createdAt: new Date() });
    await post.save();
    expect(await preview()).toMatchObject({
      recipientCount: 1,
      excludedCount: 2,
      excluded: [
        { email: 'a@x.test', why: 'unsubscribed' },
        { email: 'b@x.test', why: 'suppressed' },
      ],
    });
    expect((await send()).body).toMatchObject({ recipientCount: 1 });
    await jobs();
    expect(takenBy()).toEqual(['c@x.test']);
  });

  test('is not sent without recipients', async () => {
    await post.save();
    expect((await send()).status).toBe(409);
    expect(await broadcasts()).toEqual([]);
  });

  test('sent twice with one attempt, also at once, is one email', async () => {
    await list('a@x.test');
    await post.save();
    const attempt = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => send({ attempt })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await send({ attempt })).body).toMatchObject({ id: attempt, recipientCount: 1 });
    await jobs();
    expect(takenBy()).toEqual(['a@x.test']);
  });

  test('with the same subject as a recent one asks for confirmation first', async () => {
    await list('a@x.test');
    await post.save();
    await send();
    const answer = await send();
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        message: 'An email with this subject was sent to the waitlist a few minutes ago.',
        reason: 'repeated_subject',
      },
    ]);
    expect((await send({ again: true })).status).toBe(200);
    expect((await send({ subject: 'Another' })).status).toBe(200);
    await post.rows().nativeUpdate(Broadcast, {}, { createdAt: new Date(Date.now() - 11 * 60_000) });
    expect((await send()).status).toBe(200);
  });

  test.each([
    [{ subject: '' }, 'subject', 'Subject is required'],
    [{ subject: 'A\r\nBcc: b@x.test' }, 'subject', 'Subject must be on one line'],
    [{ subject: 'x'.repeat(151) }, 'subject', 'Subject must be 150 characters or less'],
    [{ message: ' ' }, 'message', 'Message is required'],
    [{ message: 'x'.repeat(10_001) }, 'message', 'Message must be 10,000 characters or less'],
    [
      { message: '<p></p><script>alert(1)</script>' },
      'message',
      "The message is empty after removing content that emails can't contain",
    ],
    [{ attempt: 'nonsense' }, 'attempt', '`attempt` must be a UUID'],
  ])('is refused with %j', async (changes, field, sentence) => {
    await list('a@x.test');
    await post.save();
    const { status, body } = await send(changes);
    expect(status).toBe(400);
    expect((body as { fields: Record<string, string> }).fields[field]).toBe(sentence);
    expect(await broadcasts()).toEqual([]);
  });
});

describe('The content', () => {
  test('as text becomes paragraphs, and HTML in it is escaped', async () => {
    const { html, text, subject } = await preview({ message: 'One & two.\nStill one.\n\nThree <img>' });
    expect(subject).toBe(mail.subject);
    expect(text).toContain('Registration is open\n\nOne & two.');
    const plain = await preview({ message: 'a < b\nnext\n\nlast' });
    expect(plain.html).toContain('a &lt; b<br>next</p>');
    expect(html).toContain('Unsubscribe');
  });

  test('as HTML keeps what emails can show, and removes scripts, tracking and dead links', async () => {
    const { html, text } = await preview({
      message: `<h1 onclick="x()">We are <b>open</b></h1><p style="color:#123456;position:fixed;background:url(http://x)">Hi</p>
        <script>alert(1)</script><style>*{}</style><iframe src="//x"></iframe><form action="/x"><input></form>
        <a href="https://x.test/a">there</a> <a href="javascript:alert(1)">evil</a> <a href="/own">own</a>
        <img src="http://x.test/plain.png"><img src="https://x.test/a.png" alt="A"><svg onload="x()"></svg>`,
    });
    const said = String(html);
    expect(said).toContain('<h1>We are <b>open</b></h1>');
    expect(said).toContain('<p style="color:#123456">Hi</p>');
    expect(said).toContain('<a href="https://x.test/a">there</a>');
    expect(said).toContain('src="https://x.test/a.png"');
    for (const lost of [
      'script',
      'alert',
      'onclick',
      'onload',
      'iframe',
      'form',
      'position',
      'url(',
      'javascript',
    ])
      expect(said).not.toContain(lost);
    expect(said).not.toContain('plain.png');
    expect(said).not.toContain('href="/own"');
    // It has a headline of its own.
    expect(said.match(/<h1/g)).toHaveLength(1);
    expect(text).toContain('We are open');
    expect(text).toContain('there [https://x.test/a]');
  });
});
