import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import { join, signedIn } from './joining.ts';

/** Test cards of the stand-in, which are Stripe's own. */
export const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksBank: '4000 0025 0000 3155',
};

const expiresIn = new Date().getFullYear() + 4;

/** Types a card into the stand-in's fields, over what is there. */
export async function typeCard(within: Page | Locator, number: string): Promise<void> {
  await within.getByLabel('Card number').fill(number);
  await within.getByLabel('Expiration date').fill(`12 / ${String(expiresIn).slice(2)}`);
  await within.getByLabel('Security code').fill('123');
}

/** The id of a package on the price list. */
export async function packageId(request: APIRequestContext, name: string): Promise<string> {
  const packages = (await (await request.get('/api/packages')).json()) as { id: string; name: string }[];
  return packages.find((one) => one.name === name)!.id;
}

/** A team with the Professional Plan that has just begun its trial. */
export async function joinWithPlan(
  request: APIRequestContext,
  email: string,
  companyName: string,
): Promise<void> {
  await join(request, email, { companyName, packageId: await packageId(request, 'Professional Plan') });
}

/** Subscribes with a good card as the screens do, and waits until the server knows. */
export async function subscribe(request: APIRequestContext, email: string, state: string): Promise<void> {
  const headers = await signedIn(request, email);
  const data = { packageId: await packageId(request, 'Professional Plan') };
  const begun = await request.post('/api/create-subscription', { headers, data });
  expect(begun.status()).toBe(200);
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  const card = { number: cards.good, expMonth: 12, expYear: expiresIn, cvc: '123' };
  await request.post('/dev/stripe/confirm', { data: { clientSecret, card } });
  await expect
    .poll(async () => {
      const answer = await request.get('/api/subscription', { headers });
      const plan = (await answer.json()) as { state: string; paymentMethod: object | null };
      return plan.paymentMethod ? plan.state : 'no card';
    })
    .toBe(state);
}
