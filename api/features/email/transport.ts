import type { Config } from '#api/config/config.ts';
import { isOwnHost } from '#api/http/operator-paths.ts';

type Settings = Pick<Config, 'production' | 'smtpUrl' | 'publicUrl' | 'demo'>;

/**
 * Whether mail goes nowhere but to `/dev/mailbox`, where whoever reads it can take over any account. So only in the
 * demo, or where links lead to the machine itself; never in production.
 */
export function usesMailbox({ production, smtpUrl, demo, publicUrl }: Settings): boolean {
  return !production && !smtpUrl && (demo || isOwnHost(new URL(publicUrl).hostname));
}
