import { hash, verify } from '@node-rs/argon2';

/** OWASP's least for Argon2id: 19 MiB, two passes. 2 is Argon2id; the package's enum has no value at run time. */
const options = { algorithm: 2, memoryCost: 19456, timeCost: 2, parallelism: 1 };

/** Longer ones are refused, never cut: it bounds the work of one sign-in. */
export const longestPassword = 128;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), options);
}

/** False for a wrong password and for no account, after the same work. */
export async function passwordFits(stored: string | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await stranger), password.normalize('NFC'));
  return fits && stored !== undefined;
}

/** What an unknown address is checked against, so that it answers as slowly as a known one. */
const stranger = hashPassword('nobody has this password');
