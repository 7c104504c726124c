import type { WebSocket } from 'ws';

/** Bytes that may wait for a client that does not read. */
const mostBuffered = 1024 * 1024;

/** Milliseconds for a client to answer a close before its connection is cut. */
const closingPatience = 1000;

/** Close codes: RFC 6455's, and the graphql-ws protocol's 4403. Its clients come back by themselves after 1001 and 1013. */
export const closing = {
  goingAway: [1001, 'Going away'],
  moved: [1001, 'Another team, role or demand'],
  notText: [1003, 'Send text'],
  failed: [1011, 'Internal error'],
  later: [1013, 'Try again later'],
  tooSlow: [1013, 'Too slow: resume with your cursor'],
  tooMany: [1013, 'Too many connections'],
  forbidden: [4403, 'Forbidden'],
} as const satisfies Record<string, readonly [number, string]>;

/** One client's WebSocket: what is sent to it is bounded, and it is gone in time when it should be. */
export class Peer {
  /** Cleared by each round of pings, set by the answer. */
  alive = true;

  constructor(private socket: WebSocket) {
    socket.on('pong', () => (this.alive = true));
    socket.on('ping', () => this.#bound());
  }

  get protocol(): string {
    return this.socket.protocol;
  }

  /** Resolves when the text is on its way, or can never be. */
  send(text: string): Promise<void> {
    if (this.socket.readyState !== this.socket.OPEN) return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.send(text, () => resolve());
      this.#bound();
    });
  }

  close(code: number, reason: string): void {
    if (this.socket.readyState === this.socket.CLOSED) return;
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), closingPatience).unref();
  }

  /** One beat of the heart: cuts a peer that has not answered the last one. */
  beat(): void {
    if (!this.alive) return this.socket.terminate();
    this.alive = false;
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }

  #bound(): void {
    if (this.socket.bufferedAmount > mostBuffered) this.close(...closing.tooSlow);
  }
}
