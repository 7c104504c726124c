import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { demo, test } from './support.ts';

const links = [
  '/verify-email',
  '/reset-password',
  '/unlock',
  '/accept-invitation',
  '/confirm-email',
  '/alert-link',
  '/unsubscribe',
];
const forVisitors = ['/', '/auth', '/register', ...links.map((page) => `${page}?token=wrong`), '/nowhere'];
const forCustomers = [
  '/user-dashboard',
  '/alerts',
  '/alerts?tab=rules',
  '/maintenance',
  '/integrations',
  '/integrations?channel=slack',
  '/integrations?channel=email',
  '/halopsa-setup',
  '/site-selector',
  '/settings',
  '/team',
  '/2fa-setup',
];
const forAdministrators = [
  '/admin',
  '/admin/users',
  '/admin/security',
  '/admin/integrations',
  '/admin/email',
];

/** The dialogs that a screen opens: where, by which button. */
const dialogs: { path: string; opener: string | RegExp }[] = [
  { path: '/alerts?tab=rules', opener: 'Add Rule' },
  { path: '/maintenance', opener: 'New Window' },
  { path: '/integrations', opener: /^Deliveries: Slack/ },
  { path: '/integrations', opener: /^Setup (?!HaloPSA)/ },
  { path: '/settings', opener: 'Change password' },
  { path: '/settings', opener: 'Create token' },
  { path: '/settings', opener: 'Delete Account' },
  { path: '/team', opener: 'Invite' },
];

/** What is wrong while screens are looked at; one each, so that none comes and goes. */
const broken = { light: 'AP Edit Suite 1', dark: 'AP Edit Suite 2' };

/** A rule of one minute, a poll of a second, and some patience for a busy machine, in milliseconds. */
const UNTIL_RAISED = 100_000;

/** What keeps somebody out, in words: where, which rule, at which elements. */
async function barriersOf(page: Page, place: string, within?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page });
  const { violations } = await (within ? builder.include(within) : builder).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${place}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no screen has a serious barrier in ${colorScheme}`, async ({ page, login, unifi }) => {
    test.setTimeout(300_000);
    // Until its alert is looked at, its rule's minute is over.
    await unifi((network, name) => void network.device(name).goOffline(), broken[colorScheme]);
    // A dialog that is still fading in has the contrast of a moment.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const barriers: string[] = [];
    const look = async (path: string) => {
      await open(page, path);
      barriers.push(...(await barriersOf(page, path)));
    };
    for (const path of forVisitors) await look(path);
    await open(page, '/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect(page.getByRole('radio').first()).toBeVisible();
    barriers.push(...(await barriersOf(page, 'the Register tab')));
    await login();
    for (const path of forCustomers) await look(path);
    for (const { path, opener } of dialogs) {
      await open(page, path);
      await page.getByRole('button', { name: opener, exact: true }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      barriers.push(...(await barriersOf(page, String(opener), '[role=dialog]')));
    }
    await open(page, '/alerts');
    await page
      .getByRole('table', { name: /^Open alerts of/ })
      .getByRole('button')
      .first()
      .click({ timeout: UNTIL_RAISED });
    await expect(page.getByRole('dialog').getByText('Alert raised')).toBeVisible();
    await page.waitForLoadState('networkidle');
    barriers.push(...(await barriersOf(page, 'an alert', '[role=dialog]')));
    await unifi((network, name) => void network.device(name).comeOnline(), broken[colorScheme]);
    await page.evaluate(() => localStorage.removeItem('auth_token'));
    await login(demo.admin);
    for (const path of forAdministrators) await look(path);
    await open(page, '/admin/integrations');
    await page.getByRole('button', { name: 'Create Template' }).click();
    await page.getByRole('button', { name: /^Begin with the PSA/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    barriers.push(...(await barriersOf(page, 'Create Template', '[role=dialog]')));
    expect(barriers).toEqual([]);
  });

  test(`nothing is cut off or scrolls sideways on a phone in ${colorScheme}`, async ({ page, login }) => {
    test.slow();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 700 });
    const measure = async (path: string) => {
      await open(page, path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width, path).toBeLessThanOrEqual(320);
    };
    for (const path of forVisitors) await measure(path);
    await login();
    for (const path of forCustomers) await measure(path);
    await page.evaluate(() => localStorage.removeItem('auth_token'));
    await login(demo.admin);
    for (const path of forAdministrators) await measure(path);
  });
}
