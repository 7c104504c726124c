import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Agent, type Dispatcher } from 'undici';
import { type ProblemCode, UnifiError, errorOfAnswer } from './errors.ts';

/** Access to one account of the Site Manager API. */
export interface Connection {
  /** `https://api.ui.com`, or a stand-in. */
  baseUrl: string;
  apiKey: string;
  /** Aborts the whole reading, in addition to each call's timeout. */
  signal?: AbortSignal;
  /** Timeout of one call in milliseconds. Defaults to 30 s (the connector itself gives up after 25 s). */
  callTimeoutMs?: number;
  /** Clock of the rate budget, milliseconds since 1970. */
  now?: () => number;
  /** Waits on that clock, milliseconds; returns early when the signal aborts. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Waits on the connection's clock. Ends early, and without an error, when its signal aborts. */
export const pause = ({ wait, signal }: Pick<Connection, 'wait' | 'signal'>, ms: number): Promise<void> =>
  (wait ?? patiently)(ms, signal);

const patiently = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

const CALL_TIMEOUT_MS = 30_000;
/** The connector passes no body above 10 MB, and an account's inventory is far smaller. */
const ANSWER_CAP = 10 * 1024 * 1024;
const ERROR_CAP = 64 * 1024;

const unzip = promisify(gunzip);
const utf8 = new TextDecoder();

/**
 * Keeps connections alive between calls. With HTTP/2, all calls would share one connection, and one that
 * hangs would block them all.
 */
const agent = new Agent({ allowH2: false });

/**
 * A single guarded GET: timeout, size limits, no redirects. Returns parsed JSON of any shape.
 * @param path below `baseUrl`, already encoded
 * @param scope whether errors are worded for the account or one console
 * @throws UnifiError, and nothing else
 */
export async function getJson(
  connection: Connection,
  path: string,
  scope: 'account' | 'console',
): Promise<unknown> {
  // The HTTP client would include a malformed header value in its exception.
  if (!/^[\x21-\x7e]+$/.test(connection.apiKey)) {
    throw new UnifiError('key_malformed');
  }
  const answer = await get(connection, path);
  if (!isFine(answer.status)) throw await refusal(answer, scope);
  if (!answer.bytes) throw tooLarge();
  return parse(await inflate(await announced(answer.bytes, answer.headers)));
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Absent if it exceeded the cap. */
  bytes?: Buffer;
}

const isFine = (status: number): boolean => status >= 200 && status < 300;

/**
 * A response read to its end or to the cap. A round makes a call for each device, so this avoids the streams
 * and composed signals that `fetch` creates for every one.
 */
function get({ baseUrl, apiKey, signal, callTimeoutMs }: Connection, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const fail = (code: ProblemCode) => reject(new UnifiError(code));
    if (signal?.aborted) return fail('timed_out');
    let call: Dispatcher.DispatchController | undefined;
    let isLate = false;
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    const giveUp = () => {
      end();
      isLate = true;
      fail('timed_out');
      call?.abort(new Error('Timed out'));
    };
    const timer = setTimeout(giveUp, callTimeoutMs ?? CALL_TIMEOUT_MS);
    signal?.addEventListener('abort', giveUp);

    const answer: Answer = { status: 0, headers: {} };
    const chunks: Buffer[] = [];
    let size = 0;
    const { origin, pathname } = new URL(baseUrl);
    agent.dispatch(
      {
        origin,
        path: pathname.replace(/\/+$/, '') + path,
        method: 'GET',
        headers: {
          'X-API-Key': apiKey,
          Accept: 'application/json',
          'Accept-Encoding': 'gzip',
          'User-Agent': 'Netlantern',
        },
      },
      {
        onRequestStart(controller) {
          call = controller;
          if (isLate) controller.abort(new Error('Timed out'));
        },
        onResponseStart(_, status, headers) {
          answer.status = status;
          answer.headers = headers;
        },
        onResponseData(controller, chunk) {
          size += chunk.length;
          if (size <= (isFine(answer.status) ? ANSWER_CAP : ERROR_CAP)) return void chunks.push(chunk);
          end();
          resolve(answer);
          controller.abort(new Error('The response is too large.'));
        },
        onResponseEnd() {
          end();
          resolve({ ...answer, bytes: Buffer.concat(chunks, size) });
        },
        onResponseError() {
          end();
          fail('unreachable');
        },
      },
    );
  });
}

async function refusal({ status, headers, bytes }: Answer, scope: 'account' | 'console') {
  const retryAfter = headers['retry-after'];
  let body: unknown;
  try {
    body = bytes && parse(await inflate(await announced(bytes, headers)));
  } catch {
    // It is HTML or was cut off, so only the status matters.
  }
  return errorOfAnswer(status, typeof retryAfter === 'string' ? retryAfter : null, body, scope, Date.now());
}

/** Decompresses as the response declares. If that fails, it was damaged in transit. */
async function announced(bytes: Buffer, headers: IncomingHttpHeaders): Promise<Buffer> {
  if (!/^(x-)?gzip$/i.test(String(headers['content-encoding'] ?? ''))) return bytes;
  try {
    return await unzip(bytes, { maxOutputLength: ANSWER_CAP });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new UnifiError('unreachable');
  }
}

/** Some consoles send gzip without declaring it, so check its first two bytes (unifi/API.md 1.9). */
async function inflate(bytes: Buffer): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unzip(bytes, { maxOutputLength: ANSWER_CAP });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new UnifiError('broken_gzip');
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw new UnifiError(bytes.length === 0 ? 'empty' : 'not_json');
  }
}

const tooLarge = () => new UnifiError('too_large');
