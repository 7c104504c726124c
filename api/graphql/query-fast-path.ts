import type { FastifyReply, FastifyRequest } from 'fastify';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import {
  execute,
  getVariableValues,
  OperationTypeNode,
  type ExecutionResult,
  type GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import { GraphQLDateTimeISO } from 'graphql-scalars';
import { LRUCache } from 'lru-cache';
import { isNotReady, retryAfterSeconds } from '#api/lib/errors.ts';
import type { Context } from './context.ts';
import { enforceLimits } from './enforce-limits.ts';
import {
  describeFailures,
  type ExecutionRequest,
  type RequestParams,
  type ValidatedDocument,
} from './engine.ts';

/** Number of documents in the cache. Screens and programs send the same few again and again. */
const cacheSize = 200;

/** Compiling costs as much as several executions, so a document is compiled after this many uses. */
const usesBeforeCompiling = 3;

interface CachedDocument extends ValidatedDocument {
  uses: number;
  /** `null` if it can't be compiled. */
  compiled?: CompiledQuery | null;
}

/** A validated and compiled query, with valid variables. */
export interface CompiledRequest extends ValidatedDocument {
  compiled: CompiledQuery;
  variables: Record<string, unknown>;
}

/** Executes validated documents. Queries that repeat are compiled to functions, which makes long lists cheaper. */
export class QueryExecutor {
  #cache = new LRUCache<string, CachedDocument>({ max: cacheSize });

  constructor(private schema: GraphQLSchema) {}

  async run(request: ExecutionRequest): Promise<ExecutionResult> {
    const { document, operation, operationName, variables: variableValues, contextValue } = request;
    if (operation.operation === OperationTypeNode.QUERY) this.#countUse(request);
    const compiled = this.compiledFor(request);
    if (compiled) return this.runCompiled(compiled, contextValue);
    const { schema } = this;
    return execute({ schema, document, operationName, contextValue, variableValues });
  }

  /**
   * The compiled query of a request. Requests with invalid variables go to graphql-js for its error messages.
   */
  compiledFor(params: RequestParams): CompiledRequest | undefined {
    const cached = this.#cache.get(keyOf(params));
    if (!cached?.compiled) return undefined;
    const { compiled, document, operation } = cached;
    const variables = params.variables ?? {};
    if (getVariableValues(this.schema, operation.variableDefinitions ?? [], variables).errors)
      return undefined;
    return { compiled, document, operation, variables };
  }

  async runCompiled(
    { compiled, variables }: CompiledRequest,
    contextValue: object,
  ): Promise<ExecutionResult> {
    return withExtensions(await compiled.query(undefined, contextValue, variables));
  }

  #countUse({ document, operation, ...params }: ExecutionRequest): void {
    const key = keyOf(params);
    const cached = this.#cache.get(key) ?? { uses: 0, document, operation };
    this.#cache.set(key, cached);
    if (++cached.uses > usesBeforeCompiling && cached.compiled === undefined) {
      const compiled = compileQuery(this.schema, document, operation.name?.value, {
        customSerializers: { [GraphQLDateTimeISO.name]: writeTime },
      });
      cached.compiled = isCompiledQuery(compiled) ? compiled : null;
    }
  }
}

/** Joined by a character that no document contains. */
const keyOf = ({ query = '', operationName }: RequestParams): string =>
  operationName ? `${operationName}\0${query}` : query;

/**
 * graphql-js gives every error `extensions`, and its callers rely on that. The compiler's errors are frozen
 * and have none.
 */
function withExtensions(result: ExecutionResult): ExecutionResult {
  const complete = (error: GraphQLError): GraphQLError =>
    error.extensions ? error : Object.create(error, { extensions: { value: {}, enumerable: true } });
  return result.errors ? { ...result, errors: result.errors.map(complete) } : result;
}

const plain = 'application/json; charset=utf-8';

/** Content type by `Accept` header, the same as Apollo Server's. The last entry is what our web app sends. */
const contentTypes = new Map<string | undefined, string>([
  [undefined, plain],
  ['*/*', plain],
  ['application/json', plain],
  [
    'application/graphql-response+json,application/json;q=0.9',
    'application/graphql-response+json; charset=utf-8',
  ],
]);

/**
 * A compiled query that this request may run, if it is a plain POST within the limits. Apollo Server answers everything else,
 * including every refusal. Skipping it saves a quarter of an empty signed-in request (docs/benchmarks.md).
 */
export function matchCompiled(
  executor: QueryExecutor,
  { method, headers, body }: FastifyRequest,
  ctx: Context,
): CompiledRequest | undefined {
  if (method !== 'POST' || !contentTypes.has(headers.accept) || !isRecord(body)) return undefined;
  const { query, operationName = null, variables = null, extensions = null } = body;
  if (typeof query !== 'string' || !isTextOrNull(operationName) || !isRecordOrNull(variables))
    return undefined;
  if (!isRecordOrNull(extensions) || extensions?.['persistedQuery']) return undefined;
  const compiled = executor.compiledFor({ query, operationName, variables });
  try {
    if (compiled) enforceLimits(compiled, ctx);
    return compiled;
  } catch {
    return undefined;
  }
}

/** Runs a compiled query. Returns the response body, and sets the status and headers that Apollo Server would set. */
export async function executeCompiled(
  executor: QueryExecutor,
  compiled: CompiledRequest,
  { request, reply, ctx }: { request: FastifyRequest; reply: FastifyReply; ctx: Context },
): Promise<string> {
  const { data, errors } = await executor.runCompiled(compiled, ctx);
  void reply.header('content-type', contentTypes.get(request.headers.accept));
  const described = errors && describeFailures(errors, ctx, compiled.operation);
  if (described?.some(isNotReady)) void reply.code(503).header('retry-after', retryAfterSeconds);
  return JSON.stringify({ errors: described, data });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRecordOrNull = (value: unknown): value is Record<string, unknown> | null =>
  value === null || isRecord(value);

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

const msPerDay = 86_400_000;

/** `00` to `99`. */
const two = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, '0'));

let day = NaN;
/** The date part of that day: `2026-11-23T`. */
let date = '';

/**
 * Serializes a time as the scalar `DateTimeISO` does. Times in a list mostly share a few days, so the date
 * part is cached. Calling `toISOString` for each of a thousand rows would take a third of the JSON response's
 * time.
 */
export function writeTime(value: unknown): string {
  const at = value instanceof Date ? value.getTime() : NaN;
  if (Number.isNaN(at)) return GraphQLDateTimeISO.serialize(value) as string;
  const itsDay = Math.floor(at / msPerDay);
  if (itsDay !== day) {
    const whole = (value as Date).toISOString();
    date = whole.slice(0, whole.indexOf('T') + 1);
    day = itsDay;
  }
  const ms = at - itsDay * msPerDay;
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const fraction = String(ms % 1000).padStart(3, '0');
  return `${date}${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}.${fraction}Z`;
}
