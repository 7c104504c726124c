import type { App } from '#api/config/app.ts';

/** Which entry was written, and its hash. */
export interface WrittenEntry {
  entry: string;
  fingerprint: string;
}

/**
 * Writes a committed entry's hash into the program's log, which goes elsewhere: an end of the chain that was cut off,
 * or a chain that was made anew, is found by comparing.
 */
export async function logEntry({ log }: App, { entry, fingerprint }: WrittenEntry): Promise<void> {
  log.info({ entry, fingerprint }, 'audit entry');
}
