import { randomUUID } from 'node:crypto';
import { startSendGrid, type SendGridStandIn } from '#api/demo/sendgrid/sendgrid.ts';
import { OutboxEmail } from '#api/features/email/outbox-email.entity.ts';
import type { EmailFailure, Message } from '#api/features/email/message.ts';
import { sendMessage } from '#api/features/email/send-message.store.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

/** Sender settings that the stand-in accepts. */
export const settings = {
  apiKey: 'SG.standin.key-of-tests-9999',
  fromEmail: 'alerts@example.test',
  fromName: 'Alerts',
};

/** A server with both email transports: a stand-in for the provider, used once it is saved, and a mail server. */
export class Post {
  cast!: Cast;

  private constructor(
    readonly running: Running,
    readonly provider: SendGridStandIn,
    readonly mailServer: MailServer,
  ) {}

  static async start(): Promise<Post> {
    const provider = await startSendGrid({ apiKey: settings.apiKey, fromDomain: 'example.test' });
    const running = await startServer({ config: { sendgridApiUrl: provider.url } });
    return new Post(running, provider, await startMailServer());
  }

  async end(): Promise<void> {
    await this.running.close();
    await this.mailServer.close();
    await this.provider.close();
  }

  /** Empties the database, the provider and the mail server. */
  async begin(): Promise<void> {
    await emptyDatabase();
    this.cast = await enter(this.running);
    const empty = { taken: [], calls: [], faults: {}, bounces: [] };
    Object.assign(this.provider, { ...empty, apiKey: settings.apiKey, scopes: ['mail.send'] });
    const { refusals, senderRefusals, taken, raw, byAddress } = this.mailServer;
    Object.assign(byAddress, { refusal: undefined, isUnanswered: undefined });
    for (const list of [refusals, senderRefusals, taken, raw]) list.length = 0;
  }

  rows() {
    return this.running.app.orm.em.fork();
  }

  mails(): Promise<OutboxEmail[]> {
    return this.rows().find(OutboxEmail, {}, { orderBy: { createdAt: 'asc' } });
  }

  /** Saves the settings, so that email is sent through the provider. */
  async save(changes: object = {}): Promise<void> {
    const answer = await rest(this.cast.ada).put('/api/admin/email-settings', { ...settings, ...changes });
    if (answer.status !== 200) throw new Error(`The settings were not saved: ${answer.text}`);
  }

  /** Sends an email through the transport in use. */
  send(changes: Partial<Message> = {}, config: Partial<Running['app']['config']> = {}) {
    const { app } = this.running;
    return sendMessage({ ...app, config: { ...app.config, ...config } }, undefined, {
      id: randomUUID(),
      to: 'noc@customer.test',
      kind: 'alert',
      subject: 'AP Lobby is offline',
      text: 'AP Lobby has been offline since 14:02.',
      html: '<p>AP Lobby has been offline since 14:02.</p>',
      ...changes,
    });
  }

  /** Sends as if SMTP_URL were set. */
  bySmtp(changes: Partial<Message> = {}) {
    return this.send(changes, { smtpUrl: this.mailServer.url });
  }

  failureOf(changes: Partial<Message> = {}): Promise<EmailFailure | undefined> {
    return this.send(changes).then(
      () => undefined,
      (error: unknown) => error as EmailFailure,
    );
  }

  /** The settings as an administrator sees them. */
  async shown() {
    const { body } = await rest(this.cast.ada).get('/api/admin/email-settings');
    return body as { failure: string | null; failingSince: string };
  }

  async suppressed(): Promise<string[]> {
    const { body } = await rest(this.cast.ada).get('/api/admin/mail-suppressions');
    return (body as { address: string }[]).map(({ address }) => address);
  }
}
