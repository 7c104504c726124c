import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { closeCodes, closeTimeoutMs, maxBufferedBytes, type PeerTransport } from './connections.ts';

/**
 * What a client may send within a minute, its own pings and pongs included. Operations are counted as requests; this is
 * for what is no operation, and for those that are refused because too many are open.
 */
const messagesPerMinute = 6000;

/** One client's WebSocket: what it sends and what is sent to it is bounded, and it is gone in time when it should be. */
export class Peer implements PeerTransport {
  /** Cleared by each round of pings, set by the answer. */
  alive = true;

  /** Created when first needed: it takes memory, and most sockets only subscribe. */
  #closed: AbortController | undefined;
  #messages = 0;
  #minute = 0;
  #leaving = false;

  /** The socket must not answer pings by itself. */
  constructor(
    private socket: WebSocket,
    /** What the socket writes to. */
    private stream: Duplex,
    /** Told of what was thrown over a message. */
    private failed: (error: unknown) => void,
  ) {
    // What a peer does wrong is answered by a close frame; nobody else needs to hear of it.
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

  /** Aborted when the socket has closed. */
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

  /** Counts what has arrived. False: it closes, and nothing more is answered. */
  acceptMessage(): boolean {
    const now = Math.floor(Date.now() / 60_000);
    this.#messages = now === this.#minute ? this.#messages + 1 : 1;
    this.#minute = now;
    if (this.#messages > messagesPerMinute) this.close(...closeCodes.tooFast);
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

  /**
   * Sends a message of three pieces for each of the texts, which go in the middle and to many others, one after another.
   * `sent` is called when the last is on its way, or can never be.
   */
  sendFrames(before: string, texts: readonly string[], after: string, sent?: () => void): void {
    if (this.socket.readyState !== this.socket.OPEN) return sent?.();
    // Between two frames of `ws`, which writes each as a whole: without compression it keeps none back.
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

/** What was told last: the same goes to thousands one after another. */
let last = { text: '', bytes: Buffer.alloc(0) };

/**
 * A text message of a server (RFC 6455, 5.2: one frame, not masked) of three pieces, in one buffer. The middle is encoded
 * once for all to whom it goes; `ws` would do it for each.
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
