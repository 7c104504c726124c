import type { App } from '#api/config/app.ts';
import { reconcile } from './reconcile.ts';
import { paymentSecrets } from './stripe.ts';

/** Compares everything with Stripe, once a night; without a key there is nothing to compare with. */
export async function reconcileNightly(app: App, _payload: Record<string, never>): Promise<void> {
  const { secretKey } = await paymentSecrets(app.orm.em.fork());
  if (!secretKey) return;
  const drift = await reconcile(app);
  const unmended = drift.filter(({ mended }) => !mended).length;
  if (drift.length > 0) app.log.warn({ found: drift.length, unmended }, 'Billing was another than at Stripe');
}
