import { EmailFailure, type Message, type AcceptedMessage, headersOf } from './message.ts';

export interface SendGridAccount {
  /** Without a trailing slash. */
  url: string;
  apiKey: string;
  fromEmail: string;
  fromName: string;
}

/** An address that SendGrid has stopped sending to. */
export interface Bounce {
  address: string;
  reason: string;
}

/** Timeout in milliseconds. */
const patience = 10_000;

/** Page size of SendGrid's lists (its maximum). */
const pageSize = 500;

/**
 * Sends a message with SendGrid (Mail Send, v3). `host` is ours. Click and open tracking stay off, because
 * links in emails sign people in. @throws EmailFailure
 */
export async function sendWithSendGrid(
  account: SendGridAccount,
  message: Message,
  host: string,
): Promise<AcceptedMessage> {
  const { status, headers } = await call(account, 'POST', '/v3/mail/send', bodyOf(account, message, host));
  return {
    answer: `SendGrid accepted it (${status}).`,
    ...(headers.get('x-message-id') && { reference: headers.get('x-message-id')! }),
  };
}

function bodyOf({ fromEmail, fromName }: SendGridAccount, message: Message, host: string): object {
  const { id, to, kind, subject, text, html, replyTo, attachment } = message;
  return {
    personalizations: [{ to: [{ email: to }] }],
    from: { email: fromEmail, name: fromName },
    ...(replyTo && { reply_to: { email: replyTo } }),
    subject,
    // SendGrid requires the plain text first.
    content: [
      { type: 'text/plain', value: text },
      { type: 'text/html', value: html },
    ],
    ...(attachment && {
      attachments: [
        {
          content: attachment.content.toString('base64'),
          filename: attachment.name,
          type: attachment.type,
          disposition: 'attachment',
        },
      ],
    }),
    headers: headersOf(message, host),
    custom_args: { outbox_id: id },
    categories: [kind],
    tracking_settings: {
      click_tracking: { enable: false, enable_text: false },
      open_tracking: { enable: false },
    },
  };
}

/**
 * Checks the key with a call that every key may make. @throws EmailFailure, with `isSetUp` for a rejected key
 */
export async function checkKey(account: SendGridAccount, patienceMs: number): Promise<void> {
  await call(account, 'GET', '/v3/scopes', undefined, patienceMs);
}

/** @throws EmailFailure if the key is rejected, or isn't allowed to send */
export async function checkMaySend(account: SendGridAccount): Promise<void> {
  const answer = await call(account, 'GET', '/v3/scopes');
  const { scopes } = (await answer.json().catch(() => ({}))) as { scopes?: unknown };
  if (Array.isArray(scopes) && scopes.includes('mail.send')) return;
  throw new EmailFailure('The SendGrid API key lacks the scope mail.send', false, { isSetUp: true });
}

/** Addresses that have bounced since a time. @throws EmailFailure */
export async function readBounces(account: SendGridAccount, since: Date): Promise<Bounce[]> {
  const bounces: Bounce[] = [];
  const from = Math.floor(since.getTime() / 1000);
  for (let offset = 0; ; offset += pageSize) {
    const path = `/v3/suppression/bounces?start_time=${from}&limit=${pageSize}&offset=${offset}`;
    const page = (await (await call(account, 'GET', path)).json()) as { email?: string; reason?: string }[];
    for (const { email, reason } of page)
      if (email) bounces.push({ address: email, reason: withoutAddresses(reason || 'Bounced') });
    if (page.length < pageSize) return bounces;
  }
}

/** Removes an address from SendGrid's bounces. @throws EmailFailure */
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

/** System error codes of connections that failed before anything was handed over. */
const unreached = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/;

function wasNeverReached({ cause }: Error): boolean {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return unreached.test(code);
}

/** SendGrid's explanation of a rejection. */
interface Complaint {
  message?: string;
  field?: string | null;
}

/**
 * 401, 403 and a 400 about `from` concern the key or sender, which can be fixed. Any other 4xx concerns this
 * email. A 429 says when to retry, and SendGrid advises retrying a 5xx.
 */
async function failureOf(answer: Response, apiKey: string): Promise<EmailFailure> {
  const { status, headers } = answer;
  const [complaint] = await complaintsOf(answer);
  const said = withoutAddresses((complaint?.message ?? '').replaceAll(apiKey, '…'));
  const message = `SendGrid rejected it (${status}${said && `: ${said}`})`;
  if (status === 401 || status === 403 || (status === 400 && complaint?.field?.startsWith('from')))
    return new EmailFailure(message, false, { isSetUp: true });
  const isLater = status === 429 || status === 408 || status >= 500 || status < 400;
  // A 503 means that nothing was processed. After other server errors the outcome is unknown.
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

/** Milliseconds to wait: `Retry-After` in seconds, or when the rate limit resets. */
function pauseOf(headers: Headers): number | undefined {
  const seconds = Number(headers.get('retry-after') || Number.NaN);
  if (seconds >= 0) return seconds * 1000;
  const reset = Number(headers.get('x-ratelimit-reset') || Number.NaN) * 1000 - Date.now();
  return reset >= 0 ? reset : undefined;
}

/** Maximum length of a provider's message. */
const longestSentence = 300;

/** Removes email addresses from a provider's message. */
function withoutAddresses(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…')
    .slice(0, longestSentence);
}
