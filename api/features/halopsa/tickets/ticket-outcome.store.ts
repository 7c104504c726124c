import type { EntityManager } from '@mikro-orm/postgresql';
import { reader, type Reader } from '#api/lib/local-time.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertEntryKind } from '#api/features/alerts/alert-entry.entity.ts';
import { AlertChangeKind } from '#api/features/alerts/alert.enums.ts';
import { writeTransitions } from '#api/features/alerts/transition.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { overSince } from './linked-tickets.store.ts';
import { instanceKey, type HalopsaConnection } from '../halopsa-connection.entity.ts';
import { HalopsaError, type ReadTicket } from '../client/halopsa-responses.ts';
import type { Halopsa } from '../client/halopsa.client.ts';

export interface TicketOutcome {
  /** Only while it has this number, because another HaloPSA may have been connected. */
  number?: number | null;
  /** Only while its problem is over, because it may have returned. */
  isOver?: true;
  ticket: Partial<HalopsaTicket>;
  /** Only of the alert's main ticket. */
  alert?: Pick<Alert, 'ticketId' | 'ticketUrl'>;
  /** Timeline entry. */
  entry?: { kind: AlertEntryKind; detail: string };
}

/** Facts read under the team's lock, for the same transaction. */
export type AlsoInTransaction = (em: EntityManager, ticket: HalopsaTicket, alert: Alert) => Promise<unknown>;

/**
 * Records a ticket's outcome on its alert's timeline and for live updates, in one transaction. @returns false
 * if it no longer applies, and nothing was written
 */
export async function recordOutcome(
  em: EntityManager,
  teamId: string,
  id: string,
  { number, isOver, ticket: fields, alert: onAlert, entry }: TicketOutcome,
  along?: AlsoInTransaction,
): Promise<boolean> {
  return em.fork().transactional(async (tx) => {
    await lockTeam(tx, teamId);
    // The alert may have been deleted with its controller.
    const ticket = await tx.findOne(HalopsaTicket, { id }, { populate: ['alert.rule'] });
    if (!ticket || (number !== undefined && number !== ticket.ticketId)) return false;
    const { alert } = ticket;
    if (isOver && !(await overSince(tx, ticket))) return false;
    tx.assign(ticket, fields);
    if (onAlert && ticket.linkedClientId == null) tx.assign(alert, onAlert);
    await tx.flush();
    if (entry) {
      await writeTransitions(tx, teamId, [{ ...entry, alertId: alert.id, at: new Date() }]);
      const { id: alertId, controllerId } = alert;
      await appendEvents(tx, teamId, [{ kind: AlertChangeKind.changed, alertId, controllerId }]);
    }
    await along?.(tx, ticket, alert);
    return true;
  });
}

/** Times in tickets use the team's zone. */
export async function ticketReader(em: EntityManager, teamId: string): Promise<Reader> {
  return reader((await em.findOneOrFail(Team, teamId)).timeZone, new Date());
}

type Known = Pick<HalopsaTicket, 'ticketId' | 'reference' | 'home'>;

/**
 * Reads a ticket before changing it, because in another HaloPSA the number may belong to someone else.
 * @throws HalopsaError, `foreign` if our reference isn't in it
 */
export async function readOwnTicket(
  halopsa: Halopsa,
  connection: HalopsaConnection,
  { ticketId, reference, home }: Known,
): Promise<ReadTicket> {
  if (!ticketId || home !== instanceKey(connection))
    throw new HalopsaError('foreign', `it is in the previously connected HaloPSA`);
  const read = await halopsa.ticket(ticketId);
  if (read.text.includes(reference)) return read;
  throw new HalopsaError('foreign', `it doesn't contain our reference ${reference}`);
}

/**
 * Whether a ticket is closed. HaloPSA may keep the closed mark when it is reopened, so a ticket that is back
 * in its status from before we closed it counts as open.
 */
export function isClosedNow(
  { statusId, isClosed }: ReadTicket,
  { resolvedStatusId }: HalopsaConnection,
  { statusBefore }: Pick<HalopsaTicket, 'statusBefore'>,
): boolean {
  return statusId === resolvedStatusId || (isClosed && statusId !== statusBefore);
}

/** Whether the number is no longer our ticket. */
export function isNotOurs({ problem }: HalopsaError): boolean {
  return problem === 'missing' || problem === 'foreign';
}

/** The ticket was deleted or was never ours. Forget its number and stop asking for it. */
export async function forgetTicket(
  em: EntityManager,
  teamId: string,
  { id, ticketId }: HalopsaTicket,
  { problem, message }: HalopsaError,
): Promise<void> {
  const isGone = problem === 'missing';
  const reason = isGone
    ? `HaloPSA ticket ${ticketId} no longer exists. It was deleted or merged into another one`
    : `HaloPSA ticket ${ticketId} won't be updated: ${message}`;
  await recordOutcome(em, teamId, id, {
    number: ticketId,
    ticket: {
      // If it wasn't ours, a new one may be created. If someone deleted it, that was intended.
      status: isGone ? TicketStatus.closed : TicketStatus.failed,
      closedAt: new Date(),
      reason,
      ...noTicket,
    },
    alert: { ticketId: null, ticketUrl: null },
    entry: { kind: isGone ? AlertEntryKind.ticket_closed : AlertEntryKind.ticket_failed, detail: reason },
  });
}

/** Link fields of a ticket. */
export const noTicket = { ticketId: null, home: null, statusBefore: null, nextCheckAt: null };
