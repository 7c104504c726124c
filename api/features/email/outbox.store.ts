import { randomUUID } from 'node:crypto';
import { isAscii, isEmail } from 'class-validator';
import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import { senderOf } from '../branding/sender.store.ts';
import { render, type EmailContent } from './email-content.ts';
import { type AttachmentSource, OutboxEmail, sealContent } from './outbox-email.entity.ts';
import { normalEmail } from '../users/user.entity.ts';
import { EmailSuppression } from './email-suppression.entity.ts';

/**
 * Adds an email to the outbox within the caller's transaction, so that it is sent only if that commits. Pass
 * an `id` to detect whether it was added before. Emails with an unsubscribe link also get one-click headers.
 * @throws outside a transaction, or for an invalid address
 */
export async function addEmail(
  em: EntityManager,
  to: string,
  { attachment, ...letter }: EmailContent & { attachment?: AttachmentSource },
  id: string = randomUUID(),
): Promise<void> {
  if (!em.getTransactionContext())
    throw new Error('Emails must be added within the transaction of their cause');
  if (!isEmail(to, { allow_utf8_local_part: true }))
    throw new Error('Emails must have exactly one valid address');
  const { subject, ...body } = render(letter, await senderOf(em));
  const content = { ...body, unsubscribeUrl: letter.leave?.url, replyTo: answerable(letter.replyTo) };
  em.persist(
    Object.assign(new OutboxEmail(), {
      id,
      to,
      kind: letter.kind,
      subject,
      attachment,
      ...sealContent(id, content),
    }),
  );
  await em.flush();
  await queueEmail(em, id);
}

/**
 * Whether every server accepts the address in a header. An address that some don't would make them reject the
 * email.
 */
function answerable(address: string | undefined): string | null {
  return address && isEmail(address) && isAscii(address) ? address : null;
}

/** Retries for our own failures, such as an unreachable database. */
const mostAttempts = 12;

/** Queues an email from the outbox, by default immediately. Replaces any time it was waiting for. */
export async function queueEmail(em: EntityManager, mailId: string, runAt?: Date): Promise<void> {
  const jobKey = `send-mail:${mailId}`;
  await addJob(em, 'send-mail', { mailId }, { runAt, jobKey, maxAttempts: mostAttempts });
}

/** Why an address is suppressed, or undefined if it isn't. */
export async function suppressionOf(em: EntityManager, address: string): Promise<string | undefined> {
  const found = await em.findOne(EmailSuppression, { address: normalEmail(address) });
  return found?.reason;
}

/** Maximum length of a server's response. Longer ones are cut. */
const longestReason = 300;

/** Suppresses addresses with a reason. An already suppressed one keeps its first reason. */
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
