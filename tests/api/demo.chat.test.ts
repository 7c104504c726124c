import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { startChat, type ChatOptions, type ChatStandIn, demoSigningSecret } from '#api/demo/chat/chat.ts';
import { messagesPage } from '#api/demo/chat/messages.ts';

let chat: ChatStandIn;
async function start(options: ChatOptions = {}) {
  await chat?.close();
  chat = await startChat(options);
}
beforeEach(() => start());
afterEach(() => chat.close());

/** Asks as a stranger would: what came back, without types. */
async function ask(url: string, body?: unknown, init: RequestInit = {}) {
  const content = typeof body === 'string' ? body : body && JSON.stringify(body);
  const res = await fetch(url, {
    method: body ? 'POST' : 'GET',
    body: content,
    redirect: 'manual',
    ...init,
  } as RequestInit);
  const text = await res.text();
  return { status: res.status, headers: res.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}

const card = (content: object = {}) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        type: 'AdaptiveCard',
        version: '1.4',
        body: [{ type: 'TextBlock', text: 'Hi' }],
        ...content,
      },
    },
  ],
});

describe('Slack', () => {
  test.each([
    ['ok', { text: 'AP-Lobby is offline' }, 200],
    ['invalid_payload', '{"text": ', 400],
    ['no_text', { text: '' }, 400],
    [
      'invalid_blocks',
      { text: 'x', blocks: [{ type: 'header', text: { type: 'plain_text', text: 'x'.repeat(151) } }] },
      400,
    ],
    ['invalid_blocks', { text: 'x', blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }, 400],
    ['msg_too_long', { text: 'x'.repeat(40_001) }, 400],
  ])('responds to %s in plain text', async (code, body, status) => {
    expect(await ask(chat.slackUrl('ops'), body)).toMatchObject({ status, body: code });
    expect(chat.messages).toHaveLength(status === 200 ? 1 : 0);
  });

  test('accepts a burst of ten, then one a second', async () => {
    for (let at = 0; at < 10; at++) expect((await ask(chat.slackUrl('ops'), { text: 'x' })).status).toBe(200);
    const { status, headers } = await ask(chat.slackUrl('ops'), { text: 'x' });
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect((await ask(chat.slackUrl('others'), { text: 'x' })).status).toBe(200);
  });
});

describe('Teams', () => {
  test('starts a flow with 202 and nothing else, and shows a card', async () => {
    const { status, body, headers } = await ask(chat.teamsUrl('ops'), card());
    expect([status, body]).toEqual([202, '']);
    expect(headers.get('x-ms-workflow-run-id')).toBeTruthy();
    expect(chat.messages).toHaveLength(1);
  });

  test.each([
    ['no attachment', { text: 'x' }],
    ['a card of a later version', card({ version: '1.6' })],
    ['a button without an address', card({ actions: [{ type: 'Action.OpenUrl', title: 'Go', url: '/a' }] })],
    ['Action.Submit', card({ actions: [{ type: 'Action.Submit', title: 'Go' }] })],
  ])('returns 202 for %s too, and shows nothing', async (_what, body) => {
    expect((await ask(chat.teamsUrl('ops'), body)).status).toBe(202);
    expect(chat.messages).toEqual([]);
    expect(chat.requests[0]?.note).toContain('flow failed');
  });

  test('refuses requests without its signature, and large ones', async () => {
    const unsigned = await ask(chat.teamsUrl('ops').replace(/&sig=.*/, ''), card());
    expect(unsigned).toMatchObject({
      status: 401,
      body: { error: { code: 'DirectApiAuthorizationRequired' } },
    });
    const spoilt = await ask(chat.teamsUrl('ops').replaceAll('&', '&amp;'), card());
    expect(spoilt.status).toBe(401);
    expect((await ask(chat.teamsUrl('ops'), card({ speak: 'x'.repeat(29_000) }))).status).toBe(413);
  });
});

