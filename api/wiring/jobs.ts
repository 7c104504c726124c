import type { App } from '#api/config/app.ts';
import { removeOldEvents } from '#api/live/remove-old-events.job.ts';
import { notePlatformDays } from '#api/features/analytics/note-days.job.ts';
import { endSnooze } from '#api/features/alerts/snooze.job.ts';
import { applyStripeEvent } from '#api/features/billing/apply-event.job.ts';
import { endStripeSubscription } from '#api/features/billing/end-subscription.job.ts';
import { readCustomerAgain } from '#api/features/billing/read-customer.job.ts';
import { reconcileNightly } from '#api/features/billing/reconcile.job.ts';
import { tellTrials } from '#api/features/billing/tell-trials.job.ts';
import { logEntry } from '#api/features/audit/log-entry.job.ts';
import { settlePackage } from '#api/features/controllers/settle-package.job.ts';
import { readBounces } from '#api/features/email/read-bounces.job.ts';
import { checkTickets, pollTickets } from '#api/features/halopsa/check-tickets.job.ts';
import { noteTicket } from '#api/features/halopsa/note-ticket.job.ts';
import { openTicket } from '#api/features/halopsa/open-ticket.job.ts';
import { recoverTicket } from '#api/features/halopsa/recover-ticket.job.ts';
import { refreshAllLists, refreshTeamLists } from '#api/features/halopsa/refresh-lists.job.ts';
import { removeUnownedMetrics, rollUpMetrics } from '#api/features/metrics/keep-metrics.job.ts';
import { tidyQueue } from '#api/jobs/tidy-queue.job.ts';
import { deliver } from '#api/features/notifications/deliver.job.ts';
import { removeOldHistory } from '#api/features/billing/remove-old-history.job.ts';
import { tellAlertLimit } from '#api/features/notifications/tell-alert-limit.job.ts';
import { removeOldTimelines } from '#api/features/notifications/remove-old-timelines.job.ts';
import { resumeDeliveries } from '#api/features/notifications/resume.job.ts';
import { removeOldMails } from '#api/features/email/remove-old-mails.job.ts';
import { sendBroadcast } from '#api/features/email/send-broadcast.job.ts';
import { sendMail } from '#api/features/email/send-mail.job.ts';
import { removeOldUploads } from '#api/features/website/remove-old-uploads.job.ts';
import { removeOldPushes } from '#api/features/push/remove-old-pushes.job.ts';
import { restControllers } from '#api/features/watch/rest.job.ts';
import { mailLockout } from '#api/features/auth/lockout.job.ts';
import { mailPasswordReset } from '#api/features/auth/password-reset.job.ts';
import { admit } from '#api/features/auth/registration.job.ts';
import { removeExpired } from '#api/features/auth/sessions.job.ts';
import { mailVerification, removeUnverified } from '#api/features/auth/verification.job.ts';

/** A task is given a job's payload; what it throws makes the job run again later. */
export type Task<Payload> = (app: App, payload: Payload) => Promise<void>;

/** Tasks that a worker runs, by the name under which jobs are added. */
export const tasks = {
  register: admit,
  'mail-verification': mailVerification,
  'mail-password-reset': mailPasswordReset,
  'remove-unverified-accounts': removeUnverified,
  'log-audit-entry': logEntry,
  'send-mail': sendMail,
  'send-broadcast': sendBroadcast,
  'remove-old-mails': removeOldMails,
  'remove-old-uploads': removeOldUploads,
  'read-bounces': readBounces,
  'tell-trials': tellTrials,
  'remove-expired-sessions': removeExpired,
  'mail-lockout': mailLockout,
  'end-snooze': endSnooze,
  'poll-halopsa-tickets': pollTickets,
  'refresh-all-halopsa-lists': refreshAllLists,
  'resume-deliveries': resumeDeliveries,
  'remove-old-timelines': removeOldTimelines,
  'remove-old-events': removeOldEvents,
  'remove-old-history': removeOldHistory,
  'tell-alert-limit': tellAlertLimit,
  'settle-package-limits': settlePackage,
  'remove-old-pushes': removeOldPushes,
  'rest-controllers': restControllers,
  'note-platform-days': notePlatformDays,
  'tidy-queue': tidyQueue,
  'roll-up-metrics': rollUpMetrics,
  'remove-unowned-metrics': removeUnownedMetrics,
} satisfies Record<string, Task<never>>;

/** Tells other people's servers: there are many places for it, so that a dead one delays nobody. */
export const tellingTasks = { deliver } satisfies Record<string, Task<never>>;

/** What is done in HaloPSA, for each team one after another: many jobs may wait in one team's queue, and delay no other. */
export const ticketTasks = {
  'open-halopsa-ticket': openTicket,
  'note-halopsa-ticket': noteTicket,
  'recover-halopsa-ticket': recoverTicket,
  'check-halopsa-tickets': checkTickets,
  'refresh-halopsa-lists': refreshTeamLists,
} satisfies Record<string, Task<never>>;

/** What asks Stripe: an event is applied after the customer's one before it. */
export const billingTasks = {
  'apply-stripe-event': applyStripeEvent,
  'end-stripe-subscription': endStripeSubscription,
  'read-stripe-customer': readCustomerAgain,
  'reconcile-billing': reconcileNightly,
} satisfies Record<string, Task<never>>;

export type Tasks = typeof tasks & typeof tellingTasks & typeof ticketTasks & typeof billingTasks;
