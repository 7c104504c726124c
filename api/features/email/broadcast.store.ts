import { randomUUID } from 'node:crypto';
import type { EntityManager, FilterQuery } from '@mikro-orm/postgresql';
import { notNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { addJob } from '#api/jobs/queue.ts';
import { senderOf } from '../branding/sender.store.ts';
import { Broadcast } from './broadcast.entity.ts';
import { render, type EmailContent } from './email-content.ts';
import { erasedContent, OutboxEmail, EmailStatus, sealContent } from './outbox-email.entity.ts';

/** A broadcast to send. */
export interface BroadcastOrder {
  id: string;
  subject: string;
  /** Each address once, with its unsubscribe link. */
  recipients: readonly { to: string; unsubscribeUrl: string }[];
  letterFor: (unsubscribeUrl: string) => EmailContent;
  /** Email address of the person who sends it. */
  sentBy: string;
}

/** Rows per statement. PostgreSQL allows 65,535 parameters. */
const rowsAtOnce = 2000;

/** Retries for our own failures, such as an unreachable database. */
const mostAttempts = 12;

/** Adds a broadcast to the outbox within the caller's transaction: one row per address, and one job for all. */
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

/** Queues a broadcast, by default immediately. Only one worker sends it at a time. */
export async function queueBroadcast(
  em: EntityManager,
  broadcastId: string,
  { runAt, troubles = 0 }: { runAt?: Date; troubles?: number } = {},
): Promise<void> {
  const name = `send-broadcast:${broadcastId}`;
  const options = { runAt, jobKey: name, queueName: name, maxAttempts: mostAttempts };
  await addJob(em, 'send-broadcast', { broadcastId, troubles }, options);
}

/** Queues broadcasts that were waiting for email to work again. */
export async function queueWaitingBroadcasts(em: EntityManager): Promise<void> {
  const rows = await queryRows(
    em,
    { broadcast: notNull(tables.mail.broadcast_id) },
    `select distinct broadcast_id as broadcast from mail where status = 'waiting' and broadcast_id is not null`,
  );
  for (const { broadcast } of rows) await queueBroadcast(em, broadcast);
}

/** Failure of an email that may have been sent. It isn't resent automatically, and its content is erased. */
export const unknownOutcome = "We don't know whether it was sent";

/**
 * Fails emails of a worker that was killed while sending them, because we can't know whether they were sent.
 */
export async function failInterrupted(em: EntityManager, which: FilterQuery<OutboxEmail>): Promise<void> {
  const begun = { status: EmailStatus.waiting, begunAt: { $ne: null } };
  const cutOff = {
    status: EmailStatus.failed,
    failure: `${unknownOutcome}, because sending was interrupted`,
    ...erasedContent,
  };
  await em.nativeUpdate(OutboxEmail, { $and: [which, begun] }, cutOff);
}

/**
 * Stops sending broadcasts to an address, within the caller's transaction, and erases the address from sent
 * ones. An email that is being handed over at this moment is still sent.
 */
export async function removeFromBroadcasts(em: EntityManager, address: string): Promise<void> {
  const theirs = { to: address, broadcast: { $ne: null } };
  await em.nativeUpdate(
    OutboxEmail,
    { ...theirs, status: EmailStatus.waiting, begunAt: null },
    { status: EmailStatus.failed, failure: 'They unsubscribed before it was sent' },
  );
  await em.nativeUpdate(
    OutboxEmail,
    { ...theirs, status: { $ne: EmailStatus.waiting } },
    { to: '', ...erasedContent },
  );
}
