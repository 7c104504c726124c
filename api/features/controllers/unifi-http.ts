import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { UnifiError, errorOfAnswer } from './unifi-errors.ts';

/** How to reach one account of the Site Manager API. */
export interface Connection {
  /** `https://api.ui.com`, or a stand-in. */
  baseUrl: string;
  apiKey: string;
  /** Ends the whole reading, beside the limit of each call. */
  signal?: AbortSignal;
  /** Limit of one call, milliseconds; 30 s unless told (the connector itself gives up after 25 s). */
  callTimeoutMs?: number;
  /** Clock of the rate budget, milliseconds since 1970. */
  now?: () => number;
  /** Waits on that clock, milliseconds; returns early when the signal aborts. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

const CALL_TIMEOUT_MS = 30_000;
/** The connector passes no body above 10 MB; the inventory of an account stays far below it. */
const ANSWER_CAP = 10 * 1024 * 1024;
const ERROR_CAP = 64 * 1024;

const unzip = promisify(gunzip);

/**
 * One guarded GET: time limit, size limits, no redirects. Returns parsed JSON of any shape.
 * @param path below `baseUrl`, already encoded
 * @param scope words the error for the account or for one console
 * @throws UnifiError, and nothing else
 */
export async function getJson(
  connection: Connection,
  path: string,
  scope: 'account' | 'console',
): Promise<unknown> {
  // fetch would put a malformed header value into its exception.
  if (!/^[\x21-\x7e]+$/.test(connection.apiKey)) {
    throw new UnifiError('revoked', 'This is not a UniFi API key: it holds blanks or unusual characters.');
  }
  const limit = AbortSignal.timeout(connection.callTimeoutMs ?? CALL_TIMEOUT_MS);
  const signal = connection.signal ? AbortSignal.any([limit, connection.signal]) : limit;
  try {
    const response = await fetch(connection.baseUrl.replace(/\/+$/, '') + path, {
      headers: { 'X-API-Key': connection.apiKey, Accept: 'application/json' },
      redirect: 'manual',
      signal,
    });
    if (!response.ok) throw await refusal(response, scope);
    return parse(await inflate(await read(response, ANSWER_CAP)));
  } catch (error) {
    if (error instanceof UnifiError) throw error;
    throw new UnifiError(
      'unavailable',
      signal.aborted ? 'UniFi did not answer in time.' : 'UniFi could not be reached.',
    );
  }
}

async function refusal(response: Response, scope: 'account' | 'console') {
  let body: unknown;
  try {
    body = parse(await inflate(await read(response, ERROR_CAP)));
  } catch {
    // HTML, too long, cut off: the status alone speaks.
  }
  return errorOfAnswer(response.status, response.headers.get('retry-after'), body, scope);
}

/** Reads to the end or to the cap, counted after any decompression that fetch has done. */
async function read(response: Response, cap: number): Promise<Buffer> {
  const reader = response.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    size += step.value.byteLength;
    if (size > cap) {
      await reader?.cancel().catch(() => undefined);
      throw tooLarge();
    }
    chunks.push(step.value);
  }
  return Buffer.concat(chunks);
}

/** Some consoles send gzip without saying so; its first two bytes tell (unifi/API.md 1.9). */
async function inflate(bytes: Buffer): Promise<Buffer> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await unzip(bytes, { maxOutputLength: ANSWER_CAP });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge();
    throw new UnifiError('invalid_answer', 'UniFi sent a compressed answer that is broken.');
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    const what = bytes.length === 0 ? 'an empty answer' : 'an answer that is not JSON';
    throw new UnifiError('invalid_answer', `UniFi sent ${what}.`);
  }
}

const tooLarge = () => new UnifiError('invalid_answer', 'UniFi sent an answer that is too large to read.');
