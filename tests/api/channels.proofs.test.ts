import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { scheduleProofs } from '#api/features/notifications/proofs/prove.job.ts';
import { as } from '#tests/support/as.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { mailsTo, runJobs } from '#tests/support/mailbox.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

interface Shown {
  id: string;
  state: string;
  text: string;
  provenAt: string | null;
  failingSince: string | null;
  nextAt: string | null;
}

const document = '{ integrations { id proof { state text provenAt failingSince nextAt } } }';

/** A channel's proof as its team sees it. */
async function proof(id: string): Promise<Shown> {
  const { data } = await as(telling.alice).ask(document);
  const all = data!['integrations'] as { id: string; proof: Shown }[];
  return all.find((one) => one.id === id)!.proof;
}

/** The jobs of one minute. */
async function minute(): Promise<void> {
  await scheduleProofs(telling.running.app);
  await runJobs(telling.running);
}

/** The next check of every channel is due. */
async function checkAll(): Promise<void> {
  await scheduleProofs(telling.running.app);
  await telling.rows(`update channel_proof set next_at = now() - interval '1 second'`);
  await minute();
}

const fail = async (times = 2) => {
  for (let time = 0; time < times; time++) await checkAll();
};

const minutesUntil = (at: string | null) => (Date.parse(at!) - Date.now()) / 60_000;
const chat = () => telling.chat;
const slack = () => telling.channel('slack', { webhookUrl: chat().slackUrl('ops') });
const discord = () => telling.channel('discord', { webhookUrl: chat().discordUrl('ops') });
const teamName = async () =>
  (await telling.rows<{ name: string }>('select name from team where id = ?', [telling.alice.teamId]))[0]!
    .name;
const noticesOf = async () => {
  const mails = await mailsTo(telling.running, telling.alice.email);
  return mails.map(({ subject }) => subject).filter((one) => one.includes('working'));
};
const latestNotice = async () => {
  const mails = await mailsTo(telling.running, telling.alice.email);
  return mails.find(({ subject }) => subject.includes('working'))?.text.replaceAll(/\s+/g, ' ');
};

