import { isEmail } from 'class-validator';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import type { App } from '#api/config/app.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import { registry } from '#api/observability/metrics.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { oneLine } from './email-content.ts';
import { contentOf, erasedContent, OutboxEmail, EmailStatus, sealContent } from './outbox-email.entity.ts';
import { EmailFailure, type Message, type AcceptedMessage } from './message.ts';
import { suppress, suppressionOf } from './outbox.store.ts';
import { MailWay, currentTransport, type CurrentTransport } from './transport.store.ts';
import { EmailSettings } from './email-settings.entity.ts';

/**
 * The one way out for mail: by whatever carries mail at the moment, never to an address that takes none. Each has its
 * row, which is what is counted and what the local mailbox shows; one that was sent is not sent again under its id. A
 * process killed between the server's "yes" and our note of it sends it once more, with the same Message-ID.
 * `em`: an own one unless told; no transaction should wait for other people's servers.
 * @throws MailFailure: whether it is for good, and when to try again
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

/** Sends an email of the outbox. One whose content can't be decrypted fails for good. @throws MailFailure */
export async function sendStored(
  app: App,
  em: EntityManager | undefined,
  mail: OutboxEmail,
): Promise<AcceptedMessage> {
  let message: Message;
  try {
    const { id, to, kind, subject } = mail;
    message = { id, to, kind, subject, ...contentOf(mail) };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    const failure = 'The stored email could not be decrypted with the current APP_SECRET';
    await app.orm.em
      .fork()
      .nativeUpdate(OutboxEmail, { id: mail.id }, { status: EmailStatus.failed, failure, ...erasedContent });
    throw new EmailFailure(failure, true);
  }
  return sendMessage(app, em, message);
}

/** The mail's row: that of the outbox, or one of its own that holds no text. */
async function begin(em: EntityManager, { id, to, kind, subject }: Message): Promise<OutboxEmail> {
  const known = await em.findOne(OutboxEmail, { id });
  const mail = known ?? em.assign(new OutboxEmail(), { id, to, kind, subject: oneLine(subject) });
  if (mail.status === EmailStatus.sent) return mail;
  mail.status = EmailStatus.waiting;
  mail.attempts += 1;
  await em.persist(mail).flush();
  return mail;
}

/** @throws MailFailure for what is no single address, and for one that is not written to */
async function mayReceive(em: EntityManager, to: string): Promise<void> {
  if (!isEmail(to, { allow_utf8_local_part: true }))
    throw new EmailFailure('This is no e-mail address', true);
  const reason = await suppressionOf(em, to);
  if (reason === undefined) return;
  throw new EmailFailure(`This address takes no mail (${reason}). An administrator can lift that.`, true);
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
  mail.failure = error instanceof EmailFailure ? error.message : 'It could not be sent';
  if (error instanceof EmailFailure && error.permanent) {
    mail.status = EmailStatus.failed;
    // One of a mail to many can be sent again once its address is right.
    if (!mail.broadcast) Object.assign(mail, erasedContent);
    mails.inc({ outcome: EmailStatus.failed });
    if (error.isAddress) await suppress(em, [{ address: mail.to, reason: error.message }]);
  }
  await em.flush();
  const isSetUp = error instanceof EmailFailure && error.isSetUp;
  if (isSetUp && way && way.by !== MailWay.none) await recordSetupFailure(em, error.message);
}

const mails = new Counter({
  name: 'mails_total',
  help: 'Mails, by what came of them. Not by kind: that would tell which addresses have accounts.',
  labelNames: ['outcome'],
  registers: [registry],
});

/** Notes for administrators that mail does not go because of how it is set up, and since when. */
export async function recordSetupFailure(em: EntityManager, failure: string): Promise<void> {
  const { failingSince } = await loadSingleton(em, EmailSettings);
  await em.nativeUpdate(EmailSettings, { id: 1 }, { failure, failingSince: failingSince ?? new Date() });
}

/** Mail goes again. */
async function clearSetupFailure(em: EntityManager): Promise<void> {
  await em.nativeUpdate(EmailSettings, { id: 1 }, { failure: null, failingSince: null });
}
