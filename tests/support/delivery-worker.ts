// A worker in a process of its own, to be killed or told to stop. It ends with its parent.
import { stopSignal } from '#api/boot/stop.ts';
import { readConfig } from '#api/config.ts';
import { startApp } from '#api/main.ts';

const worker = await startApp(readConfig());
process.once('disconnect', () => process.exit());
stopSignal(() => process.exit(1)).addEventListener(
  'abort',
  () => void worker.stop().then(() => process.exit(0)),
);
process.send?.(worker.url);
