import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startChat, type ChatStandIn } from '#api/demo/chat/chat.ts';
import { channels } from '#api/features/notifications/channels/channels.client.ts';
import { signatureHeaders } from '#api/features/notifications/channels/webhook.client.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { notice } from './channels.samples.ts';

const newer = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const older = 'whsec_bmV0bGFudGVybi10ZXN0LXNlY3JldC1vbGRlci0wMQ==';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const anHourAgo = () => new Date(Date.now() - 3_600_000).toISOString();

let running: Running;
let chat: ChatStandIn;
beforeAll(async () => {
  running = await startServer({ config: { outboundAllow: ['127.0.0.1'] } });
});
afterAll(() => running.close());
beforeEach(async () => {
  chat = await startChat();
});
afterEach(async () => {
  vi.useRealTimers();
  await chat.close();
});

const send = (secrets: { secret: string; until?: string }[], deviceName = 'AP Büro 🚨') =>
  channels.webhook.send(running.app, { webhookUrl: chat.hookUrl('in'), secrets }, notice({ deviceName }));

describe('Standard Webhooks', () => {
  test('a signature matches the specification', () => {
    const headers = signatureHeaders([{ secret: newer }], {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1614265330_000),
      body: '{"test": 2432232314}',
    });
    expect(headers).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('a receiver verifies the payload with a third-party library', async () => {
    await expect(send([{ secret: newer }])).resolves.toMatchObject({ result: 'sent' });
    const { body, headers } = chat.requests[0]!;
    expect(new Webhook(newer).verify(body, headers)).toMatchObject({ type: 'alert.opened' });
    expect(() => new Webhook(older).verify(body, headers)).toThrow('No matching signature');
    expect(() => new Webhook(newer).verify(`${body} `, headers)).toThrow('No matching signature');
    const [id, time] = [headers['webhook-id'], headers['webhook-timestamp']];
    const mac = createHmac('sha256', Buffer.from(newer.slice('whsec_'.length), 'base64'));
    expect(headers['webhook-signature']).toBe(`v1,${mac.update(`${id}.${time}.${body}`).digest('base64')}`);
    expect(headers['content-type']).toBe('application/json');
    expect(headers['user-agent']).toMatch(/^Netlantern\//);
  });

  test('while a secret is being rotated both signatures are valid, then only the new one', async () => {
    await send([{ secret: newer }, { secret: older, until: inAnHour() }]);
    await send([{ secret: newer }, { secret: older, until: anHourAgo() }]);
    const [during, after] = chat.requests;
    for (const secret of [newer, older]) new Webhook(secret).verify(during!.body, during!.headers);
    new Webhook(newer).verify(after!.body, after!.headers);
    expect(() => new Webhook(older).verify(after!.body, after!.headers)).toThrow('No matching signature');
  });

  test('a retry has the same ID and the time of its own attempt', async () => {
    chat.behave('/hook/', [500]);
    await expect(send([{ secret: newer }])).resolves.toMatchObject({ result: 'retry' });
    vi.setSystemTime(Date.now() + 1100);
    await expect(send([{ secret: newer }])).resolves.toMatchObject({ result: 'sent' });
    const [first, second] = chat.requests.map(({ headers }) => headers);
    expect(first!['webhook-id']).toBe('msg_0193a1b2-0000-7000-8000-00000000000d');
    expect(second!['webhook-id']).toBe(first!['webhook-id']);
    expect(Number(second!['webhook-timestamp'])).toBeGreaterThan(Number(first!['webhook-timestamp']));
  });

  test('retries continue for more than a day, with growing delays', () => {
    const { retries, summarizes } = channels.webhook;
    expect(retries).toEqual(retries.toSorted((a, b) => a - b));
    expect(retries.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(86_400_000);
    expect(summarizes).toBe(false);
  });
});
