import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AffectedSiteList } from '#api/features/alerts/affected.store.ts';
import { AffectedSite, type Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertResolution } from '#api/features/alerts/alert.enums.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { customerClients } from '#api/features/sites/team-sites.store.ts';
import { connectionOf } from '../connection.store.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { addAffectedNote, addTicketJob, isPending, reopenTicket } from './ticket-queue.store.ts';
import { ticketSettingsFor, type TicketSettings } from './ticket-settings.ts';
import { referenceOf } from './ticket-text.ts';

// An outage of a provider affects sites of several clients. Each further client can have a ticket of its own, which names
// only its own sites and is linked to the alert's main ticket.

/** A site of an outage, with the ticket settings that apply there. */
export interface TicketSite {
  hostId: string;
  controllerId: string;
  name: string;
  line: string;
  since: Date;
  /** When it was added to the outage. */
  listedAt: Date;
  /** `null` while it is down. */
  until: Date | null;
  /** Undefined if it gets no ticket. */
  settings: TicketSettings | undefined;
}

/** The sites of an outage, those that failed first first. Requires the alert's rule. */
export async function ticketSites(em: EntityManager, alert: Alert): Promise<TicketSite[]> {
  const sites = await em.find(
    AffectedSite,
    { alert: alert.id },
    { orderBy: { since: 'asc', name: 'asc', hostId: 'asc' }, disableIdentityMap: true },
  );
  const ids = [...new Set(sites.map(({ controllerId }) => controllerId))];
  const controllers = new Map((await em.find(Controller, { id: { $in: ids } })).map((one) => [one.id, one]));
  const hosts = sites.map(({ hostId }) => hostId);
  const clients = await customerClients(em, alert.team.id, hosts);
  return sites.flatMap(({ hostId, controllerId, name, line, since, listedAt, until = null }) => {
    const controller = controllers.get(controllerId);
    if (!controller) return [];
    const settings = ticketSettingsFor(alert.severity, alert.rule, controller, clients.get(hostId));
    return [{ hostId, controllerId, name, line, since, listedAt, until, settings }];
  });
}

/** The sites whose tickets go to a client, or to none. */
export const sitesOf = (sites: readonly TicketSite[], clientId: number | null): TicketSite[] =>
  sites.filter(({ settings }) => settings && settings.clientId === clientId);

export const isDown = ({ until }: TicketSite): boolean => until === null;

/** The sites of a linked ticket. */
export async function linkedSites(
  em: EntityManager,
  { alert, linkedClientId = null }: HalopsaTicket,
): Promise<TicketSite[]> {
  return sitesOf(await ticketSites(em, alert), linkedClientId);
}

/** An outage as one client's ticket describes it: at its own sites, since the first of them failed. */
export const atSites = (alert: Alert, sites: readonly TicketSite[]): Alert =>
  ({
    ...alert,
    since: sites[0]?.since ?? alert.since,
    affectedSiteCount: sites.length,
    deviceCount: null,
  }) as Alert;

/** Their names in a ticket. */
export function siteList(sites: readonly TicketSite[], most: number, count = sites.length): AffectedSiteList {
  const byName = sites.toSorted((a, b) => a.name.localeCompare(b.name));
  return { count, sites: byName.slice(0, most) };
}

/**
 * Since when the problem of a ticket has been over: its alert has ended, or for a linked ticket, its client's last site is back.
 * Undefined while it isn't. Requires the alert's rule.
 */
export async function overSince(em: EntityManager, ticket: HalopsaTicket): Promise<Date | undefined> {
  const { alert, linkedClientId } = ticket;
  if (linkedClientId == null || alert.resolvedAt) return alert.resolvedAt ?? undefined;
  const sites = await linkedSites(em, ticket);
  if (sites.some(isDown)) return undefined;
  return new Date(Math.max(ticket.createdAt.getTime(), ...sites.map(({ until }) => until!.getTime())));
}

/** The sites that a main ticket names: all, or only its own client's if others can have their own. */
export async function mainSites(
  em: EntityManager,
  { alert, settings }: HalopsaTicket,
  sites: readonly TicketSite[],
): Promise<readonly TicketSite[]> {
  const connection = await connectionOf(em, alert.team.id);
  return connection?.ticketPerClient ? sitesOf(sites, settings.clientId) : sites;
}

