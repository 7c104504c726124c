import { timeoutOf } from './limits.ts';

/** What a caller is answered whose document has taken too long, whatever it still does. */
export const late = { errors: [{ message: 'This takes too long', extensions: { code: 'UNAVAILABLE' } }] };

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
