import type { EntityManager } from '@mikro-orm/postgresql';
import type { TicketJob, TicketNote } from '#api/jobs/contracts.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { HalopsaError } from '../client/halopsa-responses.ts';
import { TicketStatus, HalopsaTicket } from './halopsa-ticket.entity.ts';
import type { TicketSettings } from './ticket-settings.ts';

type TicketTask = 'open-halopsa-ticket' | 'note-halopsa-ticket' | 'recover-halopsa-ticket';

/** All writes to one HaloPSA are serialized, because its ticket numbering doesn't support concurrency. */
export function ticketQueue(teamId: string): string {
  return `halopsa:${teamId}`;
}

export function addTicketJob(
  em: EntityManager,
  task: TicketTask,
  job: TicketJob,
  runAt?: Date,
): Promise<void> {
  // A node of the previous release may write the note. It doesn't know `note`.
  const queued = job.note?.about === 'escalation' ? { ...job, isWorse: true } : job;
  return addJob(em, task, queued, { ...inQueue(task, job), ...(runAt && { runAt }) });
}

/** One job per action, however often it is requested. Notes about different things don't replace each other. */
function inQueue(task: TicketTask, job: TicketJob): { queueName: string; jobKey: string } {
  const of = task === 'note-halopsa-ticket' ? noteKey(noteOf(job)) : '';
  return { queueName: ticketQueue(job.teamId), jobKey: `${task}:${job.ticket}${of && `:${of}`}` };
}

/** What the note of a job is about, whichever release queued it. */
export function noteOf({ note, isWorse }: TicketJob): TicketNote {
  return note ?? { about: isWorse ? 'escalation' : 'return' };
}

function noteKey(note: TicketNote): string {
  switch (note.about) {
    case 'return':
      return '';
    case 'escalation':
      return 'escalated';
    case 'affected':
      return 'affected';
    case 'ticket':
      return note.id;
  }
}

/** Milliseconds between two notes about what is affected, because HaloPSA notifies agents of each. */
const affectedNoteSpacing = 300_000;

/** Plans a note about what is affected. It says what is true when it is written. */
export function addAffectedNote(em: EntityManager, teamId: string, { id }: HalopsaTicket): Promise<void> {
  const task = 'note-halopsa-ticket';
  const job: TicketJob = { ticket: id, teamId, note: { about: 'affected' } };
  const runAt = new Date(Date.now() + affectedNoteSpacing);
  return addJob(em, task, job, { ...inQueue(task, job), runAt, keepsRunAt: true });
}

/** Attempts before giving up: with the pauses below, nearly a day. */
const maxAttempts = 28;
const longestPause = 3_600_000;

/** Searches for a confirmed ticket before someone has to check manually. */
const maxLookups = 5;

/**
 * When to retry a failed job: after 30 s, then 1, 2 … 60 minutes, or as HaloPSA says. Undefined means never.
 */
export function nextAttempt(job: TicketJob, { passes, problem, waitMs = 0 }: HalopsaError): Date | undefined {
  const { tries = 0, isTaken } = job;
  if (!passes || tries >= (isTaken ? maxLookups : maxAttempts)) return undefined;
  if (problem === 'throttled') return new Date(Date.now() + waitMs);
  return new Date(Date.now() + Math.max(waitMs, Math.min(longestPause, 30_000 * 2 ** Math.min(tries, 10))));
}

/** Queues the job again. Being throttled doesn't count as an attempt. */
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

/** Milliseconds between checks of a ticket in its first ten minutes. */
export const firstChecks = 30_000;

/** Queues a check of a team's open tickets, or reschedules a queued one. */
export function addCheckJob(em: EntityManager, teamId: string, runAt: Date): Promise<void> {
  const options = {
    queueName: ticketQueue(teamId),
    jobKey: `halopsa-check:${teamId}`,
    runAt,
    maxAttempts: 3,
  };
  return addJob(em, 'check-halopsa-tickets', { teamId }, options);
}

/** Whether a job is working on the ticket. */
export function isPending({ status }: HalopsaTicket): boolean {
  return status === TicketStatus.waiting || status === TicketStatus.unknown;
}

/**
 * Retries a ticket that couldn't be created. An earlier attempt may have succeeded, so it is looked for
 * first.
 */
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

/**
 * Maintenance only postpones tickets that certainly don't exist yet. Each is checked again against the
 * current windows.
 */
export async function reevaluateWaitingTickets(em: EntityManager, teamId: string): Promise<void> {
  const held = await em.find(
    HalopsaTicket,
    { team: teamId, status: TicketStatus.waiting },
    { fields: ['id'], disableIdentityMap: true },
  );
  for (const { id } of held) await addTicketJob(em, 'open-halopsa-ticket', { ticket: id, teamId });
}
