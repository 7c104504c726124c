import type { EntityManager } from '@mikro-orm/postgresql';
import { TicketStatus, type HalopsaTicket } from './halopsa-ticket.entity.ts';
import { addTicketJob } from './ticket-jobs.ts';
import type { TicketWish } from './ticket-wish.ts';

/** Whether a ticket is on its way: a job sees to it until it is open, failed or not needed any more. */
export function isToOpen({ status }: HalopsaTicket): boolean {
  return status === TicketStatus.waiting || status === TicketStatus.unknown;
}

/** Has a ticket tried again that could not be opened. What was sent before may be there all the same: it is looked for first. */
export async function openAnew(
  em: EntityManager,
  teamId: string,
  ticket: HalopsaTicket,
  wish: TicketWish,
): Promise<void> {
  const status = ticket.attempts > 0 ? TicketStatus.unknown : TicketStatus.waiting;
  em.assign(ticket, { status, wish, reason: null });
  await em.flush();
  await addTicketJob(em, 'open-halopsa-ticket', { ticket: ticket.id, teamId });
}
