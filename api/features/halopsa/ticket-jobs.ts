import type { EntityManager } from '@mikro-orm/postgresql';
import type { TicketJob } from '#api/jobs/contracts.ts';
import { addJob } from '#api/jobs/queue.ts';
import type { HalopsaError } from './halopsa-errors.ts';

type TicketTask = 'open-halopsa-ticket' | 'note-halopsa-ticket' | 'recover-halopsa-ticket';

/** Everything that is written to one HaloPSA happens one after another: its numbering does not stand more. */
export function queueOf(teamId: string): string {
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
  return addJob(em, task, job, { queueName: queueOf(job.teamId), jobKey, ...(runAt && { runAt }) });
}

/** Attempts before it is given up: with the pauses below nearly a day. */
const mostTries = 28;
const longestPause = 3_600_000;

/** Looks for a ticket that was taken: after so many somebody has to look. */
const mostLooks = 5;

/** When a failed job is tried again: 30 s, 1, 2 … 60 minutes later, or as HaloPSA says. Undefined: not any more. */
export function nextTry(job: TicketJob, { passes, problem, waitMs = 0 }: HalopsaError): Date | undefined {
  const { tries = 0, isTaken } = job;
  if (!passes || tries >= (isTaken ? mostLooks : mostTries)) return undefined;
  if (problem === 'throttled') return new Date(Date.now() + waitMs);
  return new Date(Date.now() + Math.max(waitMs, Math.min(longestPause, 30_000 * 2 ** Math.min(tries, 10))));
}

/** The same job once more; being throttled is no failed attempt. */
export function tryAgain(
  em: EntityManager,
  task: TicketTask,
  job: TicketJob,
  { problem }: HalopsaError,
  runAt: Date,
): Promise<void> {
  const tries = (job.tries ?? 0) + (problem === 'throttled' ? 0 : 1);
  return addTicketJob(em, task, { ...job, tries }, runAt);
}