describe('The daily check of a channel', () => {
  test('pings a webhook with a signed request, and says what it answered', async () => {
    const id = await telling.webhook();
    expect(await proof(id)).toMatchObject({ state: 'pending', provenAt: null });
    await checkAll();
    const [ping, ...more] = chat().requests;
    expect(more).toEqual([]);
    expect(JSON.parse(ping!.body)).toEqual({ type: 'ping', timestamp: expect.any(String), data: {} });
    expect(ping!.headers['webhook-signature']).toMatch(/^v1,/);
    const shown = await proof(id);
    expect(shown).toMatchObject({ state: 'proven', text: 'The receiver answered our ping with HTTP 200.' });
    expect(minutesUntil(shown.nextAt)).toBeGreaterThan(21 * 60);
    expect(minutesUntil(shown.nextAt)).toBeLessThan(27 * 60);
    await minute();
    expect(chat().requests).toHaveLength(1);
  });

  test('posts nothing that people see, and counts as no message', async () => {
    const ids = [await telling.webhook(), await slack(), await discord()];
    await checkAll();
    expect(chat().messages).toEqual([]);
    expect(await telling.log()).toEqual([]);
    for (const id of ids) {
      expect(await proof(id)).toMatchObject({ state: 'proven' });
      expect(await telling.integration(id)).toMatchObject({ lastDeliveredAt: null, lastFailure: null });
    }
    const [discordCall, slackCall] = ['/api/v10/', '/services/'].map((path) =>
      chat().requests.find((one) => one.path.includes(path)),
    );
    expect(discordCall!.method).toBe('GET');
    expect(slackCall!.body).toBe('{"text":""}');
  });

  test('spreads the first checks over an hour', async () => {
    const id = await telling.webhook();
    await minute();
    expect(chat().requests).toEqual([]);
    const { nextAt } = await proof(id);
    expect(minutesUntil(nextAt)).toBeGreaterThan(-1);
    expect(minutesUntil(nextAt)).toBeLessThan(61);
  });

  test('is left out where nothing but a message proves the channel, which says so', async () => {
    const teams = await telling.channel('teams', { webhookUrl: chat().teamsUrl('ops') });
    const other = await telling.channel('slack', { webhookUrl: `${chat().url}/hooks/mattermost` });
    await checkAll();
    expect(chat().requests).toEqual([]);
    expect(await proof(teams)).toMatchObject({
      state: 'unprovable',
      text: 'Microsoft Teams has no way to test a workflow without posting in the channel.',
      provenAt: null,
    });
    expect(await proof(other)).toMatchObject({
      state: 'unprovable',
      text: expect.stringContaining("isn't a webhook"),
    });
    await telling.raise(await telling.rule(['teams']));
    await telling.deliver();
    const { lastDeliveredAt } = await telling.integration(teams);
    expect(await proof(teams)).toMatchObject({ state: 'unprovable', provenAt: lastDeliveredAt });
  });

  test('is left out on a day on which a message was accepted, because that proves more', async () => {
    const id = await telling.webhook();
    await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    await checkAll();
    expect(telling.posts().map(({ type }) => type)).toEqual(['alert.opened']);
    const { lastDeliveredAt } = await telling.integration(id);
    expect(await proof(id)).toMatchObject({
      state: 'proven',
      text: 'The service accepted a message.',
      provenAt: lastDeliveredAt,
    });
  });

  test('can be turned off for a webhook that has no use for pings', async () => {
    const id = await telling.channel('webhook', { webhookUrl: chat().hookUrl('ops'), pings: false });
    await checkAll();
    expect(chat().requests).toEqual([]);
    expect(await proof(id)).toMatchObject({
      state: 'unprovable',
      text: 'Daily pings are turned off for this webhook.',
    });
    expect(await telling.integration(id)).toMatchObject({ config: { pings: false } });
    await expect(telling.channel('webhook', { pings: 'no' })).rejects.toThrow('Pings must be true or false');
    await telling.channel('webhook', { pings: true });
    await checkAll();
    expect(telling.posts()).toHaveLength(1);
  });

  test('signs with the old secret as well while a secret is being rotated', async () => {
    const id = await telling.webhook();
    const rotate = 'mutation ($id: ID!) { rotateSigningSecret(id: $id) { signingSecret } }';
    const secrets: string[] = [];
    for (let time = 0; time < 2; time++) {
      const { data } = await as(telling.alice).ask(rotate, { id });
      secrets.push((data!['rotateSigningSecret'] as { signingSecret: string }).signingSecret);
    }
    await checkAll();
    const { body, headers } = chat().requests[0]!;
    for (const secret of secrets)
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'ping' });
  });

  test('that was under way while the channel was saved says nothing about the new settings', async () => {
    const id = await telling.webhook();
    chat().behave('ops', { status: 500, afterMs: 150 });
    await scheduleProofs(telling.running.app);
    await telling.rows(`update channel_proof set next_at = now() - interval '1 second'`);
    await scheduleProofs(telling.running.app);
    const checking = runJobs(telling.running);
    await expect.poll(() => chat().requests.length).toBe(1);
    await telling.webhook(chat().hookUrl('other'));
    await checking;
    expect(await proof(id)).toMatchObject({ state: 'pending', failingSince: null });
  });

  test('runs once, however many nodes find it due', async () => {
    await telling.webhook();
    await scheduleProofs(telling.running.app);
    await telling.rows(`update channel_proof set next_at = now() - interval '1 second'`);
    await Promise.all(Array.from({ length: 4 }, () => scheduleProofs(telling.running.app)));
    await Promise.all([runJobs(telling.running), runJobs(telling.running)]);
    await minute();
    expect(telling.posts()).toHaveLength(1);
  });

  test('can be repeated by hand, by those who manage channels, for their own team', async () => {
    const id = await telling.webhook();
    const check = 'mutation ($id: ID!) { checkIntegration(id: $id) { proof { state text } } }';
    const { data } = await as(telling.alice).ask(check, { id });
    expect(data).toMatchObject({ checkIntegration: { proof: { state: 'proven' } } });
    chat().behave('ops', 500);
    const failed = await as(telling.alice).ask(check, { id });
    expect(failed.data).toMatchObject({
      checkIntegration: { proof: { state: 'retrying', text: expect.stringContaining('HTTP 500') } },
    });
    expect((await as(telling.cast.bob).ask(check, { id })).errors?.[0]?.message).toBe(
      'Integration not found',
    );
    for (let time = 0; time < 18; time++) await as(telling.alice).ask(check, { id });
    const tooMany = await as(telling.alice).ask(check, { id });
    expect(tooMany.errors?.[0]?.message).toBe('Too many checks. Try again in a few minutes.');
  });
});

