import { expect, type Page } from '@playwright/test';
import { elsewhere, password } from './joining.ts';
import { cards, joinWithPlan, subscribe, typeCard } from './paying.ts';
import { demo, test } from './support.ts';

const notifications = (page: Page) => page.getByRole('region', { name: /Notifications/ });

/** Lets time pass on the page of the stand-in for Stripe, where its clock can be moved. */
async function letPass(stripe: Page, button: string, days: number): Promise<void> {
  await stripe.getByRole('button', { name: button }).click();
  await expect(stripe.getByText(`${days} days went by.`)).toBeVisible();
}

// Its figures are those of the demo.
test.use({ freshFor: 'time-passes' });

test("the administrator sees subscriptions and revenue change, and Stripe's events", async ({
  page,
  login,
  browser,
  baseURL,
}) => {
  await login(demo.admin);
  const figure = async (label: RegExp) => {
    await page.goto('/admin/dashboard');
    const shown = page.locator('dt').filter({ hasText: label }).locator('xpath=following-sibling::dd/*[1]');
    await expect(shown).toHaveText(/\d/);
    return Number((await shown.textContent())!.replaceAll(/[^\d.]/g, ''));
  };
  const subscriptions = await figure(/^Active Subscriptions/);
  const revenue = await figure(/^Monthly Revenue \(USD\)/);
  expect(subscriptions).toBeGreaterThan(0);
  await joinWithPlan(page.request, 'growing@example.test', 'Growing Ltd');
  await subscribe(page.request, 'growing@example.test', 'trialing');
  await expect.poll(() => figure(/^Active Subscriptions/)).toBe(subscriptions + 1);
  // No one on trial pays.
  expect(await figure(/^Monthly Revenue \(USD\)/)).toBe(revenue);

  const stripe = await elsewhere(browser, baseURL);
  await stripe.goto('/dev/stripe');
  await letPass(stripe, 'Advance 1 month', 31);
  await expect(stripe.getByRole('article').filter({ hasText: 'Growing Ltd' })).toContainText('$29.99');
  await stripe.context().close();
  await expect.poll(() => figure(/^Monthly Revenue \(USD\)/)).toBeGreaterThan(revenue + 29.9);

  await page.goto('/admin/billing');
  const event = page
    .getByRole('table', { name: 'Webhook log' })
    .getByRole('row')
    .filter({ hasText: 'invoice.paid' })
    .filter({ hasText: 'Applied' })
    .first();
  await event.getByRole('button', { name: 'Replay' }).click();
  await expect(notifications(page)).toContainText('Event replayed');
  // It waits for its job, and is applied once more.
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(event).toContainText(/Applied.*2/, { timeout: 1_000 });
  }).toPass();
});

test('a payment fails over time, and the owner is emailed, adds another card and pays', async ({
  page,
  login,
  endTrial,
  browser,
  baseURL,
}) => {
  const [email, name] = ['short@example.test', 'Short of Money'];
  await joinWithPlan(page.request, email, name);
  await endTrial(name);
  await subscribe(page.request, email, 'active');
  const stripe = await elsewhere(browser, baseURL);
  await stripe.goto('/dev/stripe');
  await stripe
    .getByRole('article')
    .filter({ hasText: name })
    .getByRole('button', { name: 'Next payments fail' })
    .click();
  await expect(stripe.getByText('The next payments fail.')).toBeVisible();
  await letPass(stripe, 'Advance 1 month', 31);
  await letPass(stripe, 'Advance 3 days', 3);
  await stripe.context().close();

  await login(email, password);
  const bar = page.getByRole('alert', { name: 'Plan' });
  await expect(bar).toContainText(/The payment due .* failed\. Monitoring continues until/);
  await bar.getByRole('link', { name: 'Update card' }).click();
  const update = page.getByRole('dialog', { name: 'Update card' });
  await typeCard(update, cards.good);
  await update.getByRole('button', { name: 'Save card' }).click();
  await expect(notifications(page)).toContainText('Card updated');
  await expect(notifications(page)).toContainText('We charged the open $29.99 to this card.');
  const plan = page.getByRole('region', { name: 'Current Plan' });
  await expect(plan).toContainText('Active');
  await expect(plan).toContainText('Renews');
  await expect(page.getByRole('region', { name: 'Payment Method' })).toContainText('Visa •••• ending 4242');
  const paid = page.getByRole('table', { name: 'Invoices' }).getByRole('row').filter({ hasText: 'Paid' });
  await expect(paid).toHaveCount(2);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(bar).toBeHidden();
});
