import { TooMany } from '#api/lib/errors.ts';

interface Bounds {
  /** Pieces of work that run at the same moment. */
  atOnce: number;
  /** Waiting pieces of one party, so that nobody else waits for what it asks for. */
  mostOfOne: number;
  /** Waiting pieces of all of them. */
  mostOfAll: number;
  /** What who finds no room reads. */
  says: string;
}

/** Has slow work done in turns. @throws TooMany when there is no room to wait */
export type InTurn = <T>(party: string, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  begin: () => void;
  giveUp: () => void;
}

/**
 * Parties take turns, however much one of them asks for: a newcomer waits for one piece of each other party, and where
 * there is no room left, the party with the most waiting gives one up for it.
 */
export function makeTurns({ atOnce, mostOfOne, mostOfAll, says }: Bounds): InTurn {
  /** In the order in which the parties are next. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function wait(party: string): Promise<void> {
    const queue = queues.get(party) ?? [];
    if (queue.length >= mostOfOne) throw new TooMany(says);
    if (waiting >= mostOfAll && !makeRoom(queue.length)) throw new TooMany(says);
    queues.set(party, queue);
    waiting += 1;
    return new Promise((resolve, reject) => {
      queue.push({ begin: resolve, giveUp: () => reject(new TooMany(says)) });
    });
  }

  /** For a party with `own` waiting pieces; false where nobody has more than one more. */
  function makeRoom(own: number): boolean {
    let longest: Waiting[] = [];
    for (const queue of queues.values()) if (queue.length > longest.length) longest = queue;
    if (longest.length <= own + 1) return false;
    longest.pop()?.giveUp();
    waiting -= 1;
    return true;
  }

  function letNextIn(): boolean {
    const [next] = queues;
    if (!next) return false;
    const [party, queue] = next;
    queue.shift()?.begin();
    waiting -= 1;
    queues.delete(party);
    if (queue.length > 0) queues.set(party, queue);
    return true;
  }

  return async (party, work) => {
    if (running >= atOnce) await wait(party);
    else running += 1;
    try {
      return await work();
    } finally {
      if (!letNextIn()) running -= 1;
    }
  };
}
