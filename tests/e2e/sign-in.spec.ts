import { expect } from '@playwright/test';
import { demo, test } from './support.ts';

test('a customer signs in, is still signed in after a reload, and signs out', async ({ page, login }) => {
  await login();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeTruthy();

  await page.getByRole('button', { name: /Dana Morgan/ }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test('an administrator starts in the console and changes to user mode', async ({ page, login }) => {
  await login(demo.admin);
  await expect(page).toHaveURL(/\/admin\/dashboard$/);
  await page.getByRole('link', { name: 'User Mode' }).click();
  await expect(page).toHaveURL(/\/user-dashboard$/);
  await page.getByRole('link', { name: 'Admin Mode' }).click();
  await expect(page).toHaveURL(/\/admin/);
});

test('a wrong password shows the documented error and nothing typed is lost', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(demo.customer);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Login Failed').first()).toBeVisible();
  await expect(
    page
      .getByText(
        'The email or password you entered is incorrect. Please check your credentials and try again.',
      )
      .first(),
  ).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(demo.customer);
});

test('a visitor of a customer page is sent to sign in', async ({ page }) => {
  // They are told for half a second, which a busy machine can miss: an answer without content leaves the page there.
  const left: string[] = [];
  await page.route('**/api/login', async (route) => {
    left.push(new URL(route.request().url()).pathname);
    await route.fulfill({ status: 204 });
  });
  await page.goto('/alerts');
  await expect(page.getByText('You are logged out. Logging in again...')).toBeVisible();
  await expect.poll(() => left).toEqual(['/api/login']);
  await page.unroute('**/api/login');
  await page.goto('/api/login');
  await expect(page).toHaveURL(/\/auth$/);
});

test('a customer can’t open the administration', async ({ page, login }) => {
  await login();
  await page.goto('/admin');
  await expect(page.getByText('Access Denied')).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test('an unknown address shows an error', async ({ page }) => {
  await page.goto('/nowhere?x=1');
  await expect(page.getByText('This page route was not found in the router configuration.')).toBeVisible();
  await expect(page.getByText('/nowhere', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  // The server writes the public site, so a visitor's way there loads a document.
  await expect(page.locator('html[data-site]')).toBeAttached();
  await expect(page).toHaveURL('/');
});
