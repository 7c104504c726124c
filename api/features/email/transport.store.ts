import type { EntityManager } from '@mikro-orm/postgresql';
import { registerEnumType } from 'type-graphql';
import type { Config } from '#api/config/config.ts';
import { onlyRow, type Sealed, UnreadableSecret, vault } from '#api/security/secrets.ts';
import { isOwnHost } from '#api/http/operator-paths.ts';
import { senderOf } from '../branding/sender.store.ts';
import { EmailSettings } from './email-settings.entity.ts';
import { EmailFailure, type Transport } from './message.ts';
import { checkMaySend, sendWithSendGrid, type SendGridAccount } from './sendgrid.client.ts';
import { smtpTransport } from './smtp.client.ts';

/** How email is sent. */
export enum EmailTransport {
  provider = 'provider',
  smtp = 'smtp',
  mailbox = 'mailbox',
  none = 'none',
}
registerEnumType(EmailTransport, {
  name: 'EmailTransport',
  description: 'How emails are sent.',
  valuesConfig: {
    provider: { description: 'The provider that administrators have set up.' },
    smtp: { description: 'The server of SMTP_URL.' },
    mailbox: { description: "The local development mailbox. Emails aren't sent." },
    none: { description: 'Nothing is set up. Emails stay queued.' },
  },
});

export interface CurrentTransport {
  by: EmailTransport;
  transport: Transport;
  /** Set while the setup prevents sending. */
  failingSince?: Date | null;
}

/**
 * The current transport: the provider that administrators have set up, else SMTP_URL, else the local mailbox,
 * else none. Read for each email, so that changes apply immediately on every node.
 */
export async function currentTransport(em: EntityManager, config: Config): Promise<CurrentTransport> {
  const { settings, account } = await providerOf(em, config);
  const failingSince = settings?.failingSince;
  if (settings?.isActive && settings.apiKeyTail)
    return { by: EmailTransport.provider, transport: providerTransport(config, account), failingSince };
  if (config.smtpUrl) {
    const { platformName } = await senderOf(em);
    const transport = smtpTransport(config.smtpUrl, config.publicUrl, platformName);
    return { by: EmailTransport.smtp, transport, failingSince };
  }
  return usesMailbox(config)
    ? { by: EmailTransport.mailbox, transport: mailbox }
    : { by: EmailTransport.none, transport: noTransport };
}

/** The saved settings and the provider account. No account if the key is missing or can't be decrypted. */
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
  const readable = (): SendGridAccount => {
    if (account) return account;
    throw new EmailFailure("The saved API key can't be decrypted. Enter it again", false, {
      isSetUp: true,
    });
  };
  return {
    keeps: false,
    send: async (message) => sendWithSendGrid(readable(), message, hostname),
    async check() {
      await checkMaySend(readable());
      return { by: 'key' };
    },
  };
}

/** The local mailbox only stores emails. */
const mailbox: Transport = {
  send: () => Promise.resolve({ answer: 'Stored in the local mailbox.' }),
  check: () => Promise.resolve({ by: 'nothing' }),
  keeps: true,
};

const notSetUp = () => new EmailFailure('No email provider is set up', false, { isSetUp: true });

/** Without a transport, emails wait until the operator sets one up. */
const noTransport: Transport = {
  send: () => Promise.reject(notSetUp()),
  check: () => Promise.reject(notSetUp()),
  keeps: false,
};

type Settings = Pick<Config, 'production' | 'smtpUrl' | 'publicUrl' | 'demo'>;

/**
 * Whether email only goes to `/dev/mailbox`, whose readers could take over any account. Only in the demo, or
 * if links lead to this machine, and never in production.
 */
export function usesMailbox({ production, smtpUrl, demo, publicUrl }: Settings): boolean {
  return !production && !smtpUrl && (demo || isOwnHost(new URL(publicUrl).hostname));
}
