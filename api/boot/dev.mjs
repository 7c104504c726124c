// What `npm run dev` runs: everything restarts or reloads by itself when a file changes.
import { loadConfig } from './load-config.ts';

const config = loadConfig();
await import('./ts-hook.mjs');
const { develop } = await import('./develop.ts');
await develop(config);
