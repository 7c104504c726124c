import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';

/** How often the queue tries what fails for reasons of our own, such as a database that is away. */
const mostAttempts = 12;

/** Has a mail of the outbox sent: at once unless told, and in place of any time it waits for. */
export async function queueMail(em: EntityManager, mailId: string, runAt?: Date): Promise<void> {
  const jobKey = `send-mail:${mailId}`;
  await addJob(em, 'send-mail', { mailId }, { runAt, jobKey, maxAttempts: mostAttempts });
}
