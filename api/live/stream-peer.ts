import type { ServerResponse } from 'node:http';
import { Unauthenticated } from '#api/lib/errors.ts';
import { closing, closingPatience, mostBuffered } from './closing.ts';
import type { Ending } from './lines.ts';

/** One client's stream of events: what is sent to it is bounded, and it is gone in time when it should be. */
export class StreamPeer implements Ending {
  constructor(private response: ServerResponse) {}

  /** One result. Resolves when it is on its way, or can never be. */
  send(payload: string): Promise<void> {
    return this.#write(`event: next\ndata: ${payload}\n\n`);
  }

  /** There are no more results: the client does not come back. An `EventSource` hears only of what has a `data` line. */
  complete(): void {
    void this.#write('event: complete\ndata:\n\n');
    this.#end();
  }

  /** A stream that ends without having been completed was cut off: the client comes back, unless it is not let in any more. */
  close(code: number, reason: string): void {
    if (code === closing.forbidden[0]) {
      const { message, extensions } = new Unauthenticated();
      void this.send(JSON.stringify({ errors: [{ message, extensions }] }));
      return this.complete();
    }
    void this.#write(`: ${reason}\n\n`);
    this.#end();
  }

  /** A comment, which keeps proxies from taking the silence for an end. */
  beat(): void {
    void this.#write(':\n\n');
  }

  #write(text: string): Promise<void> {
    if (this.response.writableEnded || this.response.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      this.response.write(text, () => resolve());
      if (this.response.writableLength > mostBuffered) this.response.destroy();
    });
  }

  #end(): void {
    this.response.end();
    setTimeout(() => this.response.destroy(), closingPatience).unref();
  }
}
