import { expect } from '@playwright/test';
import { test } from './support.ts';

test('a customer connects a key, selects a site, sees that the key was revoked, replaces it and deletes it', async ({
  page,
  login,
  unifi,
}) => {
  await unifi((network) => {
    const sees = ['Ottilie Jena', 'Ottilie Halle Hauptbahnhof'];
    for (const value of ['key-by-hand', 'key-that-follows']) network.addKey({ value, sees });
  });
  await login();
  await page.goto('/user-dashboard');
  const row = page.getByRole('row').filter({ hasText: 'UniFi Site Manager' });
  const notifications = page.getByRole('region', { name: /Notifications/ });

  await page.getByRole('link', { name: 'Add Controller' }).click();
  await page.locator('#main').getByRole('button', { name: 'Connect' }).click();
  await expect(page.getByText('Please enter your UniFi Site Manager API key')).toBeVisible();
  await page.getByLabel('Site Manager API key').fill('not-a-key');
  await page.locator('#main').getByRole('button', { name: 'Connect' }).click();
  await expect(
    page.getByText('Failed to connect UniFi Site Manager. Please check your API key.'),
  ).toBeVisible();
  await page.getByLabel('Site Manager API key').fill('key-by-hand');
  await page.locator('#main').getByRole('button', { name: 'Connect' }).click();

  await expect(page).toHaveURL(/\/site-selector\?controller=/);
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(2);
  await page.getByText('Ottilie Jena', { exact: true }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(notifications).toContainText('Site selected');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ottilie Jena' }).first()).toContainText(
    'Selected',
  );
  await expect(page).toHaveURL(/\/user-dashboard$/);
  await expect(row).toContainText('Ottilie Jena');
  await expect(row).toContainText('Online');

  await row.getByRole('button', { name: 'Test' }).click();
  await expect(notifications).toContainText('Connected: the key sees 2 sites.');

  await unifi((network) => network.key('key-by-hand').revoke());
  await row.getByRole('button', { name: 'Test' }).click();
  await expect(notifications).toContainText('Connection Failed');
  await expect(notifications).toContainText('UniFi no longer accepts this API key.');
  await expect(row).toContainText('Error', { timeout: 90_000 });
  const replace = page.getByRole('link', { name: 'Replace the key' });
  await expect(page.getByRole('row').filter({ has: replace })).toContainText(
    'UniFi no longer accepts this API key. Create a new one at unifi.ui.com and enter it under Integrations.',
  );

  await replace.click();
  await expect(page.getByLabel('Controller name')).toHaveValue('UniFi Site Manager');
  await expect(page.getByLabel('API key')).toHaveAttribute('placeholder', '••••••••hand');
  await page.getByLabel('Controller name').fill('Bakeries 🥐');
  await page.getByLabel('API key').fill('key-that-follows');
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(notifications).toContainText('Controller updated');
  const configured = page.getByRole('listitem').filter({ hasText: 'Bakeries 🥐' });
  await expect(configured).toContainText('Online');
  await expect(configured).toContainText('••••lows');
  await expect(page.getByLabel('Controller name')).toHaveValue('');

  await configured.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete controller Bakeries 🥐' });
  await dialog.getByRole('textbox').fill('Bakeries 🥐');
  await dialog.getByRole('button', { name: 'Delete controller Bakeries 🥐' }).click();
  await expect(notifications).toContainText('Controller deleted');
  await expect(configured).toHaveCount(0);
});

test('the dashboard fits the screen of a phone and keeps every action within reach', async ({
  page,
  login,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await login();
  await page.goto('/user-dashboard');
  await page.getByRole('button', { name: 'Actions for Head Office' }).click();
  await expect(page.getByRole('link', { name: 'Select Site' }).filter({ visible: true })).toBeInViewport();
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(tooWide).toBe(false);
  await page.getByRole('link', { name: 'Select Site' }).filter({ visible: true }).click();
  await expect(page.getByRole('heading', { name: 'Select Site' })).toBeVisible();
});
