import type { FastifyReply, FastifyRequest } from 'fastify';
import { admit } from './enforce-limits.ts';
import type { Execution, Known } from './compiled.ts';
import type { Context } from './context.ts';
import { isNotReady, retryAfterSeconds } from '#api/lib/errors.ts';
import { describeFailures } from './engine.ts';

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
export function recognise(
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
export async function answerKnown(
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
