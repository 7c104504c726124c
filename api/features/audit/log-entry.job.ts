import type { App } from '#api/config/app.ts';
import type { AuditHash } from '#api/jobs/contracts.ts';

/**
 * Logs a committed entry's hash. Since logs are stored elsewhere, comparing them reveals a truncated or
 * rebuilt chain.
 */
export async function logEntry({ log }: App, { entry, fingerprint }: AuditHash): Promise<void> {
  log.info({ entry, fingerprint }, 'audit entry');
}
