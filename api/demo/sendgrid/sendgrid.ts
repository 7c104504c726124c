import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An email submitted to SendGrid, unchanged. */
export interface SendGridMail {
  personalizations: { to: { email: string }[] }[];
  from: { email: string; name?: string };
  reply_to?: { email: string };
  subject: string;
  content: { type: string; value: string }[];
  /** `content` is base64. */
  attachments?: { content: string; filename: string; type: string; disposition: string }[];
  headers?: Record<string, string>;
  custom_args?: Record<string, string>;
  tracking_settings?: Record<string, { enable: boolean }>;
}

/** Simulated failures, each until changed. */
export interface SendGridFaults {
  /** Response status for every call, with matching headers. */
  status?: number;
  headers?: Record<string, string>;
  /** Never responds. */
  hang?: boolean;
  /** Error message for addresses that it rejects. */
  refuse?: (address: string) => boolean;
}

export interface SendGridStandIn {
  /** For SENDGRID_API_URL. */
  url: string;
  /**
   * The valid key. Changing it revokes the old one. Undefined: any well-formed key that isn't named revoked.
   */
  apiKey?: string;
  /** What the key may do. */
  scopes: string[];
  /** Rejects senders of other domains. Undefined: every sender is verified. */
  fromDomain?: string;
  taken: SendGridMail[];
  faults: SendGridFaults;
  /** `created` in seconds. */
  bounces: { created: number; email: string; reason: string; status: string }[];
  /** `GET /v3/…`, oldest first. */
  calls: string[];
  close(): Promise<void>;
}

/** Addresses whose email bounces after it was accepted. */
const bouncing = /^bounce/i;

/** A stand-in for SendGrid's API v3 (Mail Send, bounces), with its validation and response formats. */
export async function startSendGrid({
  apiKey,
  fromDomain,
}: { apiKey?: string; fromDomain?: string } = {}): Promise<SendGridStandIn> {
  const server = createServer((request, response) => void serve(request, response));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const standIn: SendGridStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey,
    scopes: ['mail.send'],
    fromDomain,
    taken: [],
    faults: {},
    bounces: [],
    calls: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method, url = '/', headers } = request;
    standIn.calls.push(`${method} ${url}`);
    const { faults } = standIn;
    if (faults.hang) return;
    if (faults.status) return fail(response, faults.status, 'Not now', null, faults.headers);
    if (!isAccepted(headers.authorization ?? ''))
      return fail(response, 401, 'The provided authorization grant is invalid, expired, or revoked');
    const { pathname, searchParams } = new URL(url, standIn.url);
    if (method === 'GET' && pathname === '/v3/scopes') return json(response, { scopes: standIn.scopes });
    if (method === 'POST' && pathname === '/v3/mail/send') return take(response, body);
    if (pathname.startsWith('/v3/suppression/bounces'))
      return bounced(method, pathname, searchParams, response);
    return fail(response, 404, 'Not Found');
  }

  function isAccepted(authorization: string): boolean {
    if (standIn.apiKey !== undefined) return authorization === `Bearer ${standIn.apiKey}`;
    return authorization.startsWith('Bearer SG.') && !authorization.includes('revoked');
  }

  function take(response: ServerResponse, body: string): void {
    const mail = JSON.parse(body) as SendGridMail;
    const [message, field] = problemOf(mail) ?? [];
    if (message) return fail(response, field === 'from' ? 403 : 400, message, field);
    standIn.taken.push(mail);
    const { email } = mail.personalizations[0]!.to[0]!;
    const created = Math.floor(Date.now() / 1000);
    const reason = '550 5.1.1 The email account does not exist';
    if (bouncing.test(email)) standIn.bounces.push({ created, email, reason, status: '5.1.1' });
    response.writeHead(202, { 'x-message-id': randomUUID() }).end();
  }

  function problemOf(mail: SendGridMail): [message: string, field: string] | undefined {
    const [first] = mail.personalizations ?? [];
    const to = first?.to[0]?.email ?? '';
    if (!/^[^\s@]+@[^\s@]+$/.test(to)) return ['Does not contain a valid address.', 'personalizations.0.to'];
    if (standIn.faults.refuse?.(to))
      return [`The address ${to} cannot be written to.`, 'personalizations.0.to.0'];
    if (!mail.subject) return ['The subject is required.', 'subject'];
    if (/[\r\n]/.test([mail.subject, ...Object.values(mail.headers ?? {})].join('')))
      return ['The subject and headers cannot contain line breaks.', 'headers'];
    if (mail.content?.[0]?.type !== 'text/plain')
      return ['If present, text/plain must be first, followed by text/html.', 'content'];
    if (mail.attachments?.some(({ content, filename }) => !content || !filename))
      return ['The attachment content and filename are required.', 'attachments.0'];
    if (!mail.from?.email?.endsWith(`@${standIn.fromDomain ?? ''}`) && standIn.fromDomain !== undefined)
      return ['The from address does not match a verified Sender Identity.', 'from'];
    return undefined;
  }

  function bounced(
    method: string | undefined,
    pathname: string,
    query: URLSearchParams,
    response: ServerResponse,
  ): void {
    if (method === 'DELETE') {
      const address = decodeURIComponent(pathname.slice('/v3/suppression/bounces/'.length));
      standIn.bounces = standIn.bounces.filter(({ email }) => email !== address);
      response.writeHead(204).end();
      return;
    }
    const [from, limit, offset] = ['start_time', 'limit', 'offset'].map((name) =>
      Number(query.get(name) ?? 0),
    );
    const page = standIn.bounces
      .filter(({ created }) => created >= from!)
      .slice(offset, offset! + (limit || 500));
    json(response, page);
  }

  return standIn;
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function fail(
  response: ServerResponse,
  status: number,
  message: string,
  field: string | null = null,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ errors: [{ message, field, help: null }] });
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}
