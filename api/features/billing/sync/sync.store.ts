import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { isId } from '#api/db/id.ts';
import { lockClasses } from '#api/db/lock-keys.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import type { BillingDrift } from '../payment-settings.entity.ts';
import { updateCustomerDetails, applyNewCard, findCustomer, readCustomer } from './customer.client.ts';
import { stripeOf, type Stripe } from '../stripe.client.ts';
import { notifyOwner, type EventHint } from '../notices/owner-notices.store.ts';
import { exclusiveLock } from './locks.store.ts';
import { writeCustomer } from './write-customer.store.ts';

/** Drift found by a sync. `undefined` if the customer belongs to no team. */
export type Synced = BillingDrift[] | undefined;

/**
 * Serializes reads and writes of a customer's state. Stripe is called before any row is locked, and the
 * team's lock and rows come after.
 */
const withCustomerLock = exclusiveLock({ lockClass: lockClasses.customer, most: 6 });

/**
 * Makes our rows match a customer in Stripe: subscriptions, invoices, the team's package, its active period,
 * the devices over its limits, and emails to its owner. It is idempotent, and the order of events doesn't
 * matter. Returns the drift.
 */
export async function syncCustomer(app: App, customerId: string, hint?: EventHint): Promise<Synced> {
  const stripe = await stripeOf(app.orm.em.fork(), app.config);
  return withCustomerLock(app, customerId, async (em) => {
    const customer = await findCustomer(stripe, customerId);
    if (!customer) return undefined;
    const teamId = await teamIdOf(em, customer);
    if (!teamId) return undefined;
    // Skip our own metadata update, which would otherwise trigger another sync.
    if (!customer.deleted && hint?.type !== 'customer.updated')
      await updateCustomerDetails(em, stripe, customer, teamId);
    const isNew = !customer.deleted && (await applyNewCard(stripe, customerId));
    const read = await readCustomer(stripe, (isNew && (await findCustomer(stripe, customerId))) || customer);
    await lockTeam(em, teamId);
    const team = await em.findOne(Team, { id: teamId }, { populate: ['package'], refresh: true });
    // The team was deleted or got another customer while Stripe responded.
    if (!team || (team.stripeCustomerId ?? customerId) !== customerId) return undefined;
    team.stripeCustomerId = read.isGone ? null : customerId;
    const now = new Date();
    const written = await writeCustomer(em, team, read, now);
    await notifyOwner(em, app.config, { team, read, written, now, hint });
    return written.found.map((one) => ({ teamName: team.name, ...one }));
  });
}

/** The team recorded for a customer, or the one named in its metadata if our record was lost. */
async function teamIdOf(
  em: EntityManager,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): Promise<string | undefined> {
  const noted = await em.findOne(Team, { stripeCustomerId: customer.id }, { fields: ['id'] });
  if (noted) return noted.id;
  const said = customer.deleted ? undefined : customer.metadata['teamId'];
  if (!said || !isId(said)) return undefined;
  return (await em.findOne(Team, { id: said, stripeCustomerId: null }, { fields: ['id'] }))?.id;
}
