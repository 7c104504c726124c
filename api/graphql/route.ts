import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import { isNotReady, retryAfterSeconds } from '#api/lib/errors.ts';
import type { Live } from '#api/live/live.ts';
import { sendStream, wantsStream } from '#api/live/streams.ts';
import { largeFromKnown } from '#api/http/large-bodies.ts';
import { admit } from './enforce-limits.ts';
import { Execution, type Known } from './compiled.ts';
import type { Context } from './context.ts';
import { describeFailures, countError, startApollo } from './engine.ts';
import { inTime, isLate, late } from './deadline.ts';
import { sendExplorer, wantsExplorer } from './explorer.ts';

const plain = 'application/json; charset=utf-8';

/** What an answer is called for whoever accepts this, as the engine calls it. The last is our own app's. */
const types = new Map<string | undefined, string>([
  [undefined, plain],
  ['*/*', plain],
  ['application/json', plain],
  [
    'application/graphql-response+json,application/json;q=0.9',
    'application/graphql-response+json; charset=utf-8',
  ],
]);

/**
 * A query that was judged and compiled before, if it is asked for in the plainest way, admitted: what the engine does around
 * each request costs several times what fifty rows cost. Everything else is the engine's to answer, and to refuse in its words.
 */
function recognise(
  execution: Execution,
  { method, headers, body }: FastifyRequest,
  ctx: Context,
): Known | undefined {
  if (method !== 'POST' || !types.has(headers.accept) || !isRecord(body)) return undefined;
  const { query, operationName = null, variables = null, extensions = null } = body;
  if (typeof query !== 'string' || !isTextOrNull(operationName) || !isRecordOrNull(variables))
    return undefined;
  if (!isRecordOrNull(extensions) || extensions?.['persistedQuery']) return undefined;
  const known = execution.known({ query, operationName, variables });
  try {
    if (known) admit(known, ctx);
    return known;
  } catch {
    return undefined;
  }
}

/** Its answer, as JSON. */
async function answerKnown(
  execution: Execution,
  known: Known,
  { request, reply, ctx }: { request: FastifyRequest; reply: FastifyReply; ctx: Context },
): Promise<string> {
  const { data, errors } = await execution.runKnown(known, ctx);
  void reply.header('content-type', types.get(request.headers.accept));
  const described = errors && describeFailures(errors, ctx, known.operation);
  if (described?.some(isNotReady)) void reply.code(503).header('retry-after', retryAfterSeconds);
  return JSON.stringify({ errors: described, data });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRecordOrNull = (value: unknown): value is Record<string, unknown> | null =>
  value === null || isRecord(value);

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

interface Options {
  live: Live;
  contextOf: (request: FastifyRequest) => Promise<Context>;
}

/** `/graphql` over HTTP, as an answer or as a stream of events; a browser that opens it sees the explorer. */
export async function registerGraphql(fastify: FastifyInstance, { live, contextOf }: Options): Promise<void> {
  const execution = new Execution(live.schema);
  const apollo = await startApollo(live.app, live.schema, execution);
  fastify.addHook('onClose', () => apollo.stop());
  const contexts = new WeakMap<FastifyRequest, Context>();
  const handler = fastifyApolloHandler(apollo, { context: async (request) => contexts.get(request)! });

  const doors = ['/graphql', '/graphql/stream'].flatMap((url) => [
    { method: 'GET', url },
    // No page, as the explorer is.
    { method: 'POST', url, helmet: false as const },
  ]);
  for (const door of doors) {
    fastify.route({
      ...door,
      ...largeFromKnown(contextOf),
      handler: async (request, reply) => {
        if (wantsExplorer(request)) return sendExplorer(reply);
        // Made here, so that what fails before GraphQL has begun is answered with its status.
        const ctx = await contextOf(request);
        if (wantsStream(request)) return sendStream(live, request, reply, ctx);
        contexts.set(request, ctx);
        const known = recognise(execution, request, ctx);
        const answering = known
          ? answerKnown(execution, known, { request, reply, ctx })
          : handler.call(fastify, request, reply);
        const answer = await inTime(request.body, answering);
        if (!isLate(answer)) return answer;
        countError(late.errors[0]!);
        return reply.code(503).send(late);
      },
    });
  }
}
