import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { KeyedSequence, memoize } from '#api/lib/concurrency.ts';
import {
  type Outbound,
  type OutboundAnswer,
  OutboundFailure,
  OutboundRefused,
} from '#api/security/outbound.ts';
import { HalopsaError, parsed, messageIn, isObject, textOf } from './halopsa-responses.ts';
import {
  clearThrottling,
  recordThrottling,
  type HalopsaSettings,
  paceOf,
  timeLeft,
  waitForTurn,
  maxTokens,
} from './halopsa-rate.client.ts';

export interface HalopsaCall {
  query?: Record<string, string | number | boolean | undefined>;
  /** Sent as an array of one, because HaloPSA rejects a bare object. Makes the request a POST. */
  body?: Record<string, unknown>;
}

/** Serializes writes per connection. */
const writes = new KeyedSequence();

/** Sends a request to the API and parses its JSON. @throws HalopsaError */
export type HalopsaRequestInit = (
  path: string,
  call?: HalopsaCall,
) => Promise<{ body: unknown; text: string }>;

/** Maximum response size in bytes. Reference lists come in a single response. */
const mostBytes = 4 * 1024 * 1024;

/** Whether the response exceeded the maximum size, so that its JSON is incomplete. */
export function isTruncated(text: string): boolean {
  return Buffer.byteLength(text) >= mostBytes;
}

/** Renews a rejected token exactly once. It may have been revoked, or issued before its permissions changed. */
export function callHalopsa(outbound: Outbound, settings: HalopsaSettings): HalopsaRequestInit {
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
    const timeoutMs = timeLeft(settings);
    const address = `${settings.resourceServer}/${path}${search && `?${search}`}`;
    const sent = written ?? { headers, mostBytes };
    return reach(() => outbound.call(address, { ...sent, timeoutMs }), written !== undefined);
  };
  // Jobs already run one at a time, but people who send tests come in between.
  return written ? writes.run(settings.id, call) : call();
}

function read(
  answer: OutboundAnswer,
  settings: HalopsaSettings,
  token: HalopsaToken,
  path: string,
  { body: written }: HalopsaCall,
): { body: unknown; text: string } {
  const { status, text } = answer;
  if (status !== 429) clearThrottling(paceOf(settings));
  if (status >= 200 && status < 300) {
    const body = parsed(text);
    if (body !== undefined || written || isTruncated(text)) return { body, text };
    throw new HalopsaError('address', "The resource server didn't respond like HaloPSA. Check its URL.", {
      status,
    });
  }
  const said = messageIn(text)?.replaceAll(settings.clientSecret, '…').replaceAll(token.value, '…');
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
    return new HalopsaError('credentials', `HaloPSA rejected the token that it issued${why}`, { status });
  if (status === 403) {
    const rights = `The HaloPSA API application has no access to ${path.split('/')[0]}. Granted: ${token.scope}. Check the application's permissions and the role of its agent`;
    return new HalopsaError('credentials', `${rights}${why}`, { status });
  }
  if (status === 429) {
    const waitMs = recordThrottling(pace, headers['retry-after']);
    return new HalopsaError('throttled', `HaloPSA has rate limited us${why}`, { status, waitMs });
  }
  if (status >= 500)
    return new HalopsaError('unavailable', `HaloPSA returned HTTP ${status}${isPage ? '.' : why}`, {
      status,
      mayHaveHappened: writes,
    });
  if (status < 400 || (status === 404 && isPage))
    return new HalopsaError(
      'address',
      `We found no HaloPSA API at that URL (${status}). Check the resource server.`,
      {
        status,
      },
    );
  if (status === 404) return new HalopsaError('missing', `HaloPSA no longer has it${why}`, { status });
  return new HalopsaError('refused', said ?? `HaloPSA rejected the request (${status}).`, { status });
}

interface HalopsaToken {
  value: string;
  /** Granted scope, fixed when the token was issued. */
  scope: string;
  expiresAt: number;
}

/** Milliseconds before expiry at which a token is renewed. */
const early = 60_000;

/** The key holds all credentials, with the secret as a hash, so edited ones never get an old token. */
const tokens = new LRUCache<string, Promise<HalopsaToken>>({ max: 10_000 });

