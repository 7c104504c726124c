import { createECDH, createHash, type ECDH } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { decrypted, vapidProblem } from './receive.ts';

/** A notification as a browser received it. */
export interface PushMessage {
  /** Name of the browser. */
  browser: string;
  at: Date;
  /** What our service worker is given. */
  payload: Record<string, unknown>;
  /** Seconds that the service would keep it. */
  ttl: number;
  urgency: string;
  topic: string | undefined;
}

/** A running stand-in for a push service with browsers, on a local port (RFC 8030, RFC 8291, RFC 8292). */
export interface PushStandIn {
  url: string;
  /**
   * Turns push on in a browser, which exists from then on. Its keys depend on its name only, so that the demo's browser is
   * still the same after a restart.
   * @param applicationServerKey the only sender that it accepts, base64url. By default any
   */
  subscribe(browser: string, applicationServerKey?: string): BrowserSubscription;
  /** The browser is gone: its push service answers 410. */
  unsubscribe(browser: string): void;
  /** What browsers received, oldest first. */
  messages: PushMessage[];
  /** Statuses of all requests, oldest first. */
  answers: number[];
  /** Answers a browser's next messages with these statuses instead. */
  behave(browser: string, statuses: number[]): void;
  close(): Promise<void>;
}

/** A browser's `PushSubscription`. */
export interface BrowserSubscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The largest message that services must accept, in bytes (RFC 8030, section 7.2). */
const largest = 4096;

export async function startPush({ port = 0 }: { port?: number } = {}): Promise<PushStandIn> {
  const subscribed = new Map<string, { key?: string }>();
  const behaviours = new Map<string, number[]>();
  const messages: PushMessage[] = [];
  const answers: number[] = [];

  async function answerTo(request: IncomingMessage): Promise<number> {
    const body = await buffer(request);
    const browser = decodeURIComponent(/^\/push\/([^/]+)$/.exec(request.url ?? '')?.[1] ?? '');
    const known = subscribed.get(browser);
    if (request.method !== 'POST' || !known) return browser ? 410 : 404;
    const { headers } = request;
    const scripted = behaviours.get(browser)?.shift();
    if (scripted && scripted >= 300) return scripted;
    if (!/^\d+$/.test(headers.ttl?.toString() ?? '') || headers['content-encoding'] !== 'aes128gcm')
      return 400;
    if (body.length > largest) return 413;
    if (vapidProblem(headers.authorization, { origin: url, key: known.key, now: new Date() })) return 403;
    const keys = keysOf(browser);
    messages.push({ browser, ...described(headers), payload: JSON.parse(decrypted(body, keys)) });
    return scripted ?? 201;
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = await answerTo(request).catch(() => 400);
    answers.push(status);
    response.writeHead(status, { 'content-length': 0 }).end();
  }

  const server = createServer((request, response) => void respond(request, response));
  server.listen(port, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    subscribe(browser, key) {
      subscribed.set(browser, { key });
      behaviours.delete(browser);
      const { ecdh, auth } = keysOf(browser);
      return {
        endpoint: `${url}/push/${encodeURIComponent(browser)}`,
        p256dh: ecdh.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
    },
    unsubscribe: (browser) => void subscribed.delete(browser),
    messages,
    answers,
    behave: (browser, statuses) => void behaviours.set(browser, [...statuses]),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function described(headers: IncomingHttpHeaders): Omit<PushMessage, 'browser' | 'payload'> {
  const { ttl, urgency, topic } = headers;
  return { at: new Date(), ttl: Number(ttl), urgency: String(urgency ?? 'normal'), topic: topic?.toString() };
}

/** The private key and the secret of a browser. */
function keysOf(browser: string): { ecdh: ECDH; auth: Buffer } {
  const hash = (what: string) => createHash('sha256').update(`${what} of ${browser}`).digest();
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(hash('private key'));
  return { ecdh, auth: hash('secret').subarray(0, 16) };
}
