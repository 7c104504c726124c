import { scratchPostgres } from '#api/boot/scratch-postgres.ts';
import { migrate, openOrm } from '#api/orm.ts';

/** An empty database of the product on a PostgreSQL of its own, which goes with it. */
export async function scratchDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const postgres = await scratchPostgres();
  const url = postgres.url('bench');
  const orm = await openOrm(url);
  await orm.schema.ensureDatabase();
  await migrate(orm);
  await orm.close();
  return { url, [Symbol.asyncDispose]: () => postgres.stop() };
}
