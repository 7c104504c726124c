import { hash, verify } from '@node-rs/argon2';
import { fairQueue } from '#api/lib/concurrency.ts';
import { networkOf } from '#api/security/ip-address.ts';

/**
 * OWASP's minimum for Argon2id: 19 MiB, two passes. 2 means Argon2id, because the package's enum has no
 * runtime value.
 */
const options = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Hashing occupies a thread that the database and network need too, so networks take turns. */
const queued = fairQueue({
  atOnce: 2,
  mostOfOne: 8,
  mostOfAll: 100,
  message: 'Too many people are signing in. Try again in a moment.',
});

/** The requester's IP address, or `ourselves` for background work. */
type Requester = { ip: string | null } | 'ourselves';

const partyOf = (requester: Requester): string =>
  requester === 'ourselves' ? requester : networkOf(requester.ip);

/** @throws TooMany if there is too much work, from this network or overall */
export function hashPassword(password: string, requester: Requester = 'ourselves'): Promise<string> {
  return queued(partyOf(requester), () => hash(password.normalize('NFC'), options));
}

/**
 * Returns false for a wrong password or no account, after the same work. @throws TooMany like `hashPassword`
 */
export async function passwordMatches(
  stored: string | undefined,
  password: string,
  requester: Requester,
): Promise<boolean> {
  const against = stored ?? (await hashForUnknown);
  const fits = await queued(partyOf(requester), () => verify(against, password.normalize('NFC')));
  return fits && stored !== undefined;
}

/** Whether a hash has today's cost. Otherwise it is renewed at the next sign-in. */
export function hasCurrentParameters(stored: string): boolean {
  const { memoryCost, timeCost, parallelism } = options;
  return stored.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

/** Checked for unknown addresses, so that they take as long as known ones. */
const hashForUnknown = hashPassword('no one has this password');
