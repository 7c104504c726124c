import { expect, type Page } from '@playwright/test';
import { test } from './support.ts';
import { workerOf } from './worker.ts';

test.use({ serviceWorkers: 'allow' });

const kept = (page: Page) =>
  page.evaluate(async () => (await (await caches.match('/last-known.json'))?.text()) ?? '');

test('The app can be installed, says what it last knew without a connection, and forgets it at sign-out', async ({
  page,
  context,
  login,
}) => {
  await login();
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual([]);
  await workerOf(context, page);
  await expect.poll(() => kept(page), { timeout: 30_000 }).toContain('"teamName":"Northwind Networks"');

  await context.setOffline(true);
  await page.goto('/alerts');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expect(page.getByText(/^Last connected .+ This page reloads/)).toBeVisible();
  await expect(page.getByRole('heading', { name: /open alerts? at / })).toBeVisible();
  await context.setOffline(false);
  // It has noticed by itself.
  await page.getByRole('button', { name: 'account of Dana Morgan' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await kept(page)).toBe('');
  await context.setOffline(true);
  await page.goto('/alerts');
  await expect(page.getByRole('heading', { name: 'You’re offline' })).toBeVisible();
  await expect(page.getByText('open alert')).toHaveCount(0);
});
