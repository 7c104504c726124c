import { CombinedGraphQLErrors } from '@apollo/client/errors';

type ServerError = { code?: string; sentence?: string; fields: Record<string, string> };

/** What the server said about a failure: its code, its sentence, and a sentence for each wrong field. */
export function readServerError(error: unknown): ServerError {
  const first = CombinedGraphQLErrors.is(error) ? error.errors[0] : undefined;
  if (!first) return { fields: {} };
  const { code, fields } = first.extensions ?? {};
  return {
    code: typeof code === 'string' ? code : undefined,
    // "Internal server error" helps nobody: the screen's own sentence is better.
    sentence: code === 'INTERNAL_SERVER_ERROR' ? undefined : first.message || undefined,
    fields: isSentences(fields) ? fields : {},
  };
}

/** The server's sentence, or the screen's own when the server said nothing a person can use. */
export const sentenceOf = (error: unknown, fallback: string): string =>
  readServerError(error).sentence ?? honest(error, fallback);

/** Where no answer came, perhaps only the answer was lost: then no screen says that nothing was done. */
export const honest = (error: unknown, fallback: string): string =>
  isSilence(error) && claim.test(fallback) ? unanswered : fallback;

const claim =
  /^(Nothing was \w+|Your password was not changed|No token was created|The token is still good|The session goes on|The link is still good|It is still on|The secret stays as it is)\./;
const unanswered = 'The server did not answer. Look whether it was done before you try again.';

/** True when the session has ended or there never was one. */
export const isSignedOut = (error: unknown): boolean => readServerError(error).code === 'UNAUTHENTICATED';

/** True when what was asked for is not there, or is another team's. */
export const isMissing = (error: unknown): boolean => readServerError(error).code === 'NOT_FOUND';

/** True when no answer of the server came: no connection, or nothing but a proxy on the way. */
export const isSilence = (error: unknown): boolean => !CombinedGraphQLErrors.is(error);

/** A detail that the server gave with its refusal, e.g. `retryAfter`: seconds. */
export const detailOf = (error: unknown, name: string): unknown =>
  CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions?.[name] : undefined;

const isSentences = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((sentence) => typeof sentence === 'string');
