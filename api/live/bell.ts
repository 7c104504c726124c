import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

/**
 * What rings through all processes on commit. It carries ids, never rows (PostgreSQL limits a NOTIFY to 8000 bytes).
 * `events`: a team has new events. `session`: a session ended. `moved`: it goes on in another team or another role.
 * `poll`: a controller should be read now. `content`: what visitors read has changed.
 * `lost`: the bell was cut off for a while and others may have rung; only ever heard, never rung.
 */
export type Ring =
  | { topic: 'events'; teamId: string }
  | { topic: 'session' | 'moved'; sessionId: string }
  | { topic: 'poll'; controllerId: string }
  | { topic: 'content' }
  | { topic: 'lost' };

export interface Bell {
  /** Rings everywhere, here too. A lost ring costs a few seconds at most: listeners also look by themselves. */
  ring(ring: Exclude<Ring, { topic: 'lost' }>): void;
  /** Returns how to stop listening. */
  listen(listener: (ring: Ring) => void): () => void;
  /** Whether it is connected. Without it a node is degraded. */
  ready(): boolean;
  close(): Promise<void>;
}

/** Milliseconds in which equal rings become one. */
const gathering = 2;

/** Bytes of one message; PostgreSQL takes 8000. */
const messageSize = 7000;

/** Rings kept while the line is down. More are dropped: `lost` makes every listener look for itself. */
const mostWaiting = 10_000;

/** The part of a bell that does not depend on the line: listeners, gathering, and not hearing oneself. */
export interface Ringing {
  ring(ring: Ring): void;
  listen(listener: (ring: Ring) => void): () => void;
  /** A message from the line. */
  hear(message: string): void;
  /** The line is up again. */
  restored(): void;
}

/** `send` puts one message on the line and says false while the line is down. */
export function makeRinging(send: (message: string) => boolean, log: Logger): Ringing {
  const origin = randomUUID();
  const listeners = new Set<(ring: Ring) => void>();
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function tell(ring: Ring): void {
    for (const listener of listeners) {
      try {
        listener(ring);
      } catch (error) {
        log.error({ err: error }, 'A listener of the bell failed');
      }
    }
  }

  function flush(): void {
    timer = undefined;
    const rings = [...waiting];
    while (rings.length > 0) {
      const batch: string[] = [];
      let size = origin.length + 16;
      while (rings[0] && (batch.length === 0 || size + rings[0].length < messageSize)) {
        size += rings[0].length + 1;
        batch.push(rings.shift() as string);
      }
      if (!send(`{"origin":"${origin}","rings":[${batch.join(',')}]}`)) return;
      for (const sent of batch) waiting.delete(sent);
    }
  }

  return {
    ring(ring) {
      tell(ring);
      if (waiting.size < mostWaiting) waiting.add(JSON.stringify(ring));
      timer ??= setTimeout(flush, gathering);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hear(message) {
      const heard = JSON.parse(message) as { origin: string; rings: Ring[] };
      if (heard.origin !== origin) heard.rings.forEach(tell);
    },
    restored() {
      flush();
      tell({ topic: 'lost' });
    },
  };
}
