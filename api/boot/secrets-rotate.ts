// Re-encrypts the stored secrets with the first key of APP_SECRET, so that older keys can be dropped.
import type { Rotation } from '#api/security/secret-rotation.ts';
import { loadConfig } from './load-config.ts';

const config = loadConfig();
const { openOrm } = await import('#api/wiring/entities.ts');
const { rotateSecrets } = await import('#api/security/secret-rotation.ts');
const { vault } = await import('#api/security/secrets.ts');
const { openDatabase } = await import('./database.ts');
const { explain } = await import('./explain.ts');

async function rotate(): Promise<void> {
  vault.unlock(config.appSecrets);
  const database = await openDatabase(config);
  try {
    const orm = await openOrm(database.url);
    try {
      report(await rotateSecrets(orm.em.fork()));
    } finally {
      await orm.close();
    }
  } finally {
    await database.stop();
  }
}

function report({ rewritten, unreadable }: Rotation): void {
  const list = (counts: Rotation['rewritten']) =>
    Object.entries(counts)
      .map(([place, count]) => `  ${place}: ${count}`)
      .join('\n');
  console.log(
    Object.keys(rewritten).length > 0
      ? `Encrypted again with the current key:\n${list(rewritten)}`
      : 'Every readable secret already used the current key.',
  );
  if (Object.keys(unreadable).length === 0) {
    console.log(
      'If every node was restarted with the new APP_SECRET before this, you can drop the old keys. Otherwise restart them and run this again.',
    );
    return;
  }
  console.error(`No key in APP_SECRET decrypts these. They have to be entered again:\n${list(unreadable)}`);
  process.exitCode = 1;
}

try {
  await rotate();
} catch (error) {
  console.error(explain(error, config));
  process.exitCode = 1;
}
