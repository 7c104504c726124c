import { LockMode, type FilterQuery } from '@mikro-orm/core';
import type { CustomerContext } from '#api/context.ts';
import { NotFound } from '#api/errors.ts';
import { isId } from '#api/id.ts';
import { record } from '../audit/audit.service.ts';
import { queueEvent } from './queue-event.ts';
import { StripeEvent, StripeEventStatus } from './stripe-event.entity.ts';
import type { StripeEventsArgs } from './stripe-events.args.ts';

/** What Stripe told us, newest first. An `after` that is not there begins anew. */
export async function stripeEvents(
  { em }: CustomerContext,
  { after, first, status }: StripeEventsArgs,
): Promise<StripeEvent[]> {
  const last = after && isId(after) ? await em.findOne(StripeEvent, { id: after }) : null;
  const where: FilterQuery<StripeEvent> = {
    ...(status && { status }),
    ...(last && {
      $or: [{ receivedAt: { $lt: last.receivedAt } }, { receivedAt: last.receivedAt, id: { $lt: last.id } }],
    }),
  };
  return em.find(StripeEvent, where, { orderBy: { receivedAt: 'desc', id: 'desc' }, limit: first ?? 50 });
}

/** Has an event applied once more. It says only what to read again, so it does no harm however old. @throws NotFound */
export function replayStripeEvent(ctx: CustomerContext, id: string): Promise<StripeEvent> {
  if (!isId(id)) throw new NotFound('Event');
  return ctx.em.transactional(async (em) => {
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const event = await em.findOne(StripeEvent, { id }, { lockMode, refresh: true });
    if (!event) throw new NotFound('Event');
    const before = { status: event.status };
    Object.assign(event, { status: StripeEventStatus.received, failure: null, appliedAt: null });
    await em.flush();
    await queueEvent(em, event);
    await record(em, ctx, {
      action: 'payments.replay',
      subject: `${event.type} ${event.stripeId}`,
      subjectId: id,
      before,
    });
    return event;
  });
}
