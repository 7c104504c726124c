import type { Outcome } from './errors.ts';
import { timeoutOf } from './limits.ts';

/** The response when a document has taken too long. It may still be running. */
export const late = {
  errors: [
    {
      message: 'The request took too long.',
      extensions: { code: 'UNAVAILABLE', outcome: 'unknown' satisfies Outcome },
    },
  ],
};

/** The answer to a request's body, or `late` where it does not come in time. */
export async function inTime<T>(body: unknown, answer: T | Promise<T>): Promise<T | typeof late> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<typeof late>((resolve) => {
    timer = setTimeout(resolve, timeoutOf(body), late);
  });
  try {
    return await Promise.race([answer, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
