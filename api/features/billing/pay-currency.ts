import { Conflict, Invalid } from '#api/lib/errors.ts';
import type { Currency, Package } from '../packages/package.entity.ts';
import { currenciesOf, currencyOf } from './package-price.ts';
import type { Stripe } from './stripe.ts';

/** The currency that a customer has paid in before, and has to stay with. @throws Conflict for one that we have no word for */
export function fixedCurrencyOf(customer: Stripe.Customer | undefined): Currency | null {
  if (!customer?.currency) return null;
  const known = currencyOf(customer.currency);
  if (known) return known;
  throw new Conflict(
    `Your team pays in ${customer.currency.toUpperCase()} at Stripe, which no package has a price in.`,
  );
}

/** What a package is paid in: as before, as wanted, or in its own currency. @throws Invalid, Conflict */
export function payCurrency(plan: Package, fixed: Currency | null, wanted: Currency | null): Currency {
  if (fixed && wanted && wanted !== fixed)
    throw new Invalid({ currency: `Your team pays in ${fixed}, as it did before` });
  const [first] = currenciesOf(plan);
  return fixed ?? wanted ?? first ?? plan.currency;
}
