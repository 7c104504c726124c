import { makeServer } from 'graphql-ws';
import {
  getOperationAST,
  type ExecutionArgs,
  type GraphQLError,
  type OperationDefinitionNode,
} from 'graphql';
import { enforceLimits } from '#api/graphql/enforce-limits.ts';
import type { Caller, CallerContext, ViewerContext } from '#api/graphql/context.ts';
import { formatError, ProductError, Unauthenticated } from '#api/lib/errors.ts';
import { viewerOf } from '#api/features/auth/session/viewer.store.ts';
import { countError, describeFailure } from '#api/graphql/engine.ts';
import { knownDateOrder, knownHourCycle, knownZone } from '#api/lib/local-time.ts';
import { subjectOf } from '#api/security/request-rate/row-cost.ts';
import { closeCodes, type Connection } from './connections.ts';
import { isSubscription } from './document-cache.ts';
import { refusal, type Live } from './live.ts';
import type { Peer } from './peer.ts';
import type { Member } from './group.ts';
import type { Hub, PreparedSubscription } from './hub.ts';

/** Maximum sockets of a person. Several tabs and devices need fewer, so more means a reconnect loop. */
const socketsPerUser = 20;

/** Concurrent operations on one socket. */
const operationsPerSocket = 20;

/** Timeout of the first message in ms. */
const initTimeoutMs = 3000;

/** A socket, and its person once authenticated. */
export interface SocketConnection extends Connection<Peer> {
  /**
   * The caller as authenticated on connecting, for the first subscription only. Later ones authenticate
   * again.
   */
  newcomer: Caller | null;
}

/** graphql-ws with our rules: who may connect, what they may request, and subscriptions served by the hub. */
export function createProtocol({ app, schema, hub, documents, connections, callers }: Live) {
  const { orm, rates } = app;
  const prepared = new WeakMap<ExecutionArgs, Subscription>();

  return makeServer<Record<string, unknown>, SocketConnection>({
    connectionInitWaitTimeout: initTimeoutMs,

    async onConnect({ connectionParams, extra: connection }) {
      connection.token = tokenIn(connectionParams ?? {});
      connection.request.timeZone =
        knownZone(connectionParams?.['timeZone']) ?? connection.request.timeZone ?? null;
      connection.request.hourCycle =
        knownHourCycle(connectionParams?.['hourCycle']) ?? connection.request.hourCycle ?? null;
      connection.request.dateOrder =
        knownDateOrder(connectionParams?.['dateOrder']) ?? connection.request.dateOrder ?? null;
      const viewer = await callers.load(connection.token, connection.request.ip);
      if (viewer) connections.identify(connection, viewer);
      connection.newcomer = viewer;
      try {
        rates.take(subjectOf(connection));
      } catch {
        connection.peer.close(...closeCodes.tooMany);
      }
      if (!connection.viewer) return false;
      const open = connections.countOf(connection.viewer.user.id, 'socket');
      if (open > socketsPerUser) connection.peer.close(...closeCodes.tooMany);
      return true;
    },

    async onSubscribe({ extra: connection, subscriptions }, id, payload) {
      if (Object.keys(subscriptions).length > operationsPerSocket) {
        return refused([new ProductError('TOO_MANY', 'Too many operations on one connection')]);
      }
      let operation: OperationDefinitionNode | undefined;
      try {
        // Before parsing, so that an invalid document counts like any other.
        rates.take(subjectOf(connection));
        const asked = documents.read(payload.query, payload.operationName, payload.variables);
        if (!('document' in asked)) return refused(asked);
        operation = asked.operation;
        const { document, operationName, variables: variableValues } = asked;
        const { token, request } = connection;
        if (!isSubscription(asked)) {
          const contextValue = await contextOf({ token, request: withSignal(connection) });
          enforceLimits(asked, contextValue);
          return { schema, document, operationName, variableValues, contextValue };
        }
        const caller = await callerOf(connection);
        enforceLimits(asked, caller);
        // graphql-ws keeps these and the message while the subscription is open, so drop what it doesn't
        // need.
        Object.assign(payload, { query: '', variables: null });
        const args: ExecutionArgs = { schema, document, operationName, contextValue: null };
        const subscription = await hub.prepare(asked, caller, () => contextOf({ token, request }));
        prepared.set(args, new Subscription(hub, subscription, connection.peer, id));
        return args;
      } catch (error) {
        return refused([refusal(error, app)], operation);
      }
    },

    subscribe(args) {
      const opened = prepared.get(args);
      if (!opened) throw new Error('A subscription was not prepared');
      prepared.delete(args);
      return opened;
    },

    onNext: (_ctx, _id, _payload, args, { data, errors }) =>
      errors && { data, errors: errors.map((error) => describeFailure(error, app.log, operationOf(args))) },

    onError: (_ctx, _id, _payload, errors) => errors.map((error) => formatError(error.toJSON(), error)),
  });

  async function contextOf({
    token,
    request,
  }: Pick<SocketConnection, 'token' | 'request'>): Promise<ViewerContext> {
    const em = orm.em.fork();
    const viewer = await viewerOf(em, token, request.ip);
    if (!viewer) throw new Unauthenticated();
    return { em, viewer, app, request };
  }

  /** Every subscription on a socket except the first authenticates the caller again. */
  async function callerOf(connection: SocketConnection): Promise<CallerContext> {
    const { newcomer, token, request } = connection;
    connection.newcomer = null;
    const viewer = newcomer ?? (await callers.load(token, request.ip));
    if (!viewer) throw new Unauthenticated();
    return { em: orm.em.fork(), viewer, app, request };
  }
}

