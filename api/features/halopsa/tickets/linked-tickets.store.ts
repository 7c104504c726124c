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

/** A site of an outage, with the ticket that names it and the settings for a new one. */
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
  /** The `HalopsaTicket` that names it. `null` while that is undecided. */
  ticketId: string | null;
  /** Its HaloPSA client. `null` if it has none. */
  clientId: number | null;
  /** Undefined if no ticket would be opened for it. */
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
  // A ticket that HaloPSA doesn't have names no site, so its sites follow their customers and settings.
  const opened = { alert: alert.id, $or: [{ ticketId: { $ne: null } }, { status: TicketStatus.unknown }] };
  const tickets = new Set((await em.find(HalopsaTicket, opened)).map(({ id }) => id));
  return sites.flatMap(
    ({ hostId, controllerId, name, line, since, listedAt, until = null, halopsaTicketId }) => {
      const controller = controllers.get(controllerId);
      if (!controller) return [];
      const customer = clients.get(hostId);
      const settings = ticketSettingsFor(alert.severity, alert.rule, controller, customer);
      const clientId = settings ? settings.clientId : (customer?.clientId ?? controller.haloClientId ?? null);
      const ticketId = halopsaTicketId && tickets.has(halopsaTicketId) ? halopsaTicketId : null;
      return [{ hostId, controllerId, name, line, since, listedAt, until, ticketId, clientId, settings }];
    },
  );
}

/** The sites that a ticket names. */
export const sitesOf = (ticket: HalopsaTicket, sites: readonly TicketSite[]): TicketSite[] =>
  sites.filter((site) => (site.ticketId === null ? suits(ticket, site) : site.ticketId === ticket.id));

/** Whether a site that no ticket names yet belongs to this one. Without a client, it belongs to the main ticket. */
function suits({ linkedClientId, settings }: HalopsaTicket, { clientId }: TicketSite): boolean {
  return linkedClientId == null
    ? clientId === null || clientId === settings.clientId
    : clientId === linkedClientId;
}

export const isDown = ({ until }: TicketSite): boolean => until === null;

/** The sites of a linked ticket. */
export async function linkedSites(em: EntityManager, ticket: HalopsaTicket): Promise<TicketSite[]> {
  return sitesOf(ticket, await ticketSites(em, ticket.alert));
}

/** The settings that a linked ticket would be opened with now. Its client stays the same. */
export function linkedSettings(ticket: HalopsaTicket, own: readonly TicketSite[]): TicketSettings {
  const site = own.find((one) => isDown(one) && one.settings?.clientId === ticket.linkedClientId);
  return site?.settings ?? ticket.settings;
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

/** The sites that a main ticket names: all, or only its own if other clients can have their own ticket. */
export async function mainSites(
  em: EntityManager,
  ticket: HalopsaTicket,
  sites: readonly TicketSite[],
): Promise<readonly TicketSite[]> {
  const connection = await connectionOf(em, ticket.alert.team.id);
  return connection?.ticketPerClient ? sitesOf(ticket, sites) : sites;
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

/**
 * The ticket of an alert's cause, for the client of the alert's own ticket: its linked ticket, or the main one if it has none.
 */
export async function ticketOfCause(
  em: EntityManager,
  { alert: { causeAlert }, settings: { clientId } }: HalopsaTicket,
): Promise<HalopsaTicket | undefined> {
  if (!causeAlert) return undefined;
  const tickets = await em.find(HalopsaTicket, { alert: causeAlert.id });
  const isUsable = (ticket: HalopsaTicket) => ticket.ticketId || isPending(ticket);
  const own = tickets.find((one) => clientId !== null && one.linkedClientId === clientId && isUsable(one));
  return own ?? tickets.find(({ linkedClientId }) => linkedClientId == null);
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
  const connection = await connectionOf(em, teamId);
  if (alert.resolvedAt) {
    const end = alert.resolvedAt.getTime();
    for (const ticket of linked) {
      const own = sitesOf(ticket, sites);
      const hasLasted = own.length === 0 || own.some(({ until }) => !until || until.getTime() >= end);
      // A ticket that people close by hand already has a note from when its last site was back.
      if (hasLasted || connection?.closesTickets) await closeLater(em, teamId, ticket);
    }
    return;
  }
  for (const ticket of linked) {
    const own = sitesOf(ticket, sites);
    const isChanged = own.some(({ listedAt, until }) => (until ?? listedAt) >= changedAt);
    if (!own.some(isDown)) {
      if (isChanged || (own.length === 0 && connection?.closesTickets)) await closeLater(em, teamId, ticket);
    } else if (ticket.status !== TicketStatus.open)
      await reopenLinked(em, teamId, ticket, linkedSettings(ticket, own));
    else if (isChanged) await addAffectedNote(em, teamId, ticket);
  }
  const added = connection?.ticketPerClient ? await addLinkedTickets(em, teamId, main, linked, sites) : [];
  const tickets = [...(connection?.ticketPerClient ? [main] : []), ...linked, ...added];
  for (const ticket of tickets) {
    const hostIds = sitesOf(ticket, sites).flatMap(({ ticketId, hostId }) => (ticketId ? [] : [hostId]));
    const fields = { halopsaTicketId: ticket.id };
    if (hostIds.length > 0)
      await em.nativeUpdate(AffectedSite, { alert: alert.id, hostId: { $in: hostIds } }, fields);
  }
}

/** Opens a ticket for each further client with a site that is down and that no other ticket names. */
async function addLinkedTickets(
  em: EntityManager,
  teamId: string,
  main: HalopsaTicket,
  linked: readonly HalopsaTicket[],
  sites: readonly TicketSite[],
): Promise<HalopsaTicket[]> {
  const further = sites.flatMap((site) => {
    const { ticketId, clientId, settings } = site;
    const isNamed = ticketId !== null || [main, ...linked].some((ticket) => suits(ticket, site));
    return settings && clientId !== null && isDown(site) && !isNamed ? [[clientId, settings] as const] : [];
  });
  const added = [];
  // Of several sites, the one that failed first decides the other settings.
  for (const [linkedClientId, settings] of new Map(further.toReversed())) {
    const reference = referenceOf(randomUUID());
    const { alert } = main;
    const ticket = em.assign(new HalopsaTicket(), {
      team: teamId,
      alert,
      linkedClientId,
      reference,
      settings,
    });
    await em.persist(ticket).flush();
    await addTicketJob(em, 'open-halopsa-ticket', { ticket: ticket.id, teamId });
    added.push(ticket);
  }
  return added;
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
