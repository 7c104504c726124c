import { expect } from '@playwright/test';
import { generateSync } from 'otplib';
import { elsewhere, enterCredentials, join, password } from './joining.ts';
import { mailedLink } from './mailbox.ts';
import { demo, test } from './support.ts';

test('a stranger registers, verifies the address from the mail and is signed in', async ({ page }) => {
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

  // The account is made by a job, with the mail. The tab is Sign In again; without the click nobody gets in.
  const link = await mailedLink(page.request, 'nora@example.test', '/verify-email');
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
  await page.getByText('I have kept them').click();
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

test('wrong passwords close an account to everybody but its owner, who has a link', async ({ page }) => {
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
  await page.goto(await mailedLink(page.request, email, '/unlock'));
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a forgotten password is replaced by the link in the mail', async ({ page }) => {
  const email = 'forgetful@example.test';
  const renewed = 'Silver-Beacon-77!';
  await join(page.request, email);
  await page.goto('/auth');
  await page.getByRole('button', { name: /forgot/i }).click();
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Reset email sent!')).toBeVisible();
  const link = await mailedLink(page.request, email, '/reset-password');
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

test('a colleague who is invited as a viewer sees everything, acknowledges, and changes nothing', async ({
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
  await colleague.goto(await mailedLink(page.request, email, '/accept-invitation'));
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
  await colleague.getByRole('dialog').getByLabel('Note').fill('I am beside it');
  await colleague.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
  await expect(
    page.getByText(/Acknowledged by Vera Holm, (just now|\d+ s ago) “I am beside it”/),
  ).toBeVisible();
  await unifi((network) => void network.device('AP Lobby').comeOnline());
  await expect(page.getByText('All Clear!')).toBeVisible({ timeout: 30_000 });
  await colleague.context().close();
});

test('an account is deleted with its team, by its password', async ({ page }) => {
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
  await expect(dialog.getByText('The password is not right').first()).toBeVisible();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
  await page.goto('/auth');
  await enterCredentials(page, email);
  await expect(page.getByText('Login Failed').first()).toBeVisible();
});

test('an administrator suspends somebody whose page is open, and it ends', async ({
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
