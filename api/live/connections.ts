import type { App } from '#api/config/app.ts';
import type { Caller, Context } from '#api/graphql/context.ts';
import { outageLog } from '#api/observability/outage-log.ts';
import { endedCredentials, credentialsLackingTwoFactor } from './sessions.ts';

/** Close codes: RFC 6455's, and the graphql-ws protocol's 4403. Its clients come back by themselves after 1001 and 1013. */
export const closeCodes = {
  goingAway: [1001, 'Going away'],
  moved: [1001, 'Team, role or requirements changed'],
  notText: [1003, 'Send text'],
  failed: [1011, 'Internal error'],
  later: [1013, 'Try again later'],
  tooSlow: [1013, 'Too slow: resume with your cursor'],
  tooMany: [1013, 'Too many connections'],
  tooFast: [1013, 'Too many messages'],
  forbidden: [4403, 'Forbidden'],
} as const satisfies Record<string, readonly [number, string]>;

/** Bytes that may wait for a client that does not read. */
export const maxBufferedBytes = 1024 * 1024;

/** Milliseconds for a client to take its leave before its connection is cut. */
export const closeTimeoutMs = 1000;

/** Interval between heartbeats in ms. A lost peer is noticed within two of them. */
const heartbeatMs = 7000;

/**
 * Interval in ms between checks for what no signal announces: idle and expired sessions, a changed policy.
 */
const sessionCheckMs = 1000;

/** The other end of a line. */
export interface PeerTransport {
  close(code: number, reason: string): void;
  /** One beat of the heart: cuts a peer that has not answered the last one. */
  beat(): void;
}

/** What has to be known for as long as a line is open: the rest would be most of its memory. */
export type ConnectionViewer = Pick<Caller, 'credentialId' | 'mustSetUpTwoFactor'> & { user: { id: string } };

/** What stays open to a client, and who that is once they have said so. */
export interface Connection<End extends PeerTransport = PeerTransport> {
  kind: 'socket' | 'stream';
  peer: End;
  viewer: ConnectionViewer | null;
  token: string | null;
  request: Context['request'];
}

/** Every WebSocket and every stream of events of this process. They end with the session or the API token behind them. */
export interface Connections {
  add(connection: Connection): void;
  remove(connection: Connection): void;
  /** Notes who is behind a line. */
  identify(connection: Connection, viewer: ConnectionViewer): void;
  /** How many connections of a kind a person has open. */
  countOf(userId: string, kind: Connection['kind']): number;
  /** Asks every client to reconnect, to another node or the next version. */
  close(): void;
}

export function openConnections({ pubsub, orm, log }: Pick<App, 'pubsub' | 'orm' | 'log'>): Connections {
  const connections = new Set<Connection>();
  /** Open connections by kind and person. Recounting for each new one would be quadratic. */
  const counts = new Map<string, number>();
  let looking = false;
  const outage = outageLog(log, {
    failed: "Sessions of open connections can't be checked; trying again every second",
    restored: 'Sessions of open connections are checked again',
  });

  function count({ kind, viewer }: Connection, more: 1 | -1): void {
    if (!viewer) return;
    const key = countKey(viewer.user.id, kind);
    const left = (counts.get(key) ?? 0) + more;
    if (left > 0) counts.set(key, left);
    else counts.delete(key);
  }

  function endSession(id: string): void {
    for (const { viewer, peer } of connections)
      if (viewer?.credentialId === id) peer.close(...closeCodes.forbidden);
  }

  /** Its clients come back by themselves, and are then who they are now. */
  function moveSession(id: string): void {
    for (const { viewer, peer } of connections)
      if (viewer?.credentialId === id) peer.close(...closeCodes.moved);
  }

  /** One look at a time: where the database is slow they would pile up and make it slower. */
  async function checkSessions(): Promise<void> {
    if (looking) return;
    looking = true;
    const ids = [...new Set([...connections].flatMap(({ viewer }) => viewer?.credentialId ?? []))];
    const em = orm.em.fork();
    try {
      const [ended, held] = await Promise.all([
        endedCredentials(em, ids),
        credentialsLackingTwoFactor(em, ids),
      ]);
      ended.forEach(endSession);
      recheckTwoFactor(ids, held);
      outage.worked();
    } catch (error) {
      outage.failed(error);
    } finally {
      looking = false;
    }
  }

  /** A line knows what was demanded of its person when it was opened. Since that has changed, they come back. */
  function recheckTwoFactor(ids: string[], held: string[]): void {
    const [looked, demanded] = [new Set(ids), new Set(held)];
    for (const { viewer, peer } of connections) {
      if (!viewer || !looked.has(viewer.credentialId)) continue;
      if (viewer.mustSetUpTwoFactor !== demanded.has(viewer.credentialId)) peer.close(...closeCodes.moved);
    }
  }

  const stopListening = pubsub.subscribe((signal) => {
    if (signal.topic === 'session') endSession(signal.sessionId);
    if (signal.topic === 'moved') moveSession(signal.sessionId);
    if (signal.topic === 'lost') void checkSessions();
  });
  const timers = [
    setInterval(() => connections.forEach(({ peer }) => peer.beat()), heartbeatMs),
    setInterval(() => void checkSessions(), sessionCheckMs),
  ];

  return {
    add: (connection) => void connections.add(connection),
    identify(connection, { credentialId, mustSetUpTwoFactor, user }) {
      connection.viewer = { credentialId, mustSetUpTwoFactor, user: { id: user.id } };
      // Skip a connection that has closed in the meantime, because nothing would decrement its count.
      if (connections.has(connection)) count(connection, 1);
    },
    remove(connection) {
      if (connections.delete(connection)) count(connection, -1);
    },
    countOf: (userId, kind) => counts.get(countKey(userId, kind)) ?? 0,
    close() {
      stopListening();
      timers.forEach(clearInterval);
      for (const { peer } of connections) peer.close(...closeCodes.goingAway);
    },
  };
}

const countKey = (userId: string, kind: Connection['kind']): string => `${kind} ${userId}`;
