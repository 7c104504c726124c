import type { TestProject } from 'vitest/node';
import { scratchPostgres } from '#api/boot/scratch-postgres.ts';
import { makePartitions } from '#api/features/metrics/partitions.ts';
import { migrateQueue } from '#api/jobs/queue.ts';
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
  const templateUrl = server.url('template');
  const orm = await openOrm(templateUrl);
  await orm.schema.ensureDatabase();
  await migrate(orm);
  await makePartitions(orm.em.fork());
  await migrateQueue(templateUrl);
  await orm.close();
  provide('templateUrl', templateUrl);
  return server.stop;
}
