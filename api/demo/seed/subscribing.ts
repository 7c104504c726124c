import { raw } from '@mikro-orm/core';
import type { App } from '#api/config/app.ts';
import { openStripe } from '#api/features/billing/stripe.client.ts';
import { syncCustomer } from '#api/features/billing/sync/sync.store.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import type { StripeStandIn } from '../stripe/stripe.ts';

const day = 86_400_000;

/** Milliseconds of everybody's trial. */
export const trial = 14 * day;

/** Days since the last of the demo's invoices: the next payment is near, and it is no news that would be mailed. */
const lastPaid = 12;

interface Subscriber {
  begin: Date;
  team: Team;
  email: string;
  priceId: string;
}

/**
 * Lets a team have subscribed at a time that is over, after a trial: all of it happens at the stand-in, and is read there as
 * everything is.
 */
export async function subscribeTeam(
  app: App,
  standIn: StripeStandIn,
  { begin, team, email, priceId }: Subscriber,
): Promise<void> {
  const customer = await subscribeAt(begin, standIn, {
    priceId,
    who: { name: team.name, email, metadata: { teamId: team.id } },
  });
  await app.orm.em.fork().nativeUpdate(
    Team,
    { id: team.id },
    {
      stripeCustomerId: customer,
      trialEndsAt: begin,
      createdAt: raw('least(created_at, ?)', [new Date(begin.getTime() - trial)]),
    },
  );
  await syncCustomer(app, customer);
}

/** The time goes back for it; what comes of it since then happens while it goes on again. */
async function subscribeAt(
  begin: Date,
  standIn: StripeStandIn,
  { priceId, who }: { priceId: string; who: { name: string; email: string; metadata: { teamId: string } } },
): Promise<string> {
  const stripe = openStripe({ stripeApiUrl: standIn.url }, standIn.secretKey);
  const back = standIn.clock.now() - begin.getTime();
  await standIn.clock.advance(-back);
  try {
    const customer = await stripe.customers.create(who);
    const { latest_invoice: invoice } = await stripe.subscriptions.create({
      customer: customer.id,
      items: [{ price: priceId }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription' },
      metadata: who.metadata,
      expand: ['latest_invoice.confirmation_secret'],
    });
    const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : undefined;
    const card = {
      number: '4242424242424242',
      expMonth: 12,
      expYear: begin.getUTCFullYear() + 3,
      cvc: '123',
    };
    await standIn.confirm(secret ?? '', card);
    return customer.id;
  } finally {
    await standIn.clock.advance(back);
  }
}

/** When somebody began to pay who has paid for so many whole months and the one that goes on: a day that every month has. */
export function monthsPaid(months: number): number {
  const begin = new Date(Date.now() - lastPaid * day);
  begin.setUTCDate(Math.min(begin.getUTCDate(), 28));
  return begin.setUTCMonth(begin.getUTCMonth() - months);
}
