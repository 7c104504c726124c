import { CombinedGraphQLErrors, ServerError as HttpFailure } from '@apollo/client/errors';

type ServerError = { code?: string; sentence?: string; fields: Record<string, string> };

/** What the server said about a failure: its code, its sentence, and a sentence for each wrong field. */
export function readServerError(error: unknown): ServerError {
  const first = CombinedGraphQLErrors.is(error) ? error.errors[0] : undefined;
  if (!first) return { fields: {} };
  const { code, fields } = first.extensions ?? {};
  return {
    code: typeof code === 'string' ? code : undefined,
    // "Internal server error" doesn't help, so the screen's own message is used.
    sentence: code === 'INTERNAL_SERVER_ERROR' ? undefined : first.message || undefined,
    fields: isSentences(fields) ? fields : {},
  };
}

/** The server's sentence, or the screen's own if there is none. For reading: a failed change needs `failureWords()`. */
export const sentenceOf = (error: unknown, fallback: string): string =>
  readServerError(error).sentence ?? fallback;

/** `refused`: the server said that nothing was done. `unknown`: it may have been done. */
export type Outcome = 'refused' | 'unknown';

/** A request that never left the device, because it had no connection. */
export class NotSent extends Error {}

/** Whether a failed change may have been made. Only the server can rule that out, or that nothing was sent to it. */
export const outcomeOf = (error: unknown): Outcome =>
  error instanceof NotSent || detailOf(error, 'outcome') === 'refused' ? 'refused' : 'unknown';

/** How a screen words a failed change. */
export type Failure = {
  title: string;
  /** The documented sentence for a failure that the server reports without one of its own. */
  fallback?: string;
  /** How to find out whether the change was made. Shown if that isn't known. */
  check?: string;
};

const checkFirst = 'The change may have been made. Check before you try again.';

/** Words for a failed change. They never say that nothing was done unless that is certain. */
export function failureWords(error: unknown, { title, fallback, check = checkFirst }: Failure) {
  const { sentence } = readServerError(error);
  if (error instanceof NotSent)
    return {
      title: 'You’re offline',
      description: 'Nothing was changed. Try again once you’re back online.',
    };
  if (isSilence(error) && !navigator.onLine)
    return { title: 'You’re offline', description: `Once you’re back online: ${check}` };
  if (isSilence(error)) return { title: 'The server didn’t answer', description: check };
  if (sentence)
    return { title, description: outcomeOf(error) === 'refused' ? sentence : `${sentence} ${check}` };
  return fallback
    ? { title, description: fallback }
    : { title: 'Something went wrong on the server', description: check };
}

/** True when the session has ended or there never was one. */
export const isSignedOut = (error: unknown): boolean => readServerError(error).code === 'UNAUTHENTICATED';

/** Whether it doesn't exist, or belongs to another team. */
export const isMissing = (error: unknown): boolean => readServerError(error).code === 'NOT_FOUND';

/** True when the server didn't respond: there was no connection, or only a proxy responded. */
export const isSilence = (error: unknown): boolean => !CombinedGraphQLErrors.is(error);

/** A detail that the server gave with its refusal, e.g. `retryAfter`: seconds. */
export const detailOf = (error: unknown, name: string): unknown =>
  CombinedGraphQLErrors.is(error) ? error.errors[0]?.extensions?.[name] : undefined;

/** Codes of failures that are over after a while. */
const transient = ['TOO_MANY', 'NOT_READY', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR'];

/** Whether the same request may succeed later: the server was busy, failed or didn't respond. */
export const isTransient = (error: unknown): boolean =>
  isSilence(error) || transient.includes(readServerError(error).code ?? '');

/** When the server wants to be asked again, in seconds. */
export function retryAfterOf(error: unknown): number | undefined {
  const told = HttpFailure.is(error)
    ? error.response.headers.get('retry-after')
    : detailOf(error, 'retryAfter');
  const seconds = Number(told ?? undefined);
  return Number.isFinite(seconds) ? seconds : undefined;
}

const isSentences = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((sentence) => typeof sentence === 'string');
