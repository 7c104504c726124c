import { isEmail } from 'class-validator';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import type { App } from '#api/config/app.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import { registry } from '#api/observability/metrics.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { oneLine } from './email-content.ts';
import {
  type AttachmentSource,
  contentOf,
  erasedContent,
  OutboxEmail,
  EmailStatus,
  sealContent,
} from './outbox-email.entity.ts';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { type Attachment, EmailFailure, type Message, type AcceptedMessage } from './message.ts';
import { suppress, suppressionOf } from './outbox.store.ts';
import { EmailTransport, currentTransport, type CurrentTransport } from './transport.store.ts';
import { EmailSettings } from './email-settings.entity.ts';

/**
 * Sends an email with the current transport, but never to a suppressed address. Each email has a row that is
 * counted and shown in the local mailbox, and a sent one isn't sent again under the same ID. If the process
 * is killed between the server's acceptance and our record of it, the email is sent again with the same
 * Message-ID. `em` is separate by default, because no transaction should wait for other servers. @throws
 * EmailFailure, which says whether it is permanent and when to retry
 */
export async function sendMessage(
  { config, orm }: App,
  em: EntityManager | undefined,
  message: Message,
): Promise<AcceptedMessage> {
  const rows = em ?? orm.em.fork();
  const mail = await begin(rows, message);
  if (mail.status === EmailStatus.sent) return {};
  let way: CurrentTransport | undefined;
  try {
    await mayReceive(rows, mail.to);
    way = await currentTransport(rows, config);
    const taken = await way.transport.send({ ...message, subject: mail.subject });
    await noteSent(rows, mail, way, message);
    return taken;
  } catch (error) {
    await noteFailure(rows, mail, way, error);
    throw error;
  }
}

/** Makes the file of an email from rows that no longer change. `null`: they are gone. */
export type AttachmentMaker = (
  app: App,
  about: AttachmentSource['about'],
) => Promise<Omit<Attachment, 'name'> | null>;

export const attachmentMakers = new ExtensionPoint<Readonly<Record<string, AttachmentMaker>>>(
  'files attached to emails',
);

/** @throws EmailFailure if the file can no longer be made */
export async function attachmentOf(app: App, { kind, name, about }: AttachmentSource): Promise<Attachment> {
  const made = await attachmentMakers.value[kind]?.(app, about);
  if (!made) throw new EmailFailure('The attached file no longer exists', true);
  return { name, ...made };
}

/**
 * Sends an email of the outbox. One whose content can't be decrypted, or whose file can't be made, fails permanently.
 * @throws EmailFailure
 */
export async function sendStored(
  app: App,
  em: EntityManager | undefined,
  mail: OutboxEmail,
): Promise<AcceptedMessage> {
  let message: Message;
  try {
    const { id, to, kind, subject } = mail;
    message = { id, to, kind, subject, ...contentOf(mail) };
    if (mail.attachment) message.attachment = await attachmentOf(app, mail.attachment);
  } catch (error) {
    if (!(error instanceof UnreadableSecret || error instanceof EmailFailure)) throw error;
    const failure = error instanceof EmailFailure ? error.message : unreadable;
    await app.orm.em
      .fork()
      .nativeUpdate(OutboxEmail, { id: mail.id }, { status: EmailStatus.failed, failure, ...erasedContent });
    throw new EmailFailure(failure, true);
  }
  return sendMessage(app, em, message);
}

const unreadable = 'The stored email could not be decrypted with the current APP_SECRET';

/** The email's row: from the outbox, or a new one without content. */
async function begin(em: EntityManager, { id, to, kind, subject }: Message): Promise<OutboxEmail> {
  const known = await em.findOne(OutboxEmail, { id });
  const mail = known ?? em.assign(new OutboxEmail(), { id, to, kind, subject: oneLine(subject) });
  if (mail.status === EmailStatus.sent) return mail;
  mail.status = EmailStatus.waiting;
  mail.attempts += 1;
  await em.persist(mail).flush();
  return mail;
}

/** @throws EmailFailure for an invalid or suppressed address */
async function mayReceive(em: EntityManager, to: string): Promise<void> {
  if (!isEmail(to, { allow_utf8_local_part: true }))
    throw new EmailFailure("This isn't a valid email address", true);
  const reason = await suppressionOf(em, to);
  if (reason === undefined) return;
  throw new EmailFailure(
    `This address is suppressed (${reason}). An administrator can remove the suppression.`,
    true,
  );
}

async function noteSent(
  em: EntityManager,
  mail: OutboxEmail,
  { transport, failingSince }: CurrentTransport,
  content: Message,
): Promise<void> {
  mail.status = EmailStatus.sent;
  mail.sentAt = new Date();
  mail.failure = null;
  Object.assign(mail, transport.keeps ? sealContent(mail.id, content) : erasedContent);
  mails.inc({ outcome: EmailStatus.sent });
  await em.flush();
  if (failingSince) await clearSetupFailure(em);
}

async function noteFailure(
  em: EntityManager,
  mail: OutboxEmail,
  way: CurrentTransport | undefined,
  error: unknown,
): Promise<void> {
  mail.failure = error instanceof EmailFailure ? error.message : "It couldn't be sent";
  if (error instanceof EmailFailure && error.permanent) {
    mail.status = EmailStatus.failed;
    // An email of a broadcast can be resent once its address is fixed.
    if (!mail.broadcast) Object.assign(mail, erasedContent);
    mails.inc({ outcome: EmailStatus.failed });
    if (error.isAddress) await suppress(em, [{ address: mail.to, reason: error.message }]);
  }
  await em.flush();
  const isSetUp = error instanceof EmailFailure && error.isSetUp;
  if (isSetUp && way && way.by !== EmailTransport.none) await recordSetupFailure(em, error.message);
}

const mails = new Counter({
  name: 'mails_total',
  help: 'Emails by outcome. Not by kind, which would reveal which addresses have accounts.',
  labelNames: ['outcome'],
  registers: [registry],
});

/** Records for administrators that the setup prevents sending, and since when. */
export async function recordSetupFailure(em: EntityManager, failure: string): Promise<void> {
  const { failingSince } = await loadSingleton(em, EmailSettings);
  await em.nativeUpdate(EmailSettings, { id: 1 }, { failure, failingSince: failingSince ?? new Date() });
}

async function clearSetupFailure(em: EntityManager): Promise<void> {
  await em.nativeUpdate(EmailSettings, { id: 1 }, { failure: null, failingSince: null });
}
