import type { WebSocket } from 'ws';
import { closing, closingPatience, mostBuffered } from './closing.ts';
import type { Ending } from './lines.ts';

/** One client's WebSocket: what is sent to it is bounded, and it is gone in time when it should be. */
export class Peer implements Ending {
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

  beat(): void {
    if (!this.alive) return this.socket.terminate();
    this.alive = false;
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }

  #bound(): void {
    if (this.socket.bufferedAmount > mostBuffered) this.close(...closing.tooSlow);
  }
}
