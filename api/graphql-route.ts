import { setTimeout as sleep } from 'node:timers/promises';
import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { App } from './app.ts';
import type { Context } from './context.ts';
import { sendExplorer, wantsExplorer } from './explorer.ts';
import { startApollo } from './graphql.ts';
import { largeFromAdmins } from './large-bodies.ts';
import { timeoutOf } from './limits.ts';

interface Options {
  app: App;
  schema: GraphQLSchema;
  contextOf: (request: FastifyRequest) => Promise<Context>;
}

const late = { errors: [{ message: 'This takes too long', extensions: { code: 'UNAVAILABLE' } }] };

/** `/graphql` over HTTP; a browser that opens it sees the explorer. */
export async function registerGraphql(
  fastify: FastifyInstance,
  { app, schema, contextOf }: Options,
): Promise<void> {
  const apollo = await startApollo(app, schema);
  fastify.addHook('onClose', () => apollo.stop());
  const contexts = new WeakMap<FastifyRequest, Context>();
  const handler = fastifyApolloHandler(apollo, { context: async (request) => contexts.get(request)! });

  fastify.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    ...largeFromAdmins(contextOf),
    handler: async (request, reply) => {
      if (wantsExplorer(request)) return sendExplorer(reply);
      // Made here, so that what fails before GraphQL has begun is answered with its status.
      contexts.set(request, await contextOf(request));
      const done = new AbortController();
      const deadline = sleep(timeoutOf(request.body), late, { signal: done.signal });
      deadline.catch(() => undefined);
      try {
        const answer = await Promise.race([handler.call(fastify, request, reply), deadline]);
        return answer === late ? reply.code(503).send(late) : answer;
      } finally {
        done.abort();
      }
    },
  });
}
