import { EmailFailure, type Message, type AcceptedMessage, headersOf } from './message.ts';

/** What SendGrid is asked with. */
export interface SendGridAccount {
  /** Without a trailing slash. */
  url: string;
  apiKey: string;
  fromEmail: string;
  fromName: string;
}

/** An address that SendGrid sends nothing to any more. */
export interface Bounce {
  address: string;
  reason: string;
}

/** Milliseconds for an answer. */
const patience = 10_000;

/** Addresses on a page of SendGrid's lists (its most). */
const pageSize = 500;

/**
 * Hands one message to SendGrid (Mail Send, v3); `host` is ours. Links are not rewritten and nothing is counted in the
 * mail: links in it sign people in. @throws MailFailure
 */
export async function sendWithSendGrid(
  account: SendGridAccount,
  message: Message,
  host: string,
): Promise<AcceptedMessage> {
  const { status, headers } = await call(account, 'POST', '/v3/mail/send', bodyOf(account, message, host));
  return {
    answer: `SendGrid took it (${status}).`,
    ...(headers.get('x-message-id') && { reference: headers.get('x-message-id')! }),
  };
}

function bodyOf({ fromEmail, fromName }: SendGridAccount, message: Message, host: string): object {
  const { id, to, kind, subject, text, html, replyTo } = message;
  return {
    personalizations: [{ to: [{ email: to }] }],
    from: { email: fromEmail, name: fromName },
    ...(replyTo && { reply_to: { email: replyTo } }),
    subject,
    // Plain text has to come first.
    content: [
      { type: 'text/plain', value: text },
      { type: 'text/html', value: html },
    ],
    headers: headersOf(message, host),
    custom_args: { outbox_id: id },
    categories: [kind],
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
    },
  };
}

/** Asks whether SendGrid knows the key at all; any key may ask what it may do. @throws MailFailure, `isSetUp` where it does not */
export async function checkKey(account: SendGridAccount, patienceMs: number): Promise<void> {
  await call(account, 'GET', '/v3/scopes', undefined, patienceMs);
}

/** Addresses that have bounced since a moment. @throws MailFailure */
export async function readBounces(account: SendGridAccount, since: Date): Promise<Bounce[]> {
  const bounces: Bounce[] = [];
  const from = Math.floor(since.getTime() / 1000);
  for (let offset = 0; ; offset += pageSize) {
    const path = `/v3/suppression/bounces?start_time=${from}&limit=${pageSize}&offset=${offset}`;
    const page = (await (await call(account, 'GET', path)).json()) as { email?: string; reason?: string }[];
    for (const { email, reason } of page)
      if (email) bounces.push({ address: email, reason: withoutAddresses(reason || 'It bounced') });
    if (page.length < pageSize) return bounces;
  }
}

/** Has SendGrid write to an address again. @throws MailFailure */
export async function forgetBounce(account: SendGridAccount, address: string): Promise<void> {
  await call(account, 'DELETE', `/v3/suppression/bounces/${encodeURIComponent(address)}`);
}

async function call(
  { url, apiKey }: SendGridAccount,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  patienceMs = patience,
): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${apiKey}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(patienceMs),
  }).catch((error: Error) => {
    const what = error.name === 'TimeoutError' ? 'did not answer in time' : 'cannot be reached';
    throw new EmailFailure(`SendGrid ${what}`, false, { mayBeTaken: !wasNeverReached(error) });
  });
  const isGone = method === 'DELETE' && answer.status === 404;
  if (!answer.ok && !isGone) throw await failureOf(answer, apiKey);
  return answer;
}

/** What the system says of a connection that was never there: nothing was handed over by it. */
const unreached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

function wasNeverReached({ cause }: Error): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return unreached.test(code);
}

/** What SendGrid says that it did not like. */
interface Complaint {
  message?: string;
  field?: string | null;
}

/**
 * 401 and 403 are about the key or the sender, and so is a 400 about `from`: they can be mended. Any other 4xx is about
 * this mail. 429 names when to come back; of 5xx SendGrid says to try again.
 */
async function failureOf(answer: Response, apiKey: string): Promise<EmailFailure> {
  const { status, headers } = answer;
  const [complaint] = await complaintsOf(answer);
  const said = withoutAddresses((complaint?.message ?? '').replaceAll(apiKey, '…'));
  const message = `SendGrid did not take it (${status}${said && `: ${said}`})`;
  if (status === 401 || status === 403 || (status === 400 && complaint?.field?.startsWith('from')))
    return new EmailFailure(message, false, { isSetUp: true });
  const isLater = status === 429 || status === 408 || status >= 500 || status < 400;
  // 503 says that nothing was looked at; of other failures of theirs nobody knows how far they came.
  const mayBeTaken = status === 408 || (status >= 500 && status !== 503);
  return new EmailFailure(message, !isLater, { retryAfterMs: pauseOf(headers), mayBeTaken });
}

async function complaintsOf(answer: Response): Promise<Complaint[]> {
  try {
    const { errors } = (await answer.json()) as { errors?: Complaint[] };
    return Array.isArray(errors) ? errors : [];
  } catch {
    return [];
  }
}

/** Milliseconds until it wants to be asked again: `Retry-After` in seconds, or the moment when its rate begins anew. */
function pauseOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') || Number.NaN);
  if (seconds >= 0) return seconds * 1000;
  const reset = Number(headers.get('x-ratelimit-reset') || Number.NaN) * 1000 - Date.now();
  return reset >= 0 ? reset : undefined;
}

/** Characters of a provider's sentence that are kept. */
const longestSentence = 300;

/** What is kept of an answer names nobody. */
function withoutAddresses(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .slice(0, longestSentence);
}
