import type { EntityManager } from '@mikro-orm/postgresql';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { addTicketJob } from './ticket-jobs.ts';

/** Only what HaloPSA surely does not have is put off by maintenance: each is judged at once by the windows as they are now. */
export async function rejudgeHeldTickets(em: EntityManager, teamId: string): Promise<void> {
  const held = await em.find(
    HalopsaTicket,
    { team: teamId, status: TicketStatus.waiting },
    { fields: ['id'], disableIdentityMap: true },
  );
  for (const { id } of held) await addTicketJob(em, 'open-halopsa-ticket', { ticket: id, teamId });
}
