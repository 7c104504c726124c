import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { root, typescript } from './run-program.ts';

export interface ScratchPostgres {
  /** The address of a database, which need not exist; `netlantern` does. */
  url(database?: string): string;
  stop(): Promise<void>;
}

/**
 * A PostgreSQL for tests and comparisons: fast, because it may lose everything. Its keeper is a process of its
 * own, which ends it and removes its files when we end, however we end.
 */
export async function scratchPostgres(): Promise<ScratchPostgres> {
  const keeper = spawn(process.execPath, [...typescript, 'api/boot/scratch-keeper.ts'], {
    cwd: root,
    // Out of reach of a Ctrl-C that is meant for us.
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
