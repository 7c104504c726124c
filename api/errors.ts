import { ArgumentValidationError } from 'type-graphql';
import type { ValidationError } from 'class-validator';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { unwrapResolverError } from '@apollo/server/errors';

/** Sentences by field name, e.g. `{ name: 'Rule name is required' }`. */
export type FieldErrors = Record<string, string>;

/** The errors that we mean: their sentences reach the caller. Everything else becomes "Internal server error". */
export class ProductError extends GraphQLError {
  constructor(code: ErrorCode, message: string, extensions: Record<string, unknown> = {}) {
    super(message, { extensions: { code, ...extensions } });
  }
}

export class NotFound extends ProductError {
  constructor(what: string) {
    super('NOT_FOUND', `${what} not found`);
  }
}

export class Conflict extends ProductError {
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

/** The first sentence is the message; each stands under its field. */
export class Invalid extends ProductError {
  constructor(fields: FieldErrors) {
    super('BAD_USER_INPUT', Object.values(fields)[0] ?? 'Invalid input', { fields });
  }
}

/** The caller may not, whatever the input. */
export class Refused extends ProductError {
  constructor(message: string) {
    super('UNAUTHORIZED', message);
  }
}

export class Unauthenticated extends ProductError {
  constructor(message = 'You need to be signed in') {
    super('UNAUTHENTICATED', message);
  }
}

/** A vendor failed; nothing is wrong with the request. */
export class Unavailable extends ProductError {
  constructor(message: string) {
    super('UNAVAILABLE', message);
  }
}

/** The one table from code to HTTP status, for GraphQL and REST alike. */
export const statusOf = {
  UNAUTHENTICATED: 401,
  UNAUTHORIZED: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  BAD_USER_INPUT: 400,
  PAYLOAD_TOO_LARGE: 413,
  TOO_MANY: 429,
  UNAVAILABLE: 502,
  INTERNAL_SERVER_ERROR: 500,
} as const;
export type ErrorCode = keyof typeof statusOf;

/** Codes of requests that never reached a resolver; GraphQL's own sentences about them are safe to show. */
const requestCodes = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_REQUEST',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
]);

/** What a caller sees of a failure. Never the submitted values: type-graphql's own error carries them whole. */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const original = unwrapResolverError(error);
  const place = { ...(formatted.locations && { locations: formatted.locations }), ...(formatted.path && { path: formatted.path }) };
  if (original instanceof ArgumentValidationError) {
    const fields = sentences((original.extensions as { validationErrors: ValidationError[] }).validationErrors);
    const message = Object.values(fields)[0] ?? 'Invalid input';
    return { message, ...place, extensions: { code: 'BAD_USER_INPUT', fields } };
  }
  if (original instanceof ProductError) return { message: original.message, ...place, extensions: original.extensions };
  const code = String(formatted.extensions?.['code'] ?? '');
  if (requestCodes.has(code)) return { message: formatted.message, ...place, extensions: { code } };
  if (code === 'BAD_USER_INPUT') return { message: withoutValues(formatted.message), ...place, extensions: { code } };
  return { message: 'Internal server error', ...place, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
}

/** Whether a failure is ours to look into (and to log with its stack). */
export function isUnexpected(formatted: GraphQLFormattedError): boolean {
  return formatted.extensions?.['code'] === 'INTERNAL_SERVER_ERROR';
}

function sentences(errors: ValidationError[], path = ''): FieldErrors {
  const found: FieldErrors = {};
  for (const error of errors) {
    const name = path + error.property;
    const first = Object.values(error.constraints ?? {})[0];
    if (first) found[name] = first;
    Object.assign(found, sentences(error.children ?? [], `${name}.`));
  }
  return found;
}

/** `Variable "$input" got invalid value "hunter2" at "input.password"; …` → the same without the value. */
function withoutValues(message: string): string {
  return message
    .replace(/got invalid value .*? at (?=")/s, 'got an invalid value at ')
    .replace(/got invalid value .*?;/s, 'got an invalid value;')
    .replace(/cannot represent (a |an )?(.*?)( value)?: .*$/s, 'cannot represent $1$2$3')
    .replace(/Value ".*?" does not exist/s, 'The value does not exist')
    .replace(/Did you mean .*$/s, '')
    .trim();
}