describe('A check that fails', () => {
  test.each([
    ['redirects to a private address', () => chat().behave('ops', 'redirect'), 'redirects (HTTP 302)'],
    ['answers 410', () => chat().behave('ops', 410), 'no longer accepts messages (HTTP 410)'],
    ['answers 500', () => chat().behave('ops', 500), 'returned HTTP 500'],
    ['drops the connection', () => chat().behave('ops', 'reset'), 'connection was lost'],
    ['rejects unknown types', () => chat().behave('ops', 422), 'or turn pings off'],
  ])(
    'because the receiver %s is repeated within the hour and turns nothing off',
    async (_what, script, text) => {
      const id = await telling.webhook();
      script();
      await checkAll();
      const first = await proof(id);
      expect(first).toMatchObject({ state: 'retrying', text: expect.stringContaining(text) });
      expect(minutesUntil(first.nextAt)).toBeLessThan(60);
      expect(await noticesOf()).toEqual([]);
      await checkAll();
      const second = await proof(id);
      expect(second).toMatchObject({ state: 'failing', failingSince: first.failingSince });
      expect(await telling.integration(id)).toMatchObject({
        isActive: true,
        disabledAt: null,
        failingSince: null,
      });
      expect(chat().messages).toEqual([]);
      chat().behave('ops', null);
      await telling.raise(await telling.rule(['webhook']));
      await telling.deliver();
      expect((await telling.log()).map(({ status }) => status)).toEqual(['sent']);
    },
  );

  test('because a name leads to a private address never reaches it', async () => {
    const id = await telling.webhook(chat().hookUrl('ops').replace('127.0.0.1', 'localhost'));
    await checkAll();
    expect(chat().requests).toEqual([]);
    expect(await proof(id)).toMatchObject({
      state: 'retrying',
      text: expect.stringContaining('not on the public internet'),
    });
  });

  test.each([
    ['Slack', slack, 404, 'The webhook was removed in Slack.'],
    ['Discord', discord, 401, 'Discord rejected the token'],
  ])(
    'because %s has lost the webhook is confirmed once, then repeated daily',
    async (_name, set, status, text) => {
      const id = await set();
      chat().behave('ops', status);
      await fail();
      const shown = await proof(id);
      expect(shown).toMatchObject({ state: 'failing', text: expect.stringContaining(text) });
      expect(minutesUntil(shown.nextAt)).toBeGreaterThan(20 * 60);
      expect(await telling.integration(id)).toMatchObject({ isActive: true });
    },
  );

  test('after a message was accepted begins a new series', async () => {
    const id = await telling.webhook();
    chat().behave('ops', 500);
    await fail();
    const { failingSince } = await proof(id);
    chat().behave('ops', null);
    await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    chat().behave('ops', 500);
    await as(telling.alice).ask('mutation ($id: ID!) { checkIntegration(id: $id) { id } }', { id });
    const shown = await proof(id);
    expect(shown.state).toBe('retrying');
    expect(Date.parse(shown.failingSince!)).toBeGreaterThan(Date.parse(failingSince!));
  });

  test('is forgotten when the channel is saved again', async () => {
    const id = await telling.webhook();
    chat().behave('ops', 500);
    await fail();
    await telling.webhook(chat().hookUrl('other'));
    expect(await proof(id)).toMatchObject({ state: 'pending', failingSince: null, provenAt: null });
    await checkAll();
    expect(await proof(id)).toMatchObject({ state: 'proven' });
  });

  test('for a channel that is off is not made', async () => {
    const id = await telling.channel('webhook', { webhookUrl: chat().hookUrl('ops'), enabled: false });
    await checkAll();
    expect(chat().requests).toEqual([]);
    expect(await proof(id)).toMatchObject({ state: 'off', nextAt: null });
  });
});

describe('A channel that fails', () => {
  test('is reported to the owner by email once, and once more when it works again', async () => {
    await telling.webhook();
    chat().behave('ops', 500);
    await fail(4);
    expect(await noticesOf()).toEqual([`The webhook isn't working for ${await teamName()}`]);
    chat().behave('ops', null);
    await fail(2);
    expect(await noticesOf()).toEqual([
      `The webhook is working again for ${await teamName()}`,
      `The webhook isn't working for ${await teamName()}`,
    ]);
    expect(chat().messages).toEqual([]);
  });

  test('is reported if its messages fail, even where nothing can be checked', async () => {
    await telling.channel('teams', { webhookUrl: chat().teamsUrl('ops') });
    chat().behave('/powerautomate/', 500);
    await telling.raise(await telling.rule(['teams']));
    for (let time = 0; time < 3; time++) {
      await telling.deliver();
      await telling.pass(20);
    }
    await minute();
    await minute();
    expect(await noticesOf()).toEqual([`Microsoft Teams isn't working for ${await teamName()}`]);
    const failing = await latestNotice();
    expect(failing).toMatch(
      /Microsoft Teams may not deliver alerts\. Messages have been failing since \d+ \w+ \d{4}, \d\d:\d\d UTC: /,
    );
    expect(failing).toContain("We'll let you know once it works again.");
    expect(failing).not.toMatch(/check/i);
    chat().behave('/powerautomate/', null);
    await telling.pass(20);
    await telling.deliver();
    await minute();
    expect(await noticesOf()).toHaveLength(2);
    expect(await latestNotice()).toContain(`Microsoft Teams is working again for ${await teamName()}.`);
  });

  test('is reported with the reason of its checks, in the team’s time zone', async () => {
    const zone = 'mutation ($input: TeamInput!) { renameTeam(input: $input) { id } }';
    await as(telling.alice).ask(zone, { input: { name: 'Acme', timeZone: 'Asia/Kolkata' } });
    await telling.webhook();
    chat().behave('ops', 500);
    await fail();
    await minute();
    const failing = await latestNotice();
    expect(failing).toMatch(
      /The webhook may not deliver alerts\. Daily checks have been failing since \d+ \w+ \d{4}, \d\d:\d\d IST: .*HTTP 500/,
    );
    expect(failing).toContain('We keep checking, and will let you know once it works again.');
  });

  test('is reported once if it was turned off, because that email says so', async () => {
    await telling.webhook();
    chat().behave('ops', 410);
    await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    await minute();
    await minute();
    const subjects = (await mailsTo(telling.running, telling.alice.email)).map(({ subject }) => subject);
    expect(subjects.filter((one) => /webhook/i.test(one))).toEqual([
      `The webhook was turned off for ${await teamName()}`,
    ]);
  });
});

