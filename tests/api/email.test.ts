import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import { render, type EmailContent } from '#api/features/email/email-content.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { removeOldEmails, sendMail } from '#api/features/email/email.job.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { mailsTo, runJobs } from '#tests/support/mailbox.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const letter: EmailContent = {
  kind: 'test',
  subject: 'A gateway is down',
  heading: 'Gateway Böblingen 🚨 is down',
  paragraphs: ['It has been down since 14:02.', '<script>alert("hello")</script>'],
  action: { label: 'Look at it', url: 'http://netlantern.test/alerts?a=1&b=2' },
  note: 'You get this because you asked for it.',
};

let running: Running;
let mailServer: MailServer;
let sending: Running['app'];

beforeAll(async () => {
  running = await startServer();
  mailServer = await startMailServer();
  sending = { ...running.app, config: { ...running.app.config, smtpUrl: mailServer.url } };
});
afterAll(async () => {
  await mailServer.close();
  await running.close();
});
beforeEach(async () => {
  await emptyDatabase();
  mailServer.taken.length = 0;
  mailServer.raw.length = 0;
  mailServer.refusals.length = 0;
});

const em = () => running.app.orm.em.fork();
const add = (to: string, changes: Partial<EmailContent> = {}) =>
  em().transactional((em) => addEmail(em, to, { ...letter, ...changes }));
const outbox = () => em().find(OutboxEmail, {}, { orderBy: { createdAt: 'asc' } });

/** Minutes until an email is tried again. */
async function minutesUntil(mailId: string): Promise<number> {
  const [job] = await em().execute<{ run_at: Date }[]>(
    'select run_at from graphile_worker.jobs where key = ?',
    [`send-mail:${mailId}`],
  );
  return Math.round((new Date(job!.run_at).getTime() - Date.now()) / 60_000);
}

async function sent(to: string, changes: Partial<EmailContent> = {}) {
  await add(to, changes);
  const [mail] = await outbox();
  await sendMail(sending, { mailId: mail!.id });
  return mailServer.taken[0];
}

describe('An email', () => {
  test('is in the mailbox once its transaction has committed', async () => {
    await add('alice@example.test');
    const [mail, ...others] = await mailsTo(running, 'alice@example.test');
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: 'A gateway is down', to: 'alice@example.test' });
    expect(mail?.text).toContain('http://netlantern.test/alerts?a=1&b=2');
    expect(mail?.text).toContain('You get this because you asked for it.');
  });

  test('is never sent if its transaction rolled back', async () => {
    const failing = em().transactional(async (em) => {
      await addEmail(em, 'alice@example.test', letter);
      throw new Error('second thoughts');
    });
    await expect(failing).rejects.toThrow('second thoughts');
    expect(await mailsTo(running, 'alice@example.test')).toEqual([]);
  });

  test('cannot be added outside of a transaction', async () => {
    await expect(addEmail(em(), 'alice@example.test', letter)).rejects.toThrow('transaction');
  });

  test('is not readable in the database while it waits', async () => {
    await add('alice@example.test', {
      action: { label: 'Go', url: 'http://netlantern.test/?token=planted' },
    });
    const [row] = await em().execute<object[]>('select * from mail');
    expect(JSON.stringify(row)).not.toContain('planted');
    expect((await mailsTo(running, 'alice@example.test'))[0]?.text).toContain('planted');
  });

  test('shows user input as text, never as markup', () => {
    const { html } = render({
      ...letter,
      heading: '<img src=x>',
      action: { label: '"', url: 'http://a/"><b>' },
    });
    expect(html).not.toMatch(/<script>|<img|<b>/);
    expect(html).toContain('&lt;script&gt;alert(&quot;hello&quot;)&lt;/script&gt;');
  });

  test.each([
    'a@example.test, b@example.test',
    'a@example.test\r\nBcc: b@example.test',
    '',
    'nobody',
    'a b@c.test',
  ])('goes to one address and nothing else: %j', async (to) => {
    await expect(add(to)).rejects.toThrow('one valid address');
  });
});

