import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '#api/boot/database.ts';
import { scratchPostgres } from '#api/boot/scratch-postgres.ts';
import { makePartitions } from '#api/features/metrics/partitions.store.ts';
import { openOrm } from '#api/wiring/entities.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the tests' PostgreSQL, with `/template` as its path. */
    templateUrl: { owner: string; runtime: string };
  }
}

/** One PostgreSQL for a run, and in it the migrated database that each worker gets a copy of. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const server = await scratchPostgres();
  const owner = server.url('template');
  const { url: runtime } = await prepareDatabase({ ownerUrl: owner });
  const orm = await openOrm(runtime);
  await makePartitions(orm.em.fork());
  await orm.close();
  provide('templateUrl', { owner, runtime });
  return server.stop;
}
