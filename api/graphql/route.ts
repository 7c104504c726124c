import type { FastifyRequest, FastifyInstance } from 'fastify';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { Live } from '#api/live/live.ts';
import { sendStream, wantsStream } from '#api/live/streams.ts';
import { largeFromKnown } from '#api/http/large-bodies.ts';
import { executeCompiled, matchCompiled, QueryExecutor } from './query-fast-path.ts';
import type { Context } from './context.ts';
import { countError, startApollo } from './engine.ts';
import { withTimeout, isTimeout, timeoutResponse } from './deadline.ts';
import { sendExplorer, wantsExplorer } from './explorer.ts';

interface Options {
  live: Live;
  contextOf: (request: FastifyRequest) => Promise<Context>;
}

/** `/graphql` over HTTP: JSON responses, event streams, and the explorer for a browser that opens it. */
export async function registerGraphql(fastify: FastifyInstance, { live, contextOf }: Options): Promise<void> {
  const executor = new QueryExecutor(live.schema);
  const apollo = await startApollo(live.app, live.schema, (request) => executor.run(request));
  fastify.addHook('onClose', () => apollo.stop());
  const contexts = new WeakMap<FastifyRequest, Context>();
  const handler = fastifyApolloHandler(apollo, { context: async (request) => contexts.get(request)! });

  const routes = ['/graphql', '/graphql/stream'].flatMap((url) => [
    { method: 'GET', url },
    // Only GET returns a page, the explorer.
    { method: 'POST', url, helmet: false as const },
  ]);
  for (const route of routes) {
    fastify.route({
      ...route,
      ...largeFromKnown(contextOf),
      handler: async (request, reply) => {
        if (wantsExplorer(request)) return sendExplorer(reply);
        // Created before GraphQL starts, so that a failure gets its own HTTP status.
        const ctx = await contextOf(request);
        if (wantsStream(request)) return sendStream(live, request, reply, ctx);
        contexts.set(request, ctx);
        const compiled = matchCompiled(executor, request, ctx);
        const answering = compiled
          ? executeCompiled(executor, compiled, { request, reply, ctx })
          : handler.call(fastify, request, reply);
        const answer = await withTimeout(request.body, answering);
        if (!isTimeout(answer)) return answer;
        countError(timeoutResponse.errors[0]!);
        return reply.code(503).send(timeoutResponse);
      },
    });
  }
}
