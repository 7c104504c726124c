import { expect } from '@playwright/test';
import { alertOf, comeOnline, goOffline, UNTIL_RESOLVED } from './devices.ts';
import { test } from './support.ts';

// Nothing is wrong yet, and no other test breaks anything.
test.use({ freshFor: 'alerts' });

test.setTimeout(240_000);

test('a customer sees an alert start and end without touching anything', async ({
  page,
  login,
  unifi,
  raised,
}) => {
  await login();
  await page.goto('/alerts');
  await expect(page.getByText('All Clear!')).toBeVisible();

  for (const device of ['Switch Print Room', 'AP Quality Lab', 'AP Canteen']) await goOffline(unifi, device);
  await raised(alertOf(page, 'Switch Print Room'));
  await expect(alertOf(page, 'Switch Print Room')).toContainText('Critical');
  await expect(alertOf(page, 'AP Quality Lab')).toContainText('Error');
  await expect(page.getByRole('status').filter({ hasText: 'New alert' })).toHaveCount(1);

  await comeOnline(unifi, 'Switch Print Room');
  await expect(alertOf(page, 'Switch Print Room')).toBeHidden({ timeout: UNTIL_RESOLVED });
  await expect(alertOf(page, 'AP Quality Lab')).toBeVisible();
});

test('a customer creates a rule, turns it off and deletes it', async ({ page, login }) => {
  await login();
  await page.goto('/alerts?tab=rules');
  await page.getByRole('button', { name: 'Add Rule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Alert Rule' });
  await dialog.getByRole('button', { name: 'Create Rule' }).click();
  await expect(dialog.getByText('Rule name is required')).toBeVisible();
  await expect(dialog.getByLabel('Rule name')).toBeFocused();

  await dialog.getByLabel('Rule name').fill('Gateways of the Zürich office');
  await dialog.getByLabel('Controller').selectOption('Head Office');
  await dialog.getByLabel('Condition').selectOption('High CPU');
  await dialog.getByLabel('Threshold').fill('180%');
  await dialog.getByText('Slack').click();
  await dialog.getByRole('button', { name: 'Create Rule' }).click();
  await expect(dialog.getByText('Enter a percentage between 1 and 100, such as 80%')).toBeVisible();

  await dialog.getByLabel('Threshold').fill('95%');
  await dialog.getByRole('button', { name: 'Create Rule' }).click();
  await expect(page.getByText('Alert rule created successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: 'Gateways of the Zürich office' });
  await expect(row).toContainText('High CPU > 95% for 5 minutes');
  await expect(row).toContainText('Head Office');
  await expect(row).toContainText('Slack');

  await row.getByText('Active', { exact: true }).click();
  await expect(row.getByText('Inactive')).toBeVisible();
  await page.reload();
  await expect(row.getByText('Inactive')).toBeVisible();

  await row.getByRole('button', { name: 'Test Alert' }).click();
  await expect(page.getByText('Test Alert Sent')).toBeVisible();

  await row.getByRole('button', { name: 'Delete rule' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete rule' }).click();
  await expect(row).toBeHidden();
});

test('ticking or focusing a box of a rule leaves the dialog where it is, on large screens and phones', async ({
  page,
  login,
}) => {
  await login();
  await page.goto('/alerts?tab=rules');
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Add Rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create Alert Rule' });
    await expect(dialog.getByLabel('Rule name')).toBeFocused();
    const top = async () => Math.round((await dialog.boundingBox())?.y ?? Number.NaN);
    await expect.poll(top).toBeGreaterThanOrEqual(0);
    await dialog.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
    const before = await top();

    await dialog.getByText('Email', { exact: true }).click();
    await expect(dialog.getByRole('checkbox', { name: 'Email' })).toBeChecked();
    expect(await top()).toBe(before);
    for (const box of await dialog.getByRole('checkbox').all()) {
      await box.focus();
      expect(await top()).toBe(before);
    }
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await expect(dialog).toBeHidden();
  }
});
