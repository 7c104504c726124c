import { randomUUID } from 'node:crypto';
import { isAscii, isEmail } from 'class-validator';
import type { EntityManager } from '@mikro-orm/postgresql';
import { senderOf } from '../branding/sender.ts';
import { render, type Letter } from './letter.ts';
import { Mail, sealContent } from './mail.entity.ts';
import { queueMail } from './queue-mail.ts';

/**
 * Puts a letter in the outbox within the caller's transaction: it is sent if, and only if, that commits.
 * `id` is for a caller who has to know whether it was added before. Where it says how to leave, programs are told it too.
 * @throws outside a transaction, and for what is no single address
 */
export async function addMail(
  em: EntityManager,
  to: string,
  letter: Letter,
  id: string = randomUUID(),
): Promise<void> {
  if (!em.getTransactionContext())
    throw new Error('A mail is added in the transaction of what it tells about');
  if (!isEmail(to, { allow_utf8_local_part: true })) throw new Error('A mail goes to one address');
  const { subject, ...body } = render(letter, await senderOf(em));
  const content = { ...body, unsubscribeUrl: letter.leave?.url, replyTo: answerable(letter.replyTo) };
  em.persist(Object.assign(new Mail(), { id, to, kind: letter.kind, subject, ...sealContent(id, content) }));
  await em.flush();
  await queueMail(em, id);
}

/** An address that every server takes in a header: for one that some do not, the mail itself would be refused. */
function answerable(address: string | undefined): string | null {
  return address && isEmail(address) && isAscii(address) ? address : null;
}
