import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  execute,
  OperationTypeNode,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLError,
} from 'graphql';
import { enforceLimits } from '#api/graphql/enforce-limits.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { withTimeout, isTimeout, timeoutResponse } from '#api/graphql/deadline.ts';
import {
  formatError,
  Invalid,
  isNotReady,
  NotReady,
  type Outcome,
  ProductError,
  TooMany,
  Unauthenticated,
} from '#api/lib/errors.ts';
import { countError, describeFailure } from '#api/graphql/engine.ts';
import { streamsOpen } from '#api/observability/metrics.ts';
import { rateHeaders } from '#api/security/request-rate/rate-limit.ts';
import { subjectOf } from '#api/security/request-rate/row-cost.ts';
import {
  closeCodes,
  type Connection,
  closeTimeoutMs,
  maxBufferedBytes,
  type PeerTransport,
} from './connections.ts';
import { isSubscription, type ParsedOperation } from './document-cache.ts';
import type { PreparedSubscription } from './hub.ts';
import { refusal, type Live } from './live.ts';

/** Maximum streams of a person, each with one subscription. More means a reconnect loop. */
const streamsPerUser = 20;

/** The parameters of a request, as GraphQL over HTTP defines them. */
interface Given {
  query: string;
  operationName: string | null;
  variables: Record<string, unknown> | null;
}

/** Whether the client requests server-sent events. */
export function wantsStream({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (method === 'HEAD') return false;
  return routeOptions.url === '/graphql/stream' || /(^|[\s,])text\/event-stream/i.test(headers.accept ?? '');
}

/**
 * Answers by the GraphQL over SSE protocol, one connection for each operation. Refusals and an unavailable database are
 * reported by the status. Errors in the document come through the stream, as the protocol requires.
 */
export async function sendStream(
  live: Live,
  request: FastifyRequest,
  reply: FastifyReply,
  ctx: Context,
): Promise<void> {
  const tellRates = () => reply.headers(rateHeaders(live.app.rates.status(subjectOf(ctx))));
  tellRates();
  const { query, operationName, variables } = givenBy(request);
  const asked = live.documents.read(query, operationName, variables);
  if (!('document' in asked)) return sendErrors(reply, asked);
  try {
    enforceLimits(asked, ctx);
    tellRates();
  } catch (error) {
    if (error instanceof TooMany) throw error;
    return sendErrors(reply, [refusal(error, live.app)], asked);
  }
  if (isSubscription(asked)) return sendSubscription(live, asked, reply, signedIn(ctx));
  if (request.method === 'GET' && asked.operation.operation === OperationTypeNode.MUTATION) {
    return sendErrors(reply, [new ProductError('BAD_USER_INPUT', 'Send a mutation by POST')], asked);
  }
  const { document, variables: variableValues } = asked;
  const execution = { schema: live.schema, document, operationName, variableValues, contextValue: ctx };
  const result = await withTimeout(request.body, execute(execution));
  if (isTimeout(result)) {
    countError(timeoutResponse.errors[0]!, asked.operation);
    return sendOnce(reply, timeoutResponse);
  }
  const { data, errors } = result as ExecutionResult;
  const described = errors?.map((error) => describeFailure(error, live.app.log, asked.operation));
  const notReady = described?.find(isNotReady);
  if (notReady) throw new NotReady(notReady.extensions?.['outcome'] as Outcome);
  sendOnce(reply, { data, ...(described && { errors: described }) });
}

async function sendSubscription(
  live: Live,
  asked: ParsedOperation,
  reply: FastifyReply,
  ctx: ViewerContext,
): Promise<void> {
  let subscription: PreparedSubscription;
  try {
    subscription = await live.hub.prepare(asked, ctx, async () => ctx);
  } catch (error) {
    const refused = refusal(error, live.app);
    if (isNotReady(refused)) throw refused;
    return sendErrors(reply, [refused], asked);
  }
  // Checked after the last `await`, so that concurrent requests can't exceed the limit.
  if (live.connections.countOf(ctx.viewer.user.id, 'stream') >= streamsPerUser) {
    throw new TooMany(`${streamsPerUser} streams at most are open for one person`, 1);
  }
  const peer = open(reply);
  // The close event has already fired, so nothing would release this stream.
  if (reply.raw.destroyed) return;
  const line: Connection = { kind: 'stream', peer, viewer: null, token: null, request: ctx.request };
  const leave = live.hub.open(subscription, {
    left: false,
    send: (payload) => void peer.send(payload),
    sendSlowly: async (payloads) => {
      await Promise.all(payloads.map((payload) => peer.send(payload)));
    },
    fail: () => peer.close(...closeCodes.later),
  });
  live.connections.add(line);
  live.connections.identify(line, ctx.viewer);
  streamsOpen.inc();
  reply.raw.once('close', () => {
    leave();
    live.connections.remove(line);
    streamsOpen.dec();
  });
}

/** A response that is complete at once. */
function sendOnce(reply: FastifyReply, result: FormattedExecutionResult): void {
  const peer = open(reply);
  void peer.send(JSON.stringify(result));
  peer.complete();
}

function sendErrors(reply: FastifyReply, errors: readonly GraphQLError[], asked?: ParsedOperation): void {
  for (const error of errors) countError(error, asked?.operation);
  sendOnce(reply, { errors: errors.map((error) => formatError(error.toJSON(), error)) });
}

/** Takes the response over from Fastify, so that nothing compresses it or waits for its end. */
function open(reply: FastifyReply): StreamPeer {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Otherwise nginx would buffer events until a page is full.
    'x-accel-buffering': 'no',
  });
  const peer = new StreamPeer(reply.raw);
  peer.beat();
  return peer;
}

