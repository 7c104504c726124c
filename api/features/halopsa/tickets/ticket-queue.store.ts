import type { EntityManager } from '@mikro-orm/postgresql';
import type { TicketJob } from '#api/jobs/contracts.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { HalopsaError } from '../client/halopsa-responses.ts';
import { TicketStatus, HalopsaTicket } from './halopsa-ticket.entity.ts';
import type { TicketSettings } from './ticket-settings.ts';

type TicketTask = 'open-halopsa-ticket' | 'note-halopsa-ticket' | 'recover-halopsa-ticket';

/** Everything that is written to one HaloPSA happens one after another: its numbering does not stand more. */
export function ticketQueue(teamId: string): string {
  return `halopsa:${teamId}`;
}

export function addTicketJob(
  em: EntityManager,
  task: TicketTask,
  job: TicketJob,
  runAt?: Date,
): Promise<void> {
  // One job per thing to do, however often it is asked for. An escalation has a note of its own.
  const jobKey = `${task}:${job.ticket}${job.isWorse ? ':escalated' : ''}`;
  return addJob(em, task, job, { queueName: ticketQueue(job.teamId), jobKey, ...(runAt && { runAt }) });
}

/** Attempts before it is given up: with the pauses below nearly a day. */
const maxAttempts = 28;
const longestPause = 3_600_000;

/** Looks for a ticket that was taken: after so many somebody has to look. */
const maxLookups = 5;

/** When a failed job is tried again: 30 s, 1, 2 … 60 minutes later, or as HaloPSA says. Undefined: not any more. */
export function nextAttempt(job: TicketJob, { passes, problem, waitMs = 0 }: HalopsaError): Date | undefined {
  const { tries = 0, isTaken } = job;
  if (!passes || tries >= (isTaken ? maxLookups : maxAttempts)) return undefined;
  if (problem === 'throttled') return new Date(Date.now() + waitMs);
  return new Date(Date.now() + Math.max(waitMs, Math.min(longestPause, 30_000 * 2 ** Math.min(tries, 10))));
}

/** The same job once more; being throttled is no failed attempt. */
export function retryTicketJob(
  em: EntityManager,
  task: TicketTask,
  job: TicketJob,
  { problem }: HalopsaError,
  runAt: Date,
): Promise<void> {
  const tries = (job.tries ?? 0) + (problem === 'throttled' ? 0 : 1);
  return addTicketJob(em, task, { ...job, tries }, runAt);
}

/** Milliseconds between looks at a ticket in its first ten minutes. */
export const firstChecks = 30_000;

/** Has a team's open tickets looked at; a look that waits already is moved. */
export function addCheckJob(em: EntityManager, teamId: string, runAt: Date): Promise<void> {
  const options = {
    queueName: ticketQueue(teamId),
    jobKey: `halopsa-check:${teamId}`,
    runAt,
    maxAttempts: 3,
  };
  return addJob(em, 'check-halopsa-tickets', { teamId }, options);
}

/** Whether a ticket is on its way: a job sees to it until it is open, failed or not needed any more. */
export function isPending({ status }: HalopsaTicket): boolean {
  return status === TicketStatus.waiting || status === TicketStatus.unknown;
}

/** Has a ticket tried again that could not be opened. What was sent before may be there all the same: it is looked for first. */
export async function reopenTicket(
  em: EntityManager,
  teamId: string,
  ticket: HalopsaTicket,
  settings: TicketSettings,
): Promise<void> {
  const status = ticket.attempts > 0 ? TicketStatus.unknown : TicketStatus.waiting;
  em.assign(ticket, { status, settings, reason: null });
  await em.flush();
  await addTicketJob(em, 'open-halopsa-ticket', { ticket: ticket.id, teamId });
}

/** Only what HaloPSA surely does not have is put off by maintenance: each is judged at once by the windows as they are now. */
export async function reevaluateWaitingTickets(em: EntityManager, teamId: string): Promise<void> {
  const held = await em.find(
    HalopsaTicket,
    { team: teamId, status: TicketStatus.waiting },
    { fields: ['id'], disableIdentityMap: true },
  );
  for (const { id } of held) await addTicketJob(em, 'open-halopsa-ticket', { ticket: id, teamId });
}
