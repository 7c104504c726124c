import type { App } from '#api/app.ts';
import { Mail, MailStatus } from './mail.entity.ts';

/** Days that the outbox remembers a mail. */
const kept = 30;

/** Milliseconds after which no attempt is left: what still waits then is listed as failed. */
const lastAttempt = 2 * 86_400_000;

/** Forgets old mails, and gives up those that nobody took for two days. */
export async function removeOldMails({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const before = (milliseconds: number) => ({ createdAt: { $lt: new Date(Date.now() - milliseconds) } });
  await em.nativeUpdate(
    Mail,
    { status: MailStatus.waiting, ...before(lastAttempt) },
    { status: MailStatus.failed, text: null, html: null },
  );
  await em.nativeDelete(Mail, before(kept * 86_400_000));
}
