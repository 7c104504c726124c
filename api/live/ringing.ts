import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Ring } from './bell.ts';

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
