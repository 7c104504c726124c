// `up` migrates a database; `new [name]` generates a migration for changes to the entities.
import { loadConfig } from './load-config.ts';

/** Migrates the configured database. The product does the same at every start if it knows the owner. */
async function up(): Promise<void> {
  const config = loadConfig();
  const { openDatabase } = await import('./database.ts');
  const { explain } = await import('./explain.ts');
  try {
    const database = await openDatabase(config);
    await database.stop();
    console.log(
      database.applied.map((name) => `Applied ${name}.`).join('\n') || 'The database was up to date.',
    );
  } catch (error) {
    console.error(explain(error, config));
    process.exitCode = 1;
  }
}

/**
 * Compares a database built from the migrations alone with the entities, so that a developer's own database
 * doesn't matter.
 */
async function create(name?: string): Promise<void> {
  const { migrate } = await import('../db/orm.ts');
  const { openOrm } = await import('../wiring/entities.ts');
  const { scratchPostgres } = await import('./scratch-postgres.ts');
  const server = await scratchPostgres();
  const orm = await openOrm(server.url());
  try {
    await migrate(orm);
    const { fileName } = await orm.migrator.create(undefined, false, false, name);
    console.log(
      fileName ? `Wrote api/db/migrations/${fileName}. Read it before you commit it.` : 'Nothing changed.',
    );
  } finally {
    await orm.close();
    await server.stop();
  }
}

const [command, name] = process.argv.slice(2);
if (command === 'up') await up();
else if (command === 'new') await create(name);
else {
  console.error('Say "up" or "new [name]".');
  process.exitCode = 2;
}
