// Lets the operator restore access to the administrator area when no administrator has an allowed address.
import { loadConfig } from './load-config.ts';

const config = loadConfig();
const { allowAnyAddress } = await import('#api/features/security/security.service.ts');
const { openOrm } = await import('#api/wiring/entities.ts');
const { openDatabase } = await import('./database.ts');
const { explain } = await import('./explain.ts');

async function reset(): Promise<void> {
  const database = await openDatabase(config);
  try {
    const orm = await openOrm(database.url);
    try {
      const dropped = await allowAnyAddress(orm.em.fork());
      console.log(
        dropped.length > 0
          ? `The platform can be administered from any address again. It was: ${dropped.join(', ')}.`
          : 'Administrators can already connect from any address.',
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
  console.error(explain(error, config));
  process.exitCode = 1;
}
