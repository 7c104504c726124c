import { field, record, text } from './shapes.ts';

/**
 * What a failure means for monitoring (unifi/API.md 1.4). `revoked`: stop polling and notify the owner.
 * `forbidden`: the key lacks permission. `gone`: doesn't exist, or no longer does. `rate_limited`: wait.
 * `unavailable` and `invalid_answer`: transient, so states are unknown and nothing counts as offline.
 */
export type UnifiErrorKind =
  'revoked' | 'forbidden' | 'gone' | 'rate_limited' | 'unavailable' | 'invalid_answer';

/** Every reason why something couldn't be read: its meaning, and the sentence for the owner. */
const problems = {
  key_malformed: ['revoked', "This isn't a UniFi API key. It contains spaces or unusual characters."],
  key_unreadable: ['revoked', 'The stored API key can no longer be decrypted. Enter the API key again.'],
  key_rejected: [
    'revoked',
    'UniFi no longer accepts this API key. Create a new one at unifi.ui.com and enter it under Integrations.',
  ],
  account_forbidden: ['forbidden', "This API key isn't allowed to list the consoles of this UniFi account."],
  connector_forbidden: [
    'forbidden',
    "This API key can't use the connector of this console, or the console has no Network application. " +
      'Give the key access to UniFi applications, make sure its owner also owns the console, ' +
      'and check that the console runs UniFi OS 5.0.3 or later.',
  ],
  connector_unauthorized: ['forbidden', "The console doesn't accept this API key."],
  not_offered: ['gone', "UniFi doesn't offer this for the account."],
  connector_gone: [
    'gone',
    "UniFi can't reach a Network application on this console. The console may have left the account, " +
      'or its UniFi OS is older than 5.0.3.',
  ],
  network_not_offered: ['gone', "The Network application on this console doesn't offer this."],
  rate_limited: ['rate_limited', 'UniFi asked us to wait before the next reading.'],
  call_budget: ['rate_limited', 'This console has more to read than UniFi allows in one minute.'],
  out_of_time: ['unavailable', 'There was no time left to read this console.'],
  console_disconnected: ['unavailable', 'The console is disconnected from UniFi.'],
  link_unreported: ['unavailable', "UniFi doesn't report whether this console is connected."],
  link_unrecognized: ['unavailable', "UniFi reports this console as %s, which doesn't say whether it's up."],
  console_timeout: ['unavailable', "The console didn't respond to UniFi in time."],
  network_stopped: [
    'unavailable',
    "The Network application on this console isn't running. The state of its devices is unknown until it's back.",
  ],
  network_refusing: [
    'unavailable',
    'The Network application on this console is refusing requests. It may be restarting.',
  ],
  server_error: ['unavailable', 'UniFi returned a server error.'],
  timed_out: ['unavailable', "UniFi didn't respond in time."],
  unreachable: ['unavailable', "We couldn't reach UniFi."],
  redirected: ['invalid_answer', "UniFi redirected us to another address, which we don't follow."],
  rejected: ['invalid_answer', 'UniFi rejected the request.'],
  too_large: ['invalid_answer', "UniFi's response is too large to read."],
  not_json: ['invalid_answer', "UniFi's response isn't JSON."],
  empty: ['invalid_answer', "UniFi's response is empty."],
  broken_gzip: ['invalid_answer', "UniFi's compressed response is damaged."],
  no_list: ['invalid_answer', "UniFi's response doesn't contain the expected list."],
  consoles_unread: ['invalid_answer', "UniFi's list of consoles couldn't be read completely."],
  devices_unread: ['invalid_answer', "UniFi's list of devices couldn't be read."],
  devices_incomplete: ['invalid_answer', "UniFi's list of devices couldn't be read completely."],
  no_consoles: ['invalid_answer', 'UniFi lists no consoles for this API key.'],
  no_devices: ['invalid_answer', 'UniFi lists no devices for this console.'],
  states_unrecognized: [
    'invalid_answer',
    'UniFi reports no state that we recognize for the devices of this console.',
  ],
  console_gone: [
    'gone',
    "A console (%s) is no longer in this UniFi account. The state of its devices is unknown until it's back. " +
      'After an hour, they count as removed.',
  ],
  site_gone: ['gone', 'The selected site is no longer in this UniFi account. Select another site.'],
  sites_gone: ['gone', 'None of the selected sites is in this UniFi account any longer. Select other sites.'],
  some_sites_gone: [
    'gone',
    'A selected site (%s) is no longer in this UniFi account. The others are still monitored. ' +
      'Select sites again, or give the API key access to it.',
  ],
  clients_unread: ['invalid_answer', "The console's list of clients couldn't be read."],
  figures_unreported: ['unavailable', 'UniFi reported no current figures.'],
  lines_unreported: ['unavailable', 'UniFi reports no state of the internet lines of this console.'],
  lines_unmeasured: [
    'unavailable',
    'UniFi has reported no measurement of the internet lines of this console for 20 minutes.',
  ],
  disks_unread: ['invalid_answer', "The console didn't report disk usage."],
} as const satisfies Record<string, readonly [UnifiErrorKind, string]>;