describe('Discord', () => {
  test('returns the message if the client waits for it, and edits it', async () => {
    const url = chat.discordUrl('ops');
    expect((await ask(url, { content: 'one' })).status).toBe(204);
    const { body, headers } = await ask(`${url}?wait=true`, { content: 'two' });
    expect(body).toMatchObject({ content: 'two', id: expect.stringMatching(/^\d{17,20}$/) });
    expect(headers.get('x-ratelimit-remaining')).toBe('3');
    await ask(`${url}/messages/${body.id}`, { content: 'three' }, { method: 'PATCH' });
    expect(chat.messages.map((message) => message.body)).toEqual([{ content: 'one' }, { content: 'three' }]);
    expect(await ask(`${url}/messages/1`, { content: 'x' }, { method: 'PATCH' })).toMatchObject({
      status: 404,
      body: { code: 10008 },
    });
  });

  test('names the path of an error', async () => {
    const body = { embeds: [{ title: 'x'.repeat(257), fields: [{ name: ' ', value: 'v' }] }] };
    expect(await ask(chat.discordUrl('ops'), body)).toMatchObject({
      status: 400,
      body: {
        code: 50035,
        errors: {
          embeds: {
            0: {
              title: {
                _errors: [{ code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be 256 or fewer in length.' }],
              },
              fields: { 0: { name: { _errors: [{ code: 'BASE_TYPE_REQUIRED' }] } } },
            },
          },
        },
      },
    });
    const large = { embeds: [{ description: 'x'.repeat(4000) }, { description: 'x'.repeat(2001) }] };
    expect((await ask(chat.discordUrl('ops'), large)).body.errors.embeds._errors[0].code).toBe(
      'MAX_EMBED_SIZE_EXCEEDED',
    );
    expect((await ask(chat.discordUrl('ops'), {})).body.code).toBe(50006);
    expect((await ask(chat.discordUrl('ops'), '{')).body.code).toBe(50109);
  });

  test('knows its webhooks and no others', async () => {
    const url = chat.discordUrl('ops');
    expect((await ask(url)).body).toMatchObject({ type: 1, token: 'ops' });
    expect((await ask(url.replace(/ops$/, 'other'))).body.code).toBe(10015);
    expect((await ask(url.replace(/\d+\/ops$/, '1/ops'))).body.code).toBe(10015);
  });

  test('accepts five requests in two seconds and says when to retry', async () => {
    for (let at = 0; at < 5; at++)
      expect((await ask(chat.discordUrl('ops'), { content: 'x' })).status).toBe(204);
    const { status, body, headers } = await ask(chat.discordUrl('ops'), { content: 'x' });
    expect(status).toBe(429);
    expect(body).toEqual({
      message: 'You are being rate limited.',
      retry_after: expect.any(Number),
      global: false,
    });
    expect(headers.get('x-ratelimit-scope')).toBe('user');
  });
});

describe('A receiver of webhooks', () => {
  const body = '{"type":"alert.test"}';
  const signed = (secret: string, at = new Date()) => ({
    headers: {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    },
  });

  test('accepts only what its current secret signed', async () => {
    await start({ secrets: [demoSigningSecret] });
    const other = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    expect((await ask(chat.hookUrl('in'), body, signed(demoSigningSecret))).status).toBe(200);
    expect((await ask(chat.hookUrl('in'), `${body} `, signed(demoSigningSecret))).status).toBe(401);
    expect((await ask(chat.hookUrl('in'), body, signed(other))).status).toBe(401);
    expect(
      (await ask(chat.hookUrl('in'), body, signed(demoSigningSecret, new Date(Date.now() - 400_000)))).status,
    ).toBe(401);
    expect((await ask(chat.hookUrl('in'), body)).status).toBe(401);
    expect(chat.messages.map(({ signature }) => signature)).toEqual(['valid']);
    chat.secrets.push(other);
    expect((await ask(chat.hookUrl('in'), body, signed(other))).status).toBe(200);
  });

  test('follows a script of responses, then behaves as usual', async () => {
    chat.behave('/hook/in', [503, 'redirect', 'reset', { afterMs: 50 }, { status: 418, body: 'tea' }]);
    const once = () => ask(chat.hookUrl('in'), body, signed(demoSigningSecret)).catch(() => 'broken');
    expect(await once()).toMatchObject({ status: 503 });
    const redirect = await ask(chat.hookUrl('in'), body);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([
      302,
      'http://169.254.169.254/latest/meta-data/',
    ]);
    expect(await once()).toBe('broken');
    expect(await once()).toMatchObject({ status: 200 });
    expect(await once()).toMatchObject({ status: 418, body: 'tea' });
    expect(await once()).toMatchObject({ status: 200 });
    expect(chat.messages).toHaveLength(2);
    expect((await ask(`${chat.url}/_/requests`)).body.requests).toHaveLength(6);
  });

  test('can accept a message and lose the response, or never respond', async () => {
    chat.behave('/hook/in', 'lost');
    await expect(ask(chat.hookUrl('in'), body, signed(demoSigningSecret))).rejects.toThrow();
    expect(chat.messages).toHaveLength(1);
    chat.behave('/hook/in', 'hang');
    await expect(ask(chat.hookUrl('in'), body, { signal: AbortSignal.timeout(100) })).rejects.toThrow(
      /timeout/,
    );
    chat.behave('/hook/in', null);
    expect((await ask(chat.hookUrl('in'), body, signed(demoSigningSecret))).status).toBe(200);
  });
});

describe('The page of messages', () => {
  const nonce = { script: 'nonce-1', style: 'nonce-2' };
  const evil = '</script><img src=x onerror=alert(1)>"\'';

  test('runs none of the content it shows, and links to no script', async () => {
    const url = 'javascript:alert(1)';
    await ask(chat.slackUrl('a'), { text: evil });
    await ask(chat.slackUrl('a'), {
      text: 'x',
      blocks: [
        { type: 'section', text: { type: 'mrkdwn', text: `${evil} <https://a.example/"onx=|${evil}>` } },
        { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: evil }, url }] },
      ],
    });
    await ask(
      chat.teamsUrl('b'),
      card({
        body: [{ type: 'TextBlock', text: `${evil} [${evil}](https://a.example)` }],
        actions: [{ type: 'Action.OpenUrl', title: evil, url }],
      }),
    );
    await ask(`${chat.discordUrl('c')}?wait=true`, {
      content: evil,
      embeds: [
        {
          title: evil,
          description: `**${evil}** [x](${url}) @everyone`,
          fields: [{ name: evil, value: evil }],
        },
      ],
    });
    const ticket = {
      id: 1,
      summary: evil,
      details: evil,
      client_name: evil,
      site_name: evil,
      datecreated: new Date(),
      dateclosed: null,
      notes: [{ note: evil }],
    };
    const html = messagesPage(chat, { tickets: [ticket] }, nonce);
    expect(chat.messages).toHaveLength(4);
    expect(html.match(/<article/g)).toHaveLength(5);
    expect(html).not.toMatch(/<img|href="javascript/i);
    expect(html.match(/<script/g)).toEqual(['<script']);
    expect(html).not.toMatch(/\bonx=(?!&|%)/);
    expect(html).toContain('<mark>@everyone</mark>');
  });

  test('shows the notes of a ticket as text, without their markup', () => {
    const ticket = {
      id: 1,
      summary: 'AP is offline',
      details: '',
      client_name: '',
      site_name: '',
      datecreated: new Date(),
      dateclosed: null,
      notes: [{ note: '<p>It is well again: R&amp;D &lt;b&gt;<br>https://a.example</p>' }],
    };
    const html = messagesPage(chat, { tickets: [ticket] }, nonce);
    expect(html).toContain('>It is well again: R&amp;D &lt;b&gt;\nhttps://a.example</p>');
  });

  test('shows the newest first, and the edited version of a message', async () => {
    const { body } = await ask(`${chat.discordUrl('c')}?wait=true`, { content: 'It is down' });
    await new Promise((resolve) => setTimeout(resolve, 5));
    await ask(chat.slackUrl('a'), { text: 'Later' });
    await ask(`${chat.discordUrl('c')}/messages/${body.id}`, { content: 'It is up' }, { method: 'PATCH' });
    const html = messagesPage(chat, undefined, nonce);
    expect(html.indexOf('Later')).toBeLessThan(html.indexOf('It is up'));
    expect(html).not.toContain('It is down');
    expect(html).toContain('(edited)');
  });

  test('says so when there are none', () => {
    expect(messagesPage({ messages: [] }, undefined, nonce)).toContain('No messages yet');
  });
});
