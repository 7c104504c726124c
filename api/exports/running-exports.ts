import { ProductError, TooMany, Unavailable } from '#api/lib/errors.ts';
import { Pace } from './row-reader.store.ts';

/** Milliseconds that exports may take, and how many of them there may be. */
export interface ExportLimits {
  /** From the first statement of a download to its last piece. */
  download: number;
  /** The same for a GraphQL answer. */
  answer: number;
  /** For a client to take one piece. */
  stall: number;
  /** Exports that a node runs at once: each holds a database connection until its client has the last piece. */
  concurrency: number;
  /** How long an export may wait for its client before it can be stopped to make room for someone else's. */
  minWaitMs: number;
}

const usual: ExportLimits = {
  download: 600_000,
  answer: 5_000,
  stall: 60_000,
  concurrency: 4,
  minWaitMs: 10_000,
};

/** Milliseconds below which a wait doesn't count: until then it may be our own work on the piece. */
const minCountedWaitMs = 100;

/** Seconds after which someone whose export was refused should try again. */
const retryAfter = 10;

/** The exports that this node runs, at most one per person. */
export class RunningExports {
  readonly pace = new Pace();
  readonly #running = new Map<string, RunningExport>();

  constructor(readonly limits: ExportLimits = usual) {}

  /**
   * Begins an export, and stops the one with the slowest client if there is no room otherwise: clients that read slowly
   * could keep everyone else waiting. @throws TooMany
   */
  begin(personId: string, stop: (reason: ProductError) => void): RunningExport {
    if (this.#running.has(personId)) throw alreadyRunning();
    if (this.#running.size >= this.limits.concurrency) this.#makeRoom();
    const one = new RunningExport(stop, () => {
      if (this.#running.get(personId) === one) this.#running.delete(personId);
    });
    this.#running.set(personId, one);
    return one;
  }

  #makeRoom(): void {
    const [slowest] = [...this.#running.values()].sort((a, b) => b.waited - a.waited);
    if (!slowest || slowest.waited < this.limits.minWaitMs)
      throw new TooMany('Too many exports are running. Try again in a few seconds.', retryAfter);
    slowest.end();
    slowest.stop(
      new Unavailable('The export was stopped: it was read slowly, and other exports were waiting.'),
    );
  }
}

export class RunningExport {
  #waited = 0;
  #waitingSince: number | undefined;

  constructor(
    readonly stop: (reason: ProductError) => void,
    /** Frees its place. */
    readonly end: () => void,
  ) {}

  /** Milliseconds in which it waited for its client. */
  get waited(): number {
    return this.#waited + (this.#waitingSince === undefined ? 0 : performance.now() - this.#waitingSince);
  }

  /** Its client has a piece to take, until `resume`. */
  wait(): void {
    this.#waitingSince = performance.now();
  }

  resume(): void {
    const began = this.#waitingSince ?? performance.now();
    this.#waitingSince = undefined;
    const waited = performance.now() - began;
    if (waited >= minCountedWaitMs) this.#waited += waited;
  }
}

export const alreadyRunning = (): TooMany =>
  new TooMany('You already have an export running. Wait until it finishes, then try again.', retryAfter);
