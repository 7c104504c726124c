import type { Limit } from '#api/security/attempts/attempts.ts';
import type { CustomerContext } from '#api/graphql/context.ts';
import { ProductError } from '#api/lib/errors.ts';
import type { Package } from '../packages/package.entity.ts';
import { Team } from '../teams/team.entity.ts';
import { beginningOf } from './first-payment.ts';
import { currenciesOf, isFree, readPrice, type ReadPrice } from './package-price.ts';
import { fixedCurrencyOf } from './pay-currency.ts';
import { checkPurchasing, soldPackage } from './sold-package.ts';
import { cardOf } from './snapshot.ts';
import { stripeFailure, stripeOf, type Stripe } from './stripe.ts';
import { knownCustomer } from './stripe-customer.ts';
import type { SubscriptionOffer } from './subscription-start.ts';

/** Each asks Stripe for some prices. */
const offers: Limit = {
  name: 'billing-offer',
  attempts: 60,
  seconds: 300,
  sliding: true,
  says: 'Too many prices were asked for. Try again in a few minutes.',
};

/** What subscribing would cost, as the prices are at Stripe. @throws NotFound, Refused, Conflict, TooMany */
export async function subscriptionOffer(ctx: CustomerContext, packageId: string): Promise<SubscriptionOffer> {
  const { em, app, viewer } = ctx;
  const plan = await soldPackage(em, packageId);
  await checkPurchasing(em);
  if (isFree(plan)) return { package: plan, prices: [], fixedCurrency: null, firstPaymentAt: null };
  const stripe = await stripeOf(em, app.config);
  await app.attempts.take(offers, viewer.team.id);
  const team = await em.findOneOrFail(Team, viewer.team.id, { refresh: true });
  try {
    const customer = await knownCustomer(stripe, team.stripeCustomerId);
    const fixedCurrency = fixedCurrencyOf(customer);
    const prices = fixedCurrency
      ? [await readPrice(stripe, plan, fixedCurrency)]
      : await readPrices(stripe, plan);
    const { firstPaymentAt } = beginningOf(team, new Date());
    const savedCard = cardOf(customer?.invoice_settings.default_payment_method);
    return { package: plan, prices, fixedCurrency, firstPaymentAt, savedCard };
  } catch (error) {
    throw stripeFailure(error);
  }
}

/** The prices that can be paid; one that cannot does not keep the other from it. @throws Conflict where none can */
async function readPrices(stripe: Stripe, plan: Package): Promise<ReadPrice[]> {
  const payable = currenciesOf(plan);
  const tried = payable.length > 0 ? payable : [plan.currency];
  const read = await Promise.allSettled(tried.map((currency) => readPrice(stripe, plan, currency)));
  const prices = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failure = read.find((one) => one.status === 'rejected');
  const isOurs = failure?.reason instanceof ProductError;
  if (failure && (prices.length === 0 || !isOurs)) throw failure.reason;
  return prices;
}
