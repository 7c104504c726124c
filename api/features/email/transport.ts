import type { Config } from '#api/config.ts';

type Settings = Pick<Config, 'production' | 'smtpUrl' | 'publicUrl' | 'demo'>;

/** Names of hosts that are nobody else's: the machine's own and those of tests (RFC 6761). */
const ownHost = /^(.+\.)?(localhost|test)$|^127(\.\d+){3}$|^\[::1\]$/;

/** Whether a name in an address leads nowhere but to the machine itself. */
export function isOwnHost(hostname: string): boolean {
  return ownHost.test(hostname.toLowerCase());
}

/**
 * Whether mail goes nowhere but to `/dev/mailbox`, where whoever reads it can take over any account. So only in the
 * demo, or where links lead to the machine itself; never in production.
 */
export function usesMailbox({ production, smtpUrl, demo, publicUrl }: Settings): boolean {
  return !production && !smtpUrl && (demo || isOwnHost(new URL(publicUrl).hostname));
}
