import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import type { TicketJob } from '#api/jobs/contracts.ts';
import { affectedLists, affectedSiteLists } from '#api/features/alerts/affected.store.ts';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import type { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertResolution } from '#api/features/alerts/alert.enums.ts';
import { isAboutProvider, messageOf } from '#api/features/alerts/message.ts';
import { windowOver } from '#api/features/maintenance/occurrences.ts';
import { MaintenanceWindow } from '#api/features/maintenance/maintenance-window.entity.ts';
import { hasEnded, isInactive } from '#api/features/packages/limits.ts';
import { customerClients, siteAt } from '#api/features/sites/team-sites.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { instanceKey, type HalopsaConnection } from '../halopsa-connection.entity.ts';
import {
  addCheckJob,
  firstChecks,
  isPending,
  addTicketJob,
  nextAttempt,
  retryTicketJob,
} from './ticket-queue.store.ts';
import { connectionOf, notConfigured, withHalopsa } from '../connection.store.ts';
import { createTicket } from './create-ticket.store.ts';
import { HalopsaError } from '../client/halopsa-responses.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { recordOutcome, ticketReader } from './ticket-outcome.store.ts';
import { ticketSettingsFor, type TicketSettings } from './ticket-settings.ts';
import { detailsOf, summaryOf, ticketUrl } from './ticket-text.ts';

/** Creates the ticket of an alert exactly once, even after failures, or records why not. */
export async function openTicket(app: App, job: TicketJob): Promise<void> {
  const em = app.orm.em.fork();
  const ticket = await em.findOne(
    HalopsaTicket,
    { id: job.ticket },
    { populate: ['alert.controller', 'alert.rule'] },
  );
  if (!ticket || !isPending(ticket)) return;
  if (ticket.status === TicketStatus.waiting && (await isPutOff(em, job, ticket))) return;
  const connection = await connectionOf(em, job.teamId);
  if (!connection) return giveUp(em, job, notConfigured);
  let isSure = ticket.status === TicketStatus.waiting;
  try {
    const found = await lookUp(app, em, connection, ticket, job);
    isSure = true;
    if (found === undefined && ticket.alert.resolvedAt) return await skipOpening(em, job, ticket.alert);
    const id = found ?? (await create(app, em, connection, ticket));
    await opened(em, job, connection, id);
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    const status = isSure && !error.mayHaveHappened ? TicketStatus.waiting : TicketStatus.unknown;
    await retryOpening(em, { ...job, isTaken: error.wasTaken || job.isTaken }, error, status);
  }
}

/**
 * Nothing has been sent yet, so check whether the alert has ended, the subscription has expired, or
 * maintenance postpones it.
 */
async function isPutOff(em: EntityManager, job: TicketJob, { alert }: HalopsaTicket): Promise<boolean> {
  if (alert.resolvedAt) {
    await skipOpening(em, job, alert);
    return true;
  }
  if (isInactive(await em.findOneOrFail(Team, job.teamId), new Date())) {
    await leaveClosed(em, job);
    return true;
  }
  if (isAboutProvider(alert.type)) return false;
  const windows = await em.find(MaintenanceWindow, { team: job.teamId });
  const { controllerId, siteId, deviceMac = null } = alert;
  const { customerId, tags } = await siteAt(em, job.teamId, siteId);
  const place = { controllerId, siteId, deviceMac, customerId, tags };
  const over = windowOver(windows, place, new Date());
  if (!over) return false;
  const reason = `Waiting for the maintenance window “${over.window.name}” to end`;
  await recordOutcome(em, job.teamId, job.ticket, { ticket: { reason } }, (tx) =>
    addTicketJob(tx, 'open-halopsa-ticket', job, over.endsAt),
  );
  return true;
}

/** An attempt with an unknown outcome, such as a killed worker's, is looked for before the next one. */
async function lookUp(
  app: App,
  em: EntityManager,
  connection: HalopsaConnection,
  { status, reference }: HalopsaTicket,
  { isTaken }: TicketJob,
): Promise<number | undefined> {
  if (status !== TicketStatus.unknown) return undefined;
  const found = await withHalopsa(app, em, connection, (halopsa) => halopsa.findTicket(reference));
  if (found !== undefined || !isTaken) return found;
  const says = `HaloPSA accepted the ticket, but we can't find it by its reference ${reference}. Look for it in HaloPSA.`;
  throw new HalopsaError('unavailable', says, { wasTaken: true });
}

