import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { elsewhere, enterCredentials, password } from './joining.ts';
import { cards, joinWithPlan, typeCard } from './paying.ts';
import { demo, test } from './support.ts';

const notifications = (page: Page) => page.getByRole('region', { name: /Notifications/ });
const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const pays = (page: Page) => page.getByRole('region', { name: 'Payment Method' });
const has = (page: Page) => page.getByRole('region', { name: 'Current Plan' });
const invoices = (page: Page) => page.getByRole('table', { name: 'Invoices' }).getByRole('row');

/** What a button hands to the browser as a file. */
async function fileOf(page: Page, button: string | RegExp): Promise<{ name: string; head: string }> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).first().click();
  const file = await coming;
  const bytes = await readFile(await file.path());
  return { name: file.suggestedFilename(), head: bytes.toString('latin1', 0, 5) };
}

// Its lists begin with those of the demo.
test.use({ freshFor: 'selling' });

test('while nothing is sold a visitor joins the waitlist, and the administrator sees it', async ({
  page,
  login,
  browser,
  baseURL,
}) => {
  await login(demo.admin);
  const selling = page.getByRole('switch', { name: 'User purchasing' });
  const turn = async (to: 'on' | 'off') => {
    await page.getByText('User purchasing', { exact: true }).click();
    await expect(notifications(page)).toContainText(`User purchasing is ${to}.`);
    await expect(selling).toHaveAttribute('aria-checked', String(to === 'on'));
  };
  await turn('off');

  const visitor = await elsewhere(browser, baseURL);
  await visitor.goto('/packages');
  await expect(visitor.getByText('Registration is currently limited')).toBeVisible();
  const email = 'patient@example.test';
  const join = async () => {
    await card(visitor, 'Provider Plan').getByRole('link').click();
    await expect(visitor).toHaveURL(/\/waitlist\?packageId=/);
    await expect(visitor.getByText('Registration for Provider Plan is currently limited')).toBeVisible();
    await visitor.getByLabel('Email').fill(email);
    await visitor.getByRole('button', { name: 'Join waitlist' }).click();
  };
  await join();
  await expect(notifications(visitor)).toContainText('Added to waitlist!');
  await expect(visitor.getByRole('heading', { name: 'You’re on the waitlist' })).toBeVisible();
  await visitor.getByRole('link', { name: 'View Packages' }).click();
  await join();
  await expect(notifications(visitor)).toContainText('Already on waitlist');

  await page.getByRole('navigation').getByRole('link', { name: 'Waitlist' }).click();
  const entry = page.getByRole('table', { name: 'Waitlist' }).getByRole('row').filter({ hasText: email });
  await expect(entry).toContainText('Provider Plan');
  await page.goto('/admin/dashboard');
  await turn('on');
  await visitor.goto('/packages');
  await expect(card(visitor, 'Provider Plan').getByRole('link', { name: 'Start free trial' })).toBeVisible();
  await visitor.context().close();
});

