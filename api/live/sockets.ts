import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { handleProtocols } from 'graphql-ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { toProductError } from '#api/lib/errors.ts';
import type { ConnectionLimit } from '#api/http/connections.ts';
import { bodyLimit } from '#api/graphql/limits.ts';
import { knownDateOrder, knownHourCycle, knownZone } from '#api/lib/local-time.ts';
import { socketsOpen } from '#api/observability/metrics.ts';
import type { OriginCheck, Proxies } from '#api/http/proxies.ts';
import { closeCodes } from './connections.ts';
import type { SiteCheck } from '#api/http/site/site-origin.ts';
import type { Live } from './live.ts';
import { Peer } from './peer.ts';
import { createProtocol, type SocketConnection } from './protocol.ts';

export interface Sockets {
  /**
   * Closes all connections, sockets with 1001, so that clients reconnect to another node or the next version.
   */
  close(): Promise<void>;
}

interface Options {
  live: Live;
  server: Server;
  proxies: Proxies;
  isOwnOrigin: OriginCheck;
  /** The public site accepts no tokens. */
  isSite: SiteCheck;
  limit: ConnectionLimit;
}

/**
 * An offer to upgrade to another protocol, such as curl's and Java's `h2c`, may be ignored. The request is
 * then answered over HTTP/1.1.
 */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** The graphql-ws protocol on `/graphql`, on the same port as everything else. */
export function startSockets({ live, server, proxies, isOwnOrigin, isSite, limit }: Options): Sockets {
  const { connections } = live;
  const { log } = live.app;
  const protocol = createProtocol(live);
  // With automatic pongs, `ws` would disconnect clients that ping often, without an error.
  const autoPong = false;
  const wss = new WebSocketServer({ noServer: true, maxPayload: bodyLimit, handleProtocols, autoPong });
  let open = true;

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    stream.on('error', destroy);
    const status = refusal(request);
    if (status) return refuse(stream, status);
    // Direct connections have already been counted.
    if (proxies.isTrusted(request.socket.remoteAddress)) {
      const leave = limit.enter(proxies.addressOf(request));
      if (!leave) return refuse(stream, '429 Too Many Requests');
      stream.once('close', leave);
    }
    wss.handleUpgrade(request, stream, head, (socket) => accept(socket, stream, request));
  }

  function refusal(request: IncomingMessage): string | undefined {
    // Before Node 24.9 other upgrade offers arrive here too, and can only be refused.
    if (!asksForWebSocket(request)) return '400 Bad Request';
    if (request.url?.split('?')[0] !== '/graphql') return '404 Not Found';
    if (!open) return '503 Service Unavailable';
    return isOwnOrigin(request) && !isSite(request) ? undefined : '403 Forbidden';
  }

  function accept(socket: WebSocket, stream: Duplex, request: IncomingMessage): void {
    const peer = new Peer(socket, stream, (error) => {
      if (toProductError(error)) return peer.close(...closeCodes.later);
      log.error({ err: error, reqId: connection.request.id }, 'A message on a socket failed');
      peer.close(...closeCodes.failed);
    });
    const connection: SocketConnection = {
      kind: 'socket',
      peer,
      viewer: null,
      token: null,
      newcomer: null,
      request: {
        ip: proxies.addressOf(request),
        userAgent: request.headers['user-agent'] ?? null,
        // Browsers can't set headers on a WebSocket, so theirs comes with the first message.
        timeZone: knownZone(request.headers['time-zone']) ?? null,
        hourCycle: knownHourCycle(request.headers['hour-cycle']) ?? null,
        dateOrder: knownDateOrder(request.headers['date-order']) ?? null,
        // A flat string. `randomUUID` would keep a tree of twenty parts in memory for hours.
        id: randomBytes(16).toString('hex'),
      },
    };
    connections.add(connection);
    socketsOpen.inc();
    const closed = protocol.opened(peer, connection);
    socket.once('close', (code, reason) => {
      connections.remove(connection);
      socketsOpen.dec();
      void closed(code, String(reason));
    });
  }

  server.on('upgrade', upgrade);

  return {
    async close() {
      open = false;
      live.close();
      await Promise.all(
        [...wss.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      );
      server.off('upgrade', upgrade);
    },
  };
}

function refuse(stream: Duplex, status: string): void {
  stream.once('finish', () => stream.destroy());
  stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/** Node no longer handles the socket's errors, and an unhandled error ends the process. */
function destroy(this: Duplex): void {
  this.destroy();
}
