import { createHmac, timingSafeEqual } from 'node:crypto';
import { objectIn, type ChatAnswer, type ChatRequest, type ChatService, type Verdict } from './answer.ts';

/** The demo's webhook is set up with it, so that the receiver can check what it gets. It guards nothing. */
export const demoSigningSecret = 'whsec_bmV0bGFudGVybi1kZW1vLXdlYmhvb2stc2VjcmV0LTAwMQ==';

/** Seconds by which clocks may differ (Standard Webhooks 1.0). */
const tolerance = 300;

/** A receiver of Standard Webhooks that trusts these secrets; with none it can not judge, and takes everything signed. */
export function hook(secrets: readonly string[]): ChatService {
  const usual = (status: number): ChatAnswer => ({
    status,
    body: { message: status < 300 ? 'Thank you' : `Scripted ${status}` },
    headers: status === 429 ? { 'retry-after': '2' } : {},
  });
  return {
    service: 'webhook',
    urlOf: (base, name) => `${base}/hook/${name}`,
    nameIn: (path) => /^\/hook\/([\w-]+)$/.exec(path)?.[1],
    usual,
    answer({ request, now }) {
      if (request.method !== 'POST') return usual(405);
      const signature = verdictOn(request, secrets, now);
      const body = objectIn(request.body);
      if (!body) return { status: 400, body: { message: 'Not a JSON object' } };
      if (signature === 'invalid' || signature === 'missing')
        return { status: 401, body: { message: `Signature ${signature}` }, note: `Signature ${signature}` };
      return { ...usual(200), shows: { body, signature } };
    },
  };
}

function verdictOn({ headers, body }: ChatRequest, secrets: readonly string[], now: number): Verdict {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature']?.split(' ') ?? [];
  if (!id || !timestamp || signatures.length === 0) return 'missing';
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= tolerance)) return 'invalid';
  if (secrets.length === 0) return 'unknown';
  const isRight = secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
    return signatures.some((one) => matches(one, right));
  });
  return isRight ? 'valid' : 'invalid';
}

function matches(signature: string, right: Buffer): boolean {
  const [version, value = ''] = signature.split(',');
  const given = Buffer.from(value, 'base64');
  return version === 'v1' && given.length === right.length && timingSafeEqual(given, right);
}
