import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { channels } from '#api/features/notifications/channels/channels.client.ts';
import { alertEmail } from '#api/features/notifications/channels/email.client.ts';
import { DeliveryKind } from '#api/features/notifications/delivery.entity.ts';
import { render } from '#api/features/email/email-content.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { links, lobby, notice, over, summary } from './channels.samples.ts';

let running: Running;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  running = await startServer({ config: { smtpUrl: mailServer.url } });
});
afterAll(async () => {
  await running.close();
  await mailServer.close();
});
beforeEach(async () => {
  await emptyDatabase();
  mailServer.taken.length = 0;
  mailServer.raw.length = 0;
  mailServer.refusals.length = 0;
});

const unsubscribeUrl = 'https://app.example.com/hooks/unsubscribe/abc.def';
const send = (message = notice(), changes = {}) =>
  channels.email.send(
    running.app,
    {},
    { ...message, recipient: 'ops@example.com', unsubscribeUrl, ...changes },
  );

describe('An alert email', () => {
  test('has the alert in HTML and in text, with the available actions', async () => {
    await expect(send()).resolves.toMatchObject({ result: 'sent' });
    const [mail] = mailServer.taken;
    expect(mail?.subject).toBe('◆ Error: AP Lobby (Head Office), device offline');
    for (const body of [mail?.text, mail?.html]) {
      expect(body).toContain('AP Lobby (Head Office) has been offline since 09:12 UTC.');
      for (const value of [
        'Access points',
        '20 Nov 2026, 09:12 UTC',
        'aa:bb:cc:dd:ee:ff',
        'Contoso Networks',
      ])
        expect(body).toContain(value);
      for (const url of [...Object.values(links), unsubscribeUrl])
        expect(body?.replaceAll('&amp;', '&')).toContain(url);
    }
  });

  test('is threaded with the others about it, is marked as automatic, and has an unsubscribe link', async () => {
    await send();
    await send(notice(over, { kind: DeliveryKind.resolved }), { id: '0193a1b2-0000-7000-8000-00000000000e' });
    const headersOf = (at: number) =>
      Object.fromEntries(mailServer.taken[at]!.headers.map(({ key, value }) => [key, value]));
    const [first, second] = [headersOf(0), headersOf(1)];
    expect(first['references']).toContain(lobby.id);
    expect(second['references']).toBe(first['references']);
    expect(second['in-reply-to']).toBe(first['in-reply-to']);
    expect(second['message-id']).not.toBe(first['message-id']);
    expect(second).toMatchObject({
      'auto-submitted': 'auto-generated',
      'list-unsubscribe': `<${unsubscribeUrl}>`,
      'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    });
    expect(mailServer.taken[1]?.subject).toContain('Resolved after 33 min');
  });

  test('allows no name to change its headers or its HTML', async () => {
    const name = 'AP\r\nBcc: all@example.com\r\n\r\n</script><img src=x onerror=alert(1)> \u202e"\'';
    await send(notice({ deviceName: name, siteName: name, ruleName: name, text: name }));
    const [mail] = mailServer.taken;
    expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
    expect(mail?.bcc).toBeUndefined();
    expect(mail?.html).not.toMatch(/<(script|img)|<\/script/);
    expect(mail?.html).toContain('&lt;img');
    expect(`${mail?.text}${mail?.html}`).not.toContain('\u202e');
  });

  test('turns nothing in a name into a link', async () => {
    const name = 'Your message waits: https://phish.example/pay?x=1 www.phish.example/pay';
    await send(notice({ deviceName: name, siteName: name, ruleName: name, text: name }));
    const [mail] = mailServer.taken;
    expect(mail?.text).toContain('Your message waits: … …');
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain('phish.example');
  });

  test('has a subject of at most 150 characters, however long the names are', () => {
    for (const name of ['x'.repeat(10_000), '🚨'.repeat(5000)]) {
      const { subject } = render(alertEmail(notice({ deviceName: name, siteName: name })));
      expect([...subject].length).toBeLessThanOrEqual(150);
      expect(subject).toContain('device offline');
    }
  });

  test('lists the worst of many alerts', async () => {
    await send(summary());
    expect(mailServer.taken[0]?.subject).toBe('▲ 250 open at 2 sites: 3 critical, 200 error, 47 warning');
    expect(mailServer.taken[0]?.text).toContain(
      '◆ AP 9 (Head Office) has been offline since 09:12 UTC\nand 240 more',
    );
  });

  test('that is rejected permanently has failed; a temporary rejection is retried', async () => {
    mailServer.refusals.push(550);
    await expect(send()).resolves.toMatchObject({
      result: 'failed',
      reason: { reasonParams: { text: expect.stringMatching(/\.$/) } },
    });
    mailServer.refusals.push(451);
    const later = await send(notice(), {
      id: '0193a1b2-0000-7000-8000-00000000000f',
      recipient: 'b@example.com',
    });
    expect(later).toMatchObject({ result: 'retry', scope: 'message', durationMs: expect.any(Number) });
  });
});