describe('Through a mail server', () => {
  test('an email arrives complete, with both bodies and its ID', async () => {
    const mail = await sent('jürgen@example.test');
    expect(mail).toMatchObject({
      subject: 'A gateway is down',
      from: { name: 'Netlantern', address: 'no-reply@netlantern.test' },
    });
    expect(mail?.text).toContain('Gateway Böblingen 🚨 is down');
    expect(mail?.html).toContain('Gateway Böblingen 🚨 is down');
    const [row] = await outbox();
    expect(mail?.messageId).toBe(`<${row?.id}@netlantern.test>`);
    expect(row).toMatchObject({ status: 'sent', text: null, html: null, attempts: 1 });
  });

  test.each([
    ['a line break', 'Team\r\nBcc: mallory@example.test'],
    ['a bare line feed', 'Team\nBcc: mallory@example.test'],
    ['a line separator', 'Team\u2028Bcc: mallory@example.test'],
  ])('%s in a name adds no header', async (_what, subject) => {
    const mail = await sent('alice@example.test', { subject });
    expect(mail?.subject).toBe('Team Bcc: mallory@example.test');
    expect(mail?.bcc ?? []).toEqual([]);
    expect(mailServer.raw[0]).not.toMatch(/^bcc:/im);
  });

  test('the sender’s address can include a name', async () => {
    const url = `${mailServer.url}?from=alerts@example.test`;
    await add('alice@example.test');
    const [row] = await outbox();
    await sendMail({ ...sending, config: { ...sending.config, smtpUrl: url } }, { mailId: row!.id });
    expect(mailServer.taken[0]?.from?.address).toBe('alerts@example.test');
  });

  test('an address that is rejected permanently is given up, and the list says why', async () => {
    mailServer.refusals.push(550);
    await sent('gone@example.test');
    const [row] = await outbox();
    expect(row).toMatchObject({ status: 'failed', attempts: 1, text: null });
    expect(row?.failure).toBe('The mail server rejected it (550, EENVELOPE)');
  });

  test('a temporary rejection is retried', async () => {
    mailServer.refusals.push(451);
    await sent('busy@example.test');
    const [waiting] = await outbox();
    expect(waiting).toMatchObject({
      status: 'waiting',
      attempts: 1,
      failure: expect.stringContaining('451'),
    });
    expect(await minutesUntil(waiting!.id)).toBe(1);
    await sendMail(sending, { mailId: waiting!.id });
    expect((await outbox())[0]).toMatchObject({ status: 'sent', attempts: 2 });
    expect(mailServer.taken).toHaveLength(1);
  });

  test('a sent email is not sent again', async () => {
    await sent('alice@example.test');
    const [row] = await outbox();
    await sendMail(sending, { mailId: row!.id });
    expect(mailServer.taken).toHaveLength(1);
  });
});

describe('In production', () => {
  test('there is no mailbox', async () => {
    await add('alice@example.test');
    const strict = await startServer({ databaseUrl: running.databaseUrl, config: { production: true } });
    const answers = await Promise.all(
      ['/dev/mailbox', '/dev/mailbox.json'].map((path) => fetch(`${strict.url}${path}`)),
    );
    await strict.close();
    for (const answer of answers) expect(await answer.text()).not.toContain('alice@example.test');
  });

  test('email waits until a mail server or provider is configured', async () => {
    await add('alice@example.test');
    const [row] = await outbox();
    const config = { ...running.app.config, production: true };
    await sendMail({ ...running.app, config }, { mailId: row!.id });
    expect((await outbox())[0]).toMatchObject({ status: 'waiting', failure: 'No email provider is set up' });
  });
});

test('The mailbox lists emails, and shows each as it would look', async () => {
  await add('alice@example.test');
  await runJobs(running);
  const page = await (await fetch(`${running.url}/dev/mailbox`)).text();
  expect(page).toContain('To alice@example.test');
  expect(page).toContain('&lt;script&gt;');
  const [, address] = /href="(\/dev\/mailbox\/[^"]+)"/.exec(page) ?? [];
  const answer = await fetch(`${running.url}${address}`);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(await answer.text()).toContain('<h1');
});

test('Emails are deleted after a month, and given up after two days', async () => {
  await add('old@example.test');
  await add('late@example.test');
  await add('new@example.test');
  const age = (to: string, days: number) =>
    em().nativeUpdate(OutboxEmail, { to }, { createdAt: new Date(Date.now() - days * 86_400_000) });
  await age('old@example.test', 31);
  await age('late@example.test', 3);
  await removeOldEmails(running.app, {});
  const left = (await outbox()).map(({ to, status }) => [to, status]);
  expect(left).toEqual([
    ['late@example.test', 'failed'],
    ['new@example.test', 'waiting'],
  ]);
});
