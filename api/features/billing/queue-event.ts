import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import type { StripeEvent } from './stripe-event.entity.ts';

/** Has an event applied: a customer's one after another, and each waiting once. */
export async function queueEvent(
  em: EntityManager,
  { id, customerId }: Pick<StripeEvent, 'id' | 'customerId'>,
): Promise<void> {
  const queueName = customerId ? `stripe:${customerId}` : undefined;
  await addJob(em, 'apply-stripe-event', { eventId: id }, { jobKey: `stripe-event:${id}`, queueName });
}
