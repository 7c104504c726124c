import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#api/graphql/context.ts';
import { registerOneClick } from '../email/one-click.routes.ts';
import { leaveWaitlist } from './waitlist.service.ts';

/** `/hooks/unsubscribe/waitlist/:token`: unsubscribes from waitlist emails. */
export function registerLeaveWaitlist(
  fastify: FastifyInstance,
  contextOf: (request: FastifyRequest) => Promise<Context>,
): void {
  registerOneClick(fastify, contextOf, {
    path: '/hooks/unsubscribe/waitlist',
    page: '/unsubscribe/waitlist',
    leave: leaveWaitlist,
  });
}
