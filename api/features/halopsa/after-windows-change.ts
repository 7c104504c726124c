import { whenWindowsChange } from '../maintenance/window-changes.ts';
import { HalopsaTicket, TicketStatus } from './halopsa-ticket.entity.ts';
import { addTicketJob } from './ticket-jobs.ts';

/** What maintenance puts off was never tried: each is judged at once by the windows as they are now. */
whenWindowsChange(async (em, teamId) => {
  const held = await em.find(
    HalopsaTicket,
    { team: teamId, status: TicketStatus.waiting, attempts: 0 },
    { fields: ['id'], disableIdentityMap: true },
  );
  for (const { id } of held) await addTicketJob(em, 'open-halopsa-ticket', { ticket: id, teamId });
});
