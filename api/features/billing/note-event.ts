import type { EntityManager } from '@mikro-orm/postgresql';
import { isHeard, subjectOf } from './event-kinds.ts';
import { queueEvent } from './queue-event.ts';
import type { Stripe } from './stripe.ts';
import { StripeEvent, StripeEventStatus } from './stripe-event.entity.ts';

/**
 * Stores an event once, together with its job; one that came before and could not be applied is tried again. Only what
 * names the thing that changed is kept. Answers whether it is new.
 */
export function noteEvent(
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
    const [added] = await em.execute<{ id: string }[]>(
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
  if (!isHeard(type)) return 'Nothing here depends on events of this type.';
  if (ours !== null && livemode !== ours)
    return `It is of ${livemode ? 'live' : 'test'} mode, and the saved keys are not.`;
  return undefined;
}
