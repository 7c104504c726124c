import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { cloudError } from './answer.ts';
import type { Answer, Ask } from './answer.ts';
import { answerCloud } from './cloud.ts';
import { deliver, deliverFaulty } from './deliver.ts';
import { Faults } from './faults.ts';
import { RateLimiter } from './limits.ts';
import type { RateLimits } from './limits.ts';
import type { Network } from './network.ts';

export interface UnifiRequest {
  /** The stand-in's clock, Unix milliseconds. */
  at: number;
  method: string;
  /** Decoded, with the query. */
  path: string;
  key?: string;
  /** Name of the console behind a connector call. */
  console?: string;
}

export interface UnifiOptions {
  network: Network;
  /** A free one by default. */
  port?: number;
  host?: string;
  /** Milliseconds between two steps of a living network; without it the world moves with each request. */
  tick?: number;
  /** None by default; `documentedLimits` are the vendor's. */
  limits?: RateLimits;
  /** Most items on any page, so that small networks need several; 500 by default, unlike the vendor's unknown maximum. */
  largestPage?: number;
}

/** A running stand-in for api.ui.com and, through its connector, for the consoles behind it. */
export interface UnifiStandIn {
  url: string;
  network: Network;
  /** The newest 10,000 requests, oldest first. */
  requests: UnifiRequest[];
  faults: Faults;
  /** Connections are refused until `acceptConnections`. */
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
    network.step?.(now);
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
      // A path that cannot be decoded, or a fault function that threw.
      if (res.headersSent) res.destroy();
      else deliver(res, cloudError(error instanceof URIError ? 400 : 500, String(error)));
    });
  });
  await listen(server, port, host);
  const at = (server.address() as AddressInfo).port;
  const timer = tick === undefined ? undefined : setInterval(() => network.step?.(network.now()), tick);
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
