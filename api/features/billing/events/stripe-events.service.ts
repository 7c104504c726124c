import { LockMode, type FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { csvExport } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import { NotFound } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { containing, wordsOf } from '#api/db/text-search.ts';
import { record, recordsExport } from '#api/features/audit/audit.service.ts';
import { addJob } from '#api/jobs/queue.ts';
import {
  StripeEvent,
  StripeEventStatus,
  type StripeEventSearch,
  type StripeEventsArgs,
} from './stripe-event.entity.ts';
import { isHandled, subjectOf } from './event-kinds.ts';
import type { Stripe } from '../stripe.client.ts';

/** Lists events from Stripe, newest first by default. An unknown `after` starts from the beginning. */
export async function stripeEvents(
  { em }: ViewerContext,
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

export async function stripeEventsCsv(ctx: ViewerContext, search: StripeEventSearch): Promise<string> {
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
        { key: 'objectId', header: 'Object' },
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

/** Applies an event again. It is safe at any age, because it only says what to read again. @throws NotFound */
export function replayStripeEvent(ctx: ViewerContext, id: string): Promise<StripeEvent> {
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

/**
 * Stores an event once, together with its job. An event that failed before is retried. Returns whether it is
 * new.
 */
export function storeEvent(
  em: EntityManager,
  event: Stripe.Event,
  livemode: boolean | null,
): Promise<boolean> {
  return em.transactional(async (em) => {
    const ignored = whyIgnored(event, livemode);
    const row = {
      stripeId: event.id,
      type: event.type,
      livemode: event.livemode,
      ...subjectOf(event),
      status: ignored ? StripeEventStatus.ignored : StripeEventStatus.received,
      failure: ignored ?? null,
      createdAt: new Date(event.created * 1000),
    };
    const [added] = await queryRows(
      em,
      { id: tables.stripe_event.id },
      `insert into stripe_event (stripe_id, type, livemode, object_id, customer_id, status, failure, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (stripe_id) do nothing returning id`,
      [
        row.stripeId,
        row.type,
        row.livemode,
        row.objectId,
        row.customerId,
        row.status,
        row.failure,
        row.createdAt,
      ],
    );
    if (added) {
      if (!ignored) await queueEvent(em, { id: added.id, customerId: row.customerId });
      return true;
    }
    const known = await em.findOne(StripeEvent, { stripeId: event.id, status: StripeEventStatus.failed });
    if (known) await queueEvent(em, known);
    return false;
  });
}

function whyIgnored({ type, livemode }: Stripe.Event, ours: boolean | null): string | undefined {
  if (!isHandled(type)) return "This event type isn't used here.";
  if (ours !== null && livemode !== ours)
    return `It's from ${livemode ? 'live' : 'test'} mode, but the saved keys aren't.`;
  return undefined;
}

/** Queues an event. Events of one customer are applied one at a time, and each is queued once. */
export async function queueEvent(
  em: EntityManager,
  { id, customerId }: Pick<StripeEvent, 'id' | 'customerId'>,
): Promise<void> {
  const queueName = customerId ? `stripe:${customerId}` : undefined;
  await addJob(em, 'apply-stripe-event', { eventId: id }, { jobKey: `stripe-event:${id}`, queueName });
}
