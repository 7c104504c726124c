import type { Page } from '@playwright/test';
import type { Figure } from './run.ts';
import { clickAt, screenFigures, type Screen } from './screens.ts';

const label = 'Customers with open alerts';
const groups = (page: Page) => page.getByRole('list', { name: label });

export const dashboardScreen: Screen = {
  name: 'the dashboard',
  path: '/dashboard',
  firstRow: (page) => page.getByText(/^Branch \d+$/).first(),
  async liveChange(page, n) {
    const worst = groups(page).getByRole('listitem').first();
    const site = await worst.getByRole('heading').textContent();
    const critical = await worst.getByText(/^\d+ critical$/).textContent();
    return {
      branch: Number(/\d+/.exec(site!)),
      device: `Live ${n}`,
      shows: [`[aria-label="${label}"] > li:first-child span`, `${Number.parseInt(critical!) + 1} critical`],
    };
  },
  async work(page) {
    const search = page.getByRole('searchbox').first();
    for (let round = 0; round < 5; round++) {
      await clickAt(page, search);
      await search.pressSequentially(`Branch ${round}`, { delay: 80 });
      await search.fill('');
      await clickAt(
        page,
        groups(page)
          .getByRole('button', { name: /^Acknowledge / })
          .nth(round),
      );
      await page.mouse.wheel(0, 400);
      await clickAt(page, page.getByRole('heading', { name: 'Dashboard' }));
      await page.mouse.wheel(0, -400);
      await page.waitForTimeout(500);
    }
  },
};

/** The dashboard of 5,000 sites with 20,000 open alerts, in a browser. */
export const dashboard = (): Promise<Figure[]> =>
  screenFigures(dashboardScreen, { sites: 50, alerts: 50 }, { sites: 5_000, alerts: 20_000 });
