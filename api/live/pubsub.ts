import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

/**
 * Signals sent to all processes on commit. They carry IDs, never rows (PostgreSQL limits a NOTIFY to 8000
 * bytes). `events`: a team has new events. `session`: a session ended. `moved`: a session switched to another
 * team or role. `poll`: a controller should be read now. `content`: public content has changed. `lost`: the
 * connection was down for a while and signals may have been missed. It is only received, never sent.
 */
export type Signal =
  | { topic: 'events'; teamId: string }
  | { topic: 'session' | 'moved'; sessionId: string }
  | { topic: 'poll'; controllerId: string }
  | { topic: 'content' }
  | { topic: 'lost' };

export interface PubSub {
  /**
   * Publishes to all processes, including this one. A lost signal costs a few seconds at most, because
   * listeners also poll.
   */
  publish(signal: Exclude<Signal, { topic: 'lost' }>): void;
  /** Returns a function to unsubscribe. */
  subscribe(listener: (signal: Signal) => void): () => void;
  /** Whether it is connected. Otherwise the node is degraded. */
  ready(): boolean;
  close(): Promise<void>;
}

/** Milliseconds in which equal signals are merged. */
const batchWindowMs = 2;

/** Maximum bytes of a message. PostgreSQL allows 8000. */
const maxMessageBytes = 7000;

/**
 * Signals queued while disconnected. More are dropped, because `lost` makes every listener check for itself.
 */
const maxQueued = 10_000;

/** The transport-independent part of pub/sub: listeners, batching, and ignoring our own messages. */
export interface LocalPubSub {
  publish(signal: Signal): void;
  subscribe(listener: (signal: Signal) => void): () => void;
  /** Handles a received message. */
  receive(message: string): void;
  /** Called after reconnecting. */
  reconnected(): void;
}

/** `send` publishes one message and returns false while the connection is down. */
export function createLocalPubSub(send: (message: string) => boolean, log: Logger): LocalPubSub {
  const origin = randomUUID();
  const listeners = new Set<(signal: Signal) => void>();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function dispatch(signal: Signal): void {
    for (const listener of listeners) {
      try {
        listener(signal);
      } catch (error) {
        log.error({ err: error }, 'A pub/sub listener failed');
      }
    }
  }

  function flush(): void {
    timer = undefined;
    const signals = [...waiting];
    while (signals.length > 0) {
      const batch: string[] = [];
      let size = origin.length + 16;
      while (signals[0] && (batch.length === 0 || size + signals[0].length < maxMessageBytes)) {
        size += signals[0].length + 1;
        batch.push(signals.shift() as string);
      }
      if (!send(`{"origin":"${origin}","rings":[${batch.join(',')}]}`)) return;
      for (const sent of batch) waiting.delete(sent);
    }
  }

  return {
    publish(signal) {
      dispatch(signal);
      if (waiting.size < maxQueued) waiting.add(JSON.stringify(signal));
      timer ??= setTimeout(flush, batchWindowMs);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive(message) {
      const heard = JSON.parse(message) as { origin: string; rings: Signal[] };
      if (heard.origin !== origin) heard.rings.forEach(dispatch);
    },
    reconnected() {
      flush();
      dispatch({ topic: 'lost' });
    },
  };
}
