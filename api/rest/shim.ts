import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  execute,
  getNamedType,
  GraphQLError,
  parse,
  type DocumentNode,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Context } from '#api/graphql/context.ts';
import { outcomeOf } from '#api/http/failures.ts';
import {
  formatError,
  isUnexpected,
  NotReady,
  retryAfterSeconds,
  statusOf,
  type ErrorCode,
} from '#api/lib/errors.ts';
import { checkAllowed, checkField } from '#api/graphql/access.ts';
import { enforceLimits } from '#api/graphql/enforce-limits.ts';
import { withTimeout, isTimeout } from '#api/graphql/deadline.ts';
import { largeFromKnown } from '#api/http/large-bodies.ts';
import { acceptOldBodies } from './bodies.ts';
import { fileTypeOf } from './file-types.ts';
import { normalizeLegacyBody } from './legacy-bodies.ts';
import { operationFor, type Operation } from './operation.ts';
import { cacheControlOf } from './public-reads.ts';
import { sendExport } from './streaming.ts';
import { table } from './table.ts';
import { refuseUnknown, variablesFor } from './variables.ts';

interface Options {
  schema: GraphQLSchema;
  contextOf: (request: FastifyRequest) => Promise<Context>;
}

/**
 * Serves the documented REST calls as a projection of the schema.
 * @throws if a row doesn't match the schema
 */
export function registerRest(fastify: FastifyInstance, { schema, contextOf }: Options): void {
  fastify.register(async (rest) => {
    acceptOldBodies(rest);
    for (const [call, name] of Object.entries(table)) {
      const [method = '', url = ''] = call.split(' ');
      const operation = operationFor(schema, name);
      const document = parse(operation.document);
      rest.route({
        method,
        url,
        ...(isLarge(call) && largeFromKnown(contextOf)),
        handler: async (request, reply) =>
          answer(schema, operation, document, request, reply, await contextOf(request)),
      });
    }
  });
}

async function answer(
  schema: GraphQLSchema,
  operation: Operation,
  document: DocumentNode,
  request: FastifyRequest,
  reply: FastifyReply,
  contextValue: Context,
): Promise<unknown> {
  try {
    // Checked before the input, so that a visitor learns that a call isn't for them, not how to make it.
    if (isForAdmins(request)) checkAllowed(contextValue, 'admin');
    checkField(operation.field, contextValue);
    // A HEAD gets the same response as its GET, without the body.
    const call = `${request.method.replace('HEAD', 'GET')} ${request.routeOptions.url}`;
    if (refusesUnknown(request)) refuseUnknown(operation, objectOf(request.query));
    const variableValues = variablesFor(operation, {
      params: objectOf(request.params),
      query: objectOf(request.query),
      body: normalizeLegacyBody(call, objectOf(request.body)),
    });
    enforceLimits(
      { document, operation: document.definitions[0] as OperationDefinitionNode, variables: variableValues },
      contextValue,
    );
    const ctx = { ...contextValue, stream: {} as NonNullable<Context['stream']> };
    const answering = Promise.resolve(execute({ schema, document, variableValues, contextValue: ctx }));
    const answered = await withTimeout({ query: operation.document }, answering);
    if (isTimeout(answered)) throw new NotReady('unknown');
    const { data, errors } = answered;
    if (errors?.[0]) throw errors[0];
    const fileType = fileTypeOf(call);
    const one = ctx.stream.export;
    if (one) return await sendExport(request, reply, { operation, one, ctx: contextValue, fileType });
    if (fileType) reply.type(`${fileType}; charset=utf-8`).header('content-disposition', 'attachment');
    const kept = cacheControlOf(call);
    if (kept) reply.header('cache-control', kept);
    return wrapped(operation, data?.[operation.name]);
  } catch (error) {
    if (error instanceof GraphQLError) return failure(request, reply, error);
    throw error;
  }
}

/** Even if the same field is public elsewhere. */
function isForAdmins({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/admin/') ?? false;
}

/** A mistyped parameter of a report would show everyone's figures to the customer that it is for. */
function refusesUnknown({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith('/api/reports/') ?? false;
}

/**
 * Reads the arguments of a root field from a request that isn't answered by the table.
 * @returns a function that throws Invalid for an unknown parameter, and for one of the wrong type
 */
export function argumentsOf(
  schema: GraphQLSchema,
  name: string,
): (request: FastifyRequest) => Record<string, unknown> {
  const operation = operationFor(schema, name);
  return ({ params, query }) => {
    refuseUnknown(operation, objectOf(query));
    return variablesFor(operation, { params: objectOf(params), query: objectOf(query), body: {} });
  };
}

/** Calls that accept whole files as text. */
function isLarge(call: string): boolean {
  return /^(PUT|POST) \/api\/(admin\/seo\/(advanced|sitemap)(\/check)?|configuration(\/preview)?)$/.test(
    call,
  );
}

function failure(request: FastifyRequest, reply: FastifyReply, error: GraphQLError): FastifyReply {
  // An error without a path happened before a resolver ran: the caller's variables didn't fit the schema.
  const code = error.extensions['code'] ?? (error.path ? 'INTERNAL_SERVER_ERROR' : 'BAD_USER_INPUT');
  const given = error.toJSON();
  const formatted = formatError({ ...given, extensions: { ...given.extensions, code } }, error);
  if (isUnexpected(formatted)) request.log.error({ err: error.originalError ?? error }, 'A REST call failed');
  const { code: told, retryAfter, outcome } = formatted.extensions ?? {};
  if (told === 'NOT_READY') reply.header('retry-after', retryAfterSeconds);
  if (typeof retryAfter === 'number') reply.header('retry-after', retryAfter);
  return reply
    .code(statusFor(formatted))
    .send({ message: formatted.message, ...moreOf(formatted), ...outcomeOf(request, outcome) });
}

function statusFor({ extensions }: GraphQLFormattedError): number {
  return statusOf[extensions?.['code'] as ErrorCode] ?? statusOf.BAD_USER_INPUT;
}

/**
 * Details that a caller can act on, such as invalid fields, the package limit, the controller that already
 * has the key, or what uses a customer.
 */
const actedOn = [
  'fields',
  'reason',
  'limit',
  'allowed',
  'betterPackage',
  'controllerId',
  'controllerName',
  'uses',
];

const signInReasons: unknown[] = ['wrong_credentials', 'unverified', 'deactivated'];

function moreOf({ extensions = {} }: GraphQLFormattedError): Record<string, unknown> {
  // The documented responses of a sign-in only have a message.
  if (signInReasons.includes(extensions['reason'])) return {};
  return Object.fromEntries(
    actedOn.flatMap((name) => (name in extensions ? [[name, extensions[name]]] : [])),
  );
}

/** Wraps a bare ID, boolean or number in an object: `{ "id": … }`, `{ "success": … }`, `{ "count": … }`. */
function wrapped({ field }: Operation, value: unknown): unknown {
  const { name } = getNamedType(field.type);
  if (name === 'ID') return { id: value };
  if (name === 'Int') return { count: value };
  return name === 'Boolean' ? { success: value } : value;
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
