import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import { render, type Letter } from './letter.ts';
import { Mail } from './mail.entity.ts';

/** How often a mail is tried: with the growing pauses of the queue that is about a day. */
const mostAttempts = 20;

/** Puts a letter in the outbox within the caller's transaction: it is sent if, and only if, that commits. */
export async function addMail(em: EntityManager, to: string, letter: Letter): Promise<void> {
  if (!em.getTransactionContext())
    throw new Error('A mail is added in the transaction of what it tells about');
  const id = randomUUID();
  em.persist(
    Object.assign(new Mail(), { id, to, kind: letter.kind, subject: letter.subject, ...render(letter) }),
  );
  await em.flush();
  await addJob(em, 'send-mail', { mailId: id }, { maxAttempts: mostAttempts });
}
