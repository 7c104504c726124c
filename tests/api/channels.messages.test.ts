import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import type { Channel } from '#api/features/notifications/channels/channel.client.ts';
import type { AlertFacts, OutgoingMessage } from '#api/features/notifications/channels/message.ts';
import { channels } from '#api/features/notifications/channels/channels.client.ts';
import { cut, oneLine, renderText } from '#api/features/notifications/channels/message-text.ts';
import { discordMessage } from '#api/features/notifications/channels/discord.client.ts';
import { slackMessage } from '#api/features/notifications/channels/slack.client.ts';
import { teamsMessage } from '#api/features/notifications/channels/teams.client.ts';
import { webhookMessage } from '#api/features/notifications/channels/webhook.client.ts';
import { DeliveryKind } from '#api/features/notifications/delivery.entity.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { behind, lobby, notice, over, summary } from './channels.samples.ts';

let running: Running;
let chat: ChatStandIn;
beforeAll(async () => {
  running = await startServer({ config: { outboundAllow: ['127.0.0.1'] } });
});
afterAll(() => running.close());
beforeEach(async () => {
  chat = await startChat({ limited: false });
});
afterEach(() => chat.close());

const said = (message: OutgoingMessage) => renderText(message);

function send(channel: 'slack' | 'teams' | 'discord' | 'webhook', message: OutgoingMessage) {
  const urls = {
    slack: chat.slackUrl,
    teams: chat.teamsUrl,
    discord: chat.discordUrl,
    webhook: chat.hookUrl,
  };
  const sender: Channel = channels[channel];
  const secrets = [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }];
  return sender.send(running.app, { webhookUrl: urls[channel]('alerts'), secrets }, message);
}

const long = 'x'.repeat(10_000);
const hostile: Record<string, string> = {
  'a call of everybody in Slack': '<!channel> & <@U123> <https://evil.example|click>',
  'a call of everybody in Discord': '@everyone @here <@&123> [click](https://evil.example) **b** ||s||',
  'Markdown of every kind': '*b* _i_ ~s~ `c` # h\n> q\n- l\n1. n [x](y) ![z](w) \\',
  HTML: '</script><img src=x onerror=alert(1)>"\'&amp;',
  '10,000 characters': long,
  '10,000 that are escaped': '&'.repeat(10_000),
  '10,000 that have a backslash put before': '*'.repeat(10_000),
  '10,000 Chinese characters': '网'.repeat(10_000),
  '5,000 emoji of two units': '🚨'.repeat(5_000),
  'emoji of many parts': '👩‍👩‍👧‍👦'.repeat(1_000),
  'a direction turned round': 'AP \u202egnp.exe\u202c \u2066x\u2069 \u200fy',
  'new lines and controls': 'AP\r\nBcc: all@example.com\u0000\u0007\u2028\u2029\u0085Lobby',
  'half a character': 'AP \ud83d Lobby \udea8',
  nothing: '',
  blanks: '   ',
};
const named = (name: string): Partial<AlertFacts> => ({
  deviceName: name,
  controllerName: name,
  siteName: name,
  ruleName: name,
});

