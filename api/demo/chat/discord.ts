import { createHash } from 'node:crypto';
import {
  objectIn,
  type ChatAnswer,
  type ChatAsk,
  type ChatMessage,
  type ChatService,
  type Json,
  Bucket,
  isObject,
  objectsIn,
  textIn,
} from './answer.ts';

/** Codes and messages from github.com/discord/discord-api-docs (topics/opcodes-and-status-codes). */
const errors: Record<number, [code: number, message: string]> = {
  400: [50035, 'Invalid Form Body'],
  401: [50027, 'Invalid Webhook Token'],
  403: [50013, 'Missing Permissions'],
  404: [10015, 'Unknown Webhook'],
  405: [0, '405: Method Not Allowed'],
};

const snowflake = (text: string) =>
  BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 15)}`).toString();

/**
 * Stand-in for Discord's webhooks: limits, rate limit headers, and messages that can be replied to and
 * edited.
 */
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

/** An error by its path, as Discord nests it: `embeds.0.title`. */
interface Flaw {
  path: string;
  code: string;
  message: string;
}

/** Maximum characters (discord-api-docs: resources/message, embed limits). */
const longest = { title: 256, description: 4096 };
const longestTogether = 6000;

/** Discord's validation errors, nested by field name. Undefined if there are none. */
function formErrors(body: Json): Json | undefined {
  const embeds = objectsIn(body.embeds);
  const flaws = [
    tooLong('content', body.content, 2000),
    tooLong('username', body.username, 80),
    /clyde|discord/i.test(textIn(body.username)) && {
      path: 'username',
      code: 'USERNAME_INVALID_CONTAINS',
      message: 'Username cannot contain "discord"',
    },
    embeds.length > 10 && {
      path: 'embeds',
      code: 'BASE_TYPE_MAX_LENGTH',
      message: 'Must be 10 or fewer in length.',
    },
    ...embeds.flatMap((embed, index) => embedFlaws(embed, `embeds.${index}`)),
    embeds.reduce((sum, embed) => sum + sizeOf(embed), 0) > longestTogether && {
      path: 'embeds',
      code: 'MAX_EMBED_SIZE_EXCEEDED',
      message: `Embed size exceeds maximum size of ${longestTogether}`,
    },
  ].filter((flaw): flaw is Flaw => Boolean(flaw));
  return flaws.length > 0 ? nest(flaws) : undefined;
}

function embedFlaws(embed: Json, path: string): (Flaw | false)[] {
  const fields = objectsIn(embed.fields);
  const isColor =
    embed.color === undefined || (Number.isInteger(embed.color) && Number(embed.color) <= 0xffffff);
  return [
    tooLong(`${path}.title`, embed.title, longest.title),
    tooLong(`${path}.description`, embed.description, longest.description),
    tooLong(`${path}.footer.text`, isObject(embed.footer) ? embed.footer.text : '', 2048),
    tooLong(`${path}.author.name`, isObject(embed.author) ? embed.author.name : '', 256),
    !isColor && { path: `${path}.color`, code: 'NUMBER_TYPE_COERCE', message: 'Value is not int.' },
    embed.url !== undefined &&
      !/^https?:\/\//.test(textIn(embed.url)) && {
        path: `${path}.url`,
        code: 'URL_TYPE_INVALID_SCHEME',
        message: "Scheme must be one of ('http', 'https').",
      },
    fields.length > 25 && {
      path: `${path}.fields`,
      code: 'BASE_TYPE_MAX_LENGTH',
      message: 'Must be 25 or fewer in length.',
    },
    ...fields.flatMap(({ name, value }, index) => [
      required(`${path}.fields.${index}.name`, name),
      required(`${path}.fields.${index}.value`, value),
      tooLong(`${path}.fields.${index}.name`, name, 256),
      tooLong(`${path}.fields.${index}.value`, value, 1024),
    ]),
  ];
}

function tooLong(path: string, value: unknown, most: number): Flaw | false {
  return (
    textIn(value).length > most && {
      path,
      code: 'BASE_TYPE_BAD_LENGTH',
      message: `Must be ${most} or fewer in length.`,
    }
  );
}

function required(path: string, value: unknown): Flaw | false {
  return (
    textIn(value).trim() === '' && { path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }
  );
}

function sizeOf(embed: Json): number {
  const texts = [
    embed.title,
    embed.description,
    isObject(embed.footer) && embed.footer.text,
    isObject(embed.author) && embed.author.name,
    ...objectsIn(embed.fields).flatMap(({ name, value }) => [name, value]),
  ];
  return texts.reduce<number>((sum, text) => sum + textIn(text).length, 0);
}

function nest(flaws: Flaw[]): Json {
  const root: Json = {};
  for (const { path, code, message } of flaws) {
    let at = root;
    for (const name of path.split('.')) {
      const next = at[name];
      const inner: Json = isObject(next) ? next : {};
      at[name] = inner;
      at = inner;
    }
    at._errors = [...objectsIn(at._errors), { code, message }];
  }
  return root;
}
