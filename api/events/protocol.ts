import { makeServer } from 'graphql-ws';
import type { ExecutionArgs } from 'graphql';
import { admit } from '#api/admit.ts';
import type { CustomerContext } from '#api/context.ts';
import { formatError, ProductError } from '#api/errors.ts';
import { viewerOf } from '#api/features/auth/viewer.ts';
import { describeFailure } from '#api/graphql.ts';
import { subjectOf } from '#api/request-rate/subject.ts';
import { closing } from './closing.ts';
import { isSubscription } from './documents.ts';
import type { Prepared } from './hub.ts';
import type { Line } from './lines.ts';
import { refusal, type Live } from './live.ts';
import type { Peer } from './peer.ts';

/** Several tabs and devices of one person; more would be a loop somewhere. */
const socketsPerUser = 20;

/** Operations under way on one socket. */
const operationsPerSocket = 20;

/** Milliseconds for the first message. */
const initPatience = 3000;

/** A socket, and who is behind it once they have said so. */
export type Connection = Line<Peer>;

/** graphql-ws with our answers: who may connect, what may be asked, and subscriptions from the hub. */
export function makeProtocol({ app, schema, hub, documents, lines }: Live) {
  const { orm, rates } = app;
  const prepared = new WeakMap<
    ExecutionArgs,
    { subscription: Prepared; id: string; connection: Connection }
  >();

  return makeServer<Record<string, unknown>, Connection>({
    connectionInitWaitTimeout: initPatience,

    async onConnect({ connectionParams, extra: connection }) {
      connection.token = tokenIn(connectionParams ?? {});
      connection.viewer = await viewerOf(orm.em.fork(), connection.token, connection.request.ip);
      try {
        rates.take(subjectOf(connection));
      } catch {
        connection.peer.close(...closing.tooMany);
      }
      if (!connection.viewer) return false;
      const open = lines.countOf(connection.viewer.user.id, 'socket');
      if (open > socketsPerUser) connection.peer.close(...closing.tooMany);
      return true;
    },

    async onSubscribe({ extra: connection, subscriptions }, id, payload) {
      if (Object.keys(subscriptions).length > operationsPerSocket) {
        return [new ProductError('TOO_MANY', 'Too many operations on one connection')];
      }
      try {
        // Before the document is read: one that makes no sense counts like any other.
        rates.take(subjectOf(connection));
        const asked = documents.read(payload.query, payload.operationName, payload.variables);
        if (!('document' in asked)) return asked;
        const { document, operationName, variables: variableValues } = asked;
        const live = isSubscription(asked);
        const contextValue = await contextOf(connection, live);
        admit(asked, contextValue);
        const args: ExecutionArgs = { schema, document, operationName, variableValues, contextValue };
        if (live)
          prepared.set(args, { subscription: await hub.prepare(asked, contextValue), id, connection });
        return args;
      } catch (error) {
        return [refusal(error, app)];
      }
    },

    subscribe(args) {
      const opened = prepared.get(args);
      if (!opened) throw new Error('A subscription was not prepared');
      return subscription(opened);
    },

    onNext: (_ctx, _id, _payload, _args, { data, errors }) =>
      errors && { data, errors: errors.map((error) => describeFailure(error, app.log)) },

    onError: (_ctx, _id, _payload, errors) => errors.map((error) => formatError(error.toJSON(), error)),
  });

  /** Subscriptions live as long as the socket and its session; other operations look again who is asking. */
  async function contextOf(connection: Connection, live: boolean): Promise<CustomerContext> {
    const em = orm.em.fork();
    const viewer = live ? connection.viewer : await viewerOf(em, connection.token, connection.request.ip);
    if (!viewer) throw new ProductError('UNAUTHENTICATED', 'You need to be signed in');
    return { em, viewer, app, request: connection.request };
  }

  /** Keeps the operation open for graphql-ws while the hub sends on the socket itself. */
  function subscription({
    subscription,
    id,
    connection: { peer },
  }: {
    subscription: Prepared;
    id: string;
    connection: Connection;
  }) {
    const frame = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
    let end: (result: IteratorReturnResult<undefined>) => void = () => undefined;
    const ended = new Promise<IteratorReturnResult<undefined>>((resolve) => (end = resolve));
    const member = {
      left: false,
      send: (payload: string) => void peer.send(`${frame}${payload}}`),
      sendSlowly: (payload: string) => peer.send(`${frame}${payload}}`),
      fail: () => peer.close(...closing.later),
    };
    let leave: (() => void) | undefined;
    const results: AsyncIterableIterator<never, undefined> = {
      [Symbol.asyncIterator]: () => results,
      // Asked for the first result, the client's operation is known to be open: nothing is sent before.
      next() {
        if (!member.left) leave ??= hub.open(subscription, member);
        return ended;
      },
      async return() {
        leave?.();
        member.left = true;
        const result = { done: true, value: undefined } as const;
        end(result);
        return result;
      },
    };
    return results;
  }
}

/** `{ authToken }`, `{ Authorization: 'Bearer …' }` or `{ headers: { Authorization: 'Bearer …' } }`. */
function tokenIn(params: Record<string, unknown>): string | null {
  const headers = (params['headers'] ?? {}) as Record<string, unknown>;
  const given = [
    params['authToken'],
    params['Authorization'],
    params['authorization'],
    headers['Authorization'],
    headers['authorization'],
  ];
  const found = given.find((value) => typeof value === 'string');
  return typeof found === 'string' ? found.replace(/^Bearer\s+/i, '').trim() : null;
}
