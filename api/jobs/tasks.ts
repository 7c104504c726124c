import type { App } from '#api/app.ts';
import { logEntry } from '#api/features/audit/log-entry.job.ts';
import { removeOldMails } from '#api/features/email/remove-old-mails.job.ts';
import { sendMail } from '#api/features/email/send-mail.job.ts';
import { mailLockout } from '#api/features/auth/lockout.job.ts';
import { mailPasswordReset } from '#api/features/auth/password-reset.job.ts';
import { admit } from '#api/features/auth/registration.job.ts';
import { removeExpired } from '#api/features/auth/sessions.job.ts';
import { mailVerification, removeUnverified } from '#api/features/auth/verification.job.ts';

/** A task is given a job's payload; what it throws makes the job run again later. */
export type Task<Payload> = (app: App, payload: Payload) => Promise<void>;

/** Every task a worker runs, by the name under which jobs are added. */
export const tasks = {
  register: admit,
  'mail-verification': mailVerification,
  'mail-password-reset': mailPasswordReset,
  'remove-unverified-accounts': removeUnverified,
  'log-audit-entry': logEntry,
  'send-mail': sendMail,
  'remove-old-mails': removeOldMails,
  'remove-expired-sessions': removeExpired,
  'mail-lockout': mailLockout,
} satisfies Record<string, Task<never>>;

export type Tasks = typeof tasks;
