import { ConnectionException, DriverException } from '@mikro-orm/core';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { unwrapResolverError } from '@apollo/server/errors';

/** Sentences by field name, e.g. `{ name: 'Rule name is required' }`. */
export type FieldErrors = Record<string, string>;

/**
 * Whether a failed request may have taken effect. `refused`: nothing was done. `unknown`: it may have been
 * done.
 */
export type Outcome = 'refused' | 'unknown';

/** Expected errors, whose messages reach the caller. All others become "Internal server error". */
export class ProductError extends GraphQLError {
  constructor(code: ErrorCode, message: string, extensions: Record<string, unknown> = {}) {
    super(message, { extensions: { code, outcome: 'refused' satisfies Outcome, ...extensions } });
  }
}

export class NotFound extends ProductError {
  constructor(what: string) {
    super('NOT_FOUND', `${what} not found`);
  }
}

/** The request conflicts with stored data. `reason` is for screens that offer a solution. */
export class Conflict extends ProductError {
  constructor(
    message: string,
    reason?: 'in_use' | 'known_key' | 'repeated_subject',
    more: Record<string, unknown> = {},
  ) {
    super('CONFLICT', message, reason ? { reason, ...more } : {});
  }
}

/** The first sentence is the message. Each is shown under its field. */
export class Invalid extends ProductError {
  constructor(fields: FieldErrors) {
    super('BAD_USER_INPUT', Object.values(fields)[0] ?? 'Invalid input', { fields });
  }
}

/** The caller isn't allowed to, whatever the input. `reason` is for screens that offer a solution. */
export class Refused extends ProductError {
  constructor(
    message: string,
    reason?:
      | 'two_factor_setup'
      | 'confirm_identity'
      | 'super_admin'
      | 'address'
      | 'plan_limit'
      | 'inactive'
      | 'unverified'
      | 'deactivated',
    more: Record<string, unknown> = {},
  ) {
    super('UNAUTHORIZED', message, reason ? { reason, ...more } : {});
  }
}

export class Unauthenticated extends ProductError {
  constructor(message = 'You need to be signed in', reason?: 'wrong_credentials') {
    super('UNAUTHENTICATED', message, reason ? { reason } : {});
  }
}

/** Over a limit, or out of capacity for now. `retryAfter` is in seconds. */
export class TooMany extends ProductError {
  constructor(message: string, retryAfter?: number, more: Record<string, unknown> = {}) {
    super('TOO_MANY', message, retryAfter === undefined ? more : { ...more, retryAfter });
  }
}

/** A vendor failed, and the request is fine. `outcome` is `unknown` if the vendor may have done its part. */
export class Unavailable extends ProductError {
  constructor(message: string, more: { outcome?: Outcome; detail?: string } = {}) {
    super('UNAVAILABLE', message, more);
  }
}

/**
 * The database is unavailable. Once a resolver has run, a commit with a lost response may still have
 * succeeded.
 */
export class NotReady extends ProductError {
  constructor(outcome: Outcome = 'refused') {
    super('NOT_READY', 'The service is not ready. Try again in a moment.', { outcome });
  }
}

/** Whether the database was unavailable when this was requested. */
export const isNotReady = ({ extensions }: Pick<GraphQLFormattedError, 'extensions'>): boolean =>
  extensions?.['code'] === 'NOT_READY';

/** `Retry-After` in seconds while a service isn't ready. */
export const retryAfterSeconds = 2;

/** HTTP status of each code, for GraphQL and REST alike. */
export const statusOf = {
  UNAUTHENTICATED: 401,
  UNAUTHORIZED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  BAD_USER_INPUT: 400,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY: 429,
  UNAVAILABLE: 502,
  NOT_READY: 503,
  INTERNAL_SERVER_ERROR: 500,
} as const;
export type ErrorCode = keyof typeof statusOf;