/** The request of one operation, which stops when the client disconnects. */
function withSignal({ request, peer }: SocketConnection): SocketConnection['request'] {
  return {
    ...request,
    get signal() {
      return peer.signal;
    },
  };
}

/** Counts operations that are refused before they run. */
function refused(
  errors: readonly GraphQLError[],
  operation?: OperationDefinitionNode,
): readonly GraphQLError[] {
  for (const error of errors) countError(error, operation);
  return errors;
}

const operationOf = ({ document, operationName }: ExecutionArgs) => getOperationAST(document, operationName);

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

/**
 * A client's subscription on its socket. It keeps the operation open for graphql-ws while the hub sends on
 * the socket directly. There are thousands of these, each open for hours, so whatever was needed to open it
 * is released.
 */
class Subscription implements Member, AsyncIterableIterator<never, undefined> {
  left = false;
  #prepared: PreparedSubscription | undefined;
  #leave: (() => void) | undefined;
  #end: ((result: IteratorReturnResult<undefined>) => void) | undefined;

  constructor(
    private hub: Hub,
    prepared: PreparedSubscription,
    private peer: Peer,
    private id: string,
  ) {
    this.#prepared = prepared;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Once the first result is requested, the client's operation is open. Nothing is sent before that. */
  next(): Promise<IteratorReturnResult<undefined>> {
    if (!this.left && this.#prepared) this.#leave = this.hub.open(this.#prepared, this);
    this.#prepared = undefined;
    return new Promise((resolve) => (this.#end = resolve));
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#leave?.();
    this.left = true;
    const result = { done: true, value: undefined } as const;
    this.#end?.(result);
    return result;
  }

  send(payload: string): void {
    this.peer.sendFrames(this.#opening(), [payload], '}');
  }

  sendSlowly(payloads: readonly string[]): Promise<void> {
    return new Promise((resolve) => this.peer.sendFrames(this.#opening(), payloads, '}', resolve));
  }

  fail(): void {
    this.peer.close(...closeCodes.later);
  }

  #opening(): string {
    return `{"id":${JSON.stringify(this.id)},"type":"next","payload":`;
  }
}
