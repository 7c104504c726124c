import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '#api/config/config.ts';
import { codegen } from './build-web.ts';
import { ensurePostgres } from './postgres.ts';
import { root, runScript } from './run-program.ts';
import { stopSignal } from './stop.ts';

/**
 * Serves the web from its sources on `PORT`, with the api on the next port, restarted after each change. The
 * database keeps running. Returns when asked to stop.
 */
export async function develop(config: Config): Promise<void> {
  const told = once(
    stopSignal(() => process.exit(1)),
    'abort',
  );
  const database = config.databaseUrl
    ? undefined
    : await ensurePostgres(path.join(config.dataDir, 'postgres'));
  const apiPort = String(config.port + 1);
  const api = spawn(
    process.execPath,
    ['--watch-preserve-output', '--watch', 'api/boot/start.mjs', '--no-build'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        PORT: apiPort,
        PUBLIC_URL: config.publicUrl,
        DATABASE_URL: config.databaseUrl ?? database?.url(),
      },
    },
  );
  const web = await serveSources(config.port, config.host, apiPort);
  await told;
  api.kill();
  if (api.exitCode === null && api.signalCode === null) await once(api, 'exit');
  await web.close();
  await database?.stop();
}

async function serveSources(port: number, host: string, apiPort: string) {
  // Used by web/vite.config.ts, which proxies requests to the api.
  process.env.API_PORT = apiPort;
  const { createServer } = await import('vite');
  const web = await createServer({
    configFile: path.join(root, 'web/vite.config.ts'),
    server: { port, host, strictPort: true },
  });
  web.watcher.add(path.join(root, 'schema.graphql'));
  web.watcher.on('change', (file) => {
    const hasOperations = /\.tsx?$/.test(file) && readFileSync(file, 'utf8').includes('graphql(`');
    if (hasOperations || file.endsWith('schema.graphql'))
      runScript(codegen).catch((error: Error) => console.error(error.message));
  });
  await web.listen();
  web.printUrls();
  return web;
}
