import { expect, type Page } from '@playwright/test';
import { enterCredentials, password } from './joining.ts';
import { emailLink } from './mailbox.ts';
import { cards, typeCard } from './paying.ts';
import { test } from './support.ts';

const notifications = (page: Page) => page.getByRole('region', { name: /Notifications/ });
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const pays = (page: Page) => page.getByRole('region', { name: 'Payment Method' });
const has = (page: Page) => page.getByRole('region', { name: 'Current Plan' });
const invoices = (page: Page) => page.getByRole('table', { name: 'Invoices' }).getByRole('row');

test('a visitor selects a package, registers with it, and subscribes within the trial with a declined card, then with one whose bank asks', async ({
  page,
}) => {
  const email = 'trying@example.test';
  await page.goto('/packages');
  await card(page, 'Professional Plan').getByRole('link', { name: 'Start free trial' }).click();
  const form = page.getByRole('tabpanel', { name: 'Register' });
  await expect(form.getByRole('radio', { name: /^Professional Plan/ })).toBeChecked();
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Confirm password').fill(password);
  await form.getByLabel('First name').fill('Tove');
  await form.getByLabel('Last name').fill('Ahlgren');
  await form.getByLabel('Company name').fill('Ahlgren Networks');
  await form.getByText('I agree to the').click({ position: { x: 8, y: 8 } });
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(notifications(page)).toContainText('Registration successful');
  await page.goto(await emailLink(page.request, email, '/verify-email'));
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await enterCredentials(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/billing');
  await expect(page.getByText(/^14 days left in your trial/)).toBeVisible();
  await has(page).getByRole('link', { name: 'Subscribe to Professional Plan' }).click();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(
    page.getByText(/^You won’t be charged before .* After that, \$29\.99 per month/),
  ).toBeVisible();
  await typeCard(page, cards.declined);
  const submit = page.getByRole('button', { name: 'Save card and subscribe' });
  await submit.click();
  await expect(notifications(page)).toContainText('Payment Failed');
  await expect(page.getByRole('alert').filter({ hasText: 'Your card was declined.' })).toBeVisible();

  await typeCard(page, cards.asksBank);
  await submit.click();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(page.getByRole('alert').filter({ hasText: /unable to authenticate/ })).toBeVisible();
  await submit.click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(notifications(page)).toContainText('You are subscribed!');
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/billing');
  await expect(has(page)).toContainText('Subscribed (trial)');
  await expect(has(page)).toContainText('First payment');
  await expect(pays(page)).toContainText('Visa •••• ending 3155');
  await expect(invoices(page).filter({ hasText: 'Paid' })).toContainText('$0.00');
});
