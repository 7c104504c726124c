import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Post } from './email.post.ts';

let post: Post;

beforeAll(async () => {
  post = await Post.start();
});
afterAll(() => post.end());
beforeEach(() => post.begin());

describe('Through a mail server', () => {
  test('an alert email says how to unsubscribe, and is threaded with the emails of its alert', async () => {
    const unsubscribeUrl = 'http://netlantern.test/hooks/unsubscribe/abc';
    const id = randomUUID();
    await post.bySmtp({ id, thread: 'the-alert', unsubscribeUrl });
    const raw = post.mailServer.raw[0]?.replace(/\r\n[ \t]+/g, ' ');
    expect(raw).toContain(`List-Unsubscribe: <${unsubscribeUrl}>`);
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
    expect(post.mailServer.taken[0]).toMatchObject({
      messageId: `<${id}@netlantern.test>`,
      inReplyTo: '<the-alert@netlantern.test>',
      references: '<the-alert@netlantern.test>',
    });
  });

  test('an email has a reply address if that is not its sender', async () => {
    await post.bySmtp({ replyTo: 'vic@customer.test' });
    await post.bySmtp();
    expect(post.mailServer.taken.map(({ replyTo }) => replyTo?.map(({ address }) => address))).toEqual([
      ['vic@customer.test'],
      undefined,
    ]);
  });

  test('a file is attached under its name, by the server and by the provider alike', async () => {
    const attachment = {
      name: 'report.pdf',
      type: 'application/pdf',
      content: Buffer.from('%PDF-1.7 \u{1F4C4}'),
    };
    await post.bySmtp({ attachment });
    const [attached] = post.mailServer.taken[0]?.attachments ?? [];
    expect(attached).toMatchObject({ filename: 'report.pdf', mimeType: 'application/pdf' });
    expect(Buffer.from(attached!.content as ArrayBuffer)).toEqual(attachment.content);
    await post.save();
    await post.send({ attachment });
    expect(post.provider.taken[0]?.attachments).toEqual([
      {
        content: attachment.content.toString('base64'),
        filename: 'report.pdf',
        type: 'application/pdf',
        disposition: 'attachment',
      },
    ]);
  });

  test('a transactional email has no unsubscribe header', async () => {
    await post.bySmtp();
    expect(post.mailServer.raw[0]).not.toContain('List-Unsubscribe');
  });

  test.each([550, '553 5.7.1 Sender address rejected: not owned by user', 530])(
    'a sender rejected with %s is reported to administrators; emails wait, and are sent once that is fixed',
    async (refusal) => {
      post.mailServer.senderRefusals.push(refusal);
      await expect(post.bySmtp()).rejects.toMatchObject({ permanent: false, isSetUp: true });
      expect((await post.shown()).failure).toMatch(/^The mail server rejected it \(5/);
      expect(await post.suppressed()).toEqual([]);
      await post.bySmtp();
      expect(await post.shown()).toMatchObject({ failure: null, failingSince: null });
    },
  );

  test('an email that the server finds too large is given up', async () => {
    post.mailServer.senderRefusals.push('552 5.3.4 Message too big');
    await expect(post.bySmtp()).rejects.toMatchObject({ permanent: true, isSetUp: false });
  });

  test('an email is sent through the provider as soon as one is saved, and through the server when it is turned off', async () => {
    await post.bySmtp();
    await post.save();
    await post.bySmtp();
    await post.save({ isActive: false });
    await post.bySmtp();
    expect([post.mailServer.taken.length, post.provider.taken.length]).toEqual([2, 1]);
  });
});

test('Without a server or provider, an alert email is in the local mailbox, with its text', async () => {
  await post.send();
  const shown = await (await fetch(`${post.running.url}/dev/mailbox.json`)).text();
  expect(shown).toContain('AP Lobby has been offline since 14:02.');
});
