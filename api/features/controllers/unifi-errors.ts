import { field, record, text } from './unifi-shapes.ts';

/**
 * What a failure means for a monitor (unifi/API.md 1.4):
 * `revoked` stop polling and tell the owner · `forbidden` this key may not, do not retry in a loop · `gone` not there (any more) ·
 * `rate_limited` wait · `unavailable` and `invalid_answer` transient: nothing is known, nothing is offline.
 */
export type UnifiErrorKind =
  'revoked' | 'forbidden' | 'gone' | 'rate_limited' | 'unavailable' | 'invalid_answer';

/** Who wrote an error body: the cloud, the Network application, or the console in front of it. */
export type UnifiSpeaker = 'cloud' | 'application' | 'console' | 'unknown';

/** The one error of the UniFi client. Its message is for the owner and never holds the key or a body. */
export class UnifiError extends Error {
  override name = 'UnifiError';

  constructor(
    readonly kind: UnifiErrorKind,
    message: string,
    /** How long UniFi asked to wait, milliseconds; absent when it did not say. */
    readonly retryAfterMs?: number,
    readonly speaker: UnifiSpeaker = 'unknown',
  ) {
    super(message);
  }
}

/** A failure of UniFi as such. @throws whatever else it is: a fault of ours */
export function asUnifiError(error: unknown): UnifiError {
  if (error instanceof UnifiError) return error;
  throw error;
}

/** The error of an answer that is not 2xx. The status decides; the body only tells who speaks and how long to wait. */
export function errorOfAnswer(
  status: number,
  retryAfter: string | null,
  body: unknown,
  scope: 'account' | 'console',
) {
  const speaker = speakerOf(body);
  if (status === 401) return new UnifiError('revoked', unauthorised(scope, speaker), undefined, speaker);
  if (status === 403) return new UnifiError('forbidden', forbidden(scope), undefined, speaker);
  if (status === 404 || status === 410) {
    return new UnifiError('gone', gone(scope, speaker), undefined, speaker);
  }
  if (status === 429) {
    const wait = waitAsked(retryAfter, text(field(body, 'message')));
    return new UnifiError('rate_limited', 'UniFi asked us to wait before the next reading.', wait, speaker);
  }
  if (status === 408) {
    return new UnifiError('unavailable', 'The console did not answer UniFi in time.', undefined, speaker);
  }
  if (status >= 500) {
    const sentence = `UniFi reported a fault of its own (${status}).`;
    return new UnifiError('unavailable', sentence, undefined, speaker);
  }
  if (status < 400) {
    return new UnifiError('invalid_answer', 'UniFi sent us to another address, which we do not follow.');
  }
  return new UnifiError(
    'invalid_answer',
    `UniFi did not accept the request (${status}).`,
    undefined,
    speaker,
  );
}

const unauthorised = (scope: 'account' | 'console', speaker: UnifiSpeaker) =>
  scope === 'console' && (speaker === 'console' || speaker === 'application')
    ? 'The console itself does not accept this API key.'
    : 'UniFi no longer accepts this API key. Create a new one at unifi.ui.com and enter it under Integrations.';

const forbidden = (scope: 'account' | 'console') =>
  scope === 'account'
    ? 'This API key may not read the consoles of this UniFi account.'
    : 'This API key may not use the connector of this console, or the console has no Network application. ' +
      'Give the key access to UniFi applications, make sure its owner also owns the console, ' +
      'and that the console runs UniFi OS 5.0.3 or later.';

function gone(scope: 'account' | 'console', speaker: UnifiSpeaker) {
  if (scope === 'account') return 'UniFi does not offer this for the account.';
  if (speaker === 'application') return 'The Network application of this console does not offer this.';
  return (
    'UniFi does not reach a Network application on this console. It may have left the account, ' +
    'or its UniFi OS is older than 5.0.3.'
  );
}

function speakerOf(body: unknown): UnifiSpeaker {
  if (record(field(body, 'error'))) return 'console';
  if (field(body, 'statusCode') !== undefined) return 'application';
  return field(body, 'httpStatusCode') !== undefined ? 'cloud' : 'unknown';
}

/** A wait longer than this is more likely nonsense than a wish. */
const LONGEST_WAIT_MS = 3_600_000;

/** The wait of a 429: header in seconds or as a date, else a Go duration in the message (`retry after 1m5.3s`). */
export function waitAsked(header: string | null, message: string | undefined): number | undefined {
  const ms = waitInHeader(header) ?? waitInMessage(message);
  if (ms === undefined || !Number.isFinite(ms) || ms < 0) return undefined;
  return Math.min(Math.ceil(ms), LONGEST_WAIT_MS);
}

function waitInHeader(header: string | null) {
  const value = header?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = /^[a-z]{3},/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function waitInMessage(message: string | undefined) {
  const found = /retry after (?:(\d{1,4})h)?(?:(\d{1,6})m(?!s))?(?:(\d{1,9}(?:\.\d{1,12})?)(ms|s))?/i.exec(
    message ?? '',
  );
  if (!found?.[1] && !found?.[2] && !found?.[3]) return undefined;
  const [, hours = '0', minutes = '0', rest = '0', unit = 's'] = found;
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(rest) * (unit === 'ms' ? 1 : 1000);
}
