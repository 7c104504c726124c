import { hash, verify } from '@node-rs/argon2';
import { fairQueue } from '#api/lib/concurrency.ts';
import { networkOf } from '#api/security/ip-address.ts';

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
type Requester = { ip: string | null } | 'ourselves';

const partyOf = (requester: Requester): string =>
  requester === 'ourselves' ? requester : networkOf(requester.ip);

/** @throws TooMany when too much is asked for, by this network or at all */
export function hashPassword(password: string, requester: Requester = 'ourselves'): Promise<string> {
  return queued(partyOf(requester), () => hash(password.normalize('NFC'), options));
}

/** False for a wrong password and for no account, after the same work. @throws TooMany as `hashPassword` */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
  requester: Requester,
): Promise<boolean> {
  const against = stored ?? (await hashForUnknown);
  const fits = await queued(partyOf(requester), () => verify(against, password.normalize('NFC')));
  return fits && stored !== undefined;
}

/** Whether a hash was made with the work that is demanded today; else it is made anew when the password is at hand. */
export function hasCurrentParameters(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = options;
  return stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** What an unknown address is checked against, so that it answers as slowly as a known one. */
const hashForUnknown = hashPassword('nobody has this password');