/** Limits for a new token: accepted lifetime in seconds, and characters that are valid in a header. */
const longestLife = 24 * 3600;
const isUsable = (value: string) => /^[\x21-\x7e]{1,16000}$/.test(value);

/** The connection's token. Concurrent callers share one request. @throws HalopsaError */
async function tokenFor(outbound: Outbound, settings: HalopsaSettings): Promise<HalopsaToken> {
  const key = keyOf(settings);
  const before = tokens.get(key);
  const cached = await before?.catch(() => undefined);
  if (cached && cached.expiresAt - early > Date.now()) return cached;
  // The first caller that finds it expired renews it.
  if (tokens.get(key) === before) tokens.delete(key);
  return memoize(tokens, key, () => ask(outbound, settings));
}

/** Drops a token that was rejected or whose permissions may have changed. The next request gets a new one. */
function dropToken(token: HalopsaToken): void {
  token.expiresAt = 0;
}

function keyOf({ id, authServer, tenant, clientId, clientSecret, scope }: HalopsaSettings): string {
  const secret = createHash('sha256').update(clientSecret).digest('base64');
  return JSON.stringify([id, authServer, tenant, clientId, scope, secret]);
}

async function ask(outbound: Outbound, settings: HalopsaSettings): Promise<HalopsaToken> {
  const { authServer, tenant, clientId, clientSecret, scope } = settings;
  const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  const query = tenant ? `?tenant=${encodeURIComponent(tenant)}` : '';
  const pace = `${settings.id} tokens`;
  await waitForTurn(settings, pace, maxTokens);
  const timeoutMs = timeLeft(settings);
  const answer = await reach(() =>
    outbound.call(`${authServer}/token${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      timeoutMs,
    }),
  );
  const { status, text } = answer;
  if (status !== 429) clearThrottling(pace);
  const body = parsed(text);
  const value = isObject(body) ? textOf(body['access_token']) : '';
  if (status === 200 && isObject(body) && isUsable(value)) {
    const seconds = Math.min(Number(body['expires_in']) || 3600, longestLife);
    return { value, scope: textOf(body['scope']) || scope, expiresAt: Date.now() + seconds * 1000 };
  }
  if (status === 429) {
    const waitMs = recordThrottling(pace, answer.headers['retry-after']);
    throw new HalopsaError('throttled', 'HaloPSA has rate limited us: too many requests.', {
      status,
      waitMs,
    });
  }
  throw refusal(status, text, isObject(body) ? textOf(body['error']) : undefined, settings);
}

function refusal(
  status: number,
  text: string,
  code: string | undefined,
  { scope, clientSecret }: HalopsaSettings,
): HalopsaError {
  if (code === 'invalid_client')
    return new HalopsaError(
      'credentials',
      'HaloPSA rejected the client ID and secret. Copy them again from its API application.',
      { status },
    );
  if (code === 'invalid_scope')
    return new HalopsaError(
      'credentials',
      `HaloPSA doesn't allow one of the scopes "${scope}". Select them on the Permissions tab of its API application, or change the scope here.`,
      { status },
    );
  const where = 'Check the authorization server and the tenant';
  // Other failures may name an error too, so pass them on.
  if (status >= 500)
    return new HalopsaError(
      'unavailable',
      `HaloPSA's authorization server returned HTTP ${status}. ${where}.`,
      {
        status,
      },
    );
  if (code !== undefined)
    return new HalopsaError(
      'credentials',
      `HaloPSA didn't issue a token: ${messageIn(text)?.replaceAll(clientSecret, '…')}`,
      { status },
    );
  return new HalopsaError(
    'address',
    `We found no HaloPSA authorization server at that URL (${status}). ${where}.`,
    {
      status,
    },
  );
}

/** Converts failures of the outbound client into `HalopsaError`. */
async function reach<T>(call: () => Promise<T>, writes = false): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof OutboundRefused) throw new HalopsaError('address', error.message);
    if (error instanceof OutboundFailure)
      throw new HalopsaError('unavailable', `We couldn't reach HaloPSA: ${error.message}.`, {
        mayHaveHappened: writes && error.mayHaveArrived,
      });
    throw error;
  }
}
