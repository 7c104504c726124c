import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import { queueOf } from './ticket-jobs.ts';

/** Milliseconds between looks at a ticket in its first ten minutes. */
export const firstChecks = 30_000;

/** Has a team's open tickets looked at; a look that waits already is moved. */
export function addCheckJob(em: EntityManager, teamId: string, runAt: Date): Promise<void> {
  const options = { queueName: queueOf(teamId), jobKey: `halopsa-check:${teamId}`, runAt, maxAttempts: 3 };
  return addJob(em, 'check-halopsa-tickets', { teamId }, options);
}
