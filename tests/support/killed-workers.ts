import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { typescript } from '#api/boot/run-program.ts';
import type { Running } from './running.ts';

/** Real workers next to a running server, in processes that tests kill. `env` can make them whole nodes. */
export class KilledWorkers {
  private alive: ChildProcess[] = [];
  private readonly dataDir = mkdtempSync(path.join(tmpdir(), 'netlantern-killed-'));

  /** `env` adds to the address of the server's database. */
  constructor(
    private readonly running: Pick<Running, 'app' | 'databaseUrl'>,
    private readonly env: Record<string, string>,
  ) {}

  /** @returns its address, once it listens there */
  async started(): Promise<string> {
    const node = this.start();
    const ended = once(node, 'exit').then(() => Promise.reject(new Error('The node ended as it started')));
    const [url] = await Promise.race([once(node, 'message'), ended]);
    ended.catch(() => undefined);
    return String(url);
  }

  start(): ChildProcess {
    const { app, databaseUrl } = this.running;
    const worker = fork('tests/support/delivery-worker.ts', {
      execArgv: typescript,
      env: {
        PATH: process.env.PATH,
        ROLE: 'worker',
        DEMO: '0',
        PORT: '0',
        LOG_LEVEL: 'fatal',
        DATA_DIR: this.dataDir,
        DATABASE_URL: databaseUrl,
        APP_SECRET: app.config.appSecrets[0],
        PUBLIC_URL: app.config.publicUrl,
        ...this.env,
      },
    });
    this.alive.push(worker);
    return worker;
  }

  /** Stops the first one, as a deploy does. @returns its exit code, and milliseconds until it had exited */
  async leave(): Promise<{ code: number | null; took: number }> {
    const [leaving] = this.alive.splice(0, 1);
    if (!leaving) throw new Error('Nobody is left');
    const begun = Date.now();
    const gone = once(leaving, 'exit');
    leaving.kill('SIGTERM');
    const [code] = (await gone) as [number | null];
    return { code, took: Date.now() - begun };
  }

  /** Comes back once they are gone. */
  async kill(): Promise<void> {
    const killed = this.alive.splice(0);
    const gone = killed.map((worker) => once(worker, 'exit'));
    for (const worker of killed) worker.kill('SIGKILL');
    await Promise.all(gone);
  }

  async end(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true });
  }
}
