import type { EntityManager } from '@mikro-orm/postgresql';
import { registerEnumType } from 'type-graphql';
import type { Config } from '#api/config/config.ts';
import { onlyRow, type Sealed, UnreadableSecret, vault } from '#api/security/secrets.ts';
import { isOwnHost } from '#api/http/operator-paths.ts';
import { senderOf } from '../branding/sender.store.ts';
import { EmailSettings } from './email-settings.entity.ts';
import { EmailFailure, type Transport } from './message.ts';
import { sendWithSendGrid, type SendGridAccount } from './sendgrid.client.ts';
import { smtpTransport } from './smtp.client.ts';

/** What mail goes by. */
export enum MailWay {
  provider = 'provider',
  smtp = 'smtp',
  mailbox = 'mailbox',
  none = 'none',
}
registerEnumType(MailWay, {
  name: 'MailWay',
  description: 'How emails are sent.',
  valuesConfig: {
    provider: { description: 'The provider that administrators have set up.' },
    smtp: { description: 'The server of SMTP_URL.' },
    mailbox: { description: "The local development mailbox. Emails aren't sent." },
    none: { description: 'Nothing is set up. Emails stay queued.' },
  },
});

/** How mail goes at the moment. */
export interface CurrentTransport {
  by: MailWay;
  transport: Transport;
  /** Set while the way it is set up keeps mail from going. */
  failingSince?: Date | null;
}

/**
 * How mail goes at the moment: by the provider that administrators have set up, else by SMTP_URL, else into the local
 * mailbox, else not at all. Asked for each mail: what they change holds at once, on every node.
 */
export async function currentTransport(em: EntityManager, config: Config): Promise<CurrentTransport> {
  const { settings, account } = await providerOf(em, config);
  const failingSince = settings?.failingSince;
  if (settings?.isActive && settings.apiKeyTail)
    return { by: MailWay.provider, transport: providerTransport(config, account), failingSince };
  if (config.smtpUrl) {
    const { platformName } = await senderOf(em);
    const transport = smtpTransport(config.smtpUrl, config.publicUrl, platformName);
    return { by: MailWay.smtp, transport, failingSince };
  }
  return usesMailbox(config)
    ? { by: MailWay.mailbox, transport: mailbox }
    : { by: MailWay.none, transport: noTransport };
}

/** The saved settings, and what the provider is asked with; no account where the key is not there or not readable. */
export async function providerOf(
  em: EntityManager,
  { sendgridApiUrl: url }: Config,
): Promise<{ settings?: EmailSettings; account?: SendGridAccount }> {
  const [settings] = await em.find(EmailSettings, { id: 1 }, { disableIdentityMap: true });
  if (!settings?.apiKeyTail) return { settings };
  try {
    const [{ apiKey } = {}] = await em.find(
      EmailSettings,
      { id: 1 },
      { fields: ['apiKey'], disableIdentityMap: true },
    );
    const { fromEmail, fromName } = settings;
    if (!apiKey) return { settings };
    const key = vault.unseal(apiKey as Sealed, 'email_settings.api_key', onlyRow);
    return { settings, account: { url, apiKey: key, fromEmail, fromName } };
  } catch (error) {
    if (error instanceof UnreadableSecret) return { settings };
    throw error;
  }
}

function providerTransport({ publicUrl }: Config, account: SendGridAccount | undefined): Transport {
  const { hostname } = new URL(publicUrl);
  return {
    keeps: false,
    async send(message) {
      if (account) return sendWithSendGrid(account, message, hostname);
      throw new EmailFailure("The saved API key can't be decrypted. Enter it again", false, {
        isSetUp: true,
      });
    },
  };
}

/** The local mailbox: what is sent is only kept. */
const mailbox: Transport = {
  send: () => Promise.resolve({ answer: 'It is in the local mailbox.' }),
  keeps: true,
};

/** Nobody is set up to carry mail: it waits for the operator to do so. */
const noTransport: Transport = {
  send: () => Promise.reject(new EmailFailure('No mail provider is set up', false, { isSetUp: true })),
  keeps: false,
};

type Settings = Pick<Config, 'production' | 'smtpUrl' | 'publicUrl' | 'demo'>;

/**
 * Whether mail goes nowhere but to `/dev/mailbox`, where whoever reads it can take over any account. So only in the
 * demo, or where links lead to the machine itself; never in production.
 */
export function usesMailbox({ production, smtpUrl, demo, publicUrl }: Settings): boolean {
  return !production && !smtpUrl && (demo || isOwnHost(new URL(publicUrl).hostname));
}