describe.each(Object.entries(hostile))('With a name that is %s', (_what, name) => {
  const opened = {
    ...notice({ ...named(name), type: AlertType.high_cpu, value: 97, threshold: 90 }),
    teamName: name,
  };
  const affected = behind(Array(100).fill(name), 5000);
  const cause = { ...notice({ ...named(name), affectedCount: 5000, affected }), teamName: name };
  const lines = Array.from({ length: 10 }, () => ({
    severity: AlertSeverity.error,
    isCalm: false,
    alert: { ...lobby, deviceName: name, siteName: name },
  }));
  const many = { ...summary({ sites: Array(10).fill(name), lines }), teamName: name };
  const resolved = {
    ...notice({ ...named(name), ...over }, { kind: DeliveryKind.resolved }),
    teamName: name,
  };

  test('Slack, Teams and Discord accept and show every message', async () => {
    for (const message of [opened, many, resolved, cause]) {
      for (const channel of ['slack', 'teams', 'discord'] as const) {
        const outcome = await send(channel, message);
        expect(outcome.result).toBe(channel === 'teams' ? 'accepted' : 'sent');
      }
    }
    expect(chat.requests.map(({ note }) => note)).not.toContainEqual(expect.any(String));
    expect(chat.messages).toHaveLength(12);
    // Nothing was refused on the way, such as blocks that were then left out.
    expect(chat.requests).toHaveLength(12);
  });

  test('nobody is mentioned, nothing is hidden, and everything stays on its line', () => {
    const texts = [said(opened), said(many), said(resolved), said(cause)].flatMap((one) => [
      one.title,
      one.footer,
      ...one.paragraphs,
      ...one.lines,
      ...one.facts.map(({ value }) => value),
    ]);
    for (const text of texts) {
      expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\u200e\u200f]/u);
      expect(text.isWellFormed()).toBe(true);
    }
    const slack = JSON.stringify(slackMessage(said(opened)));
    expect(slack).not.toMatch(/<[!@#]/);
    expect(
      [...slack.matchAll(/<([^>|]*)/g)].every(([, url]) => url?.startsWith('https://app.example.com/')),
    ).toBe(true);
    const discord = JSON.parse(JSON.stringify(discordMessage(said(opened))));
    expect(discord.allowed_mentions).toEqual({ parse: [] });
    expect(JSON.stringify(discord.embeds[0].fields)).not.toMatch(/(?<!\\)[@<`]/);
  });

  test('a webhook payload is smaller than 20 KB, and a Teams message smaller than 28', () => {
    for (const { content } of [opened, cause]) {
      const body = webhookMessage(content as Parameters<typeof webhookMessage>[0], name);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(20_000);
    }
    for (const message of [opened, many, resolved, cause])
      expect(Buffer.byteLength(JSON.stringify(teamsMessage(said(message))))).toBeLessThan(28 * 1024);
  });
});

describe('Truncation', () => {
  test('keeps entities and surrogate pairs whole', () => {
    const escape = (text: string) => text.replaceAll('&', '&amp;');
    expect(cut('ab&&', 12, escape)).toBe('ab&amp;&amp;');
    expect(cut('ab&&', 11, escape)).toBe('ab&amp;…');
    expect(cut('🚨🚨🚨', 6)).toBe('🚨🚨🚨');
    expect(cut('🚨🚨🚨', 5)).toBe('🚨🚨…');
    expect(cut('🚨🚨🚨', 4)).toBe('🚨…');
  });
  test('keeps emoji and letters of any script', () => {
    for (const text of ['مرحبا AP', 'Büro 3. OG', '👩‍👩‍👧 x', 'नमस्ते']) expect(oneLine(` ${text}\n`)).toBe(text);
  });
});

test('in Slack a message has a plain-text fallback', () => {
  const { text, blocks } = slackMessage(said(notice()));
  expect(text.replace(/token=[\w.]+/g, 'token=T')).toMatchInlineSnapshot(`
    "◆ Error: AP Lobby (Head Office), device offline
    AP Lobby (Head Office) has been offline since 09:12 UTC.
    <https://app.example.com/alerts/0193a1b2-0000-7000-8000-000000000001|Open> · <https://app.example.com/alert-link?token=T&do=acknowledge|Acknowledge> · <https://app.example.com/alert-link?token=T&do=snooze|Snooze>"
  `);
  expect(blocks).toHaveLength(6);
});

test('in Discord the first message turns green, and the recovery is posted too', async () => {
  const opened = await send('discord', notice());
  const { reference: first } = opened as { reference?: string };
  const resolved = await send(
    'discord',
    notice(over, { kind: DeliveryKind.resolved, earlierReference: first }),
  );
  expect(resolved).toMatchObject({ result: 'sent', reference: expect.not.stringMatching(`^${first}$`) });
  const [edited, news] = chat.messages;
  expect(edited).toMatchObject({
    id: first,
    editedAt: expect.any(Date),
    body: { embeds: [{ color: 0x15803d }] },
  });
  expect(news?.body).toMatchObject({ embeds: [{ title: expect.stringContaining('Resolved after 33 min') }] });
  expect(JSON.stringify(news?.body)).not.toContain('fields');
});

test('in Discord a reminder is a separate message', async () => {
  await send('discord', notice({}, { kind: DeliveryKind.reminder, earlierReference: '123' }));
  expect(chat.requests.map(({ method }) => method)).toEqual(['POST']);
});

test.each(['slack', 'teams', 'discord'] as const)(
  'A summary in %s marks each line with its severity',
  async (channel) => {
    await send(channel, summary());
    const text = JSON.stringify(chat.messages.at(-1)?.body).replaceAll('\\', '');
    expect(text).toContain('▲ AP 0 (Head Office)');
    expect(text).toContain('◆ AP 9 (Head Office)');
    expect(text).not.toContain('•');
  },
);

test('in Discord a growing summary is edited, and posted again if somebody deleted it', async () => {
  const { reference: first } = (await send('discord', summary())) as { reference?: string };
  await expect(send('discord', summary({ open: 300, earlierReference: first }))).resolves.toMatchObject({
    reference: first,
  });
  expect(chat.messages).toHaveLength(1);
  expect(JSON.stringify(chat.messages)).toContain('300 open');
  chat.messages.length = 0;
  await expect(send('discord', summary({ open: 301, earlierReference: first }))).resolves.toMatchObject({
    result: 'sent',
  });
  expect(chat.messages).toHaveLength(1);
});

test('a webhook gets numbers with their unit, and a test is marked as a test', () => {
  const told = notice({ type: AlertType.high_bandwidth, value: 125_000_000, threshold: 100_000_000 }).content;
  const { type, data } = webhookMessage(told as Parameters<typeof webhookMessage>[0], 'Contoso');
  expect(type).toBe('alert.opened');
  expect(data.measurement).toEqual({ value: 125_000_000, threshold: 100_000_000, unit: 'bytes_per_second' });
  const tried = notice({}, { isTest: true }).content as Parameters<typeof webhookMessage>[0];
  expect(webhookMessage(tried, 'Contoso').type).toBe('alert.test');
  const ended = notice(over, { kind: DeliveryKind.resolved }).content as Parameters<typeof webhookMessage>[0];
  expect(webhookMessage(ended, 'Contoso')).toMatchObject({
    type: 'alert.resolved',
    timestamp: '2026-11-20T09:45:00.000Z',
    data: { alert: { id: lobby.id, durationSeconds: 1980 }, measurement: null, ticket: null },
  });
});
