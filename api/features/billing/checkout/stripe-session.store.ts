import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound, Refused } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { withLockedTeam } from '#api/features/teams/lock-team.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { failureText, stripeFailure, stripeOf, type Stripe, isMissing } from '../stripe.client.ts';
import { withTeamLock } from '../sync/locks.store.ts';
import { PaymentSettings } from '../payment-settings.entity.ts';
import { finalStatuses, Subscription } from '../subscription.entity.ts';

/** A team's owner at Stripe's desk. */
export interface StripeSession {
  stripe: Stripe;
  /** As it was when the turn came. */
  team: Team;
  /** For reading what is there now. */
  em: EntityManager;
}

/** Each of these makes something at Stripe. */
const changes: Limit = {
  name: 'billing-change',
  attempts: 40,
  seconds: 600,
  sliding: true,
  message: 'Your subscription was changed too often. Try again in a few minutes.',
};

/**
 * Does what the owner asked for at Stripe, in the team's turn; whether they are the owner is decided when it has come. What
 * fails there is told in sentences. @throws Conflict without keys, TooMany
 */
export async function withStripe<T>(
  ctx: CustomerContext,
  work: (session: StripeSession) => Promise<T>,
): Promise<T> {
  const { app, viewer } = ctx;
  await stripeOf(app.orm.em.fork(), app.config);
  await app.attempts.take(changes, viewer.team.id);
  return withTeamLock(app, viewer.team.id, async () => {
    const em = app.orm.em.fork();
    const team = await withLockedTeam({ ...ctx, em }, 'own', (own) =>
      own.em.findOneOrFail(Team, viewer.team.id, { populate: ['package'] }),
    );
    try {
      return await work({ stripe: await stripeOf(em, app.config), team, em: app.orm.em.fork() });
    } catch (error) {
      const failure = stripeFailure(error);
      if (failure !== error) app.log.warn({ reason: failureText(error) }, 'Stripe said no');
      throw failure;
    }
  });
}

/** What a try is known by: sent twice, it is one. @throws Invalid for what is no UUID */
export function attemptOf(given: string | null | undefined): string {
  if (given == null) return randomUUID();
  if (!isId(given)) throw new Invalid({ attempt: 'The attempt must be a UUID' });
  return given.toLowerCase();
}

/** A package of the price list, as it is now. @throws NotFound, also for one that is not sold any more */
export async function packageOnSale(em: EntityManager, id: string): Promise<Package> {
  const found = isId(id) ? await em.findOne(Package, { id, isActive: true }, { refresh: true }) : null;
  if (!found) throw new NotFound('Package');
  return found;
}

/** @throws Refused while nothing is sold */
export async function checkPurchasing(em: EntityManager): Promise<void> {
  if ((await em.count(PaymentSettings, { id: 1, purchasingEnabled: true })) === 0)
    throw new Refused('Purchasing is switched off at the moment.');
}

/** The customer at Stripe, with the card that is charged; undefined where there is none, or none any more. */
export async function findStripeCustomer(
  stripe: Stripe,
  id: string | null | undefined,
): Promise<Stripe.Customer | undefined> {
  if (!id) return undefined;
  const expand = ['invoice_settings.default_payment_method'];
  const found = await stripe.customers.retrieve(id, { expand }).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  return found && !found.deleted ? found : undefined;
}

/** The customer that stands for the team, with its name and its owner's address; made where there is none. */
export async function ensureCustomer(
  ctx: CustomerContext,
  { stripe, team }: StripeSession,
): Promise<Stripe.Customer> {
  const known = await findStripeCustomer(stripe, team.stripeCustomerId);
  const customer = known ?? (await createCustomer(ctx, stripe, team));
  const shown = { name: team.name, email: ctx.viewer.user.email };
  if (customer.name === shown.name && customer.email === shown.email) return customer;
  await stripe.customers.update(customer.id, shown);
  return customer;
}

/** The card that is charged, unless a subscription says otherwise. */
export function savedCardOf({ invoice_settings: settings }: Stripe.Customer): string | undefined {
  const { default_payment_method: card } = settings;
  return (typeof card === 'string' ? card : card?.id) ?? undefined;
}

/** One that was lost (deleted at Stripe, or of other keys) is replaced; what it had is over. */
async function createCustomer(ctx: CustomerContext, stripe: Stripe, team: Team): Promise<Stripe.Customer> {
  const idempotencyKey = `customer:${team.id}:${team.stripeCustomerId ?? 'first'}`;
  // What may change between two tries stays out of it: the same key must come with the same words.
  const made = await stripe.customers.create({ metadata: { teamId: team.id } }, { idempotencyKey });
  await withLockedTeam(ctx, 'own', async ({ em }) => {
    await em.nativeUpdate(Team, { id: team.id }, { stripeCustomerId: made.id });
    const lost = { team: team.id, status: { $nin: [...finalStatuses] } };
    await em.nativeUpdate(Subscription, lost, { status: 'canceled', endedAt: new Date() });
  });
  return made;
}
