import type { Running } from './running.ts';

interface Told {
  event: string;
  data: string;
}

/** A stream of server-sent events read by hand, so that tests see its every line. */
export class Stream {
  told: Told[] = [];
  comments: string[] = [];
  /** Resolves when the server has ended it. */
  ended: Promise<void>;
  #open = true;
  #changed: (() => void)[] = [];

  constructor(
    public response: Response,
    private leaving: AbortController,
  ) {
    this.ended = this.#read()
      .catch(() => undefined)
      .finally(() => (this.#open = false));
  }

  static async open(
    { url }: Pick<Running, 'url'>,
    body: unknown,
    token?: string,
    path = '/graphql',
    leaving = new AbortController(),
  ): Promise<Stream> {
    const headers: Record<string, string> = {
      accept: 'text/event-stream',
      'content-type': 'application/json',
    };
    if (token) headers['authorization'] = `Bearer ${token}`;
    const { signal } = leaving;
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), signal });
    return new Stream(response, leaving);
  }

  /** Results that were sent as `next`. */
  get results(): { data?: Record<string, never>; errors?: { message: string; extensions: object }[] }[] {
    const next = this.told.filter(({ event }) => event === 'next');
    return next.map(({ data }) => JSON.parse(data) as never);
  }

  get isComplete(): boolean {
    return this.told.some(({ event }) => event === 'complete');
  }

  async until(holds: (stream: this) => boolean): Promise<this> {
    while (this.#open && !holds(this)) {
      await Promise.race([new Promise<void>((resolve) => this.#changed.push(resolve)), this.ended]);
    }
    if (!holds(this)) throw new Error(`Not seen before the end. Told: ${JSON.stringify(this.told)}`);
    return this;
  }

  /** As a client ends an operation: it goes. */
  async close(): Promise<void> {
    this.leaving.abort();
    await this.ended;
  }

  async #read(): Promise<void> {
    let text = '';
    for await (const part of this.response.body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (text + part).split('\n\n');
      text = blocks.pop() ?? '';
      blocks.forEach((block) => this.#take(block));
      this.#changed.splice(0).forEach((tell) => tell());
    }
  }

  #take(block: string): void {
    if (block.startsWith(':')) return void this.comments.push(block.slice(1).trim());
    const [event = '', data = ''] = block.split('\n');
    this.told.push({ event: event.replace('event: ', ''), data: data.replace(/^data:\s?/, '') });
  }
}
