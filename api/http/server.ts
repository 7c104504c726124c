import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
import { knownDateOrder, knownHourCycle, knownZone } from '#api/lib/local-time.ts';
import { httpSeconds } from '#api/observability/metrics.ts';
import { guardOperatorPaths } from './operator-paths.ts';
import { originCheck, type OriginCheck, trustedProxies, type Proxies } from './proxies.ts';
import { registerRateLimit } from '#api/security/request-rate/rate-limit.ts';
import { siteCheck, type SiteCheck } from './site/site-origin.ts';

/** How long running requests may take when the server closes, in ms. Then they are aborted. */
const closingPatience = 8000;

/** How long a server that closes goes on accepting connections that keep arriving, in ms. */
const acceptingPatience = 1000;

/** Timeout in ms for receiving a whole request, headers and body. */
const patience = 30_000;

/**
 * Idle timeout of a connection in ms, for clients that send requests without reading responses. Live
 * connections send heartbeats more often, and exports have their own limits.
 */
const idlePatience = 120_000;

/**
 * Interval in ms between checks for slow requests. With Node's default of 30 s they could last twice as long.
 */
const timeoutCheck = 1000;

/**
 * Connections that may wait to be accepted. After a restart thousands reconnect at once, and Node's default
 * of 511 would reject the rest for a second or more. The system's limit also applies (net.core.somaxconn,
 * 4096 since Linux 5.4).
 */
export const backlog = 4096;

export interface HttpOptions {
  /** Timeout in ms for receiving a whole request. Defaults to 30 seconds. */
  requestTimeout?: number;
  /** Idle timeout in ms. Defaults to two minutes. */
  idleTimeout?: number;
  /** Timeout in ms for identifying the caller. Defaults to five seconds. */
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
 * The HTTP server without routes: limits, headers, errors and metrics. Its `close()` lets running requests
 * finish, within ten seconds.
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
      hourCycle: knownHourCycle(headers['hour-cycle']) ?? null,
      dateOrder: knownDateOrder(headers['date-order']) ?? null,
      isForSite: isSite(raw),
      // Created lazily, because few need it and each costs a listener.
      get signal() {
        // Fastify's signal never aborts if first accessed after the client has disconnected.
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

/**
 * One log line and one measurement per response. Only logs the path, because a query string may contain
 * secrets.
 */
function observe(fastify: FastifyInstance): void {
  fastify.addHook(
    'onResponse',
    async ({ method, url, routeOptions, log }, { statusCode: status, elapsedTime }) => {
      httpSeconds.observe({ method, route: routeOptions.url ?? 'none', status }, elapsedTime / 1000);
      // A push URL is a secret as a whole.
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
  // A kept-alive connection would keep the server open after its last response.
  fastify.addHook(
    'onSend',
    async (_request, reply) => void (deadline && reply.header('connection', 'close')),
  );
  fastify.addHook('preClose', async () => {
    deadline = setTimeout(() => fastify.server.closeAllConnections(), closingPatience);
    await sockets.close();
    await acceptWaiting(fastify.server);
  });
  fastify.addHook('onClose', async () => clearTimeout(deadline));
}

/**
 * Accepts the connections that clients have already opened, because the system resets those when the server
 * stops listening. Node accepts one per turn of its event loop.
 */
async function acceptWaiting(server: Server): Promise<void> {
  const giveUp = Date.now() + acceptingPatience;
  let quietTurns = 0;
  const accepted = () => void (quietTurns = 0);
  server.on('connection', accepted);
  for (; quietTurns < 3 && Date.now() < giveUp; quietTurns++) await nextTurn();
  server.off('connection', accepted);
}
