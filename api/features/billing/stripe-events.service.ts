import { LockMode, type FilterQuery } from '@mikro-orm/core';
import type { CustomerContext } from '#api/graphql/context.ts';
import { csvExport } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import { NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { containing, wordsOf } from '#api/db/text-search.ts';
import { record, recordsExport } from '../audit/audit.service.ts';
import { queueEvent } from './queue-event.ts';
import { StripeEvent, StripeEventStatus } from './stripe-event.entity.ts';
import type { StripeEventSearch, StripeEventsArgs } from './stripe-events.args.ts';

/** What Stripe told us, newest first if nothing else is asked for. An `after` that is not there begins anew. */
export async function stripeEvents(
  { em }: CustomerContext,
  { after, first, ...search }: StripeEventsArgs,
): Promise<StripeEvent[]> {
  const last = after && isId(after) ? await em.findOne(StripeEvent, { id: after }) : null;
  const where = matching(search);
  if (last) {
    const { receivedAt, id } = last;
    const beyond = search.oldestFirst ? '$gt' : '$lt';
    where.push({ $or: [{ receivedAt: { [beyond]: receivedAt } }, { receivedAt, id: { [beyond]: id } }] });
  }
  return em.find(StripeEvent, { $and: where }, { orderBy: orderOf(search), limit: first ?? 50 });
}

/** The same events for a spreadsheet. */
export async function stripeEventsCsv(ctx: CustomerContext, search: StripeEventSearch): Promise<string> {
  const where = { $and: matching(search) };
  return answerText(
    ctx,
    csvExport({
      download: 'GET /api/admin/stripe/events/csv',
      record: recordsExport(
        ctx,
        { action: 'payments.export', subject: 'Stripe events' },
        { search: search.search, status: search.status },
      ),
      columns: [
        { key: 'receivedAt', header: 'When' },
        { key: 'status', header: 'Status' },
        { key: 'type', header: 'Type' },
        { key: 'stripeId', header: 'Event' },
        { key: 'objectId', header: 'What' },
        { key: 'customerId', header: 'Customer' },
        { key: 'attempts', header: 'Attempts' },
        { key: 'failure', header: 'Failure' },
      ],
      count: ({ em }) => em.count(StripeEvent, where),
      batches: (reader) => reader.find(StripeEvent, where, { orderBy: orderOf(search) }),
    }),
  );
}

function orderOf({ oldestFirst }: StripeEventSearch) {
  const order = oldestFirst ? 'asc' : 'desc';
  return { receivedAt: order, id: order } as const;
}

const searched = ['type', 'stripeId', 'objectId', 'customerId', 'failure'] as const;

function matching({ status, search }: StripeEventSearch): FilterQuery<StripeEvent>[] {
  const where: FilterQuery<StripeEvent>[] = wordsOf(search).map((word) => ({
    $or: searched.map((field) => ({ [field]: { $ilike: containing(word) } })),
  }));
  return status ? [...where, { status }] : where;
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
