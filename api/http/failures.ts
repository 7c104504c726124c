import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countError } from '#api/graphql/engine.ts';
import {
  toProductError,
  retryAfterSeconds,
  statusOf,
  type ErrorCode,
  type Outcome,
} from '#api/lib/errors.ts';

interface Failure {
  status: number;
  message: string;
  extensions: { code: string; outcome: Outcome; retryAfter?: unknown };
}

/**
 * Responds to errors outside resolvers, in the format of the API that was called, and never with submitted
 * values.
 */
export function registerFailures(fastify: FastifyInstance): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) => {
    const { status, message, extensions } = failureOf(error);
    const { code, retryAfter } = extensions;
    if (code === 'NOT_READY') reply.header('retry-after', retryAfterSeconds);
    // A client that disconnected during the response isn't a failure of ours.
    else if (status >= 500 && !request.raw.socket.destroyed)
      request.log.error({ err: error }, 'A request failed');
    if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
    if (!/^\/graphql(?=[/?]|$)/.test(request.url))
      return reply.code(status).send({ message, ...outcomeOf(request, extensions.outcome) });
    countError({ extensions });
    // Clients only read GraphQL errors of a failed status if the content type says that a GraphQL server sent
    // them.
    const type = 'application/graphql-response+json';
    if (request.headers.accept?.includes(type)) reply.type(`${type}; charset=utf-8`);
    return reply.code(status).send({ errors: [{ message, extensions }] });
  });
}

/** An invalid URL reaches no route or hook, so the full response is created here. */
export function refuseAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply
    .code(400)
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('x-content-type-options', 'nosniff')
    .send({ message: 'The URL is invalid' });
}

/**
 * Documented errors keep their format: REST reports the outcome only if it is unknown and something could
 * have been changed.
 */
export const outcomeOf = ({ method }: FastifyRequest, outcome: unknown): { outcome?: unknown } =>
  outcome === 'unknown' && method !== 'GET' && method !== 'HEAD' ? { outcome } : {};

function failureOf(error: FastifyError): Failure {
  const meant = toProductError(error);
  if (meant) {
    const { message, extensions } = meant;
    const code = String(extensions['code']);
    return {
      status: statusOf[code as ErrorCode] ?? 500,
      message,
      extensions: { outcome: 'refused', ...extensions, code },
    };
  }
  const status = error.statusCode ?? 500;
  const outcome: Outcome = status < 500 ? 'refused' : 'unknown';
  const failure = (code: string, message: string) => ({ status, message, extensions: { code, outcome } });
  // A path that resolves to another one (`//`, `..`) is treated as not found.
  if (error.code === 'FST_STATIC_FORBIDDEN_PATH')
    return { ...failure('NOT_FOUND', 'Not found'), status: 404 };
  if (status === 413) return failure('PAYLOAD_TOO_LARGE', 'The request is too large');
  if (status === 415) return failure('BAD_REQUEST', 'Send the request as application/json');
  if (status >= 400 && status < 500) return failure('BAD_REQUEST', 'The request is malformed');
  return { ...failure('INTERNAL_SERVER_ERROR', 'Internal server error'), status: 500 };
}