/**
 * The ticket of a problem from before it became part of another alert. Once that one is over, the problem has an alert of its own
 * again, and a new ticket.
 */
export async function earlierTicket(em: EntityManager, alert: Alert): Promise<HalopsaTicket | null> {
  const before = {
    controller: alert.controller,
    rule: alert.rule,
    subject: alert.subject,
    resolution: AlertResolution.folded,
    resolvedAt: { $gte: alert.since },
  };
  const [found] = await em.find(
    HalopsaTicket,
    { alert: before, linkedClientId: null, ticketId: { $ne: null } },
    { orderBy: { alert: { resolvedAt: 'desc' } }, limit: 1 },
  );
  return found ?? null;
}

/** The ticket that a linked one belongs to. */
export function mainTicket(em: EntityManager, { alert }: HalopsaTicket): Promise<HalopsaTicket | null> {
  return em.findOne(HalopsaTicket, { alert: alert.id, linkedClientId: null });
}

/**
 * Plans what follows for the tickets of further clients when an outage opens, changes or ends, within the caller's
 * transaction.
 * @param main the alert's own ticket
 * @param changedAt when its sites last changed
 */
export async function planLinkedTickets(
  em: EntityManager,
  teamId: string,
  alert: Alert,
  main: HalopsaTicket,
  changedAt: Date,
): Promise<void> {
  const linked = await em.find(HalopsaTicket, { alert: alert.id, linkedClientId: { $ne: null } });
  const sites = await ticketSites(em, alert);
  if (alert.resolvedAt) {
    const end = alert.resolvedAt.getTime();
    const lasted = sites.filter(({ until }) => until === null || until.getTime() >= end);
    for (const ticket of linked)
      if (sitesOf(lasted, ticket.linkedClientId!).length > 0) await closeLater(em, teamId, ticket);
    return;
  }
  const known = new Set(linked.map(({ linkedClientId }) => linkedClientId));
  const down = sites.filter(isDown);
  for (const ticket of linked) {
    const [first] = sitesOf(down, ticket.linkedClientId!);
    const own = sitesOf(sites, ticket.linkedClientId!);
    const isChanged = own.some(({ listedAt, until }) => (until ?? listedAt) >= changedAt);
    if (!first) await closeLater(em, teamId, ticket);
    else if (ticket.status !== TicketStatus.open) await reopenLinked(em, teamId, ticket, first.settings!);
    else if (isChanged) await addAffectedNote(em, teamId, ticket);
  }
  const further = down.flatMap(({ settings }) => {
    const clientId = settings?.clientId ?? null;
    return settings && clientId !== null && clientId !== main.settings.clientId && !known.has(clientId)
      ? [[clientId, settings] as const]
      : [];
  });
  if (further.length === 0 || !(await connectionOf(em, teamId))?.ticketPerClient) return;
  // Of several sites, the one that failed first decides the other settings.
  for (const [linkedClientId, settings] of new Map(further.toReversed())) {
    const reference = referenceOf(randomUUID());
    const ticket = em.assign(new HalopsaTicket(), {
      team: teamId,
      alert,
      linkedClientId,
      reference,
      settings,
    });
    await em.persist(ticket).flush();
    await addTicketJob(em, 'open-halopsa-ticket', { ticket: ticket.id, teamId });
  }
}

async function closeLater(em: EntityManager, teamId: string, ticket: HalopsaTicket): Promise<void> {
  // A ticket that is still being created handles its own end.
  if (ticket.status === TicketStatus.open)
    await addTicketJob(em, 'recover-halopsa-ticket', { ticket: ticket.id, teamId });
}

/** A client's site is down again. A ticket that someone closed in HaloPSA stays closed. */
async function reopenLinked(
  em: EntityManager,
  teamId: string,
  ticket: HalopsaTicket,
  settings: TicketSettings,
): Promise<void> {
  if (isPending(ticket)) return;
  if (!ticket.ticketId) await reopenTicket(em, teamId, ticket, settings);
  else if (ticket.statusBefore)
    await addTicketJob(em, 'note-halopsa-ticket', { ticket: ticket.id, teamId, note: { about: 'return' } });
}
