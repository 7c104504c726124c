import type { Config } from '#api/config/config.ts';
import { sign, verify } from '#api/security/signing.ts';

const purpose = 'leave-waitlist';

type Settings = Pick<Config, 'appSecrets' | 'publicUrl'>;

/** Where somebody on the waitlist asks for no more mail: programs by POST (RFC 8058), people are led to a page. It names nobody. */
export function leaveUrl({ appSecrets, publicUrl }: Settings, entryId: string): string {
  return `${publicUrl}/hooks/unsubscribe/waitlist/${sign(appSecrets, purpose, entryId)}`;
}

/** Whose entry a token is about; undefined for one that is forged or of another purpose. */
export function readLeaveToken(
  { appSecrets }: Pick<Config, 'appSecrets'>,
  token: string,
): string | undefined {
  return verify(appSecrets, purpose, token);
}
