import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#api/graphql/context.ts';
import { registerOneClick } from '#api/features/email/one-click.routes.ts';
import { unsubscribeByLink } from './unsubscribe.service.ts';

/** `/hooks/unsubscribe/:token` unsubscribes from a team's alert emails. */
export function registerUnsubscribe(
  fastify: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  registerOneClick(fastify, contextOf, {
    path: '/hooks/unsubscribe',
    page: '/unsubscribe',
    leave: unsubscribeByLink,
  });
}