export type ProblemCode = keyof typeof problems;

/** Why something couldn't be read, as data. */
export interface Problem {
  code: ProblemCode;
  /** HTTP status, if it says more than the code. */
  status?: number;
  /** UniFi's own word or name, if the sentence quotes it. */
  reported?: string;
}

/** A problem in words for the owner. */
export function problemText({ code, status, reported }: Problem): string {
  const sentence =
    reported === undefined
      ? problems[code][1].replace(' (%s)', '')
      : problems[code][1].replace('%s', () => `“${reported}”`);
  return status === undefined ? sentence : sentence.replace(/\.$/, ` (${status}).`);
}

/** Whether only another API key would help. False for a code from another version of this program. */
export function needsNewKey(code: ProblemCode): boolean {
  const kind: UnifiErrorKind | undefined = Object.hasOwn(problems, code) ? problems[code][0] : undefined;
  return kind === 'revoked' || kind === 'forbidden';
}

/** Source of an error body: the cloud, the Network application, or the console in front of it. */
type UnifiSpeaker = 'cloud' | 'application' | 'console' | 'unknown';

/** The one error of the UniFi client. Its message is for the owner and never contains the key or a body. */
export class UnifiError extends Error {
  override name = 'UnifiError';
  readonly kind: UnifiErrorKind;
  readonly problem: Problem;
  /** How long UniFi asked to wait, in milliseconds. Absent if it didn't. */
  readonly retryAfterMs?: number;

  constructor(code: ProblemCode, { status, retryAfterMs }: { status?: number; retryAfterMs?: number } = {}) {
    const problem = status === undefined ? { code } : { code, status };
    super(problemText(problem));
    this.kind = problems[code][0];
    this.problem = problem;
    this.retryAfterMs = retryAfterMs;
  }
}

/**
 * The UniFi error, if it is one.
 * @throws anything else, which is a bug of ours
 */
export function asUnifiError(error: unknown): UnifiError {
  if (error instanceof UnifiError) return error;
  throw error;
}

/**
 * The error for a response outside 2xx. The status decides. The body only says who responded and how long to
 * wait.
 */
export function errorOfAnswer(
  status: number,
  retryAfter: string | null,
  body: unknown,
  scope: 'account' | 'console',
  now: number,
): UnifiError {
  if (status === 429) {
    const retryAfterMs = waitAsked(retryAfter, text(field(body, 'message')), now);
    return new UnifiError('rate_limited', { retryAfterMs });
  }
  const code = codeOf(status, speakerOf(body), scope);
  return new UnifiError(code, code === 'server_error' || code === 'rejected' ? { status } : {});
}

/**
 * A connector that refuses a key says nothing about the key itself, because a restarting application refuses
 * valid ones.
 */
function codeOf(status: number, speaker: UnifiSpeaker, scope: 'account' | 'console'): ProblemCode {
  if (status < 400) return 'redirected';
  if (status === 401) return scope === 'account' ? 'key_rejected' : 'connector_unauthorized';
  if (status === 403) return scope === 'account' ? 'account_forbidden' : 'connector_forbidden';
  if (status === 404 || status === 410) {
    if (scope === 'account') return 'not_offered';
    return speaker === 'application' ? 'network_not_offered' : 'connector_gone';
  }
  if (status === 408) return 'console_timeout';
  if (status === 503 && scope === 'console') return 'network_stopped';
  return status >= 500 ? 'server_error' : 'rejected';
}

function speakerOf(body: unknown): UnifiSpeaker {
  if (record(field(body, 'error'))) return 'console';
  if (field(body, 'statusCode') !== undefined) return 'application';
  return field(body, 'httpStatusCode') !== undefined ? 'cloud' : 'unknown';
}

/** A longer wait is more likely a mistake than a request. */
const LONGEST_WAIT_MS = 3_600_000;

/**
 * The wait requested by a 429: from the header in seconds or as a date, else a Go duration in the message
 * (`retry after 1m5.3s`).
 */
export function waitAsked(
  header: string | null,
  message: string | undefined,
  now: number,
): number | undefined {
  const ms = waitInHeader(header, now) ?? waitInMessage(message);
  if (ms === undefined || !Number.isFinite(ms) || ms < 0) return undefined;
  return Math.min(Math.ceil(ms), LONGEST_WAIT_MS);
}

function waitInHeader(header: string | null, now: number) {
  const value = header?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const at = /^[a-z]{3},/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function waitInMessage(message: string | undefined) {
  const found = /retry after (?:(\d{1,4})h)?(?:(\d{1,6})m(?!s))?(?:(\d{1,9}(?:\.\d{1,12})?)(ms|s))?/i.exec(
    message ?? '',
  );
  if (!found?.[1] && !found?.[2] && !found?.[3]) return undefined;
  const [, hours = '0', minutes = '0', rest = '0', unit = 's'] = found;
  return Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(rest) * (unit === 'ms' ? 1 : 1000);
}
