import type { Config } from '#api/config.ts';
import { MailFailure, type Transport } from './message.ts';
import { smtpTransport } from './smtp.ts';

type Settings = Pick<Config, 'production' | 'smtpUrl' | 'publicUrl'>;

/** The local mailbox: what is sent is only kept. */
const mailbox: Transport = { send: () => Promise.resolve(), keeps: true };

/** Nobody is set up to carry mail: it waits for the operator to do so. */
const nobody: Transport = {
  send: () => Promise.reject(new MailFailure('No mail provider is set up', false)),
  keeps: false,
};

/** Whether mail goes nowhere but to `/dev/mailbox`. Never in production. */
export function usesMailbox({ production, smtpUrl }: Pick<Settings, 'production' | 'smtpUrl'>): boolean {
  return !production && !smtpUrl;
}

/** How this installation sends mail. */
export function transportOf(settings: Settings): Transport {
  if (settings.smtpUrl) return smtpTransport(settings.smtpUrl, settings.publicUrl);
  return usesMailbox(settings) ? mailbox : nobody;
}
