import { setTimeout as sleep } from 'node:timers/promises';
import { timeoutOf } from './limits.ts';

/** What a caller is answered whose document has taken too long, whatever it still does. */
export const late = { errors: [{ message: 'This takes too long', extensions: { code: 'UNAVAILABLE' } }] };

/** The answer to a request's body, or `late` where it does not come in time. */
export async function inTime<T>(body: unknown, answer: T | Promise<T>): Promise<T | typeof late> {
  const done = new AbortController();
  const deadline = sleep(timeoutOf(body), late, { signal: done.signal });
  deadline.catch(() => undefined);
  try {
    return await Promise.race([answer, deadline]);
  } finally {
    done.abort();
  }
}
