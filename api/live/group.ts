import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { memoize } from '#api/lib/concurrency.ts';
import type { Event } from './event.entity.ts';

/** Events read at once for a subscriber that is catching up. */
const page = 100;

/**
 * Results cached for other members. They reconnect together, so they request the same few at about the same
 * time.
 */
const maxReplayed = 500;

/** Cached pages of events, because members were disconnected at different events. */
const maxPages = 20;

/**
 * How long replayed events stay cached after the last replay, in ms. When thousands reconnect, there are
 * short gaps between them.
 */
const replayCacheMs = 2000;

/**
 * Characters of a replay in flight at once: enough to batch small results, and too few to fill a socket's
 * buffer.
 */
const maxCharactersInFlight = 64 * 1024;

/**
 * Minimum milliseconds between two executions if only the current value matters. In a storm, counting all alerts after every
 * change would delay the queries that show the changes.
 */
const valuePauseMs = 250;

/** Delays in ms between retries of an execution that failed through no fault of the caller. */
const retries = [100, 400, 1600];

/** One subscription of one client. */
export interface Member {
  /** Sends without waiting. A client that doesn't read is disconnected by its socket. */
  send(payload: string): void;
  /** Sends one by one, waiting for each to be written, so that a replay runs at its reader's speed. */
  sendSlowly(payloads: readonly string[]): Promise<void>;
  /** It can't be served, so the client should reconnect with its cursor. */
  fail(): void;
  left: boolean;
}

export interface GroupOptions {
  /** Number of the last event before the group's first one. */
  position: number;
  replay: boolean;
  accepts: (event: Event) => boolean;
  /**
   * The serialised result for an event, or for the current state. `null` when there is nothing to show.
   * Throws unexpected errors.
   */
  execute: (event: Event | null) => Promise<string | null>;
  eventsAfter: (seq: number, limit: number) => Promise<Event[]>;
  /** Minimum milliseconds between two executions without `replay`. Defaults to `valuePauseMs`. */
  pauseMs?: number;
  /** Called when the last member has left or the group has failed. The next subscriber needs a new group. */
  ended: () => void;
}

/** Past events that members share while they catch up. They never change. */
interface Past {
  /** Results by event number. */
  replayed: LRUCache<string, Promise<string | null>>;
  /** Pages of events by the number before them. */
  pages: LRUCache<number, Promise<Event[]>>;
}

/** Equal subscriptions of one team, for which each event is executed and serialised once. */
export class Group {
  /** Live members, and the last event that each received before going live. */
  #live = new Map<Member, number>();
  #catchingUp = new Set<Member>();
  #past: Past | undefined;
  #forgetting: NodeJS.Timeout | undefined;
  #queue: Event[] = [];
  #draining = false;
  #reached: number;

  constructor(private options: GroupOptions) {
    this.#reached = options.position;
  }

  /** Accepts new events, in order. */
  publish(events: readonly Event[]): void {
    this.#queue.push(...events);
    if (!this.#draining) void this.#drain();
  }

  /**
   * Serves a member from its cursor, then live. Every event after `reached` goes to all live members, so a
   * member served up to `reached` can go live at once without gaps or duplicates.
   */
  async join(member: Member, after: number | undefined, initial: boolean): Promise<void> {
    this.#catchingUp.add(member);
    try {
      await (initial ? this.#sendPresent(member) : this.#replay(member, after ?? this.#reached));
    } catch {
      member.fail();
    } finally {
      this.#catchingUp.delete(member);
      if (this.#catchingUp.size === 0) this.#forgetSoon();
    }
  }

  leave(member: Member): void {
    member.left = true;
    this.#live.delete(member);
    this.#catchingUp.delete(member);
    if (this.#live.size + this.#catchingUp.size === 0) this.options.ended();
  }

  async #sendPresent(member: Member): Promise<void> {
    for (let before = -1; before !== this.#reached;) {
      before = this.#reached;
      const payload = await this.#execute(null);
      if (member.left) return;
      if (payload !== null) member.send(payload);
    }
    this.#live.set(member, this.#reached);
  }

  async #replay(member: Member, after: number): Promise<void> {
    let served = after;
    while (served < this.#reached && !member.left) {
      const events = await this.#pageAfter(served);
      // Events removed in the meantime can't be replayed, so the client has to reload the alerts.
      if (Number(events[0]?.seq) !== served + 1) throw new Error('Events after the cursor were removed');
      let ready: string[] = [];
      let length = 0;
      for (const event of events) {
        const payload = this.options.accepts(event) ? await this.#executeShared(event) : null;
        if (member.left) return;
        if (payload !== null) length += ready[ready.push(payload) - 1]!.length;
        if (length > maxCharactersInFlight || event === events.at(-1)) {
          if (ready.length > 0) await member.sendSlowly(ready);
          [ready, length] = [[], 0];
        }
        served = Number(event.seq);
      }
    }
    // No `await` since the comparison above, or an event served in between would be missed.
    if (!member.left) this.#live.set(member, served);
  }

  /**
   * The page of events after `seq`, cached however many have followed it. Empty pages aren't cached, because
   * events may arrive soon.
   */
  #pageAfter(seq: number): Promise<Event[]> {
    const { pages } = this.#keptPast();
    const events = memoize(pages, seq, () => this.options.eventsAfter(seq, page));
    events.then(
      ({ length }) => length === 0 && pages.delete(seq),
      () => undefined,
    );
    return events;
  }

  #keptPast(): Past {
    return (this.#past ??= {
      replayed: new LRUCache({ max: maxReplayed }),
      pages: new LRUCache({ max: maxPages }),
    });
  }

  #forgetSoon(): void {
    clearTimeout(this.#forgetting);
    this.#forgetting = setTimeout(() => {
      if (this.#catchingUp.size === 0) this.#past = undefined;
    }, replayCacheMs).unref();
  }

  /** After a network failure many members request the same past events at once. */
  #executeShared(event: Event): Promise<string | null> {
    return memoize(this.#keptPast().replayed, event.seq, () => this.#execute(event));
  }

  async #drain(): Promise<void> {
    this.#draining = true;
    try {
      while (this.#queue.length > 0) {
        await this.#serve(this.#next());
        const { replay, pauseMs = valuePauseMs } = this.options;
        if (!replay) await sleep(pauseMs, undefined, { ref: false });
      }
    } catch {
      this.#failAll();
    } finally {
      this.#draining = false;
    }
  }

  /** If only the current value matters, waiting events are merged into one. */
  #next(): { event: Event | null; seq: number } {
    const { replay, accepts } = this.options;
    const taken = replay ? this.#queue.splice(0, 1) : this.#queue.splice(0);
    return { event: taken.findLast(accepts) ?? null, seq: Number(taken.at(-1)?.seq) };
  }

  async #serve({ event, seq }: { event: Event | null; seq: number }): Promise<void> {
    const payload = event && this.#live.size > 0 ? await this.#execute(event) : null;
    this.#reached = seq;
    if (payload === null) return;
    for (const [member, served] of this.#live) if (served < seq) member.send(payload);
  }

  async #execute(event: Event | null): Promise<string | null> {
    for (const pause of retries) {
      try {
        return await this.options.execute(event);
      } catch {
        await sleep(pause);
      }
    }
    return this.options.execute(event);
  }

  /**
   * An event that can't be executed isn't skipped: all members reconnect with their cursor, to a new group.
   */
  #failAll(): void {
    this.options.ended();
    this.#queue = [];
    for (const member of [...this.#live.keys(), ...this.#catchingUp]) member.fail();
  }
}
