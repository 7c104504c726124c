import { failure, failureText } from '#api/features/integrations/channel-failures.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startChat, type Behaviour, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { retryAfter, withoutSecrets } from '#api/features/notifications/channels/channel.client.ts';
import type { Outcome } from '#api/features/notifications/channels/message.ts';
import { channels } from '#api/features/notifications/channels/channels.client.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { notice } from './channels.samples.ts';

let running: Running;
let chat: ChatStandIn;
beforeAll(async () => {
  running = await startServer({ config: { outboundAllow: ['127.0.0.1'] } });
});
afterAll(() => running.close());
beforeEach(async () => {
  chat = await startChat();
});
afterEach(() => chat.close());

type Place = 'slack' | 'teams' | 'discord' | 'webhook';
const secrets = [{ secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' }];
const urlOf = (place: Place) =>
  ({ slack: chat.slackUrl, teams: chat.teamsUrl, discord: chat.discordUrl, webhook: chat.hookUrl })[place](
    'alerts-01',
  );

/** What comes of a message when the place behaves so. */
function told(
  place: Place,
  behaviour: Behaviour | Behaviour[] | null,
  webhookUrl = urlOf(place),
): Promise<Outcome> {
  chat.behave('/', behaviour);
  return channels[place].send(running.app, { webhookUrl, secrets }, notice());
}

const text = (status: number, body: string, headers = {}) => ({ status, body, headers });
const flow = (status: number, code: string, message = '') => ({ status, body: { error: { code, message } } });
const refusal = (status: number, code: number, more = {}) => ({
  status,
  body: { message: 'No', code, ...more },
});
const gone = { result: 'failed', disable: true };
const failed = { result: 'failed' };
const wait = { result: 'retry', scope: 'destination' };

/** Recorded and documented answers (partners' samples), and what they mean. */
const answers: [Place, string, Behaviour, object][] = [
  ['slack', 'ok', text(200, 'ok'), { result: 'sent', status: 200, answer: 'ok' }],
  ['slack', 'invalid_payload', text(400, 'invalid_payload'), { ...failed, reason: /invalid_payload/ }],
  ['slack', 'no_text', text(400, 'no_text'), { ...failed, reason: /no_text/ }],
  ['slack', 'invalid_token', text(403, 'invalid_token'), { ...gone, reason: /token.*Create a new webhook/ }],
  ['slack', 'action_prohibited', text(403, 'action_prohibited'), { ...gone, reason: /administrator/ }],
  ['slack', 'no_service', text(404, 'no_service'), { ...gone, reason: /removed in Slack/ }],
  [
    'slack',
    'channel_not_found',
    text(404, 'channel_not_found'),
    { ...gone, reason: /channel no longer exists/ },
  ],
  ['slack', 'channel_is_archived', text(410, 'channel_is_archived'), { ...gone, reason: /archived/ }],
  ['slack', '404 of something else', text(404, '<html>Not found</html>'), { ...gone, reason: /no webhook/ }],
  ['slack', 'a limit', text(429, 'rate_limited', { 'retry-after': '30' }), { ...wait, afterMs: 30_000 }],
  ['slack', 'rollup_error', text(500, 'rollup_error'), wait],
  ['slack', 'a redirect', 'redirect', { ...failed, status: 302, reason: /redirects/ }],

  ['teams', 'accepted', 202, { result: 'accepted', reference: expect.stringMatching(/^run-/) }],
  ['teams', 'a flow that is off', 400, { ...gone, reason: /Turn it on/ }],
  [
    'teams',
    'a flow that was deleted',
    flow(400, 'WorkflowTriggerIsNotEnabled', "trigger 'manual' with state 'Deleted'"),
    { ...gone, reason: /flow was deleted/ },
  ],
  ['teams', 'a schema', flow(400, 'TriggerInputSchemaMismatch'), { ...failed, reason: /Clear the schema/ }],
  ['teams', 'no leave', 401, { ...gone, reason: /Anyone/ }],
  ['teams', 'a wrong signature', flow(401, 'InvalidSignature'), { ...gone, reason: /signature/ }],
  ['teams', 'no flow', 404, { ...gone, reason: /flow no longer exists/ }],
  ['teams', 'too large', 413, { ...failed, reason: /too large/ }],
  ['teams', 'a limit', 429, { ...wait, afterMs: 2000 }],
  ['teams', 'trouble', 502, wait],

  [
    'discord',
    'a deleted webhook',
    refusal(404, 10015),
    { ...gone, reason: 'The webhook was deleted in Discord. Create a new webhook and paste its URL here.' },
  ],
  ['discord', 'a wrong token', refusal(401, 50027), { ...gone, reason: /token/ }],
  ['discord', 'a forum', refusal(400, 220001), { ...failed, reason: /thread_id/ }],
  ['discord', 'no permission', refusal(403, 50013), { ...failed, reason: /permissions/ }],
  [
    'discord',
    'a form that is wrong',
    refusal(400, 50035, {
      errors: {
        embeds: { 0: { title: { _errors: [{ code: 'X', message: 'Must be 256 or fewer in length.' }] } } },
      },
    }),
    {
      ...failed,
      reason: 'Discord rejected this message: embeds.0.title: Must be 256 or fewer in length.',
    },
  ],
  [
    'discord',
    'a limit',
    {
      status: 429,
      body: { message: 'You are being rate limited.', retry_after: 64.57, global: false },
      headers: { 'retry-after': '65' },
    },
    { ...wait, afterMs: 64_570 },
  ],
  ['discord', 'a limit of the edge', text(429, '<html>', { 'retry-after': '7' }), { ...wait, afterMs: 7000 }],
  ['discord', 'no content', { status: 204 }, { result: 'sent' }],
  ['discord', 'trouble', text(503, 'upstream'), wait],

  ['webhook', '200', 200, { result: 'sent' }],
  ['webhook', '204', { status: 204 }, { result: 'sent' }],
  [
    'webhook',
    '301',
    { status: 301, headers: { location: 'http://127.0.0.1/' } },
    { result: 'retry', reason: /redirects/ },
  ],
  ['webhook', '400', 400, { result: 'retry', scope: 'message' }],
  ['webhook', '401', 401, { result: 'retry', scope: 'message', reason: /signing secret/ }],
  ['webhook', '404', 404, { result: 'retry', scope: 'message' }],
  ['webhook', '410', 410, gone],
  ['webhook', '429', 429, { ...wait, afterMs: 2000 }],
  ['webhook', '500', 500, { result: 'retry', scope: 'message' }],
  ['webhook', '503', 503, wait],
];

describe('A response', () => {
  test.each(answers)('of %s: %s', async (place, _what, behaviour, meant) => {
    const outcome = await told(place, behaviour);
    const { reason, ...rest } = meant as { reason?: string | RegExp };
    expect(outcome).toMatchObject({ ...rest, durationMs: expect.any(Number) });
    const said = 'reason' in outcome ? failureText(outcome.reason) : undefined;
    if (reason instanceof RegExp) expect(said).toMatch(reason);
    if (typeof reason === 'string') expect(said).toBe(reason);
    if (said !== undefined) expect(said).toMatch(/^[A-Z].*[.!?]$/);
  });

  test('is stored in part: no control characters, no address and no links with tokens', async () => {
    const address = new URL(urlOf('slack'));
    const body = `\u0000${address.pathname} ${address.href} token=abc.def&do=snooze ${'y'.repeat(5000)}`;
    const outcome = await told('slack', text(500, body));
    expect(outcome.answer).toHaveLength(1024);
    expect(outcome.answer).not.toMatch(/\p{Cc}|alerts-01|B00000000|abc\.def/u);
    expect(JSON.stringify(outcome)).not.toContain(address.host);
  });

  test('from Discord names the error, without the address', async () => {
    const address = new URL(urlOf('discord'));
    const flaw = { _errors: [{ message: `No message for ${address.pathname}` }] };
    const outcome = await told('discord', { status: 400, body: { errors: { content: flaw } } });
    expect(outcome).toMatchObject({
      result: 'failed',
      reason: failure('discord_message_refused', { detail: expect.stringContaining('content: No message') }),
    });
    expect(JSON.stringify(outcome)).not.toContain(address.pathname.split('/').at(-1));
  });

  test('never shows secrets that it repeats encoded', () => {
    const url = 'https://flows.example.test/run/tr%C3%ADgger-7?sig=aB%2FcD%2Bef%3D%3D';
    const answer =
      'sig aB/cD+ef== or aB%2fcD%2bef%3d%3d for trígger-7, link token%3Dabc.def%26do, token=abc.def';
    expect(withoutSecrets(answer, url)).toBe('sig … or … for …, link token=…, token=…');
  });

  test('without an end is not waited for', async () => {
    await expect(told('webhook', 'oversized')).resolves.toMatchObject({
      result: 'sent',
      answer: 'x'.repeat(1024),
    });
  });
});

describe('No response', () => {
  test.each(['slack', 'teams', 'discord', 'webhook'] as const)('from %s is retried later', async (place) => {
    for (const behaviour of ['reset', 'lost'] as const)
      expect(await told(place, behaviour)).toMatchObject({
        ...wait,
        reason: failure('attempt_failed', { text: expect.stringMatching(/connection was lost/) }),
      });
    const url = urlOf(place);
    await chat.close();
    expect(await told(place, null, url)).toMatchObject({
      ...wait,
      reason: failure('attempt_failed', { text: 'The server refused the connection.' }),
    });
  });

  test('is expected from an address that isn’t public, which is never called', async () => {
    const outcome = await told('webhook', null, 'https://169.254.169.254/latest/meta-data');
    expect(outcome).toMatchObject({
      result: 'failed',
      reason: failure('attempt_failed', { text: expect.stringContaining('not on the public internet') }),
    });
    expect(outcome.status).toBeUndefined();
    expect(chat.requests).toEqual([]);
  });
});

test('Slack gets plain text if it rejects our blocks', async () => {
  await expect(told('slack', [text(400, 'invalid_blocks')])).resolves.toMatchObject({ result: 'sent' });
  expect(chat.messages).toEqual([
    expect.objectContaining({ body: { mrkdwn: false, text: expect.any(String) } }),
  ]);
});

test('Discord is not called for as long as its rate limit says', async () => {
  for (let sent = 1; sent < 5; sent++) expect(await told('discord', null)).not.toHaveProperty('pauseMs');
  const { pauseMs } = (await told('discord', null)) as { pauseMs?: number };
  expect(pauseMs).toBeGreaterThan(1000);
  expect(pauseMs).toBeLessThanOrEqual(2000);
  await expect(told('discord', null)).resolves.toMatchObject({ ...wait, afterMs: expect.any(Number) });
});

test('Discord gets its messages in the thread that the address names', async () => {
  await told('discord', null, `${urlOf('discord').replace('/v10', '')}?thread_id=42&junk=1`);
  expect(chat.requests[0]?.path).toMatch(/^\/api\/v10\/webhooks\/\d+\/alerts-01\?thread_id=42&wait=true$/);
});

test.each([
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['0', 0],
  ['1.5', 1500],
  ['-5', undefined],
  ['99999999', 86_400_000],
  ['Fri, 20 Nov 2026 09:00:30 GMT', 30_000],
  ['Fri, 20 Nov 2026 08:00:00 GMT', 0],
])('Retry-After %s means %s ms', (header, ms) => {
  expect(retryAfter(header, Date.parse('2026-11-20T09:00:00Z'))).toBe(ms);
});
