import { isEmail } from 'class-validator';
import type { EntityManager } from '@mikro-orm/postgresql';
import { Counter } from 'prom-client';
import type { App } from '#api/config/app.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import { registry } from '#api/observability/metrics.ts';
import { loadSingleton } from '#api/db/singleton.ts';
import { oneLine } from './letter.ts';
import { contentOf, gone, Mail, MailStatus, sealContent } from './mail.entity.ts';
import { MailFailure, type Message, type Taken } from './message.ts';
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
): Promise<Taken> {
  const rows = em ?? orm.em.fork();
  const mail = await begin(rows, message);
  if (mail.status === MailStatus.sent) return {};
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
export async function sendStored(app: App, em: EntityManager | undefined, mail: Mail): Promise<Taken> {
  let message: Message;
  try {
    const { id, to, kind, subject } = mail;
    message = { id, to, kind, subject, ...contentOf(mail) };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    const failure = 'The stored email could not be decrypted with the current APP_SECRET';
    await app.orm.em
      .fork()
      .nativeUpdate(Mail, { id: mail.id }, { status: MailStatus.failed, failure, ...gone });
    throw new MailFailure(failure, true);
  }
  return sendMessage(app, em, message);
}

/** The mail's row: that of the outbox, or one of its own that holds no text. */
async function begin(em: EntityManager, { id, to, kind, subject }: Message): Promise<Mail> {
  const known = await em.findOne(Mail, { id });
  const mail = known ?? em.assign(new Mail(), { id, to, kind, subject: oneLine(subject) });
  if (mail.status === MailStatus.sent) return mail;
  mail.status = MailStatus.waiting;
  mail.attempts += 1;
  await em.persist(mail).flush();
  return mail;
}

/** @throws MailFailure for what is no single address, and for one that is not written to */
async function mayReceive(em: EntityManager, to: string): Promise<void> {
  if (!isEmail(to, { allow_utf8_local_part: true })) throw new MailFailure('This is no e-mail address', true);
  const reason = await suppressionOf(em, to);
  if (reason === undefined) return;
  throw new MailFailure(`This address takes no mail (${reason}). An administrator can lift that.`, true);
}

async function noteSent(
  em: EntityManager,
  mail: Mail,
  { transport, failingSince }: CurrentTransport,
  content: Message,
): Promise<void> {
  mail.status = MailStatus.sent;
  mail.sentAt = new Date();
  mail.failure = null;
  Object.assign(mail, transport.keeps ? sealContent(mail.id, content) : gone);
  mails.inc({ outcome: MailStatus.sent });
  await em.flush();
  if (failingSince) await clearSetupFailure(em);
}

async function noteFailure(
  em: EntityManager,
  mail: Mail,
  way: CurrentTransport | undefined,
  error: unknown,
): Promise<void> {
  mail.failure = error instanceof MailFailure ? error.message : 'It could not be sent';
  if (error instanceof MailFailure && error.permanent) {
    mail.status = MailStatus.failed;
    // One of a mail to many can be sent again once its address is right.
    if (!mail.broadcast) Object.assign(mail, gone);
    mails.inc({ outcome: MailStatus.failed });
    if (error.isAddress) await suppress(em, [{ address: mail.to, reason: error.message }]);
  }
  await em.flush();
  const isSetUp = error instanceof MailFailure && error.isSetUp;
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
