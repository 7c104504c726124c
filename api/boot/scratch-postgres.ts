import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root, typescript } from './run-program.ts';

export interface ScratchPostgres {
  /** The URL of a database, which need not exist. `netlantern` does. */
  url(database?: string): string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for tests and comparisons, fast because it may lose everything. A separate keeper process
 * stops it and deletes its files when we exit, even after a crash.
 */
export async function scratchPostgres(): Promise<ScratchPostgres> {
  const keeper = spawn(process.execPath, [...typescript, 'api/boot/scratch-keeper.ts'], {
    cwd: root,
    // Keeps our Ctrl-C from reaching it.
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(keeper, 'exit');
  const failed = ended.then(() => Promise.reject(new Error('The scratch PostgreSQL did not start.')));
  const [address] = await Promise.race([once(keeper.stdout.setEncoding('utf8'), 'data'), failed]);
  failed.catch(() => {});
  const url = (database = 'netlantern') =>
    Object.assign(new URL(String(address)), { pathname: database }).href;
  const stop = async () => {
    keeper.stdin.end();
    await ended;
  };
  return { url, stop };
}