/** Codes of requests that never reached a resolver. GraphQL's own messages explain them. */
const requestCodes = new Set([
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/**
 * Whether GraphQL itself rejected the request without a code, as it does beyond fifty errors in the
 * variables.
 */
function isAboutRequest(error: unknown): boolean {
  return (
    error instanceof GraphQLError &&
    !error.path &&
    !error.originalError &&
    error.extensions['code'] === undefined
  );
}

/** Whether GraphQL refused an argument when it ran: a variable may be `null` where its argument has a default, and may not. */
function isAboutArgument(original: unknown): boolean {
  return (
    original instanceof GraphQLError &&
    original.extensions['code'] === undefined &&
    original.message.startsWith('Argument "')
  );
}

/** The public form of an error. Never includes submitted values, which GraphQL's own messages contain. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const original = unwrapResolverError(error);
  const place = {
    ...(formatted.locations && { locations: formatted.locations }),
    ...(formatted.path && { path: formatted.path }),
  };
  const outcome: Outcome = formatted.path ? 'unknown' : 'refused';
  const meant = toProductError(original, outcome);
  if (meant) return { message: meant.message, ...place, extensions: meant.extensions };
  const code =
    isAboutRequest(error) || isAboutArgument(original)
      ? 'BAD_USER_INPUT'
      : String(formatted.extensions?.['code'] ?? '');
  if (requestCodes.has(code)) {
    const message = withoutValues(formatted.message);
    return {
      message,
      ...place,
      extensions: { code, outcome: 'refused' satisfies Outcome, ...limitIn(formatted) },
    };
  }
  return {
    message: 'Internal server error',
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', outcome },
  };
}

/** The limit a document exceeded. The parser names its own only in its message. */
function limitIn({ message, extensions = {} }: GraphQLFormattedError): Record<string, unknown> {
  const { limit, allowed, found } = extensions;
  if (typeof limit === 'string') return { limit, allowed, found };
  const [, tokens] = /more tha[nt] (\d+) tokens/.exec(message) ?? [];
  return tokens ? { limit: 'tokens', allowed: Number(tokens) } : {};
}

/** PostgreSQL's states for a server that is stopping, starting, accepting no connections or out of them. */
const away = /^(08|53300|55000|57P0)/;

/** Network error codes. Without the database's exception around them they may come from another service. */
const unreachable = /^E(CONN|PIPE|HOSTUNREACH|TIMEDOUT)/;

/** pg reports these without a code. */
const cutOff = /^Connection terminated|^Client has encountered a connection error/;

/**
 * The error as shown to the caller. Undefined for an unexpected one, which we have to investigate. `outcome`
 * applies if the database caused the error.
 */
export function toProductError(error: unknown, outcome: Outcome = 'refused'): ProductError | undefined {
  if (error instanceof ProductError) return error;
  if (codeOf(error) === queryCanceled)
    return new Unavailable('This took too long and was stopped. Narrow it down, or try again later.', {
      outcome,
    });
  return isAway(error) ? new NotReady(outcome) : undefined;
}

/** PostgreSQL's state for a statement that exceeded its `statement_timeout`. */
const queryCanceled = '57014';

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** Query builders and the end of a transaction throw pg's bare error, without the database's exception. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  const isDrivers = error instanceof DriverException;
  return (
    error instanceof ConnectionException ||
    away.test(code) ||
    cutOff.test(error.message) ||
    (isDrivers && unreachable.test(code))
  );
}

/** Whether a failure needs investigating, so that it is logged with its stack. */
export function isUnexpected(formatted: GraphQLFormattedError): boolean {
  return formatted.extensions?.['code'] === 'INTERNAL_SERVER_ERROR';
}

/**
 * What GraphQL found wrong with a value, without the value itself. The searched text contains the value, so
 * no pattern may backtrack.
 */
const reasons = [
  /Field "\w+" of required type "[\w[\]!]+" was not provided/,
  /Field "\w+" is not defined by type "\w+"/,
  /Expected type "\w+" to be an object/,
  /Expected non-nullable type "[\w[\]!]+" not to be null/,
  /\b(?:\w{1,60}|Enum "\w{1,60}") cannot represent [a-z\d -]{0,40}value/,
];

/** GraphQL's messages without the submitted values, which come between or after their own words. */
function withoutValues(message: string): string {
  const [, variable, name] = /^(Variable "\$(\w+)") got invalid value /.exec(message) ?? [];
  if (variable) {
    const behind = message.slice(message.lastIndexOf(' at "'));
    const [, place] = new RegExp(`^ at "(${name}[\\w.[\\]]*)"; `).exec(behind) ?? [];
    const known = reasons.map((reason) => reason.exec(message)?.[0]).find((reason) => reason);
    const [, type] = / does not exist in ("\w+" enum)\./.exec(message) ?? [];
    const reason = known ?? (type && `The value does not exist in the ${type}`);
    return `${variable} got an invalid value${place ? ` at "${place}"` : ''}${reason ? `; ${reason}` : ''}.`;
  }
  return message
    .replace(
      /^Value ".*" does not exist in the ("\w+" enum).*$|^Value ".*" does not exist in ("\w+" enum).*$/s,
      'The value does not exist in the $1$2.',
    )
    .replace(/(cannot represent [a-z\d -]{0,40}value): .*$/s, '$1.')
    .replace(/^(Expected value of type "[\w[\]!]+"), found .*$/s, '$1.')
    .replace(/^(Syntax Error: .*?), found [A-Z]\w+ ".*$/s, '$1.')
    .replace(/^(Syntax Error: Unexpected [A-Z]\w+) ".*$/s, '$1.');
}
