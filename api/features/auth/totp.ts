import { generateSecret, generateURI, verify } from 'otplib';

/** Seconds that a clock may be off: one step each way, the most that RFC 6238 (5.2) recommends. */
const tolerance = 30;

/** 160 random bits, base32. */
export const newTotpSecret = (): string => generateSecret();

/** What the QR picture says to the app, which names the `issuer` beside the address. */
export function totpUri(secret: string, email: string, issuer: string): string {
  return generateURI({ issuer, label: email, secret });
}

/** In groups of four, as one reads it to type it. */
export function forReading(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? '';
}

/** The six digits of a code with its blanks stripped; undefined for anything else, digits of other scripts too. */
export function sixDigits(given: string): string | undefined {
  const stripped = given.replace(/\s/g, '');
  return /^\d{6}$/.test(stripped) ? stripped : undefined;
}

/** The 30-second step that six digits belong to, if they are right now and their step is later than `after`. */
export async function stepOfCode(
  secret: string,
  digits: string,
  after?: number | null,
): Promise<number | undefined> {
  const result = await verify({
    secret,
    token: digits,
    epochTolerance: tolerance,
    afterTimeStep: after ?? undefined,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