describe('Email', () => {
  let post: MailServer;
  let mailing: Telling;

  beforeAll(async () => {
    post = await startMailServer();
    mailing = new Telling(await startServer({ config: { ...loopback, smtpUrl: post.url } }));
  });
  afterAll(async () => {
    await mailing.running.close();
    await post.close();
  });
  beforeEach(async () => {
    await mailing.begin();
    await telling.end();
    [telling, mailing] = [mailing, telling];
    post.taken.splice(0);
    post.byAddress.refusal = undefined;
  });
  afterEach(() => {
    [telling, mailing] = [mailing, telling];
    return mailing.end();
  });

  const email = () => telling.channel('email', { recipients: 'noc@example.test\nops@example.test' });

  test('is proven by naming every recipient to the mail server, without sending anything', async () => {
    const id = await email();
    await checkAll();
    expect(await proof(id)).toMatchObject({
      state: 'proven',
      text: 'The mail server accepts email to all 2 recipients.',
    });
    expect(post.taken).toEqual([]);
  });

  test('fails if a recipient is refused, and another channel says so', async () => {
    const id = await email();
    await slack();
    post.byAddress.refusal = (address) => (address.startsWith('ops') ? '550 No such user' : undefined);
    await fail(3);
    expect(await proof(id)).toMatchObject({
      state: 'failing',
      text: expect.stringMatching(/doesn't accept email to ops@example.test \(550 No such user\)/),
    });
    expect(post.taken).toEqual([]);
    expect(chat().messages).toMatchObject([{ service: 'slack' }]);
    expect(JSON.stringify(chat().messages[0]!.body)).toContain("Email isn't working");
  });

  test('that fails again is reported under an ID of its own, and a repeated report under the same', async () => {
    await email();
    await telling.webhook();
    const reports = () => telling.posts().filter(({ type }) => type.startsWith('channel.'));
    const refuse = () => (post.byAddress.refusal = () => '550 No such user');
    refuse();
    await fail();
    await minute();
    // A killed worker hasn't recorded its report.
    await telling.rows('update channel_proof set reported_at = null');
    await minute();
    post.byAddress.refusal = undefined;
    await fail(1);
    await minute();
    refuse();
    await fail();
    await minute();
    const [first, repeated, over, second] = reports();
    expect(reports().map(({ type }) => type)).toEqual([
      'channel.failing',
      'channel.failing',
      'channel.working',
      'channel.failing',
    ]);
    expect(repeated!.id).toBe(first!.id);
    expect(new Set([first!.id, over!.id, second!.id]).size).toBe(3);
    expect(over!.data).toEqual({
      team: { name: await teamName() },
      channel: { type: 'email' },
      message: `Email is working again for ${await teamName()}.`,
    });
  });

  test('that is down is reported by the next channel if the first fails too, never by itself', async () => {
    await email();
    await slack();
    await discord();
    post.byAddress.refusal = () => '550 Go away';
    post.senderRefusals.push(...Array.from({ length: 20 }, () => '550 Who are you'));
    chat().behave('/services/', { status: 500 });
    await fail(2);
    await telling.rows('update channel_proof set report_not_before = null');
    await fail(1);
    expect(post.taken).toEqual([]);
    expect(chat().messages.map(({ service }) => service)).toEqual(['discord']);
    chat().behave('/services/', null);
    post.senderRefusals.splice(0);
    post.byAddress.refusal = undefined;
    await fail(2);
    const said = chat().messages.filter(({ body }) =>
      JSON.stringify(body).includes('Email is working again'),
    );
    expect(said).toHaveLength(1);
  });
});
