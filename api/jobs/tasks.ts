import type { App } from '#api/app.ts';
import { removeOldMails } from '#api/features/email/remove-old-mails.job.ts';
import { sendMail } from '#api/features/email/send-mail.job.ts';
import { Session } from '#api/features/auth/session.entity.ts';

/** A task is given a job's payload; what it throws makes the job run again later. */
export type Task<Payload> = (app: App, payload: Payload) => Promise<void>;

/** Every task a worker runs, by the name under which jobs are added. */
export const tasks = {
  'send-mail': sendMail,
  'remove-old-mails': removeOldMails,
  'remove-expired-sessions': async ({ orm }: App, _payload: Record<string, never>) => {
    await orm.em.fork().nativeDelete(Session, { expiresAt: { $lte: new Date() } });
  },
} satisfies Record<string, Task<never>>;

export type Tasks = typeof tasks;
