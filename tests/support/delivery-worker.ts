// A worker in a process of its own, to be killed. It ends with its parent.
import { readConfig } from '#api/config.ts';
import { startApp } from '#api/main.ts';

const worker = await startApp(readConfig());
process.once('disconnect', () => process.exit());
process.send?.(worker.url);
