import { readConfig, type Config } from '#api/config/config.ts';
import { startApp, type RunningApp } from '#api/main.ts';
import type { Running } from './running.ts';

/** Whole programs, api and worker in one, on the database of a running server, in this process. */
export class Programs {
  #open = new Set<RunningApp>();

  constructor(private readonly running: Running) {}

  /** `changes` are to what the running server itself is set to. */
  async start(changes: Partial<Config> = {}): Promise<RunningApp> {
    const { app, databaseUrl } = this.running;
    const given = {
      ...app.config,
      databaseUrl,
      demo: false,
      role: 'all' as const,
      logLevel: 'silent' as const,
    };
    const program = await startApp({ ...readConfig({ PORT: '0' }), ...given, ...changes });
    this.#open.add(program);
    return program;
  }

  /** As SIGTERM has it leave. @returns milliseconds until it was gone */
  async leave(program: RunningApp): Promise<number> {
    this.#open.delete(program);
    const begun = Date.now();
    await program.stop();
    return Date.now() - begun;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#open].map((program) => this.leave(program)));
  }
}
