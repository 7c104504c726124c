import { hash, verify } from '@node-rs/argon2';
import { TooMany } from '#api/errors.ts';

/** OWASP's least for Argon2id: 19 MiB, two passes. 2 is Argon2id; the package's enum has no value at run time. */
const options = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Hashing occupies a thread that the database and the network need too: so many at once, and so many waiting. */
const atOnce = 2;
const mostWaiting = 100;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws TooMany when the queue is full */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), options));
}

/** False for a wrong password and for no account, after the same work. @throws TooMany when the queue is full */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const against = stored ?? (await stranger);
  const fits = await inTurn(() => verify(against, password.normalize('NFC')));
  return fits && stored !== undefined;
}

/** Whether a hash was made with the work that is demanded today; else it is made anew when the password is at hand. */
export function isHashedAsNow(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = options;
  return stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** What an unknown address is checked against, so that it answers as slowly as a known one. */
const stranger = hashPassword('nobody has this password');

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting)
      throw new TooMany('Too many people are signing in. Try again in a moment.');
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
