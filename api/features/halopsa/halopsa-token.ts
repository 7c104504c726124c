import { createHash } from 'node:crypto';
import { OutboundFailure, OutboundRefused, type Outbound } from '#api/security/outbound.ts';
import { HalopsaError, parsed, sentenceOf } from './halopsa-errors.ts';
import { mostTokens, notThrottled, throttled } from './halopsa-rate.ts';
import type { HalopsaSettings } from './halopsa-settings.ts';
import { patienceOf, waitForTurn } from './halopsa-turn.ts';
import { isObject, textOf } from './halopsa-values.ts';

export interface HalopsaToken {
  value: string;
  /** What it may do, frozen when it was given out. */
  scope: string;
  expiresAt: number;
}

/** Milliseconds before its end at which a token is renewed. */
const early = 60_000;

/** Edited credentials never meet an old token: all of them are in the key, the secret as a hash. */
const tokens = new Map<string, Promise<HalopsaToken>>();
const mostKept = 10_000;

/** Of a token that is given out: seconds that are believed, and what can stand in a header. */
const longestLife = 24 * 3600;
const isUsable = (value: string) => /^[\x21-\x7e]{1,16000}$/.test(value);

/** A token of the connection; asked for once, however many want it at a time. @throws HalopsaError */
export async function tokenFor(outbound: Outbound, settings: HalopsaSettings): Promise<HalopsaToken> {
  const key = keyOf(settings);
  const before = tokens.get(key);
  const cached = await before?.catch(() => undefined);
  if (cached && cached.expiresAt - early > Date.now()) return cached;
  const asking = tokens.get(key);
  if (asking && asking !== before) return asking;
  const asked = ask(outbound, settings);
  tokens.set(key, asked);
  const [oldest] = tokens.keys();
  if (tokens.size > mostKept && oldest !== undefined) tokens.delete(oldest);
  asked.catch(() => tokens.get(key) === asked && tokens.delete(key));
  return asked;
}

/** It is not accepted any more, or its rights may have changed: the next request asks for a new one. */
export function dropToken(token: HalopsaToken): void {
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
  await waitForTurn(settings, pace, mostTokens);
  const timeoutMs = patienceOf(settings);
  const answer = await reach(() =>
    outbound.call(`${authServer}/token${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: new URLSearchParams(form).toString(),
      timeoutMs,
    }),
  );
  const { status, text } = answer;
  if (status !== 429) notThrottled(pace);
  const body = parsed(text);
  const value = isObject(body) ? textOf(body['access_token']) : '';
  if (status === 200 && isObject(body) && isUsable(value)) {
    const seconds = Math.min(Number(body['expires_in']) || 3600, longestLife);
    return { value, scope: textOf(body['scope']) || scope, expiresAt: Date.now() + seconds * 1000 };
  }
  if (status === 429) {
    const waitMs = throttled(pace, answer.headers['retry-after']);
    throw new HalopsaError('throttled', 'HaloPSA asks for a pause: too many requests.', { status, waitMs });
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
      'HaloPSA does not accept the client ID and secret. Enter them again as its API application shows them.',
      { status },
    );
  if (code === 'invalid_scope')
    return new HalopsaError(
      'credentials',
      `HaloPSA does not allow one of the scopes "${scope}". Tick them on the Permissions tab of its API application, or change the scope here.`,
      { status },
    );
  const where = 'Check the authorisation server and the tenant';
  // What fails there may name an error too, and passes all the same.
  if (status >= 500)
    return new HalopsaError('unavailable', `HaloPSA's authorisation server answered ${status}. ${where}.`, {
      status,
    });
  if (code !== undefined)
    return new HalopsaError(
      'credentials',
      `HaloPSA gives out no token: ${sentenceOf(text)?.replaceAll(clientSecret, '…')}`,
      { status },
    );
  return new HalopsaError('address', `No HaloPSA authorisation server answers there (${status}). ${where}.`, {
    status,
  });
}

/** A call's own failures in the words of this client. */
export async function reach<T>(call: () => Promise<T>, writes = false): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof OutboundRefused) throw new HalopsaError('address', error.message);
    if (error instanceof OutboundFailure)
      throw new HalopsaError('unavailable', `HaloPSA could not be reached: ${error.message}.`, {
        mayHaveHappened: writes && error.mayHaveArrived,
      });
    throw error;
  }
}
