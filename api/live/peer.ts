import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { closeCodes, closeTimeoutMs, maxBufferedBytes, type PeerTransport } from './connections.ts';

/**
 * Messages a client may send per minute, including pings and pongs. Operations also count as requests. This
 * limit covers everything else, and operations refused because too many are open.
 */
const messagesPerMinute = 6000;

/** A client's WebSocket. Limits what is received and buffered, and closes the socket in time. */
export class Peer implements PeerTransport {
  /** Cleared by each ping, set by its pong. */
  alive = true;

  /** Created lazily, because it takes memory and most sockets only subscribe. */
  #closed: AbortController | undefined;
  #messages = 0;
  #minute = 0;
  #leaving = false;

  /** The socket must not respond to pings automatically. */
  constructor(
    private socket: WebSocket,
    /** The stream that the socket writes to. */
    private stream: Duplex,
    /** Called with errors thrown while handling a message. */
    private failed: (error: unknown) => void,
  ) {
    // A peer's protocol errors are answered with a close frame and don't need logging.
    socket.on('error', ignore);
    socket.on('pong', () => {
      if (this.acceptMessage()) this.alive = true;
    });
    socket.on('ping', (data) => {
      if (!this.acceptMessage()) return;
      socket.pong(data);
      this.#bound();
    });
  }

  get protocol(): string {
    return this.socket.protocol;
  }

  /** Aborted when the socket closes. */
  get signal(): AbortSignal {
    if (!this.#closed) {
      const closed = new AbortController();
      this.#closed = closed;
      if (this.socket.readyState === this.socket.CLOSED) closed.abort();
      else this.socket.once('close', () => closed.abort());
    }
    return this.#closed.signal;
  }

  onMessage(take: (text: string) => Promise<void>): void {
    this.socket.on('message', (data, isBinary) => {
      if (isBinary) return this.close(...closeCodes.notText);
      if (this.acceptMessage()) take(String(data)).catch(this.failed);
    });
  }

  /** Counts a received message. Returns false if the socket closes, so nothing more is answered. */
  acceptMessage(): boolean {
    const now = Math.floor(Date.now() / 60_000);
    this.#messages = now === this.#minute ? this.#messages + 1 : 1;
    this.#minute = now;
    if (this.#messages > messagesPerMinute) this.close(...closeCodes.tooFast);
    return !this.#leaving;
  }

  /** Resolves once the text is written, or can't be. */
  send(text: string): Promise<void> {
    if (this.socket.readyState !== this.socket.OPEN) return Promise.resolve();
    return new Promise((resolve) => {
      this.socket.send(text, () => resolve());
      this.#bound();
    });
  }

  /**
   * Sends one message per text, each between `before` and `after`. `sent` is called once the last is written,
   * or when it can't be.
   */
  sendFrames(before: string, texts: readonly string[], after: string, sent?: () => void): void {
    if (this.socket.readyState !== this.socket.OPEN) return sent?.();
    // Written between two frames of `ws`, which writes each frame as a whole and buffers none without
    // compression.
    const frames = texts.map((text) => frameOf(before, text, after));
    this.stream.write(frames.length === 1 ? frames[0] : Buffer.concat(frames), sent);
    this.#bound();
  }

  close(code = 1000, reason = ''): void {
    if (this.#leaving || this.socket.readyState === this.socket.CLOSED) return;
    this.#leaving = true;
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), closeTimeoutMs).unref();
  }

  beat(): void {
    if (!this.alive) return this.socket.terminate();
    this.alive = false;
    if (this.socket.readyState === this.socket.OPEN) this.socket.ping();
  }

  #bound(): void {
    if (this.socket.bufferedAmount > maxBufferedBytes) this.close(...closeCodes.tooSlow);
  }
}

function ignore(): void {}

/** The last encoded text, because the same one goes to thousands of clients in a row. */
let last = { text: '', bytes: Buffer.alloc(0) };

/**
 * A server's text message (RFC 6455, 5.2: one unmasked frame) from three parts, in one buffer. The middle
 * part is encoded once for all recipients, where `ws` would encode it for each.
 */
function frameOf(before: string, text: string, after: string): Buffer {
  if (text !== last.text) last = { text, bytes: Buffer.from(text) };
  const { bytes } = last;
  const opening = Buffer.byteLength(before);
  const length = opening + bytes.length + Buffer.byteLength(after);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = 0x81;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(before, head);
  bytes.copy(frame, head + opening);
  frame.write(after, head + opening + bytes.length);
  return frame;
}
