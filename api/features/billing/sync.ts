import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { isId } from '#api/db/id.ts';
import { lockClasses } from '#api/db/lock-keys.ts';
import { lockTeam } from '../teams/lock-team.ts';
import { Team } from '../teams/team.entity.ts';
import type { BillingDrift } from './billing-drift.ts';
import { keepDetails } from './customer-details.ts';
import { settleDefaultCard } from './default-card.ts';
import { findCustomer, readCustomer } from './read-customer.ts';
import { stripeOf, type Stripe } from './stripe.ts';
import { tellMoney, type Hint } from './tell.ts';
import { turnsOf } from './turns.ts';
import { writeCustomer } from './write-customer.ts';

/** What was read of a customer, and what it changed; undefined for one that is no team's of ours. */
export type Synced = BillingDrift[] | undefined;

/**
 * Does something while nobody else reads or writes a customer's state. Stripe is asked in it before any row is locked; the
 * team's lock and rows come after.
 */
const customerTurn = turnsOf({ lockClass: lockClasses.customer, most: 6 });

/**
 * Reads all that a customer has at Stripe and makes our rows the same: subscriptions, invoices, the team's package, until
 * when it is active, what its limits leave out, and what its owner is told. Done twice, or by events in any order, it comes
 * to the same. Answers what was another before.
 */
export async function syncCustomer(app: App, customerId: string, hint?: Hint): Promise<Synced> {
  const stripe = await stripeOf(app.orm.em.fork(), app.config);
  return customerTurn(app, customerId, async (em) => {
    const customer = await findCustomer(stripe, customerId);
    if (!customer) return undefined;
    const teamId = await teamOf(em, customer);
    if (!teamId) return undefined;
    // Its own change is what that event tells of: it would be answered by another one.
    if (!customer.deleted && hint?.type !== 'customer.updated')
      await keepDetails(em, stripe, customer, teamId);
    const isNew = !customer.deleted && (await settleDefaultCard(stripe, customerId));
    const read = await readCustomer(stripe, (isNew && (await findCustomer(stripe, customerId))) || customer);
    await lockTeam(em, teamId);
    const team = await em.findOne(Team, { id: teamId }, { populate: ['package'], refresh: true });
    // It went, or was given another customer, while Stripe was asked.
    if (!team || (team.stripeCustomerId ?? customerId) !== customerId) return undefined;
    team.stripeCustomerId = read.isGone ? null : customerId;
    const now = new Date();
    const written = await writeCustomer(em, team, read, now);
    await tellMoney(em, app.config, { team, read, written, now, hint });
    return written.found.map((one) => ({ teamName: team.name, ...one }));
  });
}

/** Whose a customer is: as we have noted, or as it says itself, where the note was lost. */
async function teamOf(
  em: EntityManager,
  customer: Stripe.Customer | Stripe.DeletedCustomer,
): Promise<string | undefined> {
  const noted = await em.findOne(Team, { stripeCustomerId: customer.id }, { fields: ['id'] });
  if (noted) return noted.id;
  const said = customer.deleted ? undefined : customer.metadata['teamId'];
  if (!said || !isId(said)) return undefined;
  return (await em.findOne(Team, { id: said, stripeCustomerId: null }, { fields: ['id'] }))?.id;
}
