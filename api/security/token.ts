import { createHash, randomBytes } from 'node:crypto';

/** A token for the client: 256 random bits. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a token, which is what the database stores. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
