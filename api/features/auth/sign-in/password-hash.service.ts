import { hash, verify } from '@node-rs/argon2';
import { TooMany } from '#api/lib/errors.ts';
import { networkOf } from '#api/security/ip-address.ts';

interface Bounds {
  /** Pieces of work that run at the same moment. */
  atOnce: number;
  /** Waiting pieces of one party, so that nobody else waits for what it asks for. */
  mostOfOne: number;
  /** Waiting pieces of all of them. */
  mostOfAll: number;
  /** What who finds no room reads. */
  message: string;
}

/** Has slow work done in turns. @throws TooMany when there is no room to wait */
export type FairQueue = <T>(party: string, work: () => Promise<T>) => Promise<T>;

interface Waiting {
  begin: () => void;
  giveUp: () => void;
}

/**
 * Parties take turns, however much one of them asks for: a newcomer waits for one piece of each other party, and where
 * there is no room left, the party with the most waiting gives one up for it.
 */
export function fairQueue({ atOnce, mostOfOne, mostOfAll, message }: Bounds): FairQueue {
  /** In the order in which the parties are next. */
  const queues = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  function wait(party: string): Promise<void> {
    const queue = queues.get(party) ?? [];
    if (queue.length >= mostOfOne) throw new TooMany(message);
    if (waiting >= mostOfAll && !makeRoom(queue.length)) throw new TooMany(message);
    queues.set(party, queue);
    waiting += 1;
    return new Promise((resolve, reject) => {
      queue.push({ begin: resolve, giveUp: () => reject(new TooMany(message)) });
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

/** OWASP's least for Argon2id: 19 MiB, two passes. 2 is Argon2id; the package's enum has no value at run time. */
const options = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Hashing occupies a thread that the database and the network need too. Networks take turns. */
const queued = fairQueue({
  atOnce: 2,
  mostOfOne: 8,
  mostOfAll: 100,
  message: 'Too many people are signing in. Try again in a moment.',
});

/** Who asks for the work: the address of a request; `ourselves` for what nobody waits for. */
type Asker = { ip: string | null } | 'ourselves';

const partyOf = (asker: Asker): string => (asker === 'ourselves' ? asker : networkOf(asker.ip));

/** @throws TooMany when too much is asked for, by this network or at all */
export function hashPassword(password: string, asker: Asker = 'ourselves'): Promise<string> {
  return queued(partyOf(asker), () => hash(password.normalize('NFC'), options));
}

/** False for a wrong password and for no account, after the same work. @throws TooMany as `hashPassword` */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
  asker: Asker,
): Promise<boolean> {
  const against = stored ?? (await hashForUnknown);
  const fits = await queued(partyOf(asker), () => verify(against, password.normalize('NFC')));
  return fits && stored !== undefined;
}

/** Whether a hash was made with the work that is demanded today; else it is made anew when the password is at hand. */
export function hasCurrentParameters(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = options;
  return stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** What an unknown address is checked against, so that it answers as slowly as a known one. */
const hashForUnknown = hashPassword('nobody has this password');
