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
import { instanceKey, ticketUrl, type HalopsaConnection } from '../halopsa-connection.entity.ts';
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
import {
  atSites,
  earlierTicket,
  isDown,
  linkedSettings,
  linkedSites,
  mainTicket,
  overSince,
  siteList,
  sitesOf,
  ticketSites,
} from './linked-tickets.store.ts';
import { HalopsaError } from '../client/halopsa-responses.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { recordOutcome, ticketReader } from './ticket-outcome.store.ts';
import { ticketSettingsFor, type TicketSettings } from './ticket-settings.ts';
import { detailsOf, mostAffected, summaryOf } from './ticket-text.ts';

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
    if (found === undefined && (await overSince(em, ticket))) return await skipOpening(em, job, ticket);
    const id = found ?? (await create(app, em, connection, ticket));
    await opened(em, job, connection, ticket, id);
  } catch (error) {
    if (!(error instanceof HalopsaError)) throw error;
    const status = isSure && !error.mayHaveHappened ? TicketStatus.waiting : TicketStatus.unknown;
    await retryOpening(em, { ...job, isTaken: error.wasTaken || job.isTaken }, error, status);
  }
}

/**
 * Nothing has been sent yet, so check whether the problem is over, the subscription has expired, the main ticket comes first,
 * or maintenance postpones it.
 */
async function isPutOff(em: EntityManager, job: TicketJob, ticket: HalopsaTicket): Promise<boolean> {
  if (await overSince(em, ticket)) {
    await skipOpening(em, job, ticket);
    return true;
  }
  if (isInactive(await em.findOneOrFail(Team, job.teamId), new Date())) {
    await leaveClosed(em, job);
    return true;
  }
  const main = await awaitsMain(em, ticket);
  if (main) {
    await addTicketJob(em, 'open-halopsa-ticket', job, main);
    return true;
  }
  const over = await maintenanceOf(em, job.teamId, ticket);
  if (!over) return false;
  const reason = `Waiting for the maintenance window “${over.window.name}” to end`;
  await recordOutcome(em, job.teamId, job.ticket, { ticket: { reason } }, (tx) =>
    addTicketJob(tx, 'open-halopsa-ticket', job, over.endsAt),
  );
  return true;
}

/** Milliseconds that a linked ticket waits for the number of the main one. */
const longestWaitForMain = 15 * 60_000;

/** When to look again whether the main ticket exists. Undefined for that one itself, or if it doesn't come soon. */
async function awaitsMain(em: EntityManager, ticket: HalopsaTicket): Promise<Date | undefined> {
  if (ticket.linkedClientId == null) return undefined;
  const main = await mainTicket(em, ticket);
  const now = Date.now();
  const isSoon = main && isPending(main) && now - ticket.createdAt.getTime() < longestWaitForMain;
  return isSoon ? new Date(now + firstChecks) : undefined;
}

/**
 * The maintenance window that a ticket waits for: that of its device or site. An outage is about several sites, so only one
 * client's ticket waits, while all of its sites are in maintenance.
 */
