import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import {
  cloudError,
  type Answer,
  type Ask,
  RateLimiter,
  type RateLimits,
  edgeError,
  networkError,
} from './answer.ts';
import { answerCloud } from './cloud.ts';
import { Faults, type FaultKind } from './faults.ts';
import type { Network } from './network.ts';

export interface UnifiRequest {
  /** The stand-in's clock, Unix milliseconds. */
  at: number;
  method: string;
  /** Decoded, including the query. */
  path: string;
  key?: string;
  /** Name of the console behind a connector call. */
  console?: string;
}

export interface UnifiOptions {
  network: Network;
  /** Defaults to a free one. */
  port?: number;
  host?: string;
  /**
   * Milliseconds between two steps of a live network. Without it, the simulation advances with each request.
   */
  tick?: number;
  /** None by default. `documentedLimits` are the vendor's. */
  limits?: RateLimits;
  /**
   * Maximum items per page, so that small networks need several. Defaults to 500. The vendor's maximum is
   * unknown.
   */
  largestPage?: number;
}

/** A running stand-in for api.ui.com and, through its connector, for the consoles behind it. */
export interface UnifiStandIn {
  url: string;
  network: Network;
  /** The latest 10,000 requests, oldest first. */
  requests: UnifiRequest[];
  faults: Faults;
  /** Refuses connections until `acceptConnections`. */
  refuseConnections(): Promise<void>;
  /** Listens again on the same port. */
  acceptConnections(): Promise<void>;
  close(): Promise<void>;
}

const kept = 10_000;

