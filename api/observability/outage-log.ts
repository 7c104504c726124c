import type { Logger } from 'pino';

/**
 * Logs the first of several consecutive failures, and their end. While the database is unreachable, every
 * retry fails in the same way.
 */
export function outageLog(
  log: Pick<Logger, 'warn' | 'info'>,
  { failed, restored }: { failed: string; restored: string },
): { failed(error: unknown): void; worked(): void } {
  let isOut = false;
  return {
    failed(err) {
      if (!isOut) log.warn({ err }, failed);
      isOut = true;
    },
    worked() {
      if (isOut) log.info(restored);
      isOut = false;
    },
  };
}
