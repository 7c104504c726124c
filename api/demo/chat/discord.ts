import { createHash } from 'node:crypto';
import {
  objectIn,
  type ChatAnswer,
  type ChatAsk,
  type ChatMessage,
  type ChatService,
  type Json,
} from './answer.ts';
import { formErrors } from './discord-form.ts';
import { Bucket } from './limits.ts';

/** Codes and texts of github.com/discord/discord-api-docs (topics/opcodes-and-status-codes). */
const errors: Record<number, [code: number, message: string]> = {
  400: [50035, 'Invalid Form Body'],
  401: [50027, 'Invalid Webhook Token'],
  403: [50013, 'Missing Permissions'],
  404: [10015, 'Unknown Webhook'],
  405: [0, '405: Method Not Allowed'],
};

const snowflake = (text: string) =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 15)}`).toString();

/** Stand-in for Discord's webhooks: its limits, its rate headers, messages that are answered and edited. */
export function discord(limited: boolean): ChatService {
  // In practice about 5 in 2 seconds per webhook.
  const bucket = new Bucket({ size: 5, refillMs: 400 });
  return {
    service: 'discord',
    urlOf: (base, name) => `${base}/api/v10/webhooks/${snowflake(name)}/${name}`,
    nameIn: (path) => /^\/api\/(?:v\d+\/)?webhooks\/\d+\/([\w-]+)(?:\/messages\/\d+)?$/.exec(path)?.[1],
    usual: (status) => (status === 429 ? tooMany(1500) : plain(status)),
    answer(ask) {
      const { name, now } = ask;
      const id = /webhooks\/(\d+)\//.exec(ask.url.pathname)?.[1] ?? '';
      if (id !== snowflake(name)) return plain(404);
      if (ask.request.headers['user-agent'] === undefined)
        return { status: 403, body: { message: 'internal network error', code: 40333 } };
      const wait = limited ? bucket.take(name, now) : 0;
      const answer = wait > 0 ? tooMany(wait) : answerTo(ask, id);
      return { ...answer, headers: { ...rateHeaders(bucket, name, now), ...answer.headers } };
    },
  };
}

function answerTo(ask: ChatAsk, webhookId: string): ChatAnswer {
  const { request, url, name, find } = ask;
  const messageId = /\/messages\/(\d+)$/.exec(url.pathname)?.[1];
  if (request.method === 'GET' && !messageId)
    return {
      status: 200,
      body: { name: 'Alerts', type: 1, channel_id: '199737254929760256', token: name, id: webhookId },
    };
  if (request.method === 'POST' && !messageId) return post(ask, webhookId);
  if (request.method !== 'PATCH') return plain(405);
  const message = find(messageId ?? '');
  if (!message) return { status: 404, body: { message: 'Unknown Message', code: 10008 } };
  const body = objectIn(request.body);
  const wrong = body ? refusal({ ...message.body, ...body }) : plain(400);
  if (wrong || !body) return wrong ?? plain(400);
  const edited = { ...message.body, ...body };
  return { status: 200, body: asMessage(edited, message, webhookId), edits: { message, body: edited } };
}

function post({ request, url, now }: ChatAsk, webhookId: string): ChatAnswer {
  const body = objectIn(request.body);
  if (!body)
    return { status: 400, body: { message: 'The request body contains invalid JSON.', code: 50109 } };
  const wrong = refusal(body);
  if (wrong) return wrong;
  const id = (
    BigInt(now - 1_420_070_400_000) * 4_194_304n +
    BigInt(Math.floor(Math.random() * 4_194_304))
  ).toString();
  const shows = { id, body };
  if (url.searchParams.get('wait') !== 'true') return { status: 204, shows };
  return { status: 200, body: asMessage(body, { id, at: new Date(now) }, webhookId), shows };
}

function refusal(body: Json): ChatAnswer | undefined {
  if (!body.content && !(Array.isArray(body.embeds) && body.embeds.length > 0))
    return { status: 400, body: { message: 'Cannot send an empty message', code: 50006 } };
  const nested = formErrors(body);
  return nested && { status: 400, body: { message: 'Invalid Form Body', code: 50035, errors: nested } };
}

function asMessage(body: Json, { id, at }: Pick<ChatMessage, 'id' | 'at'>, webhookId: string): Json {
  const { content = '', embeds = [] } = body;
  const timestamp = at.toISOString();
  return {
    id,
    type: 0,
    content,
    embeds,
    timestamp,
    webhook_id: webhookId,
    channel_id: '290926798999357250',
    pinned: false,
  };
}

function plain(status: number): ChatAnswer {
  const [code, message] = errors[status] ?? [0, `${status}: Error`];
  return { status, body: { message, code } };
}

function tooMany(waitMs: number): ChatAnswer {
  const seconds = waitMs / 1000;
  return {
    status: 429,
    body: { message: 'You are being rate limited.', retry_after: seconds, global: false },
    headers: { 'retry-after': String(Math.ceil(seconds)), 'x-ratelimit-scope': 'user' },
  };
}

function rateHeaders(bucket: Bucket, name: string, now: number): Record<string, string> {
  const { remaining, resetMs } = bucket.left(name, now);
  return {
    'x-ratelimit-limit': String(bucket.options.size),
    'x-ratelimit-remaining': String(remaining),
    'x-ratelimit-reset': String((now + resetMs) / 1000),
    'x-ratelimit-reset-after': String(resetMs / 1000),
    'x-ratelimit-bucket': 'abcd1234',
  };
}
