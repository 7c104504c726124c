import { AxeBuilder } from '@axe-core/playwright';
import { expect } from '@playwright/test';
import { demo, test } from './support.ts';

const forVisitors = ['/', '/auth', '/nowhere'];
const forCustomers = ['/user-dashboard', '/alerts', '/alerts?tab=rules', '/integrations', '/site-selector'];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has a serious barrier in ${colorScheme}`, async ({ page, login }) => {
    await page.emulateMedia({ colorScheme });
    const barriers: string[] = [];
    const look = async (path: string) => {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const { violations } = await new AxeBuilder({ page }).analyze();
      for (const { id, impact, nodes } of violations) {
        if (impact === 'serious' || impact === 'critical') {
          barriers.push(`${path}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
        }
      }
    };
    for (const path of forVisitors) await look(path);
    await login();
    for (const path of forCustomers) await look(path);
    await page.goto('/alerts?tab=rules');
    await page.getByRole('button', { name: 'Add Rule' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
    barriers.push(
      ...violations.filter(({ impact }) => impact === 'serious').map(({ id }) => `rule dialog: ${id}`),
    );
    await page.evaluate(() => localStorage.removeItem('auth_token'));
    await login(demo.admin);
    await look('/admin');
    expect(barriers).toEqual([]);
  });

  test(`nothing is cut off or scrolls sideways on a phone in ${colorScheme}`, async ({ page, login }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 700 });
    await login();
    for (const path of [...forVisitors, ...forCustomers]) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(320);
    }
  });
}
