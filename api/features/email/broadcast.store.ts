import { randomUUID } from 'node:crypto';
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import { senderOf } from '../branding/sender.store.ts';
import { Broadcast } from './broadcast.entity.ts';
import { render, type EmailContent } from './email-content.ts';
import { erasedContent, OutboxEmail, EmailStatus, sealContent } from './outbox-email.entity.ts';

/** A mail to many, as it is ordered. */
export interface BroadcastOrder {
  id: string;
  subject: string;
  /** Each address once, with the link by which it asks for no more. */
  recipients: readonly { to: string; unsubscribeUrl: string }[];
  letterFor: (unsubscribeUrl: string) => EmailContent;
  /** The address of who ordered it. */
  sentBy: string;
}

/** Rows of one statement: PostgreSQL takes 65 535 parameters. */
const rowsAtOnce = 2000;

/** How often the queue tries what fails for reasons of our own, such as a database that is away. */
const mostAttempts = 12;

/** Puts a mail to many in the outbox within the caller's transaction: a row for each address, and one job for all. */
export async function addBroadcast(em: EntityManager, order: BroadcastOrder): Promise<Broadcast> {
  const { id, subject, sentBy, recipients, letterFor } = order;
  const createdAt = new Date();
  const sender = await senderOf(em);
  await em.insert(Broadcast, { id, subject, sentBy, recipientCount: recipients.length, createdAt });
  for (let at = 0; at < recipients.length; at += rowsAtOnce) {
    const rows = recipients.slice(at, at + rowsAtOnce).map(({ to, unsubscribeUrl }) => {
      const { kind, ...letter } = letterFor(unsubscribeUrl);
      const mailId = randomUUID();
      const { subject: line, ...body } = render({ kind, ...letter }, sender);
      return {
        id: mailId,
        kind,
        to,
        subject: line,
        broadcast: id,
        createdAt,
        status: EmailStatus.waiting,
        attempts: 0,
        ...sealContent(mailId, { ...body, unsubscribeUrl }),
      };
    });
    await em.insertMany(OutboxEmail, rows);
  }
  await queueBroadcast(em, id);
  return em.findOneOrFail(Broadcast, { id }, { refresh: true });
}

/** Has a mail to many go on: at once unless told. One worker at a time sees to it. */
export async function queueBroadcast(
  em: EntityManager,
  broadcastId: string,
  { runAt, troubles = 0 }: { runAt?: Date; troubles?: number } = {},
): Promise<void> {
  const name = `send-broadcast:${broadcastId}`;
  const options = { runAt, jobKey: name, queueName: name, maxAttempts: mostAttempts };
  await addJob(em, 'send-broadcast', { broadcastId, troubles }, options);
}

/** Those that wait for mail to go again need not wait any longer. */
export async function queueWaitingBroadcasts(em: EntityManager): Promise<void> {
  const waiting = { status: EmailStatus.waiting, broadcast: { $ne: null } };
  const rows = await em
    .createQueryBuilder(OutboxEmail, 'm')
    .select('m.broadcast', true)
    .where(waiting)
    .execute<{ broadcast: string }[]>('all');
  for (const { broadcast } of rows) await queueBroadcast(em, broadcast);
}

/** Said of a mail that may have been sent: it is not sent again by itself, and nothing of it is kept. */
export const unknownOutcome = 'It is not known whether it was sent';

/** A worker that was sending them is gone: of what it had begun nobody knows. */
export async function failInterrupted(em: EntityManager, which: FilterQuery<OutboxEmail>): Promise<void> {
  const begun = { status: EmailStatus.waiting, begunAt: { $ne: null } };
  const cutOff = {
    status: EmailStatus.failed,
    failure: `${unknownOutcome}: sending was cut off`,
    ...erasedContent,
  };
  await em.nativeUpdate(OutboxEmail, { $and: [which, begun] }, cutOff);
}

/**
 * Nothing more goes to an address, within the caller's transaction, and what was sent does not tell whose it was any more.
 * One that is being handed over at this moment still goes.
 */
export async function removeFromBroadcasts(em: EntityManager, address: string): Promise<void> {
  const theirs = { to: address, broadcast: { $ne: null } };
  await em.nativeUpdate(
    OutboxEmail,
    { ...theirs, status: EmailStatus.waiting, begunAt: null },
    { status: EmailStatus.failed, failure: 'They asked for no more mail before it was their turn' },
  );
  await em.nativeUpdate(
    OutboxEmail,
    { ...theirs, status: { $ne: EmailStatus.waiting } },
    { to: '', ...erasedContent },
  );
}
