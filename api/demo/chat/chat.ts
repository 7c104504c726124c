import { randomUUID, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ChatAnswer,
  type ChatMessage,
  type ChatRequest,
  type ChatService,
  type Json,
  objectIn,
  type Verdict,
} from './answer.ts';
import { discord } from './discord.ts';
import { slack } from './slack.ts';
import { teams } from './teams.ts';

/**
 * How calls go wrong.
 * - a number: that status, with what the service usually says with it
 * - `status`, `body`, `headers`: just this; without `status` the true answer; either after `afterMs`
 * - `hang`: no answer ever; `reset`: the connection dies before the message is read; `lost`: it dies after the message
 *   was taken; `redirect`: to the metadata address of clouds; `oversized`: an answer that does not end before 64 MB
 */
export type Behaviour =
  | number
  | { status?: number; body?: Json | string; headers?: Record<string, string>; afterMs?: number }
  | 'hang'
  | 'reset'
  | 'lost'
  | 'redirect'
  | 'oversized';

export interface ChatOptions {
  /** Defaults to a free one. */
  port?: number;
  host?: string;
  /** Whether Slack and Discord apply their rate limits. Defaults to true. */
  limited?: boolean;
  /** Secrets that the webhook receiver verifies with. Without any it accepts everything that is signed. */
  secrets?: string[];
  /** How many of the latest requests and messages are kept. Defaults to 20,000. */
  kept?: number;
}

/** Running stand-ins for Slack, Teams, Discord and a webhook receiver, on one local port. */
export interface ChatStandIn {
  url: string;
  slackUrl(name: string): string;
  teamsUrl(name: string): string;
  discordUrl(name: string): string;
  hookUrl(name: string): string;
  /** What people would see, oldest first, with edits applied. */
  messages: ChatMessage[];
  /** All requests, oldest first. */
  requests: ChatRequest[];
  /** Secrets that the receiver verifies with. Can be changed while it runs. */
  secrets: string[];
  /**
   * Scripts responses for URLs that contain `match`. A list is used up one by one. `null`: as usual again.
   */
  behave(match: string, answer: Behaviour | Behaviour[] | null): void;
  close(): Promise<void>;
}

const metadata = 'http://169.254.169.254/latest/meta-data/';

