import type { App } from '#api/app.ts';
import { mails } from './email.metrics.ts';
import { Mail, MailStatus } from './mail.entity.ts';
import { MailFailure } from './message.ts';
import { transportOf } from './transport.ts';

/**
 * Sends one mail of the outbox. A process killed between the server's "yes" and our note of it sends it once more, under
 * the same message id. @throws what the queue should try again later
 */
export async function sendMail({ config, orm }: App, { mailId }: { mailId: string }): Promise<void> {
  const em = orm.em.fork();
  const mail = await em.findOne(Mail, { id: mailId, status: MailStatus.waiting });
  if (!mail) return;
  const transport = transportOf(config);
  mail.attempts += 1;
  try {
    const { id, to, subject, text, html } = mail;
    await transport.send({ id, to, subject, text: text ?? '', html: html ?? '' });
  } catch (error) {
    mail.failure = error instanceof MailFailure ? error.message : 'It could not be sent';
    if (!(error instanceof MailFailure && error.permanent)) {
      await em.flush();
      throw error;
    }
    settle(mail, MailStatus.failed);
    await em.flush();
    return;
  }
  settle(mail, MailStatus.sent);
  if (transport.keeps) mail.text ??= '';
  else Object.assign(mail, { text: null, html: null });
  mail.sentAt = new Date();
  await em.flush();
}

function settle(mail: Mail, status: MailStatus.sent | MailStatus.failed): void {
  mail.status = status;
  mails.inc({ outcome: status });
  if (status === MailStatus.failed) Object.assign(mail, { text: null, html: null });
}
