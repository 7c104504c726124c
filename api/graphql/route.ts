import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from './context.ts';
import { inTime, isLate, late } from './deadline.ts';
import type { Live } from '#api/live/live.ts';
import { sendStream, wantsStream } from '#api/live/streams.ts';
import { sendExplorer, wantsExplorer } from './explorer.ts';
import { Execution } from './compiled.ts';
import { answerKnown, recognise } from './query-fast-path.ts';
import { countError, startApollo } from './engine.ts';
import { largeFromKnown } from '#api/http/large-bodies.ts';

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
