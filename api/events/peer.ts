import type { WebSocket } from 'ws';
import { closing, closingPatience, mostBuffered } from './closing.ts';
import type { Ending } from './lines.ts';

/**
 * What a client may send within a minute, its own pings and pongs included. Operations are counted as requests; this is
 * for what is no operation, and for those that are refused because too many are open.
 */
const messagesPerMinute = 6000;

/** One client's WebSocket: what it sends and what is sent to it is bounded, and it is gone in time when it should be. */
export class Peer implements Ending {
  /** Cleared by each round of pings, set by the answer. */
  alive = true;

  #messages = 0;
  #minute = 0;
  #leaving = false;

  /** The socket must not answer pings by itself. */
  constructor(private socket: WebSocket) {
    socket.on('pong', () => {
      if (this.hears()) this.alive = true;
    });
    socket.on('ping', (data) => {
      if (!this.hears()) return;
      socket.pong(data);
      this.#bound();
    });
  }

  get protocol(): string {
    return this.socket.protocol;
  }

  /** Counts what has arrived. False: it closes, and nothing more is answered. */
  hears(): boolean {
    const now = Math.floor(Date.now() / 60_000);
    this.#messages = now === this.#minute ? this.#messages + 1 : 1;
    this.#minute = now;
    if (this.#messages > messagesPerMinute) this.close(...closing.tooFast);
    return !this.#leaving;
  }

  /** Resolves when the text is on its way, or can never be. */
  send(text: string): Promise<void> {
    if (this.socket.readyState !== this.socket.OPEN) return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.send(text, () => resolve());
      this.#bound();
    });
  }

  /** Sends without waiting. */
  tell(text: string): void {
    if (this.socket.readyState !== this.socket.OPEN) return;
    this.socket.send(text);
    this.#bound();
  }

  close(code: number, reason: string): void {
    if (this.#leaving || this.socket.readyState === this.socket.CLOSED) return;
    this.#leaving = true;
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
