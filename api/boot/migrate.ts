// `up` brings a database up to date; `new [name]` writes down what the entities say and the migrations do not.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '../config.ts';
import { migrate, openOrm, type Orm } from '../orm.ts';
import { ensurePostgres } from './postgres.ts';
import { scratchPostgres } from './scratch-postgres.ts';

/** Brings the configured database up to date. The product does the same at every start. */
async function up(): Promise<void> {
  const { databaseUrl, dataDir } = readConfig();
  const server = databaseUrl ? undefined : await ensurePostgres(path.join(dataDir, 'postgres'));
  try {
    await withOrm(databaseUrl ?? server?.url() ?? '', async (orm) => {
      const pending = await orm.migrator.getPending();
      await migrate(orm);
      console.log(pending.map(({ name }) => `Applied ${name}.`).join('\n') || 'The database was up to date.');
    });
  } finally {
    await server?.stop();
  }
}

/** Compares a database made by the migrations alone with the entities, so nobody's own database matters. */
async function create(name?: string): Promise<void> {
  const server = await scratchPostgres();
  try {
    await withOrm(server.url(), async (orm) => {
      await migrate(orm);
      const { fileName } = await orm.migrator.create(undefined, false, false, name);
      console.log(
        fileName ? `Wrote api/migrations/${fileName}. Read it before you commit it.` : 'Nothing changed.',
      );
    });
  } finally {
    await server.stop();
  }
}

async function withOrm(url: string, act: (orm: Orm) => Promise<void>): Promise<void> {
  const orm = await openOrm(url);
  try {
    await act(orm);
  } finally {
    await orm.close();
  }
}

const env = new URL('../../.env', import.meta.url);
if (existsSync(env)) process.loadEnvFile(env);
const [command, name] = process.argv.slice(2);
if (command === 'up') await up();
else if (command === 'new') await create(name);
else {
  console.error('Say "up" or "new [name]".');
  process.exitCode = 2;
}
