import { randomUUID } from 'node:crypto';
import { isAscii, isEmail } from 'class-validator';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import { senderOf } from '../branding/sender.store.ts';
import { render, type EmailContent } from './email-content.ts';
import { OutboxEmail, sealContent } from './outbox-email.entity.ts';
import { normalEmail } from '../users/user.entity.ts';
import { EmailSuppression } from './email-suppression.entity.ts';

/**
 * Puts a letter in the outbox within the caller's transaction: it is sent if, and only if, that commits.
 * `id` is for a caller who has to know whether it was added before. Where it says how to leave, programs are told it too.
 * @throws outside a transaction, and for what is no single address
 */
export async function addEmail(
  em: EntityManager,
  to: string,
  letter: EmailContent,
  id: string = randomUUID(),
): Promise<void> {
  if (!em.getTransactionContext())
    throw new Error('A mail is added in the transaction of what it tells about');
  if (!isEmail(to, { allow_utf8_local_part: true })) throw new Error('A mail goes to one address');
  const { subject, ...body } = render(letter, await senderOf(em));
  const content = { ...body, unsubscribeUrl: letter.leave?.url, replyTo: answerable(letter.replyTo) };
  em.persist(
    Object.assign(new OutboxEmail(), { id, to, kind: letter.kind, subject, ...sealContent(id, content) }),
  );
  await em.flush();
  await queueEmail(em, id);
}

/** An address that every server takes in a header: for one that some do not, the mail itself would be refused. */
function answerable(address: string | undefined): string | null {
  return address && isEmail(address) && isAscii(address) ? address : null;
}

/** How often the queue tries what fails for reasons of our own, such as a database that is away. */
const mostAttempts = 12;

/** Has a mail of the outbox sent: at once unless told, and in place of any time it waits for. */
export async function queueEmail(em: EntityManager, mailId: string, runAt?: Date): Promise<void> {
  const jobKey = `send-mail:${mailId}`;
  await addJob(em, 'send-mail', { mailId }, { runAt, jobKey, maxAttempts: mostAttempts });
}

/** Why an address takes no mail; undefined for one that does. */
export async function suppressionOf(em: EntityManager, address: string): Promise<string | undefined> {
  const found = await em.findOne(EmailSuppression, { address: normalEmail(address) });
  return found?.reason;
}

/** Longer answers of servers are cut. */
const longestReason = 300;

/** Has addresses written to no more, each for its reason. One that is listed already keeps its first. */
export async function suppress(
  em: EntityManager,
  bounced: readonly { address: string; reason: string }[],
): Promise<void> {
  const rows = new Map(bounced.map(({ address, reason }) => [normalEmail(address), reason]));
  if (rows.size === 0) return;
  await em.upsertMany(
    EmailSuppression,
    [...rows].map(([address, reason]) => ({
      address,
      reason: reason.slice(0, longestReason),
      createdAt: new Date(),
    })),
    { onConflictFields: ['address'], onConflictAction: 'ignore' },
  );
}
