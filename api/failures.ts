import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { meantBy, retryAfterSeconds, statusOf, type ErrorCode } from './errors.ts';

interface Failure {
  status: number;
  code: string;
  message: string;
}

/** Answers what failed outside a resolver, in the form of the door it came through; never with what was submitted. */
export function registerFailures(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, code, message } = failureOf(error);
    if (code === 'NOT_READY') reply.header('retry-after', retryAfterSeconds);
    else if (status >= 500) request.log.error({ err: error }, 'A request failed');
    const graphql = /^\/graphql(?=[/?]|$)/.test(request.url);
    return reply.code(status).send(graphql ? { errors: [{ message, extensions: { code } }] } : { message });
  });
}

/** What cannot be read as an address reaches no route and no hook, so its answer is made whole here. */
export function refuseAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(400)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .send({ message: 'The address could not be read' });
}

function failureOf(error: FastifyError): Failure {
  const meant = meantBy(error);
  if (meant) {
    const code = String(meant.extensions['code']);
    return { status: statusOf[code as ErrorCode] ?? 500, code, message: meant.message };
  }
  const status = error.statusCode ?? 500;
  if (status === 413) return { status, code: 'PAYLOAD_TOO_LARGE', message: 'The request is too large' };
  if (status === 415) return { status, code: 'BAD_REQUEST', message: 'Send the request as application/json' };
  if (status >= 400 && status < 500)
    return { status, code: 'BAD_REQUEST', message: 'The request could not be read' };
  return { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' };
}
