import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventRow } from './rows-catalog.ts';

/** How events are delivered, and simulated failures. */
export interface StripeWebhooks {
  /** Holds events until `flush`. */
  hold: boolean;
  /** Sends everything twice. */
  duplicate: boolean;
  /** Sends waiting events in reverse order. */
  reorder: boolean;
  /** How many of the next events are lost. */
  lose: number;
  /** Delay before sending an event, in ms. */
  delayMs: number;
  /** Delay before the first retry in ms, doubled each time. */
  retryMs: number;
  /** Sends all waiting events, including rejected ones, and resolves once each was attempted. */
  flush(): Promise<void>;
  /** Sends an event again, like the dashboard, and returns the response status. */
  redeliver(eventId: string): Promise<number>;
  /** Oldest first. */
  events(): EventRow[];
}

interface EmailContent {
  event: EventRow;
  tries: number;
  /** When to send it, in ms. */
  at: number;
}

/** Maximum attempts to send an event. */
const mostTries = 12;
/** How long events are gathered before they are sent, in ms, so that simultaneous ones may be reordered. */
const gathering = 5;

export class StripePost implements StripeWebhooks {
  duplicate = false;
  reorder = false;
  lose = 0;
  delayMs = 0;
  retryMs = 500;
  url: string | undefined;
  #isHeld = false;
  #waiting: EmailContent[] = [];
  #busy: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  readonly #secret: () => string;
  readonly #events: () => EventRow[];

  constructor(secret: () => string, events: () => EventRow[]) {
    this.#secret = secret;
    this.#events = events;
  }

  get hold(): boolean {
    return this.#isHeld;
  }

  set hold(isHeld: boolean) {
    this.#isHeld = isHeld;
    this.#plan();
  }

  events(): EventRow[] {
    return this.#events();
  }

  /** Queues an event. */
  take(event: EventRow): void {
    if (!this.url || this.#isClosed) return;
    if (this.lose > 0) return void this.lose--;
    const letter = { event, tries: 0, at: Date.now() + this.delayMs };
    this.#waiting.push(letter, ...(this.duplicate ? [{ ...letter }] : []));
    this.#plan();
  }

  async flush(): Promise<void> {
    await this.#busy;
    const all = this.#waiting.splice(0);
    await this.#send(all);
  }

  /** Resolves once everything that is due has been attempted. */
  async settled(): Promise<void> {
    if (this.hold) return;
    while (this.#busy || this.#waiting.some((one) => one.tries === 0)) {
      await (this.#busy ?? sleep(gathering));
      if (this.hold || this.#isClosed) return;
    }
  }

  async redeliver(eventId: string): Promise<number> {
    const event = this.events().find(({ id }) => id === eventId);
    if (!event) throw new Error(`There is no event ${eventId}`);
    return this.#post(event);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #plan(): void {
    clearTimeout(this.#timer);
    const next = Math.min(...this.#waiting.map(({ at }) => at));
    if (this.hold || this.#isClosed || this.#busy || next === Infinity) return;
    this.#timer = setTimeout(() => this.#sendDue(), Math.max(gathering, next - Date.now()));
    this.#timer.unref();
  }

  #sendDue(): void {
    if (this.hold || this.#busy) return;
    const now = Date.now();
    const due = this.#waiting.filter(({ at }) => at <= now);
    this.#waiting = this.#waiting.filter(({ at }) => at > now);
    this.#busy = this.#send(due).finally(() => {
      this.#busy = undefined;
      this.#plan();
    });
  }

  /** Sends events one after another. Rejected ones are retried later. */
  async #send(letters: EmailContent[]): Promise<void> {
    for (const letter of this.reorder ? letters.toReversed() : letters) {
      const status = await this.#post(letter.event);
      const tries = letter.tries + 1;
      if ((status >= 200 && status < 300) || tries >= mostTries || this.#isClosed) continue;
      this.#waiting.push({ ...letter, tries, at: Date.now() + this.retryMs * 2 ** letter.tries });
    }
    this.#plan();
  }

  /** The response status, or 0 without a response. */
  async #post(event: EventRow): Promise<number> {
    if (!this.url) return 0;
    const body = JSON.stringify(event, null, 2);
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', this.#secret()).update(`${time}.${body}`).digest('hex');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${time},v1=${signature}`,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    };
    try {
      const response = await fetch(this.url, {
        method: 'POST',
        body,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  }
}
