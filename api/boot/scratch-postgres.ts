import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { databaseAccount } from './postgres-programs.ts';
import { abandoned, ensurePostgres, stopPostgres, type Postgres } from './postgres.ts';

const prefix = path.join(tmpdir(), 'netlantern-scratch-');

/** A PostgreSQL for tests and comparisons: fast, because it may lose everything, and gone after `stop`. */
export async function scratchPostgres(): Promise<Postgres> {
  await sweep();
  const server = await ensurePostgres(`${prefix}${process.pid}-${randomUUID()}`, {
    flags: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  const stop = async () => {
    await server.stop();
    await rm(server.dir, { recursive: true, force: true });
  };
  return { ...server, stop };
}

/** Ends what a killed process left running. Another account's is left to that account. */
async function sweep(): Promise<void> {
  const account = await databaseAccount();
  for (const dir of await abandoned(prefix)) {
    try {
      await stopPostgres(dir, 'immediate', account);
      await rm(dir, { recursive: true, force: true });
    } catch {
      continue;
    }
  }
}
