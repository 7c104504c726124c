import type { EntityManager } from '@mikro-orm/postgresql';
import { AlertEntryKind } from '../alerts/alert-entry.entity.ts';
import { homeOf } from './addresses.ts';
import type { HalopsaConnection } from './halopsa-connection.entity.ts';
import { HalopsaError } from './halopsa-errors.ts';
import { TicketStatus, type HalopsaTicket } from './halopsa-ticket.entity.ts';
import type { Halopsa, ReadTicket } from './halopsa.ts';
import { settle } from './settle.ts';

type Known = Pick<HalopsaTicket, 'ticketId' | 'reference' | 'home'>;

/**
 * Reads a ticket before anything is made of it or done to it: the same number may be somebody else's in another HaloPSA.
 * @throws HalopsaError, `foreign` where our reference does not stand in it
 */
export async function ownTicket(
  halopsa: Halopsa,
  connection: HalopsaConnection,
  { ticketId, reference, home }: Known,
): Promise<ReadTicket> {
  if (!ticketId || home !== homeOf(connection))
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
export async function forget(
  em: EntityManager,
  teamId: string,
  { id, ticketId }: HalopsaTicket,
  { problem, message }: HalopsaError,
): Promise<void> {
  const isGone = problem === 'missing';
  const reason = isGone
    ? `HaloPSA has no ticket ${ticketId} any more: it was deleted or merged into another`
    : `HaloPSA ticket ${ticketId} is left alone: ${message}`;
  await settle(em, teamId, id, {
    number: ticketId,
    ticket: {
      // What is not ours may be opened anew; what somebody deleted was meant to go.
      status: isGone ? TicketStatus.closed : TicketStatus.failed,
      closedAt: new Date(),
      reason,
      ...forgotten,
    },
    alert: { ticketId: null, ticketUrl: null },
    entry: { kind: isGone ? AlertEntryKind.ticket_closed : AlertEntryKind.ticket_failed, detail: reason },
  });
}

/** Of a ticket: what leads to it in HaloPSA. */
export const forgotten = { ticketId: null, home: null, statusBefore: null, nextCheckAt: null };
