import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, NotFound } from '#api/lib/errors.ts';
import { csvExport } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import { isId } from '#api/db/id.ts';
import { record, recordsExport } from '../audit/audit.service.ts';
import { queueBroadcast } from './broadcast.store.ts';
import { Broadcast, type BroadcastFailure } from './broadcast.entity.ts';
import { OutboxEmail, EmailStatus } from './outbox-email.entity.ts';

/** Maximum broadcasts and failed addresses shown. */
const mostShown = { broadcasts: 20, failures: 500 };

/** Latest broadcasts, newest first, with their progress. */
export function broadcasts({ em }: ViewerContext): Promise<Broadcast[]> {
  return em.find(
    Broadcast,
    {},
    { orderBy: { createdAt: 'desc', id: 'desc' }, limit: mostShown.broadcasts, refresh: true },
  );
}

/** Addresses that a broadcast didn't reach, and why. @throws NotFound */
export async function broadcastFailures({ em }: ViewerContext, id: string): Promise<BroadcastFailure[]> {
  const where = unreachedBy(await findBroadcast(em, id));
  const mails = await em.find(OutboxEmail, where, { orderBy: byAddress, limit: mostShown.failures });
  return mails.map(failureOf);
}

/** The same as CSV. @throws NotFound */
export async function broadcastFailuresCsv(ctx: ViewerContext, id: string): Promise<string> {
  const broadcast = await findBroadcast(ctx.em, id);
  const where = unreachedBy(broadcast);
  return answerText(
    ctx,
    csvExport({
      download: 'GET /api/admin/broadcasts/:id/failures/csv',
      record: recordsExport(ctx, { action: 'email.export', subject: broadcast.subject, subjectId: id }),
      columns: [
        { key: 'address', header: 'Email' },
        { key: 'reason', header: 'Reason' },
        { key: 'isUnsent', header: 'Confirmed not sent' },
      ],
      count: ({ em }) => em.count(OutboxEmail, where),
      async *batches(reader) {
        for await (const mails of reader.find(OutboxEmail, where, { orderBy: byAddress }))
          yield mails
            .map(failureOf)
            .map(({ address, reason, isUnsent }) => ({ address, reason, isUnsent: isUnsent ? 'yes' : 'no' }));
      },
    }),
  );
}

const unreachedBy = (broadcast: Broadcast) => ({ broadcast, status: EmailStatus.failed });

const byAddress = { to: 'asc', id: 'asc' } as const;

const failureOf = ({ id, to, failure, text }: OutboxEmail): BroadcastFailure => ({
  id,
  address: to,
  reason: failure ?? "It couldn't be sent",
  isUnsent: text !== null,
});

/**
 * Resends the emails that are known not to have been sent, but never those with an unknown outcome. @throws
 * NotFound, or Conflict if there are none
 */
export function resendBroadcast(ctx: ViewerContext, id: string): Promise<Broadcast> {
  return ctx.em.transactional(
    async (em) => {
      const { subject } = await findBroadcast(em, id);
      // A concurrent resend finds none left.
      await em.findOneOrFail(Broadcast, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const count = await em.nativeUpdate(
        OutboxEmail,
        { broadcast: id, status: EmailStatus.failed, text: { $ne: null } },
        { status: EmailStatus.waiting, begunAt: null, failure: null, createdAt: new Date() },
      );
      if (count === 0) throw new Conflict('There are no failed emails left to resend.');
      await queueBroadcast(em, id);
      const after = { recipientCount: count };
      await record(em, ctx, { action: 'email.broadcast_again', subject, subjectId: id, after });
      return em.findOneOrFail(Broadcast, { id }, { refresh: true });
    },
    { clear: true },
  );
}

async function findBroadcast(em: EntityManager, id: string): Promise<Broadcast> {
  const found = isId(id) ? await em.findOne(Broadcast, { id }) : null;
  if (!found) throw new NotFound('Mail');
  return found;
}
