import type { App } from '#api/config/app.ts';
import { Mail, MailStatus } from './mail.entity.ts';
import { MailFailure } from './message.ts';
import { queueMail } from './queue-mail.ts';
import { sendStored } from './send-message.ts';

/** Minutes until each further attempt; the last goes on until the mail is given up with `removeOldMails`. */
const pauses = [1, 5, 15, 60, 240];

/** Sends one mail of the outbox; one that was not taken is tried again later. */
export async function sendMail(app: App, { mailId }: { mailId: string }): Promise<void> {
  const em = app.orm.em.fork();
  const mail = await em.findOne(Mail, { id: mailId, status: MailStatus.waiting, broadcast: null });
  if (!mail) return;
  try {
    await sendStored(app, em, mail);
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error;
    app.log.warn({ mail: mailId, attempt: mail.attempts, failure: error.message }, 'A mail was not taken');
    if (!error.permanent) await queueMail(em, mailId, nextAttempt(mail.attempts, error.retryAfterMs));
  }
}

function nextAttempt(attempts: number, wanted = 0): Date {
  const minutes = pauses[attempts - 1] ?? pauses.at(-1)!;
  return new Date(Date.now() + Math.max(minutes * 60_000, wanted));
}
