import type { OutboundAnswer } from '#api/security/outbound.ts';
import { passing, retryAfter, unforeseen, withoutSecrets, type Verdict } from './attempt.ts';

const renew = 'Create a new one and paste its address here.';

/** Codes of Discord (discord-api-docs, topics/opcodes-and-status-codes) that say what to do. */
const broken: Record<number, string> = {
  10003: `The channel or thread was deleted in Discord. Create a webhook in another one and paste its address here.`,
  10015: `The webhook was deleted in Discord. ${renew}`,
  50027: `Discord does not accept the token in the address. Copy the webhook's address again and paste it here.`,
};
const refused: Record<number, string> = {
  10008: 'The message was deleted in Discord.',
  40333: 'Discord does not let this server call it. An operator has to look into that.',
  50013: 'The webhook may not post in this channel. Check its permissions in Discord.',
  220001:
    'This webhook posts to a forum, which needs a thread. Add ?thread_id= and the id of a thread to the address, or choose a text channel.',
};

/** @param url the address, which may not come back in a reason */
export function readDiscord(answer: OutboundAnswer, url: string): Verdict {
  const { status, headers, text } = answer;
  const body = objectIn(text);
  const code = Number(body['code']);
  if (status >= 200 && status < 300) return { result: 'sent', ...referenceIn(body), ...pauseIn(headers) };
  const isBroken =
    broken[code] ??
    (status === 404 && !refused[code] ? `There is no webhook at this address. ${renew}` : undefined);
  if (isBroken) return { result: 'failed', disable: true, reason: isBroken };
  if (refused[code]) return { result: 'failed', reason: refused[code] };
  if (status === 401) return { result: 'failed', disable: true, reason: broken[50027] ?? '' };
  if (status === 400)
    return { result: 'failed', reason: `Discord does not take this message${wrongIn(body, url)}.` };
  return passing(answer, 'Discord', adviceIn(body)) ?? unforeseen(answer, 'Discord');
}

/** Seconds, with a fraction, that the header rounds. */
function adviceIn({ retry_after: seconds }: Record<string, unknown>): number | undefined {
  return typeof seconds === 'number' ? retryAfter(String(seconds)) : undefined;
}

/** How long until the next may come, where none is left now. */
function pauseIn(headers: Record<string, string>): { pauseMs?: number } {
  const pauseMs = retryAfter(headers['x-ratelimit-reset-after']);
  return headers['x-ratelimit-remaining'] === '0' && pauseMs ? { pauseMs } : {};
}

function referenceIn({ id }: Record<string, unknown>): { reference?: string } {
  return typeof id === 'string' && /^\d{1,25}$/.test(id) ? { reference: id } : {};
}

/** ": embeds.0.title: Must be 256 or fewer in length." of the first flaw. */
function wrongIn({ errors, message }: Record<string, unknown>, url: string): string {
  const flaw = flawIn(errors, []) ?? (typeof message === 'string' ? message : '');
  return flaw ? `: ${withoutSecrets(flaw, url).slice(0, 200).replace(/\.+$/, '')}` : '';
}

function flawIn(errors: unknown, path: string[]): string | undefined {
  if (typeof errors !== 'object' || errors === null || path.length > 10) return undefined;
  for (const [name, value] of Object.entries(errors)) {
    if (name !== '_errors') {
      const inner = flawIn(value, [...path, name]);
      if (inner !== undefined) return inner;
    } else if (Array.isArray(value)) {
      const [first] = value as { message?: unknown }[];
      if (typeof first?.message === 'string') return `${path.join('.')}: ${first.message}`;
    }
  }
  return undefined;
}

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
