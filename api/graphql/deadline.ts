import { NotReady, type Outcome } from '#api/lib/errors.ts';
import { timeoutOf } from './limits.ts';

/** The response when a document has taken too long. It may still be running. */
export const timeoutResponse = {
  errors: [
    {
      message: 'The request took too long.',
      extensions: { code: 'UNAVAILABLE', outcome: 'unknown' satisfies Outcome },
    },
  ],
};

/** The response to a request's body, or `late` if it takes too long. */
export const withTimeout = <T>(body: unknown, answer: T | Promise<T>): Promise<T | typeof timeoutResponse> =>
  within(timeoutOf(body), answer, () => timeoutResponse);

/** Whether a response is a timeout. */
export const isTimeout = (answer: unknown): answer is typeof timeoutResponse => answer === timeoutResponse;

/**
 * Timeout for small database reads, in ms. PostgreSQL cancels slow statements itself, but one that hangs or
 * is unreachable never answers.
 */
export const databaseTimeoutMs = 5000;

/** @throws NotReady if the database doesn't respond in time */
export const rejectAfter = <T>(milliseconds: number, answer: Promise<T>): Promise<T> =>
  within(milliseconds, answer, () => {
    throw new NotReady();
  });

/** Returns or throws the result of `late` if an answer takes too long. The work itself continues. */
async function within<T, Late>(
  milliseconds: number,
  answer: T | Promise<T>,
  late: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([answer, deadline.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
