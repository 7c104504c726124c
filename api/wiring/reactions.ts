import { reportedMonths } from '#api/features/alerts/alert-history.service.ts';
import { stopWatchingBeyondLimits } from '#api/features/alerts/alerts.service.ts';
import { ruleChecks, scopeHandlers } from '#api/features/alerts/alert-rules.service.ts';
import { coveredAlerts } from '#api/features/alerts/new-alerts.store.ts';
import { rulesOfCustomer } from '#api/features/alerts/rule-scope.service.ts';
import { transitionHandlers } from '#api/features/alerts/transition.store.ts';
import { unwatchedHandlers } from '#api/features/controllers/limits.store.ts';
import { reevaluateWaitingTickets } from '#api/features/halopsa/tickets/ticket-queue.store.ts';
import { planTickets } from '#api/features/halopsa/tickets/plan-tickets.store.ts';
import { checkHaloSite, haloClientName } from '#api/features/halopsa/controller-alerts.service.ts';
import { clientName, customerHandlers, customerUses } from '#api/features/customers/customers.service.ts';
import { regroupHandlers, regroupWatchers } from '#api/features/customers/regroup.service.ts';
import { attachmentMakers } from '#api/features/email/send-message.store.ts';
import {
  channelsOfCustomer,
  integrationSavedHandlers,
} from '#api/features/integrations/integrations.service.ts';
import { alertsInMaintenance } from '#api/features/maintenance/covered-alerts.store.ts';
import { keepRegroupedWork } from '#api/features/maintenance/planned-work.store.ts';
import { windowsHandlers, windowsOfCustomer } from '#api/features/maintenance/maintenance.service.ts';
import { retryAfterSave } from '#api/features/notifications/deliveries.store.ts';
import {
  reEvaluateHeldDeliveries,
  sendWithinNewLimits,
  sendToWidenedChannel,
} from '#api/features/notifications/re-evaluate.store.ts';
import { checkAfterSave } from '#api/features/notifications/proofs/proofs.store.ts';
import { planDeliveries } from '#api/features/notifications/plan.store.ts';
import { reportedMonth } from '#api/features/reports/reported-month.store.ts';
import { attachmentKind } from '#api/features/reports/report-emails.store.ts';
import { reportAttachment } from '#api/features/reports/report-files.service.ts';
import { contentParts } from '#api/features/revisions/content-part.store.ts';
import { schedulesOfCustomer } from '#api/features/reports/schedules.service.ts';
import { controllersOfCustomer, reportAlertsOfCustomer } from '#api/features/sites/site-changes.service.ts';
import { stopWatchingRegrouped, stopWatchingUncovered } from '#api/features/watch/changed-scope.store.ts';
import { allContent } from './content-parts.ts';

/** When X happens, Y follows, in the same transaction. Call it before anything runs. */
export function connectReactions(): void {
  transitionHandlers.connect([planDeliveries, planTickets]);
  unwatchedHandlers.connect([stopWatchingBeyondLimits]);
  integrationSavedHandlers.connect([retryAfterSave, sendToWidenedChannel, checkAfterSave]);
  ruleChecks.connect([checkHaloSite]);
  clientName.connect(haloClientName);
  customerHandlers.connect([reportAlertsOfCustomer]);
  regroupWatchers.connect([keepRegroupedWork]);
  customerUses.connect([
    rulesOfCustomer,
    channelsOfCustomer,
    windowsOfCustomer,
    schedulesOfCustomer,
    controllersOfCustomer,
  ]);
  // Both change which alerts are in maintenance. Regrouping also changes which channels receive them.
  // Alerts that rules no longer cover end before that, so that no one is notified about them again.
  regroupHandlers.connect([
    stopWatchingRegrouped,
    reEvaluateHeldDeliveries,
    reevaluateWaitingTickets,
    sendWithinNewLimits,
  ]);
  windowsHandlers.connect([reEvaluateHeldDeliveries, reevaluateWaitingTickets]);
  coveredAlerts.connect(alertsInMaintenance);
  reportedMonths.connect(reportedMonth);
  scopeHandlers.connect([stopWatchingUncovered]);
  contentParts.connect(allContent);
  attachmentMakers.connect({ [attachmentKind]: reportAttachment });
}
