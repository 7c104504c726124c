import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import { Team } from './team.entity.ts';

/** Has the team's customer at Stripe follow a change of its name or owner; whoever has never paid is not known there. */
export async function queueReading(em: EntityManager, teamId: string): Promise<void> {
  const { stripeCustomerId: customerId } = await em.findOneOrFail(Team, { id: teamId });
  if (!customerId) return;
  await addJob(
    em,
    'read-stripe-customer',
    { customerId },
    { jobKey: `read-stripe-customer:${customerId}`, queueName: `stripe:${customerId}` },
  );
}
