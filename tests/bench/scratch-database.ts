import pg from 'pg';
import { prepareDatabase } from '#api/boot/database.ts';
import { scratchPostgres } from '#api/boot/scratch-postgres.ts';

/** An empty database of the product on a PostgreSQL of its own, which goes with it. `url` signs in as the program does. */
export async function scratchDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const postgres = await scratchPostgres();
  const ownerUrl = postgres.url('bench');
  const { url } = await prepareDatabase({ ownerUrl });
  // Filled in one go, a table has no statistics until someone analyzes it.
  const owner = new pg.Client(ownerUrl);
  await owner.connect();
  await owner.query('grant maintain on all tables in schema public to bench_runtime');
  await owner.query('grant pg_checkpoint to bench_runtime');
  await owner.end();
  return { url, [Symbol.asyncDispose]: () => postgres.stop() };
}
