import { LockMode } from '@mikro-orm/core';
import type { App } from '#api/app.ts';
import { Mail, MailStatus } from './mail.entity.ts';
import { transportOf } from './transport.ts';

/** Sends one mail of the outbox. @throws what the queue should try again later */
export async function sendMail(app: App, { mailId }: { mailId: string }): Promise<void> {
  const transport = transportOf(app.config);
  await app.orm.em.fork().transactional(async (em) => {
    const mail = await em.findOne(Mail, { id: mailId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!mail || mail.status !== MailStatus.waiting) return;
    mail.attempts += 1;
    await transport.send({
      to: mail.to,
      subject: mail.subject,
      text: mail.text ?? '',
      html: mail.html ?? '',
    });
    mail.status = MailStatus.sent;
    mail.sentAt = new Date();
    if (!transport.keeps) Object.assign(mail, { text: null, html: null });
  });
}