async function maintenanceOf(em: EntityManager, teamId: string, ticket: HalopsaTicket) {
  const { alert, linkedClientId } = ticket;
  if (isAboutProvider(alert.type) && linkedClientId == null) return undefined;
  const windows = await em.find(MaintenanceWindow, { team: teamId });
  if (windows.length === 0) return undefined;
  const { controllerId, siteId, deviceMac = null } = alert;
  const places =
    linkedClientId == null
      ? [{ controllerId, siteId, deviceMac }]
      : (await linkedSites(em, ticket))
          .filter(isDown)
          .map((site) => ({ controllerId: site.controllerId, siteId: site.hostId, deviceMac: null }));
  const found = [];
  for (const place of places) {
    const { customerId, tags } = await siteAt(em, teamId, place.siteId);
    const over = windowOver(windows, { ...place, customerId, tags }, new Date());
    if (!over) return undefined;
    found.push(over);
  }
  return found.toSorted((a, b) => a.endsAt.getTime() - b.endsAt.getTime())[0];
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

async function create(
  app: App,
  em: EntityManager,
  connection: HalopsaConnection,
  ticket: HalopsaTicket,
): Promise<number> {
  if (ticket.status === TicketStatus.waiting) ticket.settings = await currentSettings(em, ticket);
  const text = await textOf(app, em, connection, ticket);
  // Recorded before sending, so that a retry after a crash looks for the ticket first.
  ticket.status = TicketStatus.unknown;
  ticket.attempts++;
  await em.flush();
  return createTicket(app, em, connection, ticket.settings, text);
}

/** The ticket's text. One that is linked to others names only the sites of its own client. */
async function textOf(
  app: App,
  em: EntityManager,
  { ticketPerClient, resourceServer }: HalopsaConnection,
  ticket: HalopsaTicket,
): Promise<{ summary: string; details: string }> {
  const { alert, reference, linkedClientId } = ticket;
  const asker = await ticketReader(em, alert.team.id);
  const { publicUrl } = app.config;
  const write = (about: Alert, lists: Parameters<typeof detailsOf>[5]) => ({
    summary: summaryOf(messageOf(about, asker), reference),
    details: detailsOf(about, alert.controller.name, publicUrl, reference, asker, lists),
  });
  if (linkedClientId != null) {
    const sites = (await linkedSites(em, ticket)).filter(isDown);
    const main = (await mainTicket(em, ticket))?.ticketId;
    const linked = main ? { main: `${main} ${ticketUrl(resourceServer, main)}` } : {};
    return write(atSites(alert, sites), { sites: siteList(sites, mostAffected), ...linked });
  }
  const devices = (await affectedLists(em, [alert], mostAffected)).get(alert.id);
  const sites = (await affectedSiteLists(em, [alert], mostAffected)).get(alert.id);
  const before = (await earlierTicket(em, alert))?.ticketId;
  const earlier = before ? { earlier: `${before} ${ticketUrl(resourceServer, before)}` } : {};
  if (!sites || !ticketPerClient) return write(alert, { devices, sites, ...earlier });
  const own = sitesOf(ticket, await ticketSites(em, alert)).filter(isDown);
  const opened = { alert: alert.id, linkedClientId: { $ne: null }, ticketId: { $ne: null } };
  const others = await em.find(HalopsaTicket, opened, { orderBy: { ticketId: 'asc' } });
  const linked = others.map(({ ticketId }) => ticketId).join(', ');
  return write(alert, { sites: siteList(own, mostAffected), elsewhere: sites.count - own.length, linked });
}

/** Where a ticket would go now, because its site may have changed customers while it waited. */
async function currentSettings(em: EntityManager, ticket: HalopsaTicket): Promise<TicketSettings> {
  const { alert, settings, linkedClientId } = ticket;
  if (linkedClientId != null) return linkedSettings(ticket, await linkedSites(em, ticket));
  const clients = await customerClients(em, alert.team.id, [alert.siteId]);
  const client = clients.get(alert.siteId);
  return ticketSettingsFor(alert.severity, alert.rule, alert.controller, client) ?? settings;
}

async function opened(
  em: EntityManager,
  job: TicketJob,
  connection: HalopsaConnection,
  ticket: HalopsaTicket,
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
      entry: { kind: AlertEntryKind.ticket_opened, detail: `HaloPSA ticket ${id}${forClient(ticket)}` },
    },
    async (tx, opened) => {
      const { teamId } = job;
      const isMain = opened.linkedClientId == null;
      const other = isMain ? await earlierTicket(tx, opened.alert) : await mainTicket(tx, opened);
      if (other?.ticketId)
        await addTicketJob(tx, 'note-halopsa-ticket', {
          ticket: other.id,
          teamId,
          note: { about: 'ticket', id: opened.id },
        });
      if (await overSince(tx, opened))
        await addTicketJob(tx, 'recover-halopsa-ticket', { ticket: job.ticket, teamId });
      else await addCheckJob(tx, teamId, nextCheckAt);
    },
  );
}

/** The client of a linked ticket, for the timeline. */
function forClient({ linkedClientId, settings }: HalopsaTicket): string {
  return linkedClientId == null ? '' : ` for ${settings.clientName ?? `client ${linkedClientId}`}`;
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

async function skipOpening(
  em: EntityManager,
  job: TicketJob,
  { alert: { resolvedAt, resolution } }: HalopsaTicket,
): Promise<void> {
  const ended =
    resolution === AlertResolution.folded ? 'the alert became part of another one' : 'the alert ended';
  const reason = `No ticket was created because ${resolvedAt ? ended : 'its sites were back'} first.`;
  const isSkipped = await recordOutcome(em, job.teamId, job.ticket, {
    isOver: true,
    ticket: { status: TicketStatus.closed, reason },
    entry: { kind: AlertEntryKind.ticket_failed, detail: reason },
  });
  if (!isSkipped) await addTicketJob(em, 'open-halopsa-ticket', job);
}
