import { ApolloServer, type ApolloServerOptionsWithGateway, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { unwrapResolverError } from '@apollo/server/errors';
import {
  GraphQLError,
  Kind,
  type DocumentNode,
  type ExecutionResult,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Logger } from 'pino';
import type { App } from '#api/config/app.ts';
import { enforceLimits } from './enforce-limits.ts';
import type { Context } from './context.ts';
import { formatError, isNotReady, isUnexpected, retryAfterSeconds, TooMany } from '#api/lib/errors.ts';
import { limitRules, maxTokens } from './limits.ts';
import { graphqlErrors } from '#api/observability/metrics.ts';

/** The parameters of a GraphQL request over HTTP. */
export interface RequestParams {
  query?: string;
  operationName?: string | null;
  variables?: Record<string, unknown> | null;
}

export interface ValidatedDocument {
  document: DocumentNode;
  operation: OperationDefinitionNode;
}

export interface ExecutionRequest extends RequestParams, ValidatedDocument {
  contextValue: object;
}

type Execute = (request: ExecutionRequest) => Promise<ExecutionResult>;

/** The started GraphQL engine behind `/graphql` over HTTP. Its owner calls `stop()`. */
export async function startApollo(
  { log }: App,
  schema: GraphQLSchema,
  execute: Execute,
): Promise<ApolloServer<Context>> {
  const apollo = new ApolloServer<Context>({
    gateway: gatewayFor(schema, execute),
    formatError,
    validationRules: [...limitRules],
    parseOptions: { maxTokens },
    // `enforceLimits` decides who may introspect the schema. Suggestions are off for everyone.
    introspection: true,
    hideSchemaDetailsFromClientErrors: true,
    includeStacktraceInErrorResponses: false,
    csrfPrevention: true,
    allowBatchedHttpRequests: false,
    persistedQueries: false,
    stopOnTerminationSignals: false,
    logger: log.child({ part: 'graphql' }),
    plugins: [
      ApolloServerPluginLandingPageDisabled(),
      // It would run for every field of every row, and our responses are never cached by others.
      ApolloServerPluginCacheControlDisabled(),
      // Before `specStatus`, which decides about 400 last.
      enforceOperationLimits,
      specStatus,
      unavailable,
      noSubscriptions,
      logUnexpected,
    ],
  });
  await apollo.start();
  return apollo;
}

/** Apollo's interface for a different executor. */
function gatewayFor(
  schema: GraphQLSchema,
  execute: Execute,
): ApolloServerOptionsWithGateway<Context>['gateway'] {
  return {
    onSchemaLoadOrUpdate(isLoaded) {
      isLoaded({ apiSchema: schema, coreSupergraphSdl: '' });
      return () => undefined;
    },
    load: () =>
      Promise.resolve({
        executor: async ({ document, operation, operationName, request, context }) =>
          // Apollo also asks if the document has no operation with the given name, which `enforceLimits` doesn't detect.
          operation
            ? execute({
                document,
                operation,
                query: request.query,
                operationName,
                variables: request.variables,
                contextValue: context,
              })
            : { errors: [new GraphQLError('Unknown operation name')] },
      }),
    stop: () => Promise.resolve(),
  };
}

/** A subscription needs a persistent connection, so sending one in a plain request is a client error. */
const noSubscriptions: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ operation }) {
        if (operation?.operation !== 'subscription') return;
        throw new GraphQLError(
          'Subscriptions need a WebSocket, or a request that accepts text/event-stream',
          {
            extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
          },
        );
      },
    };
  },
};

/**
 * An operation over a limit is a client error. Callers over their rate limit get the same response as over
 * REST.
 */
const enforceOperationLimits: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    let refused: unknown;
    return {
      async didResolveOperation({ document, operation, request, contextValue }) {
        if (!operation) return;
        try {
          enforceLimits({ document, operation, variables: request.variables }, contextValue);
        } catch (error) {
          refused = error;
          throw error;
        }
      },
      async willSendResponse({ response: { http } }) {
        if (refused) http.status = refused instanceof TooMany ? 429 : 400;
        if (refused instanceof TooMany) {
          http.headers.set('retry-after', String(refused.extensions['retryAfter']));
        }
      },
    };
  },
};

/**
 * GraphQL over HTTP: an `application/json` response to a well-formed request is 200 even if it has errors.
 */
const specStatus: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ request, response }) {
        const accept = request.http?.headers.get('accept') ?? '';
        const plainJson = !accept.includes('application/graphql-response+json');
        if (plainJson && typeof request.query === 'string' && response.http.status === 400) {
          response.http.status = 200;
        }
      },
    };
  },
};

/**
 * Proxies only see the status, so it has to say that the request can be retried, whatever media type was
 * accepted.
 */
const unavailable: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ operation, response: { body, http } }) {
        if (body.kind !== 'single' || !body.singleResult.errors?.some(isNotReady)) return;
        const values = Object.values(body.singleResult.data ?? {});
        // A document with a mutation that succeeded must not be sent again.
        if (operation?.operation === 'mutation' && values.some((value) => value !== null)) return;
        http.status = 503;
        http.headers.set('retry-after', String(retryAfterSeconds));
      },
    };
  },
};

const logUnexpected: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ errors, contextValue, operation }) {
        describeFailures(errors, contextValue, operation);
      },
    };
  },
};

/** Describes all errors of a request and logs them with its ID. */
export function describeFailures(
  errors: readonly GraphQLError[],
  { app, request }: Context,
  operation?: OperationDefinitionNode,
): GraphQLFormattedError[] {
  const log = app.log.child({ reqId: request.id });
  return errors.map((error) => describeFailure(error, log, operation));
}

/** The public form of a failed field's error. Counts it, and logs it with its stack if it was unexpected. */
export function describeFailure(
  error: GraphQLError,
  log: Logger,
  operation?: OperationDefinitionNode | null,
): GraphQLFormattedError {
  const formatted = formatError(error.toJSON(), error);
  countError(formatted, operation);
  if (isUnexpected(formatted))
    log.error({ err: unwrapResolverError(error), path: error.path?.join('.') }, 'A field failed');
  return formatted;
}

/** @param operation of a validated document, so that its fields are the schema's and labels stay few */
export function countError(
  { extensions, path }: Pick<GraphQLFormattedError, 'extensions' | 'path'>,
  operation?: OperationDefinitionNode | null,
): void {
  const code = String(extensions?.['code'] ?? 'INTERNAL_SERVER_ERROR');
  graphqlErrors.inc({ code, operation: operation ? labelOf(operation, path?.[0]) : 'none' });
}

/** Schema name of the root field that failed, or of the operation's first one for an error without a path. */
function labelOf({ operation, selectionSet }: OperationDefinitionNode, key?: string | number): string {
  const fields = selectionSet.selections.filter((selection) => selection.kind === Kind.FIELD);
  const field =
    fields.find(({ name, alias }) => (alias ?? name).value === key) ?? (key ? undefined : fields[0]);
  return field ? `${operation} ${field.name.value}` : operation;
}
