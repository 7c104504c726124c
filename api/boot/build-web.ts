// Builds the web for browsers: typed documents from schema.graphql, then the bundle.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root, runScript, typescript } from './run-program.ts';

const stampFile = path.join(root, 'web/gql/.built-from');

/** Builds if a source file has changed since the last build. `force` always builds. */
export async function buildWeb({ force = false, signal }: { force?: boolean; signal?: AbortSignal } = {}) {
  const sources = await fingerprint();
  const built = await readFile(stampFile, 'utf8').catch(() => undefined);
  if (
    !force &&
    built === sources &&
    existsSync(path.join(root, 'web/dist/index.html')) &&
    existsSync(path.join(root, 'web/dist-site/render.js'))
  )
    return;

  console.log('Building the web. This takes a few seconds and happens again only after a change.');
  await rm(stampFile, { force: true });
  await runScript(codegen, { signal });
  // With any other NODE_ENV (such as the tests') the bundle would include React's development build, which is
  // slower and runs effects twice.
  for (const config of ['web/vite.config.ts', 'web/vite.worker.config.ts', 'web/vite.site.config.ts'])
    await runScript(bundle(config), { signal, env: { NODE_ENV: 'production' } });
  await writeFile(stampFile, sources);
}

export const codegen = [...typescript, 'codegen.ts'];

/** The bundle for browsers, its service worker, and the renderer for the public site. */
const bundle = (config: string) => [
  'node_modules/vite/bin/vite.js',
  'build',
  '--config',
  config,
  '--logLevel',
  'warn',
];

async function fingerprint(): Promise<string> {
  const files = ['schema.graphql', 'codegen.ts', 'package-lock.json', 'tsconfig.json'];
  for await (const entry of glob('web/**', {
    cwd: root,
    exclude: ['web/dist', 'web/dist-site', 'web/gql'],
    withFileTypes: true,
  })) {
    if (entry.isFile()) files.push(path.relative(root, path.join(entry.parentPath, entry.name)));
  }
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    hash
      .update(`${file}\0`)
      .update(await readFile(path.join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

if (import.meta.main) await buildWeb({ force: !process.argv.includes('--if-stale') });
