import { expect, type Page } from '@playwright/test';
import { demo, test } from './support.ts';

/** How far what is seen has moved by itself since the page was opened, as browsers measure it. */
async function shiftOf(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    const measured = window as { shift?: number };
    measured.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        measured.shift! += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
  return page.evaluate(() => (window as { shift?: number }).shift!);
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the operator’s screens don’t move while they load', async ({ page, login }) => {
    await login(demo.admin);
    for (const path of ['/admin/dashboard', '/admin/email', '/admin/billing'])
      expect.soft(await shiftOf(page, path), path).toBeLessThan(0.1);
  });

  test('a controller’s page doesn’t move while it loads', async ({ page, login }) => {
    await login();
    await page.goto('/controllers');
    const path = await page.locator('main a[href^="/controllers/"]').first().getAttribute('href');
    expect(await shiftOf(page, path!)).toBeLessThan(0.1);
  });

  test('names that lead somewhere have 44 px for fingers, and the sign-in’s toast covers no title', async ({
    page,
    login,
  }) => {
    await login();
    const toast = page.getByText('Login successful');
    await expect(toast).toBeVisible();
    expect((await toast.boundingBox())!.y).toBeGreaterThan(700);
    for (const path of ['/customers', '/controllers']) {
      await page.goto(path);
      const name = page.locator('main').getByRole('link').first();
      await expect(name).toBeVisible();
      await name.scrollIntoViewIfNeeded();
      expect(await hitHeight(name)).toBeGreaterThanOrEqual(42);
    }
  });
});

/** Pixels above and below the middle of a link at which a tap still reaches it, up to 44. */
const hitHeight = (link: ReturnType<Page['locator']>) =>
  link.evaluate((element) => {
    const { left, width, top, height } = element.getBoundingClientRect();
    const reaches = (dy: number) =>
      document.elementFromPoint(left + width / 2, top + height / 2 + dy)?.closest('a') === element;
    let [up, down] = [0, 0];
    while (up < 22 && reaches(-up - 1)) up += 1;
    while (down < 22 && reaches(down + 1)) down += 1;
    return up + down;
  });

test('on a large screen, lists use more of its width than text does', async ({ page, login }) => {
  await page.setViewportSize({ width: 2560, height: 1440 });
  await login();
  const widthAt = async (path: string) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    return (await page.locator('main').boundingBox())!.width;
  };
  for (const path of ['/dashboard', '/alerts', '/customers'])
    expect(await widthAt(path)).toBeGreaterThan(2000);
  for (const path of ['/alerts?tab=rules', '/settings']) expect(await widthAt(path)).toBe(1280);
});
