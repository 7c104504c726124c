// The operator's way into the administrator area when no administrator is at an allowed address any more.
import { loadConfig } from './load-config.ts';

const config = loadConfig();
const { allowAnyAddress } = await import('../features/security/any-address.ts');
const { openOrm } = await import('../orm.ts');
const { openDatabase } = await import('./database.ts');
const { PostgresInUse } = await import('./postgres.ts');

async function reset(): Promise<void> {
  const database = await openDatabase(config);
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

try {
  await reset();
} catch (error) {
  if (!(error instanceof PostgresInUse)) throw error;
  console.error('The embedded database is in use: stop the program first.');
  process.exitCode = 1;
}
