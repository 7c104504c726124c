import type { App } from '#api/config/app.ts';
import type { AuditHash } from '#api/jobs/contracts.ts';

/**
 * Writes a committed entry's hash into the program's log, which goes elsewhere: an end of the chain that was cut off,
 * or a chain that was made anew, is found by comparing.
 */
export async function logEntry({ log }: App, { entry, fingerprint }: AuditHash): Promise<void> {
  log.info({ entry, fingerprint }, 'audit entry');
}
