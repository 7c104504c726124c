import { expect } from '@playwright/test';
import { holdScripts, isAlive, watch } from './scripts.ts';
import { test } from './support.ts';

const pages = ['/', '/old', '/packages', '/contact', '/waitlist', '/privacy', '/terms'];

test('Public pages are read without JavaScript', async ({ browser, baseURL }) => {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false });
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link').first()).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText('Privacy');
  }
  await page.goto('/packages');
  await expect(page.getByRole('listitem').filter({ hasText: 'Professional Plan' }).first()).toBeVisible();
  // Up to the forms, which say so; what is typed in them gets into no address.
  const answer = await page.goto('/contact');
  expect(await answer!.text()).toContain('<noscript>');
  await page.getByLabel('Message').fill('Is anybody there?');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(page.getByLabel('Message')).toHaveValue('Is anybody there?');
});

test('Public pages load no further script before the visitor interacts, and then become interactive silently', async ({
  browser,
  baseURL,
}) => {
  for (const path of pages) {
    const page = await browser.newPage({ baseURL });
    const { scripts, complaints } = watch(page);
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(150);
    expect([path, scripts]).toEqual([path, []]);
    const [before, title] = [await page.locator('#root').innerText(), await page.title()];
    await page.keyboard.press('Shift');
    await isAlive(page);
    expect(scripts.length).toBeGreaterThan(0);
    expect([await page.locator('#root').innerText(), await page.title()]).toEqual([before, title]);
    expect([path, complaints]).toEqual([path, []]);
    await page.close();
  }
});

test('The demo opens at the first tap, before any script has arrived, and then continues', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({ baseURL, hasTouch: true, viewport: { width: 390, height: 844 } });
  const { complaints } = watch(page);
  const release = await holdScripts(page);
  await page.goto('/');
  const dialog = page.getByRole('dialog', { name: 'The product in six steps' });
  await page.getByRole('button', { name: 'Watch the demo' }).tap();
  await expect(dialog.getByRole('heading', { name: 'Add your controllers' })).toBeVisible();
  release();
  await isAlive(page);
  await expect(dialog.getByRole('button', { name: 'Stop' })).toBeVisible();
  await dialog.getByRole('button', { name: '5 Watch many sites' }).tap();
  await expect(dialog.getByRole('heading', { name: 'Watch many sites' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Watch the demo' })).toBeFocused();
  expect(complaints).toEqual([]);
  await page.close();
});
