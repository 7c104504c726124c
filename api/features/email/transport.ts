import type { Config } from '#api/config.ts';
import { isOwnHost } from '#api/operator-paths.ts';

type Settings = Pick<Config, 'production' | 'smtpUrl' | 'publicUrl' | 'demo'>;

/**
 * Whether mail goes nowhere but to `/dev/mailbox`, where whoever reads it can take over any account. So only in the
 * demo, or where links lead to the machine itself; never in production.
 */
export function usesMailbox({ production, smtpUrl, demo, publicUrl }: Settings): boolean {
  return !production && !smtpUrl && (demo || isOwnHost(new URL(publicUrl).hostname));
}
