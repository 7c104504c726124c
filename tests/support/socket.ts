import { WebSocket, type ClientOptions } from 'ws';
import type { Running } from './running.ts';

export interface Message {
  id?: string;
  type: string;
  payload?: { data?: Record<string, never>; errors?: { message: string }[] } & { message?: string }[];
}

/** A WebSocket that speaks the protocol by hand, so that tests can break its rules. */
export class Socket {
  messages: Message[] = [];
  closed: Promise<{ code: number; reason: string }>;
  #socket: WebSocket;
  #changed: (() => void)[] = [];

  constructor({ url }: Pick<Running, 'url'>, options: ClientOptions = {}, protocol = 'graphql-transport-ws') {
    this.#socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, protocol, options);
    this.#socket.on('error', () => undefined);
    this.#socket.on('message', (data) => {
      this.messages.push(JSON.parse(String(data)) as Message);
      this.#changed.splice(0).forEach((tell) => tell());
    });
    this.closed = new Promise((resolve) => {
      this.#socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
    });
  }

  get raw(): WebSocket {
    return this.#socket;
  }

  async opened(): Promise<this> {
    if (this.#socket.readyState === WebSocket.CONNECTING) {
      await new Promise((resolve, reject) => this.#socket.once('open', resolve).once('close', reject));
    }
    return this;
  }

  async send(message: unknown): Promise<this> {
    await this.opened();
    this.#socket.send(
      typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message),
    );
    return this;
  }

  /** Signs in and waits until the server has agreed. */
  async signIn(token: string, more: Record<string, unknown> = {}): Promise<this> {
    await this.send({ type: 'connection_init', payload: { authToken: token, ...more } });
    await this.until(({ messages }) => messages.some(({ type }) => type === 'connection_ack'));
    return this;
  }

  subscribe(id: string, query: string, variables: Record<string, unknown> = {}): Promise<this> {
    return this.send({ id, type: 'subscribe', payload: { query, variables } });
  }

  /** Messages for one operation. */
  of(id: string): Message[] {
    return this.messages.filter((message) => message.id === id);
  }

  async until(holds: (socket: this) => boolean, patience = 10_000): Promise<this> {
    const giveUp = Date.now() + patience;
    while (!holds(this)) {
      if (Date.now() > giveUp)
        throw new Error(`Not seen in time. Messages: ${JSON.stringify(this.messages).slice(0, 2000)}`);
      await new Promise<void>((resolve) => {
        this.#changed.push(resolve);
        setTimeout(resolve, 50);
      });
    }
    return this;
  }

  close(): void {
    this.#socket.terminate();
  }
}
