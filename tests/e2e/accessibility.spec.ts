import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { password } from './joining.ts';
import { joinWithPlan, packageId } from './paying.ts';
import { demo, test } from './support.ts';

const links = [
  '/verify-email',
  '/reset-password',
  '/unlock',
  '/accept-invitation',
  '/confirm-email',
  '/alert-link',
  '/unsubscribe',
  '/unsubscribe/waitlist',
];
const forVisitors = [
  '/',
  '/packages',
  '/waitlist?packageId=1&packageName=Provider+Plan',
  '/waitlist',
  '/auth',
  '/register',
  ...links.map((page) => `${page}?token=wrong`),
  '/nowhere',
];
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
  '/packages',
  '/billing',
  '/settings',
  '/team',
  '/2fa-setup',
];
const forAdministrators = [
  '/admin',
  '/admin/users',
  '/admin/packages',
  '/admin/packages?new',
  '/admin/package-manager',
  '/admin/billing',
  '/admin/waitlist',
  '/admin/security',
  '/admin/integrations',
  '/admin/email',
];

interface Opened {
  path: string;
  opener: string | RegExp;
  /** What stands in it before it is looked at. */
  shows?: string;
}

/** The dialogs that a customer's screen opens: where, by which button. */
const dialogs: Opened[] = [
  { path: '/alerts?tab=rules', opener: 'Add Rule' },
  { path: '/maintenance', opener: 'New Window' },
  { path: '/integrations', opener: /^Deliveries: Slack/ },
  { path: '/integrations', opener: /^Setup (?!HaloPSA)/ },
  { path: '/settings', opener: 'Change password' },
  { path: '/settings', opener: 'Create token' },
  { path: '/settings', opener: 'Delete Account' },
  { path: '/team', opener: 'Invite' },
  { path: '/billing', opener: 'Update', shows: 'Card number' },
  { path: '/billing', opener: 'Change package', shows: 'Provider Plan' },
  { path: '/billing', opener: 'Cancel subscription' },
];
const dialogsForAdministrators: Opened[] = [
  { path: '/admin/packages', opener: 'Delete package Provider Plan' },
  { path: '/admin/billing', opener: 'Remove keys' },
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
    test.setTimeout(480_000);
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
    const openAll = async (all: Opened[]) => {
      for (const { path, opener, shows } of all) {
        await open(page, path);
        await page.getByRole('button', { name: opener, exact: true }).first().click();
        const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
        await expect(dialog).toBeVisible();
        if (shows) await expect(dialog.getByText(shows).first()).toBeVisible();
        barriers.push(...(await barriersOf(page, String(opener), '[role=dialog], [role=alertdialog]')));
      }
    };
    const signOut = () => page.evaluate(() => localStorage.removeItem('auth_token'));
    const email = `buyer-${colorScheme}@example.test`;
    await joinWithPlan(page.request, email, 'Buyer');
    await login(email, password);
    await open(page, `/subscribe?package=${await packageId(page.request, 'Professional Plan')}`);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
    barriers.push(...(await barriersOf(page, 'a card')));
    await signOut();
    await login();
    for (const path of forCustomers) await look(path);
    await openAll(dialogs);
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
    await signOut();
    await login(demo.admin);
    for (const path of forAdministrators) await look(path);
    await openAll(dialogsForAdministrators);
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
    const subscribe = `/subscribe?package=${await packageId(page.request, 'Provider Plan')}`;
    await measure(subscribe);
    await login();
    for (const path of [...forCustomers, subscribe]) await measure(path);
    await page.evaluate(() => localStorage.removeItem('auth_token'));
    await login(demo.admin);
    for (const path of forAdministrators) await measure(path);
  });
}