export async function startUnifi(options: UnifiOptions): Promise<UnifiStandIn> {
  const { network, port = 0, host = '127.0.0.1', tick, limits = {}, largestPage = 500 } = options;
  const requests: UnifiRequest[] = [];
  const faults = new Faults();
  const limiter = new RateLimiter(limits);

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const now = network.now();
    network.settle(now);
    const url = new URL(req.url ?? '/', 'http://unifi.invalid');
    const segments = url.pathname.split('/').filter(Boolean).map(decodeURIComponent);
    const header = req.headers['x-api-key'];
    const key = network.keys.find((one) => one.value === header && !one.revoked);
    const connector = segments[1] === 'connector';
    const target = connector ? network.consoles.find((console) => console.hostId === segments[3]) : undefined;
    const path = `/${segments.join('/')}${decodeURIComponent(url.search)}`;
    const request = {
      at: now,
      method: req.method ?? 'GET',
      path,
      key: header?.toString(),
      console: target?.name,
    };
    requests.push(request);
    if (requests.length > kept) requests.splice(0, requests.length - kept);

    const consoleNames = target ? [target.name, target.hostId] : [];
    const pageSize = Number(url.searchParams.get('pageSize') ?? url.searchParams.get('limit') ?? Infinity);
    const fault = faults.strike({ path, key: request.key, consoleNames, now, pageSize });
    const respond = fault?.options.respond;
    const ask: Ask = {
      method: request.method,
      segments,
      path: url.pathname,
      query: url.searchParams,
      body: await text(req),
      now,
      instant: network.instant,
      paging: { largestPage, sameToken: respond === 'sameToken', itemMoves: respond === 'itemMoves' },
    };
    const limit = connector ? 'connector' : segments[0] === 'ea' ? 'ea' : 'v1';
    const whole: Answer = key
      ? (limiter.take(limit, (connector ? segments[3] : key.value) ?? '', now) ?? answerCloud(key, ask))
      : cloudError(401);
    if (fault) deliverFaulty(res, whole, fault.options, path, now);
    else deliver(res, whole);
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      // A path that can't be decoded, or a fault function that threw.
      if (res.headersSent) res.destroy();
      else deliver(res, cloudError(error instanceof URIError ? 400 : 500, String(error)));
    });
  });
  await listen(server, port, host);
  const at = (server.address() as AddressInfo).port;
  const timer = tick === undefined ? undefined : setInterval(() => network.settle(), tick);
  timer?.unref();

  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${at}`,
    network,
    requests,
    faults,
    refuseConnections: () => stop(server),
    acceptConnections: () => listen(server, at, host),
    async close() {
      clearInterval(timer);
      await stop(server);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function stop(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const html =
  '<!doctype html><html><head><title>UniFi</title></head><body><h1>Please stand by</h1></body></html>';

type StatusFault = Extract<FaultKind, { respond: number }>;

function send(res: ServerResponse, status: number, type: string, body: string | Buffer, headers = {}): void {
  res.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers });
  res.end(body);
}

const json = 'application/json; charset=utf-8';

/** Sends a response unchanged. */
function deliver(res: ServerResponse, { status, body, headers, gzipWithoutHeader }: Answer): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  send(res, status, json, gzipWithoutHeader ? gzipSync(text) : text, headers);
}

/**
 * Sends a response with a fault.
 * @param path as the Network application would report it
 */
function deliverFaulty(
  res: ServerResponse,
  answer: Answer,
  fault: FaultKind,
  path: string,
  now: number,
): void {
  if (typeof fault.respond === 'number') {
    return later(res, fault.ms ?? 0, () => deliver(res, errorOf(fault, path, now)));
  }
  if (typeof fault.respond === 'function')
    return deliver(res, { ...answer, body: fault.respond(answer.body) });
  const text = answer.body === undefined ? '' : JSON.stringify(answer.body);
  switch (fault.respond) {
    case 'html':
      return send(res, ('status' in fault && fault.status) || 200, 'text/html', html);
    case 'text':
      return send(res, ('status' in fault && fault.status) || 200, 'text/plain', 'upstream connect error');
    case 'empty':
      return send(res, ('status' in fault && fault.status) || 200, json, '');
    case 'cutOff':
      res.writeHead(answer.status, { 'Content-Type': json, 'Content-Length': Buffer.byteLength(text) });
      res.write(text.slice(0, text.length / 2), () => res.socket?.resetAndDestroy());
      return;
    case 'reset':
      res.socket?.resetAndDestroy();
      return;
    case 'never':
      return;
    case 'gzip':
      return deliver(res, { ...answer, gzipWithoutHeader: true });
    case 'huge':
      return swell(res, text, ('bytes' in fault && fault.bytes) || 10_500_000);
    case 'slow':
      return later(res, 'ms' in fault ? fault.ms : 0, () => deliver(res, answer));
    case 'drip':
      res.writeHead(answer.status, { 'Content-Type': json });
      return drip(res, Buffer.from(text), 'ms' in fault ? fault.ms : 0);
    default:
      return deliver(res, answer);
  }
}

function errorOf(fault: StatusFault, path: string, now: number): Answer {
  const { respond: status, message } = fault;
  const shaped = {
    cloud: () => cloudError(status, message),
    network: () =>
      networkError(
        status,
        path.replace(/^.*(?=\/integration\/)/, ''),
        now,
        message === undefined ? {} : { message },
      ),
    edge: () => edgeError(status, message ?? 'Unauthorized'),
  };
  const answer = shaped[fault.shape ?? 'cloud']();
  const retryAfter = fault.retryAfter === undefined && status === 429 ? '5' : fault.retryAfter;
  return retryAfter ? { ...answer, headers: { 'Retry-After': retryAfter } } : answer;
}

/** The normal response as valid JSON, padded with whitespace, without a content length. */
function swell(res: ServerResponse, text: string, bytes: number): void {
  res.writeHead(200, { 'Content-Type': json });
  const blanks = ' '.repeat(65_536);
  let sent = 0;
  const pour = () => {
    while (sent < bytes && !res.destroyed) {
      sent += blanks.length;
      if (!res.write(blanks)) return void res.once('drain', pour);
    }
    res.end(text);
  };
  pour();
}

function later(res: ServerResponse, ms: number, act: () => void): void {
  const timer = setTimeout(act, ms);
  res.once('close', () => clearTimeout(timer));
}

function drip(res: ServerResponse, rest: Buffer, ms: number): void {
  if (rest.length === 0) return void res.end();
  res.write(rest.subarray(0, 1));
  later(res, ms, () => drip(res, rest.subarray(1), ms));
}
