import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/app.ts';
import { addJob } from '#api/jobs/queue.ts';
import { Team } from '../teams/team.entity.ts';
import { paymentSecrets } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** Reads a customer at Stripe again, which brings its name and address up to date there. */
export async function readCustomerAgain(app: App, { customerId }: { customerId: string }): Promise<void> {
  const { secretKey } = await paymentSecrets(app.orm.em.fork());
  if (secretKey) await syncCustomer(app, customerId);
}

/** Has that done after a change of a team's name or owner; whoever has never paid is not known there. */
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
