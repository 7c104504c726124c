import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** The connection between a server and its database. A test can cut open connections and refuse new ones. */
export class Line {
  readonly #open = new Set<Socket>();
  readonly #far = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  /** The first message of every connection that was made by it: the settings that its client asks for. */
  readonly startups: string[] = [];
  /** The text of every statement that was executed through it. */
  readonly statements: string[] = [];

  private constructor(private readonly to: URL) {}

  /** @param databaseUrl where it leads to */
  static async to(databaseUrl: string): Promise<Line> {
    const line = new Line(new URL(databaseUrl));
    await line.mend();
    return line;
  }

  /** The database's address by way of this line. */
  get url(): string {
    return Object.assign(new URL(this.to.href), { port: String(this.#port) }).href;
  }

  /** By which the database knows those who came by this line: their `client_port`. */
  get ports(): number[] {
    return [...this.#far].flatMap(({ localPort }) => localPort ?? []);
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  /** Restores the connection. */
  async mend(): Promise<void> {
    const server = createServer((near) => {
      const far = connect(Number(this.to.port), this.to.hostname);
      this.#far.add(far.once('close', () => this.#far.delete(far)));
      near.once('data', (message) => this.startups.push(message.toString('latin1')));
      near.on(
        'data',
        statementReader((text) => this.statements.push(text)),
      );
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(one);
        one
          .on('error', () => undefined)
          .once('close', () => {
            this.#open.delete(one);
            other.destroy();
          });
        one.pipe(other);
      }
    });
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }
}

/** Follows what a client sends in PostgreSQL's protocol (version 3), and passes on each statement that it executes. */
function statementReader(executed: (text: string) => void): (chunk: Buffer) => void {
  const prepared = new Map<string, string>();
  let bound = '';
  let rest = Buffer.alloc(0);
  let isStarted = false;
  const texts = (body: Buffer) => body.toString('utf8').split('\0');
  const read = (type: string, body: Buffer) => {
    const [first = '', second = ''] = texts(body);
    if (type === 'Q') executed(first);
    if (type === 'P') prepared.set(first, second);
    if (type === 'B') bound = prepared.get(second) ?? '';
    if (type === 'E') executed(bound);
  };
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    for (;;) {
      // The first message has no type.
      const head = isStarted ? 1 : 0;
      if (rest.length < head + 4) return;
      const end = head + rest.readUInt32BE(head);
      if (rest.length < end) return;
      if (isStarted) read(String.fromCharCode(rest[0]!), rest.subarray(5, end));
      isStarted = true;
      rest = rest.subarray(end);
    }
  };
}
