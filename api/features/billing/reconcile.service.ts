import type { CustomerContext } from '#api/graphql/context.ts';
import { record } from '../audit/audit.service.ts';
import type { BillingDrift } from './billing-drift.ts';
import { PaymentSettings } from './payment-settings.entity.ts';
import { reconcile } from './reconcile.ts';
import { stripeFailure } from './stripe.ts';

/** Compares everything with Stripe now, in place of tonight. @throws Conflict without a key, Unavailable */
export async function reconcileBilling(ctx: CustomerContext): Promise<BillingDrift[]> {
  const drift = await reconcile(ctx.app).catch((error: unknown) => {
    throw stripeFailure(error);
  });
  const after = { found: drift.length, mended: drift.filter(({ mended }) => mended).length };
  await ctx.em.transactional((em) =>
    record(em, ctx, { action: 'payments.reconcile', subject: 'Billing', after }),
  );
  return drift;
}

/** What the last comparison found. */
export async function billingDrift({ em }: CustomerContext): Promise<BillingDrift[]> {
  const [settings] = await em.find(
    PaymentSettings,
    { id: 1 },
    { fields: ['drift'], disableIdentityMap: true },
  );
  return settings?.drift ?? [];
}
