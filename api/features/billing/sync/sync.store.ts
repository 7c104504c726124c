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

/** What was read of a customer, and what it changed; undefined for one that is no team's of ours. */
export type Synced = BillingDrift[] | undefined;

/**
 * Does something while nobody else reads or writes a customer's state. Stripe is asked in it before any row is locked; the
 * team's lock and rows come after.
 */
const withCustomerLock = exclusiveLock({ lockClass: lockClasses.customer, most: 6 });

/**
 * Reads all that a customer has at Stripe and makes our rows the same: subscriptions, invoices, the team's package, until
 * when it is active, what its limits leave out, and what its owner is told. Done twice, or by events in any order, it comes
 * to the same. Answers what was another before.
 */
export async function syncCustomer(app: App, customerId: string, hint?: EventHint): Promise<Synced> {
  const stripe = await stripeOf(app.orm.em.fork(), app.config);
  return withCustomerLock(app, customerId, async (em) => {
    const customer = await findCustomer(stripe, customerId);
    if (!customer) return undefined;
    const teamId = await teamIdOf(em, customer);
    if (!teamId) return undefined;
    // Its own change is what that event tells of: it would be answered by another one.
    if (!customer.deleted && hint?.type !== 'customer.updated')
      await updateCustomerDetails(em, stripe, customer, teamId);
    const isNew = !customer.deleted && (await applyNewCard(stripe, customerId));
    const read = await readCustomer(stripe, (isNew && (await findCustomer(stripe, customerId))) || customer);
    await lockTeam(em, teamId);
    const team = await em.findOne(Team, { id: teamId }, { populate: ['package'], refresh: true });
    // It went, or was given another customer, while Stripe was asked.
    if (!team || (team.stripeCustomerId ?? customerId) !== customerId) return undefined;
    team.stripeCustomerId = read.isGone ? null : customerId;
    const now = new Date();
    const written = await writeCustomer(em, team, read, now);
    await notifyOwner(em, app.config, { team, read, written, now, hint });
    return written.found.map((one) => ({ teamName: team.name, ...one }));
  });
}

/** Whose a customer is: as we have noted, or as it says itself, where the note was lost. */
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
