import type { CustomerContext } from '#api/graphql/context.ts';
import { inTurn } from '../teams/lock-team.ts';
import { Team } from '../teams/team.entity.ts';
import type { Desk } from './desk.ts';
import { isMissing, type Stripe } from './stripe.ts';
import { finalStatuses, Subscription } from './subscription.entity.ts';

/** The customer at Stripe, with the card that is charged; undefined where there is none, or none any more. */
export async function knownCustomer(
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
export async function customerOf(ctx: CustomerContext, { stripe, team }: Desk): Promise<Stripe.Customer> {
  const known = await knownCustomer(stripe, team.stripeCustomerId);
  const customer = known ?? (await madeCustomer(ctx, stripe, team));
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
async function madeCustomer(ctx: CustomerContext, stripe: Stripe, team: Team): Promise<Stripe.Customer> {
  const idempotencyKey = `customer:${team.id}:${team.stripeCustomerId ?? 'first'}`;
  // What may change between two tries stays out of it: the same key must come with the same words.
  const made = await stripe.customers.create({ metadata: { teamId: team.id } }, { idempotencyKey });
  await inTurn(ctx, 'own', async ({ em }) => {
    await em.nativeUpdate(Team, { id: team.id }, { stripeCustomerId: made.id });
    const lost = { team: team.id, status: { $nin: [...finalStatuses] } };
    await em.nativeUpdate(Subscription, lost, { status: 'canceled', endedAt: new Date() });
  });
  return made;
}
