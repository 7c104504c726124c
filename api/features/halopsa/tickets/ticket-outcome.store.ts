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
import { instanceKey, type HalopsaConnection } from '../halopsa-connection.entity.ts';
import { HalopsaError, type ReadTicket } from '../client/halopsa-responses.ts';
import type { Halopsa } from '../client/halopsa.client.ts';

export interface TicketOutcome {
  /** Only while it has this number: another HaloPSA may have been connected meanwhile. */
  number?: number | null;
  /** Only while the alert is over: it may have come back meanwhile. */
  isOver?: true;
  ticket: Partial<HalopsaTicket>;
  alert?: Pick<Alert, 'ticketId' | 'ticketUrl'>;
  /** The line of the alert's timeline. */
  entry?: { kind: AlertEntryKind; detail: string };
}

/** What is known of a ticket under the team's lock, for what belongs into the same transaction. */
export type AlsoInTransaction = (em: EntityManager, ticket: HalopsaTicket, alert: Alert) => Promise<unknown>;

/**
 * Writes down what became of a ticket, on its alert's timeline and for everybody's screens, in one transaction.
 * @returns false where it is not true any more, and nothing was written
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
    // Its alert may be gone with its controller meanwhile.
    const ticket = await tx.findOne(HalopsaTicket, { id }, { populate: ['alert'] });
    if (!ticket || (number !== undefined && number !== ticket.ticketId)) return false;
    const { alert } = ticket;
    if (isOver && !alert.resolvedAt) return false;
    tx.assign(ticket, fields);
    if (onAlert) tx.assign(alert, onAlert);
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

/** Whose zone the times in tickets are in: the team's. */
export async function ticketReader(em: EntityManager, teamId: string): Promise<Reader> {
  return reader((await em.findOneOrFail(Team, teamId)).timeZone, new Date());
}

type Known = Pick<HalopsaTicket, 'ticketId' | 'reference' | 'home'>;

/**
 * Reads a ticket before anything is made of it or done to it: the same number may be somebody else's in another HaloPSA.
 * @throws HalopsaError, `foreign` where our reference does not stand in it
 */
export async function readOwnTicket(
  halopsa: Halopsa,
  connection: HalopsaConnection,
  { ticketId, reference, home }: Known,
): Promise<ReadTicket> {
  if (!ticketId || home !== instanceKey(connection))
    throw new HalopsaError('foreign', `it is in a HaloPSA that was connected before`);
  const read = await halopsa.ticket(ticketId);
  if (read.text.includes(reference)) return read;
  throw new HalopsaError('foreign', `our reference ${reference} does not stand in it`);
}

/**
 * Whether somebody, or we, closed a ticket. Its mark may stay when it is opened again: then it is back in the status that
 * it had before we closed it.
 */
export function isClosedNow(
  { statusId, isClosed }: ReadTicket,
  { resolvedStatusId }: HalopsaConnection,
  { statusBefore }: Pick<HalopsaTicket, 'statusBefore'>,
): boolean {
  return statusId === resolvedStatusId || (isClosed && statusId !== statusBefore);
}

/** Whether there is no ticket of ours under its number. */
export function isNotOurs({ problem }: HalopsaError): boolean {
  return problem === 'missing' || problem === 'foreign';
}

/** It is gone, or never was ours: its number is forgotten, and nobody is asked for it again. */
export async function forgetTicket(
  em: EntityManager,
  teamId: string,
  { id, ticketId }: HalopsaTicket,
  { problem, message }: HalopsaError,
): Promise<void> {
  const isGone = problem === 'missing';
  const reason = isGone
    ? `HaloPSA ticket ${ticketId} no longer exists. It was deleted or merged into another one`
    : `HaloPSA ticket ${ticketId} is left alone: ${message}`;
  await recordOutcome(em, teamId, id, {
    number: ticketId,
    ticket: {
      // What is not ours may be opened anew; what somebody deleted was meant to go.
      status: isGone ? TicketStatus.closed : TicketStatus.failed,
      closedAt: new Date(),
      reason,
      ...noTicket,
    },
    alert: { ticketId: null, ticketUrl: null },
    entry: { kind: isGone ? AlertEntryKind.ticket_closed : AlertEntryKind.ticket_failed, detail: reason },
  });
}

/** Of a ticket: what leads to it in HaloPSA. */
export const noTicket = { ticketId: null, home: null, statusBefore: null, nextCheckAt: null };
