import { TooMany } from '#api/errors.ts';

/** Milliseconds that exports may take, and how many of them there may be. */
export interface ExportLimits {
  /** From the first statement of a download to its last piece. */
  download: number;
  /** The same for a GraphQL answer. */
  answer: number;
  /** For a client to take one piece. */
  stall: number;
  /** Exports that a node runs at once: each holds a database connection until its client has the last piece. */
  atOnce: number;
}

const usual: ExportLimits = { download: 600_000, answer: 5_000, stall: 60_000, atOnce: 3 };

/** Seconds after which someone whose export was refused should try again. */
const retryAfter = 10;

/** The exports that this node runs, at most one per person. */
export class RunningExports {
  readonly #people = new Set<string>();

  constructor(readonly limits: ExportLimits = usual) {}

  /** @returns a function that ends it. @throws TooMany */
  begin(personId: string): () => void {
    if (this.#people.has(personId)) throw anotherIsRunning();
    if (this.#people.size >= this.limits.atOnce)
      throw new TooMany('Too many exports are running. Try again in a few seconds.', retryAfter);
    this.#people.add(personId);
    return () => void this.#people.delete(personId);
  }
}

export const anotherIsRunning = (): TooMany =>
  new TooMany('You already have an export running. Wait until it finishes, then try again.', retryAfter);
