// What `npm run dev` runs: everything restarts or reloads by itself when a file changes.
import { existsSync } from 'node:fs';

const env = new URL('../../.env', import.meta.url);
if (existsSync(env)) process.loadEnvFile(env);
await import('./ts-hook.mjs');
const { develop } = await import('./develop.ts');
await develop();
