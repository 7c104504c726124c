import type { Bell } from './events/bell.ts';

/** What visitors read, kept in memory until somebody changes it: a burst of reads asks the database once. */
export interface ContentCache {
  /** What is kept under this name; else loads it, once for all who ask meanwhile. What fails is not kept. */
  read<T>(name: string, load: () => Promise<T>): Promise<T>;
  /** Forgets everything at once on every node. Call it when what was changed has been committed. */
  changed(): void;
  close(): void;
}

/** Milliseconds after which a read is no longer believed, should both the ring and the news that it was lost be lost. */
const longest = 60_000;

/** Every node keeps its own; the bell tells them all. */
export function openContentCache(bell: Bell): ContentCache {
  let kept = new Map<string, { since: number; value: Promise<unknown> }>();
  const stopListening = bell.listen(({ topic }) => {
    // A new map, so that a read which began before the change ends where nobody looks any more.
    if (topic === 'content' || topic === 'lost') kept = new Map();
  });
  return {
    read<T>(name: string, load: () => Promise<T>): Promise<T> {
      const now = performance.now();
      const found = kept.get(name);
      if (found && now - found.since < longest) return found.value as Promise<T>;
      const into = kept;
      const value = load();
      into.set(name, { since: now, value });
      value.catch(() => into.get(name)?.value === value && into.delete(name));
      return value;
    },
    changed() {
      kept = new Map();
      bell.ring({ topic: 'content' });
    },
    close: stopListening,
  };
}
