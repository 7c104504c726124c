import type { App } from '#api/config/app.ts';
import { paymentSecrets } from './stripe.ts';
import { syncCustomer } from './sync.ts';

/** Reads a customer at Stripe again, which brings its name and address up to date there. */
export async function readCustomerAgain(app: App, { customerId }: { customerId: string }): Promise<void> {
  const { secretKey } = await paymentSecrets(app.orm.em.fork());
  if (secretKey) await syncCustomer(app, customerId);
}
