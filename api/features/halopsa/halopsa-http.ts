import type { Outbound, OutboundAnswer } from '#api/security/outbound.ts';
import { HalopsaError, parsed, sentenceOf } from './halopsa-errors.ts';
import { notThrottled, throttled } from './halopsa-rate.ts';
import type { HalopsaSettings } from './halopsa-settings.ts';
import { dropToken, reach, tokenFor, type HalopsaToken } from './halopsa-token.ts';
import { paceOf, patienceOf, waitForTurn } from './halopsa-turn.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface HalopsaCall {
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as an array of one: a bare object is refused. Makes it a POST. */
  body?: Record<string, unknown>;
}

/** Sends one request to the API and reads its JSON. @throws HalopsaError */
export type HalopsaAsk = (path: string, call?: HalopsaCall) => Promise<{ body: unknown; text: string }>;

/** Bytes of what is read that are taken: reference lists come whole, in one answer. */
const mostBytes = 4 * 1024 * 1024;

/** Whether there was more of an answer than is taken: half of a JSON text is none. */
export function isCut(text: string): boolean {
  return Buffer.byteLength(text) >= mostBytes;
}

/** A token that was revoked, or that was given out before the rights were changed, is renewed exactly once. */
export function askHalopsa(outbound: Outbound, settings: HalopsaSettings): HalopsaAsk {
  return async (path, call = {}) => {
    let token = await tokenFor(outbound, settings);
    let answer = await send(outbound, settings, token, path, call);
    if (answer.status === 401 || answer.status === 403) {
      dropToken(token);
      token = await tokenFor(outbound, settings);
      answer = await send(outbound, settings, token, path, call);
    }
    return read(answer, settings, token, path, call);
  };
}

async function send(
  outbound: Outbound,
  settings: HalopsaSettings,
  token: HalopsaToken,
  path: string,
  { query = {}, body }: HalopsaCall,
): Promise<OutboundAnswer> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  const headers = { authorization: `Bearer ${token.value}`, accept: 'application/json' };
  const written = body && {
    method: 'POST' as const,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify([body]),
  };
  const call = async () => {
    await waitForTurn(settings, paceOf(settings));
    const timeoutMs = patienceOf(settings);
    const address = `${settings.resourceServer}/${path}${search && `?${search}`}`;
    const sent = written ?? { headers, mostBytes };
    return reach(() => outbound.call(address, { ...sent, timeoutMs }), written !== undefined);
  };
  // Jobs write one after another by themselves; people who send tests come in between.
  return written ? oneAtATime(settings.id, call) : call();
}

function read(
  answer: OutboundAnswer,
  settings: HalopsaSettings,
  token: HalopsaToken,
  path: string,
  { body: written }: HalopsaCall,
): { body: unknown; text: string } {
  const { status, text } = answer;
  if (status !== 429) notThrottled(paceOf(settings));
  if (status >= 200 && status < 300) {
    const body = parsed(text);
    if (body !== undefined || written || isCut(text)) return { body, text };
    throw new HalopsaError('address', 'The resource server does not answer as HaloPSA does. Check its URL.', {
      status,
    });
  }
  const said = sentenceOf(text)?.replaceAll(settings.clientSecret, '…').replaceAll(token.value, '…');
  throw failure(answer, { said, token, path, pace: paceOf(settings), writes: written !== undefined });
}

interface Failed {
  said: string | undefined;
  token: HalopsaToken;
  path: string;
  pace: string;
  writes: boolean;
}

function failure(
  { status, headers, text }: OutboundAnswer,
  { said, token, path, pace, writes }: Failed,
): HalopsaError {
  const why = said ? `: ${said}` : '.';
  const isPage = text.trimStart().startsWith('<');
  if (status === 401)
    return new HalopsaError('credentials', `HaloPSA does not accept the token it gave out${why}`, { status });
  if (status === 403) {
    const rights = `HaloPSA allows its API application no access to ${path.split('/')[0]}. Granted: ${token.scope}. Check the application's permissions and the role of its agent`;
    return new HalopsaError('credentials', `${rights}${why}`, { status });
  }
  if (status === 429) {
    const waitMs = throttled(pace, headers['retry-after']);
    return new HalopsaError('throttled', `HaloPSA asks for a pause${why}`, { status, waitMs });
  }
  if (status >= 500)
    return new HalopsaError('unavailable', `HaloPSA answered ${status}${isPage ? '.' : why}`, {
      status,
      mayHaveHappened: writes,
    });
  if (status < 400 || (status === 404 && isPage))
    return new HalopsaError(
      'address',
      `No HaloPSA API answers there (${status}). Check the resource server.`,
      {
        status,
      },
    );
  if (status === 404)
    return new HalopsaError('missing', `HaloPSA does not have it any more${why}`, { status });
  return new HalopsaError('refused', said ?? `HaloPSA refused it (${status}).`, { status });
}
