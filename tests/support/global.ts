import type { TestProject } from 'vitest/node';
import { scratchPostgres } from '#api/boot/scratch-postgres.ts';
import { migrate, openOrm } from '#api/orm.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the tests' PostgreSQL, with `/template` as its path. */
    templateUrl: string;
  }
}

/** One PostgreSQL for a run, and in it the migrated database that each worker gets a copy of. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await scratchPostgres();
  // An interrupted run skips the teardown, and the server would stay behind.
  const interrupted = () => void server.stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);

  const templateUrl = server.url('template');
  const orm = await openOrm(templateUrl);
  await orm.schema.ensureDatabase();
  await migrate(orm);
  await orm.close();
  provide('templateUrl', templateUrl);
  return server.stop;
}