/** Names of affected devices or sites in a ticket. */
const mostAffected = 10;

async function create(
  app: App,
  em: EntityManager,
  connection: HalopsaConnection,
  ticket: HalopsaTicket,
): Promise<number> {
  const { alert, reference } = ticket;
  if (ticket.status === TicketStatus.waiting) ticket.settings = await currentSettings(em, ticket);
  const asker = await ticketReader(em, alert.team.id);
  const devices = (await affectedLists(em, [alert], mostAffected)).get(alert.id);
  const sites = (await affectedSiteLists(em, [alert], mostAffected)).get(alert.id);
  const text = {
    summary: summaryOf(messageOf(alert, asker), reference),
    details: detailsOf(alert, alert.controller.name, app.config.publicUrl, reference, asker, {
      devices,
      sites,
    }),
  };
  // Recorded before sending, so that a retry after a crash looks for the ticket first.
  ticket.status = TicketStatus.unknown;
  ticket.attempts++;
  await em.flush();
  return createTicket(app, em, connection, ticket.settings, text);
}

/** Where a ticket would go now, because its site may have changed customers while it waited. */
async function currentSettings(
  em: EntityManager,
  { alert, settings }: HalopsaTicket,
): Promise<TicketSettings> {
  const clients = await customerClients(em, alert.team.id, [alert.siteId]);
  const client = clients.get(alert.siteId);
  return ticketSettingsFor(alert.severity, alert.rule, alert.controller, client) ?? settings;
}

async function opened(
  em: EntityManager,
  job: TicketJob,
  connection: HalopsaConnection,
  id: number,
): Promise<void> {
  const now = new Date();
  const nextCheckAt = new Date(now.getTime() + firstChecks);
  await recordOutcome(
    em,
    job.teamId,
    job.ticket,
    {
      ticket: {
        status: TicketStatus.open,
        ticketId: id,
        home: instanceKey(connection),
        reason: null,
        openedAt: now,
        nextCheckAt,
      },
      alert: { ticketId: id, ticketUrl: ticketUrl(connection.resourceServer, id) },
      entry: { kind: AlertEntryKind.ticket_opened, detail: `HaloPSA ticket ${id}` },
    },
    (tx, _, alert) =>
      alert.resolvedAt
        ? addTicketJob(tx, 'recover-halopsa-ticket', { ticket: job.ticket, teamId: job.teamId })
        : addCheckJob(tx, job.teamId, nextCheckAt),
  );
}

/** An attempt stays unknown until a search for it succeeds. */
async function retryOpening(
  em: EntityManager,
  job: TicketJob,
  error: HalopsaError,
  status: TicketStatus,
): Promise<void> {
  const again = nextAttempt(job, error);
  const tired =
    error.passes && !job.isTaken ? `We retried for a day without success. ${error.message}` : error.message;
  if (!again) return giveUp(em, job, tired);
  await recordOutcome(em, job.teamId, job.ticket, { ticket: { status, reason: error.message } }, (tx) =>
    retryTicketJob(tx, 'open-halopsa-ticket', job, error, again),
  );
}

async function giveUp(em: EntityManager, job: TicketJob, reason: string): Promise<void> {
  await recordOutcome(em, job.teamId, job.ticket, {
    ticket: { status: TicketStatus.failed, reason },
    entry: { kind: AlertEntryKind.ticket_failed, detail: reason },
  });
}

async function leaveClosed(em: EntityManager, job: TicketJob): Promise<void> {
  const reason = `No ticket was created. ${hasEnded}`;
  await recordOutcome(em, job.teamId, job.ticket, {
    ticket: { status: TicketStatus.closed, reason },
    entry: { kind: AlertEntryKind.ticket_failed, detail: reason },
  });
}

async function skipOpening(em: EntityManager, job: TicketJob, { resolution }: Alert): Promise<void> {
  const isFolded = resolution === AlertResolution.folded;
  const reason = `No ticket was created because the alert ${isFolded ? 'became part of another one' : 'ended'} first.`;
  const isSkipped = await recordOutcome(em, job.teamId, job.ticket, {
    isOver: true,
    ticket: { status: TicketStatus.closed, reason },
    entry: { kind: AlertEntryKind.ticket_failed, detail: reason },
  });
  if (!isSkipped) await addTicketJob(em, 'open-halopsa-ticket', job);
}