test('a team whose trial has ended subscribes, changes its package, reads its invoices, cancels and resumes', async ({
  page,
  login,
  endTrial,
}) => {
  const email = 'staying@example.test';
  await joinWithPlan(page.request, email, 'Stayer & Sons');
  await endTrial('Stayer & Sons');
  await login(email, password);
  const bar = page.getByRole('alert', { name: 'Plan' });
  await expect(bar).toContainText('Monitoring is paused. Your trial ended on');
  await bar.getByRole('link', { name: 'Subscribe' }).click();
  await expect(page.getByText('You’ll be charged for the first month today.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await typeCard(page, cards.good);
  await page.getByRole('button', { name: 'Pay $29.99 and subscribe' }).click();
  await expect(notifications(page)).toContainText('You are subscribed!');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  await expect(bar).toBeHidden();

  await page.getByRole('link', { name: 'Billing' }).click();
  await expect(has(page)).toContainText('Active');
  await expect(has(page)).toContainText('$29.99');
  await expect(pays(page)).toContainText('Visa •••• ending 4242');
  await expect(invoices(page).filter({ hasText: '$29.99' })).toContainText('Paid');

  await has(page).getByRole('button', { name: 'Change package' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change package' });
  await dialog.getByText('Provider Plan', { exact: true }).click();
  // What is left of a month that has just begun is nearly all of it.
  await expect(dialog.getByRole('status')).toContainText(/Due now\$(69|70)\.\d\d/);
  await expect(dialog.getByRole('status')).toContainText(/Next payment, .*\$99\.99/);
  await dialog.getByRole('button', { name: 'Change to Provider Plan' }).click();
  await expect(notifications(page)).toContainText('Your team has Provider Plan now.');
  await expect(has(page)).toContainText('$99.99');
  await expect(invoices(page).filter({ hasText: 'Paid' })).toHaveCount(2);
  expect(await fileOf(page, /^PDF of/)).toEqual({ name: expect.stringMatching(/\.pdf$/), head: '%PDF-' });
  expect(await fileOf(page, 'Download All')).toEqual({ name: 'invoices.zip', head: 'PK\x03\x04\x14' });

  await has(page).getByRole('button', { name: 'Cancel subscription' }).click();
  const question = page.getByRole('alertdialog', { name: 'Cancel Provider Plan?' });
  await expect(question).toContainText(
    /Monitoring continues until .*\d{4}\. You can change your mind until then\./,
  );
  await question.getByRole('button', { name: 'Cancel Provider Plan' }).click();
  await expect(notifications(page)).toContainText('Provider Plan is canceled');
  const ending = page.getByText(/^Provider Plan is canceled and ends on .*\d{4}\.$/);
  await expect(ending).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Keep subscription' }).click();
  await expect(notifications(page)).toContainText('Your subscription continues');
  await expect(ending).toBeHidden();
  await expect(has(page)).toContainText('Renews');
});

test('the administrator lowers a limit, sees whom it affects, and the server enforces it', async ({
  page,
  login,
  unifi,
  browser,
  baseURL,
}) => {
  await unifi((network) => {
    network.addKey({ value: 'key-beyond-plan', sees: ['Ottilie Jena'] });
  });
  await login(demo.admin);
  await page.goto('/admin/packages');
  const limitTo = async (controllers: string) => {
    await page.getByRole('button', { name: 'Edit Professional Plan' }).click();
    await page.getByLabel('Max controllers').fill(controllers);
    await page.getByRole('button', { name: 'Save Changes' }).click();
  };
  await limitTo('2');
  const question = page.getByRole('alertdialog', { name: '1 team uses more than this' });
  await expect(question).toContainText('Northwind Networks');
  await question.getByRole('button', { name: 'Save anyway' }).click();
  await expect(notifications(page)).toContainText('Package updated successfully');

  const customer = await elsewhere(browser, baseURL);
  await customer.goto('/auth');
  await enterCredentials(customer, demo.customer, demo.password);
  await expect(customer).toHaveURL(/\/dashboard$/);
  await customer.goto('/integrations');
  const beyond = customer.getByRole('listitem').filter({ hasText: 'Campus' });
  await expect(beyond).toContainText('Not monitored: your package allows 2 controllers.');
  await customer.getByLabel('Controller name').fill('One too many');
  await customer.getByLabel('API key').fill('key-beyond-plan');
  await customer.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(
    customer.getByText('Your Professional Plan allows 2 controllers. Provider Plan allows more.').first(),
  ).toBeVisible();
  await customer.getByRole('link', { name: 'See packages' }).last().click();
  // The refused name and key are still in the form.
  await customer.getByRole('button', { name: 'Discard changes' }).click();
  await expect(customer).toHaveURL(/\/packages$/);
  const better = card(customer, 'Provider Plan').getByRole('link', { name: 'Change to this package' });
  await expect(better).toBeVisible();

  await limitTo('5');
  await expect(notifications(page)).toContainText('Package updated successfully');
  await customer.goto('/integrations');
  await expect(beyond).toContainText('Online');
  await customer.context().close();
});
