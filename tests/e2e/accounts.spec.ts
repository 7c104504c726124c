import { expect } from '@playwright/test';
import { elsewhere, enterCredentials, password } from './joining.ts';
import { emailLink } from './mailbox.ts';
import { test } from './support.ts';

test('a stranger registers, verifies the address from the email and is signed in', async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Register' }).click();
  const form = page.getByRole('tabpanel', { name: 'Register' });
  await form.getByLabel('Email').fill('nora@example.test');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Confirm password').fill(password);
  await form.getByLabel('First name').fill('Nora');
  await form.getByLabel('Last name').fill('Lindqvist');
  await form.getByLabel('Company name').fill('Lindqvist Networks');
  await form.getByText('Professional Plan').click();
  await form.getByText('I agree to the').click({ position: { x: 8, y: 8 } });
  await form.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.getByText('Registration successful')).toBeVisible();
  await expect(page.getByText('Please check your email to verify your account.')).toBeVisible();

  // The account is made by a job, with the email. The tab is Sign In again; without the click no one gets in.
  const link = await emailLink(page.request, 'nora@example.test', '/verify-email');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(
    page.getByText('Please check your email and click the verification link before logging in.').first(),
  ).toBeVisible();

  await page.goto(link);
  await expect(page).not.toHaveURL(/token=/);
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await enterCredentials(page, 'nora@example.test');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByText('Lindqvist Networks').first()).toBeVisible();
});

test('a colleague who is invited as a viewer sees everything, acknowledges, and changes nothing else', async ({
  page,
  login,
  unifi,
  raised,
  browser,
  baseURL,
}) => {
  await unifi((network) => void network.device('AP Lobby').goOffline());
  const email = 'colleague@example.test';
  await login();
  await page.goto('/team');
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Role').selectOption('viewer');
  await dialog.getByRole('button', { name: 'Send Invitation' }).click();
  await expect(page.getByText(email, { exact: true })).toBeVisible();

  const colleague = await elsewhere(browser, baseURL);
  await colleague.goto(await emailLink(page.request, email, '/accept-invitation'));
  await expect(colleague.getByRole('heading', { name: /Join Northwind Networks/ })).toBeVisible();
  await colleague.getByLabel('First name').fill('Vera');
  await colleague.getByLabel('Last name').fill('Holm');
  await colleague.getByLabel('Password', { exact: true }).fill(password);
  await colleague.getByLabel('Confirm password').fill(password);
  await colleague.getByRole('button', { name: 'Create Account and Join' }).click();
  await colleague.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await enterCredentials(colleague, email);
  await expect(colleague).toHaveURL(/\/dashboard$/);
  await expect(colleague.getByText('Head Office').first()).toBeVisible();
  await colleague.goto('/integrations');
  await expect(colleague.getByText('Head Office').first()).toBeVisible();
  await expect(colleague.getByRole('button', { name: /Delete/ })).toHaveCount(0);
  await colleague.goto('/alerts?tab=rules');
  await expect(colleague.getByRole('button', { name: 'Add Rule' })).toHaveCount(0);

  await page.goto('/alerts');
  await colleague.goto('/alerts');
  const acknowledge = colleague.getByRole('button', { name: 'Acknowledge AP Lobby' });
  await raised(acknowledge);
  await acknowledge.click();
  await colleague.getByRole('button', { name: 'Actions for AP Lobby' }).click();
  await colleague.getByRole('menuitem', { name: 'Change note…' }).click();
  await colleague.getByRole('dialog').getByLabel('Note').fill('I am beside it');
  await colleague.getByRole('dialog').getByRole('button', { name: 'Save note' }).click();
  const row = page.getByRole('row', { name: 'AP Lobby' });
  await expect(row).toContainText(/Acknowledged by Vera Holm(just now|\d+ s ago) “I am beside it”/);
  await unifi((network) => void network.device('AP Lobby').comeOnline());
  await expect(page.getByText('All Clear!')).toBeVisible({ timeout: 30_000 });
  await colleague.context().close();
});
