import { isObject, objectIn, objectsIn, textIn, type ChatService, type Json, Bucket } from './answer.ts';

/** Slack's error codes by status (docs.slack.dev, errors of incoming webhooks). */
const codes: Record<number, string> = {
  200: 'ok',
  400: 'invalid_payload',
  403: 'invalid_token',
  404: 'no_service',
  410: 'channel_is_archived',
  429: 'rate_limited',
  500: 'rollup_error',
};
const type = { 'content-type': 'text/html; charset=utf-8' };

/** Stand-in for hooks.slack.com: plain-text responses, one message a second with short bursts. */
export function slack(limited: boolean): ChatService {
  const bucket = new Bucket({ size: 10, refillMs: 1000 });
  const usual = (status: number) => ({
    status,
    body: codes[status] ?? '',
    headers: { ...type, ...(status === 429 && { 'retry-after': '1' }) },
  });
  return {
    service: 'slack',
    urlOf: (base, name) => `${base}/services/T00000000/B00000000/${name}`,
    nameIn: (path) => /^\/services\/T\w+\/B\w+\/([\w-]+)$/.exec(path)?.[1],
    usual,
    answer({ request, name, now }) {
      if (request.method !== 'POST') return usual(404);
      const body = objectIn(request.body);
      if (!body) return usual(400);
      const wrong = wrongIn(body);
      if (wrong) return { status: 400, body: wrong, headers: type };
      if (limited && bucket.take(name, now) > 0) return usual(429);
      return { ...usual(200), headers: { ...type, 'x-slack-backend': 'r' }, shows: { body } };
    },
  };
}

/** The error code for a message that Slack would reject (Block Kit reference: limits). */
function wrongIn({ text, blocks, attachments }: Json): string | undefined {
  if (!textIn(text) && objectsIn(blocks).length + objectsIn(attachments).length === 0) return 'no_text';
  if (textIn(text).length > 40_000) return 'msg_too_long';
  if (objectsIn(attachments).length > 100) return 'too_many_attachments';
  if (blocks === undefined) return undefined;
  if (!Array.isArray(blocks)) return 'invalid_blocks_format';
  return blocks.length <= 50 && objectsIn(blocks).every(isBlock) ? undefined : 'invalid_blocks';
}

function isBlock({ type, text, fields, elements }: Json): boolean {
  switch (type) {
    case 'header':
      return isText(text, 150) && isObject(text) && text.type === 'plain_text';
    case 'section': {
      const pieces = objectsIn(fields);
      if (text === undefined && pieces.length === 0) return false;
      return (
        (text === undefined || isText(text, 3000)) &&
        pieces.length <= 10 &&
        pieces.every((one) => isText(one, 2000))
      );
    }
    case 'context':
      return objectsIn(elements).length <= 10 && objectsIn(elements).every((one) => isText(one, 3000));
    case 'actions':
      return objectsIn(elements).length > 0 && objectsIn(elements).every(isButton);
    default:
      return type === 'divider';
  }
}

function isText(value: unknown, longest: number): boolean {
  const text = isObject(value) ? textIn(value.text) : '';
  return text.length > 0 && text.length <= longest;
}

function isButton({ type, text, url }: Json): boolean {
  return type === 'button' && isText(text, 75) && textIn(url).length <= 3000;
}
