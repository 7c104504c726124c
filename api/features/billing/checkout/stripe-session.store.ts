import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Limit } from '#api/security/attempts/attempts.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Invalid, NotFound, Refused } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import { withLockedTeam } from '#api/features/teams/lock-team.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { failureText, stripeFailure, stripeOf, type Stripe, isMissing } from '../stripe.client.ts';
import { withTeamLock } from '../sync/locks.store.ts';
import { PaymentSettings } from '../payment-settings.entity.ts';
import { finalStatuses, Subscription } from '../subscription.entity.ts';

/** A team's Stripe client, held under the team's lock. */
export interface StripeSession {
  stripe: Stripe;
  /** Read after the lock was taken. */
  team: Team;
  /** For reads outside the lock's transaction. */
  em: EntityManager;
}

/** Each call creates or changes something in Stripe. */
const changes: Limit = {
  name: 'billing-change',
  attempts: 40,
  seconds: 600,
  sliding: true,
  message: "You've changed your subscription too often. Try again in a few minutes.",
};

/**
 * Runs an owner's action in Stripe under the team's lock, and checks ownership again once the lock is held.
 * Stripe errors become readable messages. @throws Conflict without keys, TooMany
 */
export async function withStripe<T>(
  ctx: ViewerContext,
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
      if (failure !== error) app.log.warn({ reason: failureText(error) }, 'Stripe rejected a request');
      throw failure;
    }
  });
}

/** Returns the attempt's UUID. Repeating it has no further effect. @throws Invalid if it isn't a UUID */
export function attemptOf(given: string | null | undefined): string {
  if (given == null) return randomUUID();
  if (!isId(given)) throw new Invalid({ attempt: '`attempt` must be a UUID' });
  return given.toLowerCase();
}

/** Reads a package on sale. @throws NotFound, also if it is no longer on sale */
export async function packageOnSale(em: EntityManager, id: string): Promise<Package> {
  const found = isId(id) ? await em.findOne(Package, { id, isActive: true }, { refresh: true }) : null;
  if (!found) throw new NotFound('Package');
  return found;
}

/** @throws Refused while purchasing is off */
export async function checkPurchasing(em: EntityManager): Promise<void> {
  if ((await em.count(PaymentSettings, { id: 1, purchasingEnabled: true })) === 0)
    throw new Refused('Purchasing is turned off at the moment.');
}

/** Reads the Stripe customer with the default card. Returns undefined if there is none or it was deleted. */
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

/**
 * Returns the team's Stripe customer, and creates it with the team's name and its owner's address if needed.
 */
export async function ensureCustomer(
  ctx: ViewerContext,
  { stripe, team }: StripeSession,
): Promise<Stripe.Customer> {
  const known = await findStripeCustomer(stripe, team.stripeCustomerId);
  const customer = known ?? (await createCustomer(ctx, stripe, team));
  const shown = { name: team.name, email: ctx.viewer.user.email };
  if (customer.name === shown.name && customer.email === shown.email) return customer;
  await stripe.customers.update(customer.id, shown);
  return customer;
}

/** Default card, unless a subscription has its own. */
export function savedCardOf({ invoice_settings: settings }: Stripe.Customer): string | undefined {
  const { default_payment_method: card } = settings;
  return (typeof card === 'string' ? card : card?.id) ?? undefined;
}

/**
 * Replaces a customer that was deleted in Stripe or belongs to other keys. Its subscriptions count as
 * canceled.
 */
async function createCustomer(ctx: ViewerContext, stripe: Stripe, team: Team): Promise<Stripe.Customer> {
  const idempotencyKey = `customer:${team.id}:${team.stripeCustomerId ?? 'first'}`;
  // Leave out anything that can change between retries, because Stripe requires the same parameters for the
  // same idempotency key.
  const made = await stripe.customers.create({ metadata: { teamId: team.id } }, { idempotencyKey });
  await withLockedTeam(ctx, 'own', async ({ em }) => {
    await em.nativeUpdate(Team, { id: team.id }, { stripeCustomerId: made.id });
    const lost = { team: team.id, status: { $nin: [...finalStatuses] } };
    await em.nativeUpdate(Subscription, lost, { status: 'canceled', endedAt: new Date() });
  });
  return made;
}
