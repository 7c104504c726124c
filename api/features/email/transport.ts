import type { Config } from '#api/config.ts';

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** A way to send mail. */
export interface Transport {
  /** @throws when the message was not taken */
  send(message: Message): Promise<void>;
  /** Whether sent mail stays readable here: the local mailbox of development. */
  keeps: boolean;
}

/** The local mailbox: what is sent is only kept. */
const mailbox: Transport = { send: () => Promise.resolve(), keeps: true };

/** Whether mail goes nowhere but to `/dev/mailbox`. Never in production. */
export function usesMailbox({ production, smtpUrl }: Pick<Config, 'production' | 'smtpUrl'>): boolean {
  return !production && !smtpUrl;
}

/** @throws when there is no way to send mail */
export function transportOf(config: Config): Transport {
  if (usesMailbox(config)) return mailbox;
  throw new Error('No mail provider is set up');
}
