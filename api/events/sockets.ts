import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { handleProtocols } from 'graphql-ws';
import type { GraphQLSchema } from 'graphql';
import { WebSocketServer, type WebSocket } from 'ws';
import type { App } from '#api/app.ts';
import { meantBy } from '#api/errors.ts';
import { bodyLimit } from '#api/limits.ts';
import { socketsOpen } from '#api/metrics.ts';
import type { OriginCheck } from '#api/origin.ts';
import type { Proxies } from '#api/proxies.ts';
import { startHub } from './hub.ts';
import { closing, Peer } from './peer.ts';
import { makeProtocol, type Connection } from './protocol.ts';
import { endedPasses, heldPasses } from './sessions.ts';

/** Milliseconds between two pings; a peer that is gone is noticed within two of them. */
const heartbeat = 7000;

/** Milliseconds between two looks at what nobody rings the bell for: idle and expired sessions, a changed policy. */
const sessionLook = 1000;

export interface Sockets {
  /** Closes every socket with 1001, so that clients come back to another node or the next version. */
  close(): Promise<void>;
}

interface Options {
  app: App;
  schema: GraphQLSchema;
  server: Server;
  proxies: Proxies;
  isOwnOrigin: OriginCheck;
}

/** Offers of another protocol, as `h2c` by curl and Java, may be ignored: the request is then answered as it stands. */
export function asksForWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket';
}

/** The graphql-ws protocol on `/graphql`, on the port of everything else. */
export function startSockets({ app, schema, server, proxies, isOwnOrigin }: Options): Sockets {
  const { bell, orm, log } = app;
  const hub = startHub(app, schema);
  const connections = new Set<Connection>();
  const protocol = makeProtocol({ app, schema, hub, connections });
  const wss = new WebSocketServer({ noServer: true, maxPayload: bodyLimit, handleProtocols });
  let open = true;
  let looking = false;

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    // Node has stopped listening, and an error that nobody hears ends the process.
    stream.on('error', () => stream.destroy());
    const status = refusal(request);
    if (status) {
      stream.once('finish', () => stream.destroy());
      stream.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    wss.handleUpgrade(request, stream, head, (socket) => accept(socket, request));
  }

  function refusal(request: IncomingMessage): string | undefined {
    // Before Node 24.9 other offers arrive here too, and can only be refused.
    if (!asksForWebSocket(request)) return '400 Bad Request';
    if (request.url?.split('?')[0] !== '/graphql') return '404 Not Found';
    if (!open) return '503 Service Unavailable';
    return isOwnOrigin(request) ? undefined : '403 Forbidden';
  }

  function accept(socket: WebSocket, request: IncomingMessage): void {
    const peer = new Peer(socket);
    const connection: Connection = {
      peer,
      viewer: null,
      token: null,
      request: {
        ip: proxies.addressOf(request),
        userAgent: request.headers['user-agent'] ?? null,
        id: randomUUID(),
      },
    };
    connections.add(connection);
    socketsOpen.inc();
    // What a peer does wrong is answered by a close frame; nobody else needs to hear of it.
    socket.on('error', () => undefined);
    const closed = protocol.opened(
      {
        protocol: peer.protocol,
        send: (text) => peer.send(text),
        close: (code = 1000, reason = '') => peer.close(code, reason),
        onMessage: (take) =>
          socket.on('message', (data, isBinary) => {
            if (isBinary) return peer.close(...closing.notText);
            take(String(data)).catch((error: unknown) => {
              if (meantBy(error)) return peer.close(...closing.later);
              log.error({ err: error, reqId: connection.request.id }, 'A message on a socket failed');
              peer.close(...closing.failed);
            });
          }),
      },
      connection,
    );
    socket.once('close', (code, reason) => {
      connections.delete(connection);
      socketsOpen.dec();
      void closed(code, String(reason));
    });
  }

  function endSession(id: string): void {
    for (const { viewer, peer } of connections) if (viewer?.passId === id) peer.close(...closing.forbidden);
  }

  /** Its clients come back by themselves, and are then who they are now. */
  function moveSession(id: string): void {
    for (const { viewer, peer } of connections) if (viewer?.passId === id) peer.close(...closing.moved);
  }

  /** One look at a time: where the database is slow they would pile up and make it slower. */
  async function lookAtSessions(): Promise<void> {
    if (looking) return;
    looking = true;
    const ids = [...new Set([...connections].flatMap(({ viewer }) => viewer?.passId ?? []))];
    const em = orm.em.fork();
    try {
      const [ended, held] = await Promise.all([endedPasses(em, ids), heldPasses(em, ids)]);
      ended.forEach(endSession);
      judgeAnew(ids, held);
    } catch (error) {
      log.warn({ err: error }, 'Sessions of sockets could not be checked; trying again');
    } finally {
      looking = false;
    }
  }

  /** A socket knows what was demanded of its person when it was opened. Since that has changed, they come back. */
  function judgeAnew(ids: string[], held: string[]): void {
    for (const { viewer, peer } of connections) {
      if (!viewer || !ids.includes(viewer.passId)) continue;
      if (viewer.mustSetUpTwoFactor !== held.includes(viewer.passId)) peer.close(...closing.moved);
    }
  }

  const stopListening = bell.listen((ring) => {
    if (ring.topic === 'session') endSession(ring.sessionId);
    if (ring.topic === 'moved') moveSession(ring.sessionId);
    if (ring.topic === 'lost') void lookAtSessions();
  });
  const timers = [
    setInterval(() => connections.forEach(({ peer }) => peer.beat()), heartbeat),
    setInterval(() => void lookAtSessions(), sessionLook),
  ];
  server.on('upgrade', upgrade);

  return {
    async close() {
      open = false;
      for (const { peer } of connections) peer.close(...closing.goingAway);
      await Promise.all(
        [...wss.clients].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
      );
      server.off('upgrade', upgrade);
      stopListening();
      timers.forEach(clearInterval);
      hub.close();
    },
  };
}
