import { endSnooze } from '#api/features/alerts/alert-actions.service.ts';
import { recordPlatformDays } from '#api/features/analytics/platform-days.store.ts';
import { logEntry } from '#api/features/audit/log-entry.job.ts';
import {
  emailLockout,
  emailPasswordReset,
  createAccount,
  removeExpired,
  emailVerification,
  removeUnverified,
} from '#api/features/auth/auth.job.ts';
import { applyStripeEvent } from '#api/features/billing/events/apply-event.job.ts';
import {
  cancelStripeSubscription,
  readCustomerAgain,
  reconcileNightly,
  emailTrialEnds,
} from '#api/features/billing/billing.job.ts';
import { removeOldHistory } from '#api/features/billing/remove-old-history.job.ts';
import { applyPackageLimits } from '#api/features/controllers/limits.store.ts';
import { readBounces, removeOldEmails, sendBroadcast, sendMail } from '#api/features/email/email.job.ts';
import {
  checkTickets,
  pollTickets,
  refreshAllLists,
  refreshTeamLists,
} from '#api/features/halopsa/tickets/poll.job.ts';
import { addTicketNote, recoverTicket } from '#api/features/halopsa/tickets/update-ticket.job.ts';
import { openTicket } from '#api/features/halopsa/tickets/open-ticket.job.ts';
import { announceScheduledWindows } from '#api/features/maintenance/scheduled-windows.job.ts';
import { packDays } from '#api/features/metrics/pack-days.job.ts';
import { removeOldStates } from '#api/features/metrics/state-changes.store.ts';
import { removeUnownedMetrics, rollUpMetrics } from '#api/features/metrics/roll-up.job.ts';
import { deliver } from '#api/features/notifications/sender.job.ts';
import { proveChannel, scheduleProofs } from '#api/features/notifications/proofs/prove.job.ts';
import { reportChannel } from '#api/features/notifications/proofs/report.job.ts';
import { removeOldTimelines } from '#api/features/notifications/remove-old-timelines.job.ts';
import { resumeDeliveries } from '#api/features/notifications/resume.job.ts';
import { emailAlertLimit } from '#api/features/notifications/alert-limit-email.job.ts';
import { emailExceededBudgets } from '#api/features/noise/budget-email.job.ts';
import { removeOldPushes } from '#api/features/push/push.service.ts';
import { scheduleReports, updateReports } from '#api/features/reports/reports.job.ts';
import { runBacktestJob } from '#api/features/watch/backtest/backtest.job.ts';
import { pauseUnwatchedControllers } from '#api/features/watch/claim.store.ts';
import { removeOldUploads } from '#api/features/website/uploads.service.ts';
import { tidyQueue } from '#api/jobs/tidy-queue.job.ts';
import type { Jobs } from '#api/jobs/worker.ts';
import { removeOldEvents } from '#api/live/event-log.ts';

/**
 * Every job: the function that runs it, the lane whose workers take it, and for those that run by the clock the time (cron,
 * UTC). A job that was missed while nothing ran isn't made up for.
 */
export const jobs: Jobs = {
  // Accounts
  register: { run: createAccount, lane: 'general' },
  'mail-verification': { run: emailVerification, lane: 'general' },
  'mail-password-reset': { run: emailPasswordReset, lane: 'general' },
  'mail-lockout': { run: emailLockout, lane: 'general' },
  'remove-unverified-accounts': { run: removeUnverified, lane: 'general', cron: '29 2 * * *' },
  'remove-expired-sessions': { run: removeExpired, lane: 'general', cron: '17 * * * *' },
  'log-audit-entry': { run: logEntry, lane: 'general' },

  // Email
  'send-mail': { run: sendMail, lane: 'general' },
  'send-broadcast': { run: sendBroadcast, lane: 'general' },
  'remove-old-mails': { run: removeOldEmails, lane: 'general', cron: '41 3 * * *' },
  'read-bounces': { run: readBounces, lane: 'general', cron: '7 * * * *' },

  // Alerts and notifications
  'end-snooze': { run: endSnooze, lane: 'general' },
  deliver: { run: deliver, lane: 'delivery' },
  'resume-deliveries': { run: resumeDeliveries, lane: 'general', cron: '* * * * *' },
  'announce-maintenance': { run: announceScheduledWindows, lane: 'general', cron: '* * * * *' },
  'tell-alert-limit': { run: emailAlertLimit, lane: 'general' },
  'email-exceeded-budgets': { run: emailExceededBudgets, lane: 'general', cron: '* * * * *' },
  'schedule-proofs': { run: scheduleProofs, lane: 'general', cron: '* * * * *' },
  'prove-channel': { run: proveChannel, lane: 'delivery' },
  'report-channel': { run: reportChannel, lane: 'delivery' },
  'remove-old-timelines': { run: removeOldTimelines, lane: 'general', cron: '23 4 * * *' },

  // HaloPSA
  'open-halopsa-ticket': { run: openTicket, lane: 'halopsa' },
  'note-halopsa-ticket': { run: addTicketNote, lane: 'halopsa' },
  'recover-halopsa-ticket': { run: recoverTicket, lane: 'halopsa' },
  'check-halopsa-tickets': { run: checkTickets, lane: 'halopsa' },
  'refresh-halopsa-lists': { run: refreshTeamLists, lane: 'halopsa' },
  'poll-halopsa-tickets': { run: pollTickets, lane: 'general', cron: '* * * * *' },
  'refresh-all-halopsa-lists': { run: refreshAllLists, lane: 'general', cron: '53 4 * * *' },

  // Billing
  'apply-stripe-event': { run: applyStripeEvent, lane: 'stripe' },
  'end-stripe-subscription': { run: cancelStripeSubscription, lane: 'stripe' },
  'read-stripe-customer': { run: readCustomerAgain, lane: 'stripe' },
  'reconcile-billing': { run: reconcileNightly, lane: 'stripe', cron: '37 1 * * *' },
  'tell-trials': { run: emailTrialEnds, lane: 'general', cron: '* * * * *' },
  'settle-package-limits': { run: applyPackageLimits, lane: 'general' },

  // Watching and metrics
  'rest-controllers': { run: pauseUnwatchedControllers, lane: 'general', cron: '* * * * *' },
  'roll-up-metrics': { run: rollUpMetrics, lane: 'general', cron: '13 * * * *' },
  'pack-days': { run: packDays, lane: 'general', cron: '19 * * * *' },
  'remove-old-states': { run: removeOldStates, lane: 'general', cron: '53 3 * * *' },
  'remove-unowned-metrics': { run: removeUnownedMetrics, lane: 'general', cron: '43 2 * * *' },
  'run-backtest': { run: runBacktestJob, lane: 'backtests' },
  'note-platform-days': { run: recordPlatformDays, lane: 'general', cron: '2 * * * *' },

  // Reports
  'schedule-reports': { run: scheduleReports, lane: 'general', cron: '*/15 * * * *' },
  'update-reports': { run: updateReports, lane: 'general' },

  // Keeping the database small
  'remove-old-events': { run: removeOldEvents, lane: 'general', cron: '33 3 * * *' },
  'remove-old-history': { run: removeOldHistory, lane: 'general', cron: '5 3 * * *' },
  'remove-old-pushes': { run: removeOldPushes, lane: 'general', cron: '27 * * * *' },
  'remove-old-uploads': { run: removeOldUploads, lane: 'general', cron: '47 3 * * *' },
  'tidy-queue': { run: tidyQueue, lane: 'general', cron: '11 5 * * *' },
};
