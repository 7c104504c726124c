// The operator's way into the administrator area when no administrator is at an allowed address any more.
import { existsSync } from 'node:fs';
import { readConfig } from '../config.ts';
import { allowAnyAddress } from '../features/security/any-address.ts';
import { openOrm } from '../orm.ts';
import { openDatabase } from './database.ts';
import { PostgresInUse } from './postgres.ts';

async function reset(): Promise<void> {
  const database = await openDatabase(readConfig());
  try {
    const orm = await openOrm(database.url);
    try {
      const dropped = await allowAnyAddress(orm.em.fork());
      console.log(
        dropped.length > 0
          ? `The platform can be administered from any address again. It was: ${dropped.join(', ')}.`
          : 'The platform could be administered from any address already.',
      );
    } finally {
      await orm.close();
    }
  } finally {
    await database.stop();
  }
}

const env = new URL('../../.env', import.meta.url);
if (existsSync(env)) process.loadEnvFile(env);
try {
  await reset();
} catch (error) {
  if (!(error instanceof PostgresInUse)) throw error;
  console.error('The embedded database is in use: stop the program first.');
  process.exitCode = 1;
}
