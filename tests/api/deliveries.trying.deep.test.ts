import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '#api/boot/postgres.ts';
import { startHalopsa } from '#api/demo/halopsa/halopsa.ts';
import { unsubscribeUrl } from '#api/features/notifications/links/links.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from '#tests/support/as.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { addMember } from '#tests/support/members.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

const tryOut = (id: string) => rest(telling.alice).post(`/api/integrations/${id}/test`);
const tryRule = (id: string) => rest(telling.alice).post(`/api/alert-rules/${id}/test`);

describe('Send Test', () => {
  test.each([
    ['slack', () => telling.chat.slackUrl('ops'), 'Slack took the test message.'],
    [
      'teams',
      () => telling.chat.teamsUrl('ops'),
      'Microsoft Teams accepted the test message. Look there whether it has appeared.',
    ],
    ['discord', () => telling.chat.discordUrl('ops'), 'Discord took the test message.'],
    ['webhook', () => telling.chat.hookUrl('ops'), 'The webhook took the test message and answered 200.'],
  ])('to %s really sends, and reports the outcome', async (type, url, message) => {
    const id = await telling.channel(type, { enabled: true, webhookUrl: url() });
    expect(await tryOut(id)).toMatchObject({ status: 200, body: { success: true, message } });
    expect(telling.chat.messages).toHaveLength(1);
    expect(JSON.stringify(telling.chat.messages)).toMatch(/test/i);
    expect(await telling.log()).toEqual([]);
    expect(await telling.integration(id)).toMatchObject({ lastDeliveredAt: expect.any(String) });
  });

  const mailed = async (...recipients: string[]) => {
    const id = await telling.channel('email', { enabled: true, recipients: recipients.join('\n') });
    return (await tryOut(id)).body;
  };
  const mails = async () =>
    (await (await fetch(`${telling.running.url}/dev/mailbox.json`)).json()) as { to: string; text: string }[];

  test('for email only writes to the requester, if they are a recipient', async () => {
    expect(await mailed('noc@example.test', 'Alice@netlantern.test')).toEqual({
      success: true,
      message:
        'We sent a test email to alice@netlantern.test. Alerts go to another recipient too, tests do not.',
    });
    expect((await mails()).map(({ to }) => to)).toEqual(['alice@netlantern.test']);
  });

  test('for email writes to up to five non-members, with an unsubscribe link, five times a day', async () => {
    const strangers = Array.from({ length: 50 }, (_, n) => `stranger${n}@example.test`);
    expect(await mailed(...strangers)).toMatchObject({
      success: true,
      message: expect.stringMatching(/stranger4@example.test\. Alerts go to 45 other recipients too/),
    });
    const sent = await mails();
    expect(sent).toHaveLength(5);
    for (const { text } of sent) expect(text).toMatch(/\/hooks\/unsubscribe\//);
    for (let n = 0; n < 10; n++) await mailed(...strangers);
    expect(await mails()).toHaveLength(25);
    expect(await mailed(...strangers)).toEqual({
      success: false,
      message: 'These recipients have received too many test emails today. Try again tomorrow.',
    });
  });

  test('for email is limited to fifty emails an hour per team', async () => {
    const five = (n: number) => [0, 1, 2, 3, 4].map((one) => `s${one}-${n}@example.test`);
    for (let n = 0; n < 10; n++) expect(await mailed(...five(n))).toMatchObject({ success: true });
    expect(await mails()).toHaveLength(50);
    expect(await mailed(...five(10))).toEqual({ message: 'Too many test emails. Try again in an hour.' });
    expect(await mails()).toHaveLength(50);
  });

  test('for email skips people who unsubscribed and suppressed addresses', async () => {
    await telling.rows(
      `insert into mail_suppression (address, reason) values ('gone@example.test', 'No such user')`,
    );
    const recipientRefusal = unsubscribeUrl(
      telling.running.app.config,
      telling.alice.teamId,
      'no@example.test',
    );
    await telling.channel('email', { enabled: true, recipients: 'no@example.test' });
    const { pathname } = new URL(recipientRefusal);
    const form = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    await fetch(telling.running.url + pathname, { method: 'POST', body: form });
    const nobody = "All recipients have unsubscribed, or their addresses don't accept email.";
    expect(await mailed('no@example.test', 'gone@example.test')).toEqual({ success: false, message: nobody });
    expect(await mailed('no@example.test', 'noc@example.test')).toEqual({
      success: true,
      message: 'We sent a test email to noc@example.test.',
    });
  });

  test('to a failing channel shows the reason in the log, and turns nothing off', async () => {
    const id = await telling.webhook();
    telling.chat.behave('ops', 410);
    const { status, body } = await tryOut(id);
    expect([status, body]).toMatchObject([
      200,
      { success: false, message: expect.stringContaining('HTTP 410') },
    ]);
    expect(await telling.integration(id)).toMatchObject({ isActive: true, lastFailure: expect.any(String) });
  });

  test('to a channel that never responds times out with a message, over GraphQL and REST', async () => {
    const id = await telling.webhook();
    telling.chat.behave('ops', 'hang');
    const document = 'mutation ($id: ID!) { testIntegration(id: $id) { success message } }';
    const [byGraphql, byRest] = await Promise.all([as(telling.alice).ask(document, { id }), tryOut(id)]);
    const said = { success: false, message: expect.stringContaining('did not respond in time') };
    expect(byGraphql).toMatchObject({ data: { testIntegration: said } });
    expect(byRest.body).toMatchObject(said);
  });

  test('that succeeds ends a pause, and waiting messages follow', async () => {
    const id = await telling.webhook();
    telling.chat.behave('ops', [{ status: 429, headers: { 'retry-after': '3600' } }]);
    await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    await telling.raise(await telling.rule(['webhook']));
    expect((await tryOut(id)).body).toMatchObject({ success: true });
    await telling.deliver();
    expect((await telling.log()).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  test('is not available to viewers, and is rate limited', async () => {
    const id = await telling.webhook();
    const vera = await addMember(telling.alice, TeamRole.viewer, 'Vera');
    expect((await rest(vera).post(`/api/integrations/${id}/test`)).status).toBe(403);
    const answers = [];
    for (let n = 0; n < 31; n++) answers.push((await tryOut(id)).status);
    expect(answers.filter((status) => status === 200)).toHaveLength(30);
    expect(answers.at(-1)).toBe(429);
  });
});

describe('Test Alert', () => {
  test('sends an example through each channel of the rule, and lists each response, failures first', async () => {
    await telling.channel('slack', { enabled: true, webhookUrl: telling.chat.slackUrl('ops') });
    await telling.webhook(`http://127.0.0.1:${await freePort()}/hook/dead`);
    const { status, body } = await tryRule(await telling.rule(['slack', 'webhook', 'teams']));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      success: false,
      message: expect.stringMatching(
        /^".*Example device.*"\nThe webhook: The server refused the connection\.\nSlack took the test message\.$/,
      ),
    });
    expect(JSON.stringify(telling.chat.messages)).toContain('Example device');
    expect(await telling.rows('select from alert')).toEqual([]);
  });

  test('without any channel only shows the example', async () => {
    const { status, body } = await tryRule(await telling.rule(['slack']));
    expect([status, body]).toMatchObject([
      200,
      {
        success: true,
        notified: false,
        message: expect.stringMatching(/No channel of this rule is set up, so only you see this example\.$/),
      },
    ]);
  });

  test('for a rule with tickets opens a test ticket if HaloPSA is set up', async () => {
    const halo = await startHalopsa();
    try {
      const { authServer, resourceServer, clientId, clientSecret } = halo;
      const rule = await telling.rule([], {
        haloEnabled: true,
        haloClientId: 246,
        haloClientName: 'Contoso',
      });
      expect((await tryRule(rule)).body).toMatchObject({ success: true });
      expect(halo.tickets).toEqual([]);
      const connection = { authServer, resourceServer, clientId, clientSecret };
      expect((await rest(telling.alice).post('/api/integrations/halopsa', connection)).status).toBe(200);
      const { body } = await tryRule(rule);
      expect(body).toMatchObject({
        success: true,
        notified: true,
        message: expect.stringMatching(/Created test ticket \d+ in HaloPSA/),
      });
      expect(halo.tickets).toMatchObject([{ summary: expect.stringContaining('[Test]') }]);
    } finally {
      await halo.close();
    }
  });
});
