// Keeps a PostgreSQL running while its standard input is open (see scratch-postgres.ts).
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensurePostgres } from './postgres.ts';

const released = once(process.stdin.resume(), 'close');
// Test files running in parallel share it, and some start several nodes with their own connections.
const server = await ensurePostgres(path.join(tmpdir(), `netlantern-scratch-${randomUUID()}`), {
  flags: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'],
});
// The reader may have exited.
process.stdout.on('error', () => {});
process.stdout.write(server.url());
await released;
await server.stop();
await rm(server.dir, { recursive: true });
