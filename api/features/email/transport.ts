import type { Config } from '#api/config.ts';
import { MailFailure, type Transport } from './message.ts';
import { smtpTransport } from './smtp.ts';

type Settings = Pick<Config, 'production' | 'smtpUrl' | 'publicUrl' | 'demo'>;

/** The local mailbox: what is sent is only kept. */
const mailbox: Transport = { send: () => Promise.resolve(), keeps: true };

/** Nobody is set up to carry mail: it waits for the operator to do so. */
const nobody: Transport = {
  send: () => Promise.reject(new MailFailure('No mail provider is set up', false)),
  keeps: false,
};

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

/** How this installation sends mail. */
export function transportOf(settings: Settings): Transport {
  if (settings.smtpUrl) return smtpTransport(settings.smtpUrl, settings.publicUrl);
  return usesMailbox(settings) ? mailbox : nobody;
}
