import { createHash } from 'node:crypto';
import type { Config } from '#api/config/config.ts';
import { sign, verify } from '#api/security/signing.ts';
import { normalEmail } from '../users/normal-email.ts';

const purpose = 'unsubscribe';

type Settings = Pick<Config, 'appSecrets' | 'publicUrl'>;

/**
 * Where a mail's recipient asks for no more of a team's alerts: programs by POST (RFC 8058), people are led to a page. It
 * works for as long as the mail is kept, and names nobody.
 */
export function unsubscribeUrl({ appSecrets, publicUrl }: Settings, teamId: string, address: string): string {
  return `${publicUrl}/hooks/unsubscribe/${sign(appSecrets, purpose, `${teamId} ${digestOf(address)}`)}`;
}

/** Whose mails of which team a token is about; undefined for one that is forged or of another purpose. */
export function readUnsubscribeToken(
  { appSecrets }: Pick<Config, 'appSecrets'>,
  token: string,
): { teamId: string; isFor: (address: string) => boolean } | undefined {
  const [teamId = '', digest] = verify(appSecrets, purpose, token)?.split(' ') ?? [];
  return digest ? { teamId, isFor: (address) => digestOf(address) === digest } : undefined;
}

/** Half of a SHA-256: enough to tell one recipient of a team from another, and short enough for a path. */
function digestOf(address: string): string {
  return createHash('sha256').update(normalEmail(address)).digest('base64url').slice(0, 22);
}
