import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import { checkAllowed } from './access.ts';
import type { Context } from './context.ts';
import { sdlOf } from './schema/constraints.ts';

/** `GET /schema.graphql`: the schema as a file, for users who are signed in or have a token. */
export function registerSchemaFile(
  fastify: FastifyInstance,
  schema: GraphQLSchema,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  let text: string | undefined;
  fastify.get('/schema.graphql', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    checkAllowed(await contextOf(request), 'read');
    text ??= sdlOf(schema);
    return reply
      .type('application/graphql; charset=utf-8')
      .header('content-disposition', 'attachment; filename="schema.graphql"')
      .send(text);
  });
}
