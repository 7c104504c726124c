import { expect } from '@playwright/test';
import { generateSync } from 'otplib';
import { elsewhere, enterCredentials, join, password } from './joining.ts';
import { emailLink } from './mailbox.ts';
import { demo, test } from './support.ts';

test('a second factor is set up by its QR code, asked for, and replaced by a recovery code', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = 'factor@example.test';
  await join(page.request, email);
  await page.goto('/auth');
  await enterCredentials(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await page.getByText('Two-Factor Authentication').first().scrollIntoViewIfNeeded();
  await page.locator('label', { has: page.getByLabel('Two-factor authentication') }).click();
  await expect(page).toHaveURL(/\/2fa-setup$/);
  await expect(page.getByAltText('QR code for your authenticator app')).toBeVisible();
  const secret = (await page.locator('code').first().textContent())!.replaceAll(/\s/g, '');
  await page.getByLabel('Verification code').fill('000000');
  await page.getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByText('Invalid verification code').first()).toBeVisible();
  await page.getByLabel('Verification code').fill(generateSync({ secret }));
  await page.getByRole('button', { name: 'Enable' }).click();
  const shown = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await page.getByText('I’ve saved these codes').click();
  await page.getByRole('button', { name: 'Continue' }).click();

  const other = await elsewhere(browser, baseURL);
  await other.goto('/auth');
  await enterCredentials(other, email);
  await expect(other.getByLabel('Verification code')).toBeVisible();
  await other.getByRole('button', { name: 'Use a recovery code' }).click();
  await other.getByLabel('Recovery code').fill(codes[0]!);
  await other.getByRole('button', { name: 'Verify' }).click();
  await expect(other).toHaveURL(/\/dashboard$/);
  await other.goto('/2fa-setup');
  await expect(other.getByText(/\b9\b/).first()).toBeVisible();

  // The first browser signs the second one out, whose page says so by itself.
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out all other sessions' }).click();
  await expect(other).toHaveURL(/\/auth$/);
  await other.context().close();
});

test('wrong passwords lock an account for everyone but its owner, who has a link', async ({ page }) => {
  const email = 'locked@example.test';
  await join(page.request, email);
  await page.goto('/auth');
  const answers = ['The email or password you entered is incorrect', 'Too many failed sign-ins'];
  for (let attempt = 0; attempt < 6; attempt++) {
    await enterCredentials(page, email, `wrong ${attempt}`);
    await expect(page.getByText(answers[attempt < 5 ? 0 : 1]!).first()).toBeVisible();
  }
  await enterCredentials(page, email);
  await expect(page.getByText('Too many failed sign-ins').first()).toBeVisible();
  await page.goto(await emailLink(page.request, email, '/unlock'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a forgotten password is replaced through the link in the email', async ({ page }) => {
  const email = 'forgetful@example.test';
  const renewed = 'Silver-Beacon-77!';
  await join(page.request, email);
  await page.goto('/auth');
  await page.getByRole('button', { name: /forgot/i }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Reset email sent!')).toBeVisible();
  const link = await emailLink(page.request, email, '/reset-password');
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill(renewed);
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(renewed);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByText('This link has already been used')).toBeVisible();
  await page.goto('/auth');
  await enterCredentials(page, email);
  await expect(page.getByText('Login Failed').first()).toBeVisible();
  await enterCredentials(page, email, renewed);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an account is deleted with its team, after entering the password', async ({ page }) => {
  const email = 'leaving@example.test';
  await join(page.request, email);
  await page.goto('/auth');
  await enterCredentials(page, email);
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog.getByText('The password is incorrect').first()).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  await page.goto('/auth');
  await enterCredentials(page, email);
  await expect(page.getByText('Login Failed').first()).toBeVisible();
});

test('an administrator suspends someone whose page is open, and signs them out', async ({
  page,
  login,
  browser,
  baseURL,
}) => {
  const email = 'suspended@example.test';
  await join(page.request, email, { firstName: 'Sven' });
  const open = await elsewhere(browser, baseURL);
  await open.goto('/auth');
  await enterCredentials(open, email);
  await expect(open).toHaveURL(/\/dashboard$/);
  await expect(open.getByText('Live', { exact: true }).first()).toBeVisible();

  await login(demo.admin);
  await page.goto(`/admin/users?q=${email}`);
  await page.getByRole('button', { name: /^Suspend/ }).click();
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: /^Suspend/ })
    .click();
  await expect(page.getByText('User status updated successfully')).toBeVisible();
  await expect(open).toHaveURL(/\/auth$/, { timeout: 5000 });
  await enterCredentials(open, email);
  await expect(
    open.getByText('Your account has been deactivated. Please contact support for assistance.').first(),
  ).toBeVisible();
  await open.context().close();
});
