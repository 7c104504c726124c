import type { EntityManager } from '@mikro-orm/postgresql';
import type { TicketNote } from '#api/jobs/contracts.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertSeverity } from '#api/features/alerts/alert.enums.ts';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { writeTransitions, type Transition } from '#api/features/alerts/transition.store.ts';
import { isAboutProvider } from '#api/features/alerts/message.ts';
import { allowed, beyondAlerts } from '#api/features/packages/limits.ts';
import { customerClients } from '#api/features/sites/team-sites.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { planLinkedTickets } from './linked-tickets.store.ts';
import { addAffectedNote, isPending, reopenTicket, addTicketJob } from './ticket-queue.store.ts';
import { referenceOf } from './ticket-text.ts';
import { ticketSettingsFor, type CustomerClient, type TicketSettings } from './ticket-settings.ts';

/** Milliseconds between checks of a ticket after its first minutes. */
export const checkEvery = 300_000;

/** Snoozes and maintenance of a known problem don't affect its ticket, nor do more devices or sites. */
const sameProblem: readonly AlertEntryKind[] = [
  AlertEntryKind.reminded,
  AlertEntryKind.unsnoozed,
  AlertEntryKind.maintenance_started,
  AlertEntryKind.affected,
];

/** Plans ticket changes for alerts that open, reopen and resolve, in the same transaction. */
export async function planTickets(
  em: EntityManager,
  teamId: string,
  transitions: readonly Transition[],
): Promise<void> {
  const ids = transitions.map(({ alertId }) => alertId);
  const known = await em.find(HalopsaTicket, { alert: { $in: ids }, linkedClientId: null });
  const tickets = new Map(known.map((ticket) => [ticket.alert.id, ticket]));
  const alerts = await relevantAlerts(em, ids, [...tickets.keys()]);
  const sites = [...alerts.values()].map(({ siteId }) => siteId);
  const clients =
    sites.length > 0 ? await customerClients(em, teamId, sites) : new Map<string, CustomerClient>();
  for (const { alertId, kind } of transitions) {
    const alert = alerts.get(alertId);
    const ticket = tickets.get(alertId);
    if (kind === AlertEntryKind.affected && ticket?.status === TicketStatus.open)
      await addAffectedNote(em, teamId, ticket);
    if (!alert || sameProblem.includes(kind)) continue;
    if (!startsTicket(kind)) {
      // A ticket that is still being created handles its own end.
      if (ticket?.status === TicketStatus.open)
        await addTicketJob(em, 'recover-halopsa-ticket', { ticket: ticket.id, teamId });
      continue;
    }
    const { severity, rule, controller } = alert;
    const settings = ticketSettingsFor(severity, rule, controller, clients.get(alert.siteId));
    if (ticket)
      await continueTicket(em, teamId, {
        ticket,
        alert,
        settings,
        note: { about: kind === AlertEntryKind.escalated ? 'escalation' : 'return' },
      });
    else if (!settings) continue;
    else if (alert.overLimit && severity !== AlertSeverity.critical)
      await noteLimitReached(em, teamId, alert);
    else tickets.set(alertId, await planTicket(em, teamId, alert, settings));
  }
  for (const alert of alerts.values()) {
    const main = isAboutProvider(alert.type) ? tickets.get(alert.id) : undefined;
    const changedAt = transitions.find(({ alertId }) => alertId === alert.id)!.at;
    if (main) await planLinkedTickets(em, teamId, alert, main, changedAt);
  }
}

/** Alerts that have a ticket or may get one. In a storm, most teams have none. */
async function relevantAlerts(
  em: EntityManager,
  ids: readonly string[],
  withTicket: readonly string[],
): Promise<Map<string, Alert>> {
  const alerts = await em.find(
    Alert,
    {
      id: { $in: [...ids] },
      $or: [
        { id: { $in: [...withTicket] } },
        { rule: { haloEnabled: true } },
        { controller: { haloEnabled: true } },
      ],
    },
    { populate: ['controller', 'rule'] },
  );
  return new Map(alerts.map((alert) => [alert.id, alert]));
}

function startsTicket(kind: AlertEntryKind): boolean {
  return (
    kind === AlertEntryKind.raised || kind === AlertEntryKind.flapping || kind === AlertEntryKind.escalated
  );
}

async function planTicket(
  em: EntityManager,
  teamId: string,
  alert: Alert,
  settings: TicketSettings,
): Promise<HalopsaTicket> {
  const ticket = em.assign(new HalopsaTicket(), {
    team: teamId,
    alert,
    reference: referenceOf(alert.id),
    settings,
  });
  await em.persist(ticket).flush();
  await addTicketJob(em, 'open-halopsa-ticket', { ticket: ticket.id, teamId });
  return ticket;
}

/**
 * The alert is over the package's monthly limit. A ticket was wanted, so the timeline says why there is none.
 */
async function noteLimitReached(em: EntityManager, teamId: string, alert: Alert): Promise<void> {
  const { package: plan } = await em.findOneOrFail(Team, teamId, { populate: ['package'] });
  const detail = `No ticket was created. ${beyondAlerts(allowed(plan, 'alerts'))}`;
  await writeTransitions(em, teamId, [
    { alertId: alert.id, at: new Date(), kind: AlertEntryKind.ticket_failed, detail },
  ]);
}

interface Continuation {
  ticket: HalopsaTicket;
  alert: Alert;
  /** Undefined if it would get no ticket now. */
  settings: TicketSettings | undefined;
  /** What is added to a ticket that exists. */
  note: TicketNote;
}

/** The same alert keeps its ticket. One that couldn't be created is tried again. */
async function continueTicket(
  em: EntityManager,
  teamId: string,
  { ticket, alert, settings, note }: Continuation,
): Promise<void> {
  if (ticket.ticketId) {
    if (ticket.status === TicketStatus.open) ticket.nextCheckAt = new Date(Date.now() + checkEvery);
    await em.flush();
    await addTicketJob(em, 'note-halopsa-ticket', { ticket: ticket.id, teamId, note });
  } else if (isPending(ticket)) {
    // Its job is already queued or running, and checks whether the ticket exists.
    ticket.settings = settings ?? ticket.settings;
    await em.flush();
  } else if (settings) {
    Object.assign(alert, { ticketId: null, ticketUrl: null });
    await reopenTicket(em, teamId, ticket, settings);
  }
}
