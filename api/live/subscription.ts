import { closing } from './closing.ts';
import type { Member } from './group.ts';
import type { Hub, Prepared } from './hub.ts';
import type { Peer } from './peer.ts';

/**
 * A client's subscription on its socket. It keeps the operation open for graphql-ws while the hub sends on the socket
 * itself. There are thousands of these, each waiting for hours: what was needed to open it is let go of.
 */
export class Subscription implements Member, AsyncIterableIterator<never, undefined> {
  left = false;
  #prepared: Prepared | undefined;
  #leave: (() => void) | undefined;
  #end: ((result: IteratorReturnResult<undefined>) => void) | undefined;

  constructor(
    private hub: Hub,
    prepared: Prepared,
    private peer: Peer,
    private id: string,
  ) {
    this.#prepared = prepared;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Asked for the first result, the client's operation is known to be open: nothing is sent before. */
  next(): Promise<IteratorReturnResult<undefined>> {
    if (!this.left && this.#prepared) this.#leave = this.hub.open(this.#prepared, this);
    this.#prepared = undefined;
    return new Promise((resolve) => (this.#end = resolve));
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#leave?.();
    this.left = true;
    const result = { done: true, value: undefined } as const;
    this.#end?.(result);
    return result;
  }

  send(payload: string): void {
    this.peer.tell(this.#opening(), [payload], '}');
  }

  sendSlowly(payloads: readonly string[]): Promise<void> {
    return new Promise((resolve) => this.peer.tell(this.#opening(), payloads, '}', resolve));
  }

  fail(): void {
    this.peer.close(...closing.later);
  }

  #opening(): string {
    return `{"id":${JSON.stringify(this.id)},"type":"next","payload":`;
  }
}
