// A worker in its own process, which tests kill or stop. It ends with its parent.
import { guardProcess } from '#api/boot/guard-process.ts';
import { stopSignal } from '#api/boot/stop.ts';
import { readConfig } from '#api/config/config.ts';
import { createLog } from '#api/observability/log.ts';
import { startApp } from '#api/main.ts';

// As in production, where an unhandled rejection doesn't end the process.
const config = readConfig();
guardProcess(createLog(config), () => process.exit(1));
const worker = await startApp(config);
process.once('disconnect', () => process.exit());
stopSignal(() => process.exit(1)).addEventListener(
  'abort',
  () => void worker.stop().then(() => process.exit(0)),
);
process.send?.(worker.url);
