import { once } from 'node:events';
import { startApp } from '../main.ts';
import type { Config } from '#api/config/config.ts';
import { demoAccounts } from '../features/auth/demo-accounts.ts';
import { createLog } from '#api/observability/log.ts';
import { buildWeb } from './build-web.ts';
import { explain } from './explain.ts';
import { guardProcess } from './guard-process.ts';
import { stopSignal } from './stop.ts';

/** Milliseconds that a failed process has to finish its work. */
const endingPatience = 10_000;

/** Runs the product until it is asked to stop. Returns the exit code. */
export async function serve(config: Config, { build }: { build: boolean }): Promise<number> {
  const signal = stopSignal(() => process.exit(1));
  const told = once(signal, 'abort');
  try {
    const web = build && config.role !== 'worker' ? buildWeb({ signal }) : undefined;
    // Ctrl-C also reaches the build, whose failure is then expected.
    await web?.catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (signal.aborted) return 0;
    const failed = Promise.withResolvers<'failed'>();
    guardProcess(createLog(config), () => failed.resolve('failed'));
    const app = await startApp(config);
    greet(config, app.url);
    const why = await Promise.race([told, failed.promise]);
    // The cause of the failure may also block a clean shutdown.
    if (why === 'failed') setTimeout(() => process.exit(1), endingPatience).unref();
    await app.stop();
    return why === 'failed' ? 1 : 0;
  } catch (error) {
    console.error(explain(error, config));
    return 1;
  }
}

/** Start-up information for a person who ran `npm start`. */
function greet({ publicUrl, demo, demoFleet, production, role }: Config, url: string): void {
  if (production) return;
  if (role === 'worker')
    return console.log(`\nNetlantern's worker is running; its health is at ${url}/healthz\n`);
  const accounts = `
  Customer       ${demoAccounts.customer}${demoFleet ? `\n  MSP            ${demoAccounts.serviceProvider}` : ''}
  Administrator  ${demoAccounts.admin}
  Password       ${demoAccounts.password}  (${demoFleet ? 'all' : 'both'})
`;
  const where = publicUrl === url ? url : `${publicUrl} (${url})`;
  console.log(`\nNetlantern is running at ${where}\n${demo ? accounts : ''}\nStop it with Ctrl-C.\n`);
}
