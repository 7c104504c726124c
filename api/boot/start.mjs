// What `npm start` and the container run. Plain JavaScript: it must be able to say that Node is too old.
import { existsSync } from 'node:fs';

const wanted = 24;
if (Number.parseInt(process.versions.node, 10) < wanted) {
  console.error(`Netlantern needs Node ${wanted} or later, and this is ${process.versions.node}.
Start it with "npm start", which brings its own where one exists for this machine, or install Node ${wanted}.`);
  process.exit(1);
}

const env = new URL('../../.env', import.meta.url);
if (existsSync(env)) process.loadEnvFile(env);
await import('./ts-hook.mjs');
const { serve } = await import('./serve.ts');
process.exit(await serve({ build: !process.argv.includes('--no-build') }));