export async function startChat(options: ChatOptions = {}): Promise<ChatStandIn> {
  const { port = 0, host = '127.0.0.1', limited = true, kept = 20_000 } = options;
  const secrets = [...(options.secrets ?? [])];
  const services = { slack: slack(limited), teams: teams(), discord: discord(limited), hook: hook(secrets) };
  const messages: ChatMessage[] = [];
  const requests: ChatRequest[] = [];
  const behaviours = new Map<string, Behaviour | Behaviour[]>();

  function keep<Row>(rows: Row[], row: Row): void {
    rows.push(row);
    if (rows.length > kept) rows.splice(0, rows.length - kept);
  }

  function strike(path: string): Behaviour | undefined {
    const match = behaviours.keys().find((one) => path.includes(one));
    const found = match === undefined ? undefined : behaviours.get(match);
    return Array.isArray(found) ? found.shift() : found;
  }

  function addressed({ pathname }: URL): [ChatService?, string?] {
    for (const service of Object.values(services)) {
      const name = service.nameIn(pathname);
      if (name !== undefined) return [service, name];
    }
    return [];
  }

  function answerOf(service: ChatService, name: string, request: ChatRequest, url: URL): ChatAnswer {
    const { service: kind } = service;
    const find = (id: string) =>
      messages.find((one) => one.id === id && one.service === kind && one.name === name);
    const answer = service.answer({ request, url, name, find, now: request.at });
    const { shows, edits } = answer;
    if (shows)
      keep(messages, {
        id: randomUUID(),
        ...shows,
        service: service.service,
        name,
        at: new Date(request.at),
      });
    if (edits) Object.assign(edits.message, { body: edits.body, editedAt: new Date(request.at) });
    return answer;
  }

  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = req.url ?? '/';
    const url = new URL(path, 'http://chat.invalid');
    if (url.pathname === '/_/requests') return send(res, { status: 200, body: { requests } });
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([key, value]) => [key, String(value)]),
    );
    const request: ChatRequest = { at: Date.now(), method: req.method ?? 'GET', path, headers, body: '' };
    keep(requests, request);
    const behaviour = strike(path);
    if (behaviour === 'hang') return;
    if (behaviour === 'reset') return void req.socket.resetAndDestroy();
    request.body = await text(req);
    if (typeof behaviour === 'object') await sleep(behaviour.afterMs ?? 0);

    const [service, name = ''] = addressed(url);
    const answer =
      scripted(behaviour, service) ??
      (service ? answerOf(service, name, request, url) : { status: 404, body: 'Not found' });
    if (behaviour === 'lost') return void req.socket.resetAndDestroy();
    Object.assign(request, { status: answer.status, note: answer.note });
    if (behaviour === 'oversized') return flood(res);
    send(res, answer);
  }

  const server = createServer((req, res) => {
    respond(req, res).catch(() => res.destroy());
  });
  server.listen(port, host);
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const url = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    url,
    slackUrl: (name) => services.slack.urlOf(url, name),
    teamsUrl: (name) => services.teams.urlOf(url, name),
    discordUrl: (name) => services.discord.urlOf(url, name),
    hookUrl: (name) => services.hook.urlOf(url, name),
    messages,
    requests,
    secrets,
    behave(match, answer) {
      if (answer === null) behaviours.delete(match);
      else behaviours.set(match, Array.isArray(answer) ? [...answer] : answer);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The scripted response that replaces the normal one. */
function scripted(
  behaviour: Behaviour | undefined,
  service: ChatService | undefined,
): ChatAnswer | undefined {
  if (behaviour === 'redirect') return { status: 302, headers: { location: metadata } };
  if (typeof behaviour === 'number') return service?.usual(behaviour) ?? { status: behaviour };
  if (typeof behaviour !== 'object' || behaviour.status === undefined) return undefined;
  const { status, body, headers } = behaviour;
  return { status, body, headers };
}

function send(res: ServerResponse, { status, body, headers }: ChatAnswer): void {
  const isText = typeof body === 'string';
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  const content = isText ? body : body && JSON.stringify(body);
  res.writeHead(status, { ...(content !== undefined && { 'content-type': type }), ...headers });
  res.end(content);
}

/** Writes at its reader's speed, and stops with it. */
function flood(res: ServerResponse): void {
  let left = 64;
  const piece = Buffer.alloc(1024 * 1024, 'x');
  const more = () => {
    while (left-- > 0) if (!res.write(piece)) return;
    res.end();
  };
  res
    .writeHead(200)
    .on('drain', more)
    .on('error', () => undefined);
  more();
}

/** Signing secret of the demo's webhook, so that the receiver can verify it. It protects nothing. */
export const demoSigningSecret = 'whsec_bmV0bGFudGVybi1kZW1vLXdlYmhvb2stc2VjcmV0LTAwMQ==';

/** Allowed clock difference in seconds (Standard Webhooks 1.0). */
const tolerance = 300;

/**
 * A Standard Webhooks receiver that verifies with these secrets. Without any it can't verify, and accepts
 * everything signed.
 */
function hook(secrets: readonly string[]): ChatService {
  const usual = (status: number): ChatAnswer => ({
    status,
    body: { message: status < 300 ? 'Thank you' : `Scripted ${status}` },
    headers: status === 429 ? { 'retry-after': '2' } : {},
  });
  return {
    service: 'webhook',
    urlOf: (base, name) => `${base}/hook/${name}`,
    nameIn: (path) => /^\/hook\/([\w-]+)$/.exec(path)?.[1],
    usual,
    answer({ request, now }) {
      if (request.method !== 'POST') return usual(405);
      const signature = verdictOn(request, secrets, now);
      const body = objectIn(request.body);
      if (!body) return { status: 400, body: { message: 'Not a JSON object' } };
      if (signature === 'invalid' || signature === 'missing')
        return { status: 401, body: { message: `Signature ${signature}` }, note: `Signature ${signature}` };
      // It answers a ping without showing it to anyone.
      return body['type'] === 'ping' ? usual(200) : { ...usual(200), shows: { body, signature } };
    },
  };
}

function verdictOn({ headers, body }: ChatRequest, secrets: readonly string[], now: number): Verdict {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const signatures = headers['webhook-signature']?.split(' ') ?? [];
  if (!id || !timestamp || signatures.length === 0) return 'missing';
  if (!(Math.abs(now / 1000 - Number(timestamp)) <= tolerance)) return 'invalid';
  if (secrets.length === 0) return 'unknown';
  const isRight = secrets.some((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
    return signatures.some((one) => matches(one, right));
  });
  return isRight ? 'valid' : 'invalid';
}

function matches(signature: string, right: Buffer): boolean {
  const [version, value = ''] = signature.split(',');
  const given = Buffer.from(value, 'base64');
  return version === 'v1' && given.length === right.length && timingSafeEqual(given, right);
}