function signedIn(ctx: Context): ViewerContext {
  const { viewer } = ctx;
  if (!viewer) throw new Unauthenticated();
  return { ...ctx, viewer };
}

/** @throws Invalid for an invalid request */
function givenBy({ method, query, body }: FastifyRequest): Given {
  const given = (method === 'GET' ? query : body) as Record<string, unknown> | null | undefined;
  const { query: document, operationName = null, variables = null } = given ?? {};
  if (typeof document !== 'string') throw new Invalid({ query: 'Send a query' });
  if (operationName !== null && typeof operationName !== 'string') {
    throw new Invalid({ operationName: 'The operation name must be text' });
  }
  return { query: document, operationName, variables: objectIn(variables) };
}

function objectIn(variables: unknown): Record<string, unknown> | null {
  const value = typeof variables === 'string' ? parsed(variables) : variables;
  if (value === null) return null;
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Invalid({ variables: 'Variables must be an object' });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A client's event stream. Limits what is buffered, and closes the stream in time. */
class StreamPeer implements PeerTransport {
  constructor(private response: ServerResponse) {}

  /** Sends one result. Resolves once it is written, or can't be. */
  send(payload: string): Promise<void> {
    return this.#write(`event: next\ndata: ${payload}\n\n`);
  }

  /**
   * There are no more results, so the client won't reconnect. An `EventSource` ignores events without a
   * `data` line.
   */
  complete(): void {
    void this.#write('event: complete\ndata:\n\n');
    this.#end();
  }

  /**
   * A stream that ends without completion was interrupted, so the client reconnects unless it is no longer
   * allowed.
   */
  close(code: number, reason: string): void {
    if (code === closeCodes.forbidden[0]) {
      const { message, extensions } = new Unauthenticated();
      void this.send(JSON.stringify({ errors: [{ message, extensions }] }));
      return this.complete();
    }
    void this.#write(`: ${reason}\n\n`);
    this.#end();
  }

  /** A comment, which keeps proxies from closing an idle stream. */
  beat(): void {
    void this.#write(':\n\n');
  }

  #write(text: string): Promise<void> {
    if (this.response.writableEnded || this.response.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      this.response.write(text, () => resolve());
      if (this.response.writableLength > maxBufferedBytes) this.response.destroy();
    });
  }

  #end(): void {
    this.response.end();
    setTimeout(() => this.response.destroy(), closeTimeoutMs).unref();
  }
}
