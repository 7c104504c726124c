import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  type RawRequestDefaultExpression as RawRequest,
} from 'fastify';
import type { App } from '#api/config/app.ts';
import { type ConnectionLimit, connectionLimit, limitConnections } from './connections.ts';
import type { Context } from '#api/graphql/context.ts';
import { databaseTimeoutMs, rejectAfter } from '#api/graphql/deadline.ts';
import type { Live } from '#api/live/live.ts';
import { asksForWebSocket, startSockets } from '#api/live/sockets.ts';
import { refuseAddress, registerFailures } from './failures.ts';
import { touchSession, viewerOf } from '#api/features/auth/session/viewer.store.ts';
import { pushPath } from '#api/features/push/push.service.ts';
import { registerHeaders } from './headers.ts';
import { bodyLimit } from '#api/graphql/limits.ts';
import { knownZone } from '#api/lib/local-time.ts';
import { httpSeconds } from '#api/observability/metrics.ts';
import { guardOperatorPaths } from './operator-paths.ts';
import { originCheck, type OriginCheck, trustedProxies, type Proxies } from './proxies.ts';
import { registerRateLimit } from '#api/security/request-rate/rate-limit.ts';
import { siteCheck, type SiteCheck } from './site/site-origin.ts';

/** Milliseconds for requests under way when the server closes; then they are cut. */
const closingPatience = 8000;

/** Milliseconds for a request to arrive whole, headers and body. */
const patience = 30_000;

/**
 * Milliseconds without a byte in either direction, after which a connection is closed: its client sends requests and reads no
 * answers. Live connections send signs of life more often, and exports have limits of their own.
 */
const idlePatience = 120_000;

/** Milliseconds between two looks for requests that take longer. Node's own 30 s would let them last twice as long. */
const timeoutCheck = 1000;

/**
 * Connections that may wait to be accepted. After a restart thousands come at once; Node's 511 would turn the rest away for
 * a second and more. The system's own limit (net.core.somaxconn, 4096 since Linux 5.4) holds as well.
 */
export const backlog = 4096;

export interface HttpOptions {
  /** Milliseconds for a request to arrive whole; 30 seconds by default. */
  requestTimeout?: number;
  /** Milliseconds without a byte in either direction; two minutes by default. */
  idleTimeout?: number;
  /** Milliseconds for the database to identify the caller; five seconds by default. */
  viewerTimeout?: number;
}

/** A server without routes, and what routes need. */
export interface HttpServer {
  fastify: FastifyInstance;
  /** Identifies the caller, and counts the request against their limits. */
  contextOf: (request: FastifyRequest) => Promise<Context>;
  proxies: Proxies;
  isOwnOrigin: OriginCheck;
  isSite: SiteCheck;
  limit: ConnectionLimit;
}

/**
 * The HTTP server without routes: limits, headers, failures and measurements. Its `close()` lets requests under way finish,
 * within ten seconds.
 */
export async function openHttpServer(
  app: App,
  { requestTimeout = patience, idleTimeout = idlePatience, viewerTimeout = databaseTimeoutMs }: HttpOptions,
): Promise<HttpServer> {
  const proxies = trustedProxies(app.config.trustProxy);
  const isOwnOrigin = originCheck(app.config.publicUrl, proxies);
  const fastify = Fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    genReqId: ({ headers, socket }) =>
      requestId(headers['x-request-id'], () => proxies.isTrusted(socket.remoteAddress)),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout,
    connectionTimeout: idleTimeout,
    http: {
      shouldUpgradeCallback: asksForWebSocket,
      headersTimeout: requestTimeout,
      connectionsCheckingInterval: Math.min(timeoutCheck, requestTimeout),
    },
    return503OnClosing: false,
    frameworkErrors: refuseAddress,
    rewriteUrl: originForm,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
  });
  const limit = connectionLimit(app.config.connectionsPerAddress);
  limitConnections(fastify, limit, proxies);
  guardOperatorPaths(fastify);
  const isSite = siteCheck(app.config, proxies);
  const contextOf = registerRateLimit(
    fastify,
    app.rates,
    makeContextOf(app, proxies, { isSite, viewerTimeout }),
  );

  observe(fastify);
  registerFailures(fastify);
  await registerHeaders(fastify, app.config, isOwnOrigin);
  await fastify.register(compress, { threshold: 1024 });
  return { fastify, contextOf, proxies, isOwnOrigin, isSite, limit };
}

/** The path of a request target that is a full URL. Its host replaces the `Host` header (RFC 9112, 3.2.2). */
function originForm({ url = '/', headers }: RawRequest): string {
  const target = url.startsWith('/') ? null : URL.parse(url);
  if (!target?.host) return url;
  headers.host = target.host;
  return target.pathname + target.search;
}

function requestId(given: string | string[] | undefined, isBelieved: () => boolean): string {
  return typeof given === 'string' && /^[\w.:-]{8,100}$/.test(given) && isBelieved() ? given : randomUUID();
}

function makeContextOf(
  app: App,
  proxies: Proxies,
  { isSite, viewerTimeout }: { isSite: SiteCheck; viewerTimeout: number },
): (request: FastifyRequest) => Promise<Context> {
  return async (incoming) => {
    const { headers, id, raw } = incoming;
    const em = app.orm.em.fork();
    const ip = proxies.addressOf(raw);
    const [, token] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? [];
    const request = {
      id,
      ip,
      userAgent: headers['user-agent'] ?? null,
      timeZone: knownZone(headers['time-zone']) ?? null,
      isForSite: isSite(raw),
      // Asked for by few, and each costs a listener.
      get signal() {
        // Fastify's own never aborts when it is first asked for after the client has disconnected.
        return raw.socket.destroyed ? AbortSignal.abort() : incoming.signal;
      },
    };
    const isUnattended = headers['x-unattended'] !== undefined;
    const recognise = async () => {
      const viewer = await viewerOf(em, token, ip);
      if (viewer?.session && !isUnattended) await touchSession(em, viewer.session);
      return viewer;
    };
    const viewer = token ? await rejectAfter(viewerTimeout, recognise()) : null;
    return { em, viewer, app, request };
  };
}

/** One line and one measurement per answer. A query string may hold secrets: only the path is written down. */
function observe(fastify: FastifyInstance): void {
  fastify.addHook(
    'onResponse',
    async ({ method, url, routeOptions, log }, { statusCode: status, elapsedTime }) => {
      httpSeconds.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1000);
      // An address to push to is a secret as a whole.
      const path = url.startsWith(`${pushPath}/`) ? pushPath : url.split('?')[0];
      log.info({ method, path, status, ms: Math.round(elapsedTime) }, 'answered');
    },
  );
}

/** Serves GraphQL over WebSockets, and ends them when the server closes. */
export function openSockets(http: HttpServer, live: Live): void {
  const { fastify, proxies, isOwnOrigin, isSite, limit } = http;
  const sockets = startSockets({ live, server: fastify.server, proxies, isOwnOrigin, isSite, limit });
  let deadline: NodeJS.Timeout | undefined;
  // A connection kept alive after its last answer would keep the server open.
  fastify.addHook(
    'onSend',
    async (_request, reply) => void (deadline && reply.header('connection', 'close')),
  );
  fastify.addHook('preClose', async () => {
    deadline = setTimeout(() => fastify.server.closeAllConnections(), closingPatience);
    await sockets.close();
  });
  fastify.addHook('onClose', async () => clearTimeout(deadline));
}
