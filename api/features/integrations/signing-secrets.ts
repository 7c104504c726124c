import { randomBytes } from 'node:crypto';
import type { SigningSecret } from './channel-config.ts';

/** How long an old secret signs along, so that receivers can change theirs meanwhile. */
const grace = 24 * 3_600_000;

/** Bytes of a secret (Standard Webhooks 1.0: 24 to 64). */
const length = 32;

/** Old secrets that may sign along at once: each adds a signature to the header. */
export const mostOldSecrets = 4;

export function newSigningSecret(): string {
  return `whsec_${randomBytes(length).toString('base64')}`;
}

/** Those that still sign, newest first. */
export function signingAt(secrets: readonly SigningSecret[], at: Date): SigningSecret[] {
  return secrets.filter(({ until }) => until === undefined || Date.parse(until) > at.getTime());
}

/** A new secret in front; the one before signs along for 24 hours. */
export function rotated(secrets: readonly SigningSecret[], secret: string, at: Date): SigningSecret[] {
  const until = new Date(at.getTime() + grace).toISOString();
  return [{ secret }, ...signingAt(secrets, at).map((old) => ({ until, ...old }))];
}
