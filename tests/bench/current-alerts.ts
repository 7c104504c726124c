import type { Figure } from './run.ts';
import { clickAt, screenFigures, type Screen } from './screens.ts';

export const alertsScreen: Screen = {
  name: 'Current Alerts',
  // Where new alerts are in sight.
  path: '/alerts?sort=-raised',
  firstRow: (page) => page.locator('[data-part=row]').first(),
  async liveChange(_page, n) {
    const device = `Live ${n}.`;
    return Promise.resolve({ branch: 1, device, shows: ['[data-part=row] [data-part=name] a', device] });
  },
  async work(page) {
    const rows = page.locator('[data-part=row]');
    const search = page.getByRole('searchbox').first();
    for (let round = 0; round < 5; round++) {
      await clickAt(page, rows.nth(3).getByRole('checkbox'));
      for (const key of ['j', 'j', 'x', 'k', 'x']) await page.keyboard.press(key, { delay: 50 });
      await clickAt(page, rows.nth(5).locator('[data-part=act] button').first());
      await page.mouse.wheel(0, 3_000);
      await page.waitForTimeout(300);
      await page.mouse.wheel(0, -3_000);
      await clickAt(page, search);
      await search.pressSequentially('AP 1', { delay: 80 });
      await search.fill('');
      await page.waitForTimeout(500);
    }
  },
};

/** Current Alerts with 20,000 open alerts, in a browser. Both customers have the same sites. */
export const currentAlerts = (): Promise<Figure[]> =>
  screenFigures(alertsScreen, { sites: 600, alerts: 50 }, { sites: 600, alerts: 20_000 });
