import type { App } from '#api/config/app.ts';
import type { Caller, Context } from '#api/graphql/context.ts';
import { outageLog } from '#api/observability/outage-log.ts';
import { endedCredentials, credentialsLackingTwoFactor } from './sessions.ts';

/**
 * Close codes: RFC 6455's, and the graphql-ws protocol's 4403. Its clients reconnect automatically after 1001
 * and 1013.
 */
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

/** Maximum bytes buffered for a client that doesn't read. */
export const maxBufferedBytes = 1024 * 1024;

/** Milliseconds for a client to close its connection before it is terminated. */
export const closeTimeoutMs = 1000;

/** Interval between heartbeats in ms. A lost peer is noticed within two of them. */
const heartbeatMs = 7000;

/**
 * Interval in ms between checks for what no signal announces: idle and expired sessions, a changed policy.
 */
const sessionCheckMs = 1000;

/** The remote end of a connection. */
export interface PeerTransport {
  close(code: number, reason: string): void;
  /** One heartbeat. Terminates a peer that didn't respond to the last one. */
  beat(): void;
}

/** The part of a caller kept while a connection is open. Everything else would take most of its memory. */
export type ConnectionViewer = Pick<Caller, 'credentialId' | 'mustSetUpTwoFactor'> & { user: { id: string } };

/** A client's open connection, and its person once authenticated. */
export interface Connection<End extends PeerTransport = PeerTransport> {
  kind: 'socket' | 'stream';
  peer: End;
  viewer: ConnectionViewer | null;
  token: string | null;
  request: Context['request'];
}

/** All WebSockets and event streams of this process. They end with their session or API token. */
export interface Connections {
  add(connection: Connection): void;
  remove(connection: Connection): void;
  /** Records who is using a connection. */
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

  /** Its clients reconnect automatically, with their new team or role. */
  function moveSession(id: string): void {
    for (const { viewer, peer } of connections)
      if (viewer?.credentialId === id) peer.close(...closeCodes.moved);
  }

  /** One check at a time, because with a slow database they would pile up and make it slower. */
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

  /**
   * A connection stores what was required of its person when it opened. If that has changed, they must
   * reconnect.
   */
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
