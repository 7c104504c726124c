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
  '/unsubscribe/reports',
];
const forVisitors = [
  '/',
  '/old',
  '/privacy',
  '/terms',
  '/packages',
  '/contact',
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
  '/alerts?tab=history',
  '/maintenance',
  '/integrations',
  '/customers',
  '/customers?tab=sites',
  '/reports',
  '/noise',
  '/integrations?tab=ticketing',
  '/integrate',
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
  '/admin/analytics',
  '/admin/health',
  '/admin/organization',
  '/admin/users',
  '/admin/packages',
  '/admin/packages?new',
  '/admin/package-manager',
  '/admin/billing',
  '/admin/waitlist',
  '/admin/security',
  '/admin/integrations',
  '/admin/email',
  '/admin/website',
  '/admin/website?tab=homepage',
  '/admin/website?tab=navigation',
  '/admin/website?tab=footer',
  '/admin/website?tab=social',
  '/admin/branding',
  '/admin/seo',
  '/admin/seo-sitemap',
  '/admin/seo-advanced',
  '/admin/contact',
  '/admin/contact?tab=settings',
];

interface Opened {
  path: string;
  opener: string | RegExp;
  /** What is in it before it is looked at. */
  shows?: string;
}

/** The dialogs that a customer's screen opens: where, by which button. */
const dialogs: Opened[] = [
  { path: '/alerts?tab=rules', opener: 'Add Rule' },
  { path: '/maintenance', opener: 'New Window' },
  { path: '/integrations?tab=channels', opener: /^Deliveries: Slack/ },
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
  { path: '/admin/website?tab=navigation', opener: 'Add Menu Item', shows: 'Opens in a new tab' },
  { path: '/admin/website?tab=social', opener: 'Add Social Link', shows: 'Platform' },
];

/** What is wrong while screens are looked at. */
const broken = 'AP Edit Suite 1';

/** What looks different where it is dark; all else has been judged in the meantime. */
const matterOfColor = ['color-contrast', 'link-in-text-block'];

/** The page hears of another scheme with its next frame: before, axe would hold one theme's text against the other's ground. */
async function drawnIn(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.waitForFunction(
    (dark) => document.documentElement.classList.contains('dark') === dark,
    colorScheme === 'dark',
  );
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    await frame();
    await frame();
    const passing = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
}

/** What keeps someone out, in light and in dark, in words: where, which rule, at which elements. */
async function barriersOf(page: Page, place: string, within?: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    // A dialog that is still fading in has the contrast of a moment.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await drawnIn(page, colorScheme);
    // No script runs in a preview, so axe would wait there for ever. What is in it is judged as the public page that it is.
    // The usual mode opens a page more for each judgement, for the sake of frames of other hosts: there are none.
    const builder = new AxeBuilder({ page })
      .setLegacyMode(true)
      .exclude('iframe[sandbox]')
      .options({ resultTypes: ['violations'] });
    if (within) builder.include(within);
    if (colorScheme === 'dark') builder.withRules(matterOfColor);
    const { violations } = await builder.analyze();
    for (const { id, impact, nodes } of violations) {
      if (impact !== 'serious' && impact !== 'critical') continue;
      const elements = nodes.map(({ target }) => target.join(' ')).join(', ');
      found.push(`${place} in ${colorScheme}: ${id} at ${elements}`);
    }
  }
  return found;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForLoadState('networkidle');
}

/** How much wider than a narrow phone a screen is, in words; nothing where it fits. */
async function beyondPhone(page: Page, path: string): Promise<string[]> {
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 700 });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  const fits = await expect
    .poll(wide, { timeout: 2_000 })
    .toBeLessThanOrEqual(320)
    .then(
      () => true,
      () => false,
    );
  const found = fits ? [] : [`${path}: ${await wide()} px wide on a phone of 320`];
  await page.setViewportSize({ width, height });
  return found;
}

/** Opens screens one after the other, and says what is wrong with each. */
async function look(page: Page, paths: readonly string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of paths) {
    await open(page, path);
    wrong.push(...(await barriersOf(page, path)), ...(await beyondPhone(page, path)));
  }
  return wrong;
}

async function openAll(page: Page, all: readonly Opened[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { path, opener, shows } of all) {
    await open(page, path);
    await page.getByRole('button', { name: opener, exact: true }).first().click();
    const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
    await expect(dialog).toBeVisible();
    if (shows) await expect(dialog.getByText(shows).first()).toBeVisible();
    wrong.push(...(await barriersOf(page, String(opener), anyDialog)));
  }
  return wrong;
}

const anyDialog = '[role=dialog], [role=alertdialog]';

test.describe('No screen has a serious accessibility problem in light or dark, or scrolls sideways on a phone', () => {
  test.describe.configure({ mode: 'parallel', timeout: 300_000 });

  test('for visitors and buyers', async ({ page, login }) => {
    const wrong = await look(page, forVisitors);
    await open(page, '/auth');
    await page.getByRole('tab', { name: 'Register' }).click();
    await expect(page.getByRole('radio').first()).toBeVisible();
    wrong.push(...(await barriersOf(page, 'the Register tab')));
    const email = 'buyer@example.test';
    await joinWithPlan(page.request, email, 'Buyer');
    await login(email, password);
    await open(page, `/subscribe?package=${await packageId(page.request, 'Professional Plan')}`);
    await page.getByRole('button', { name: 'Continue to payment' }).click();
    await expect(page.getByLabel('Card number')).toBeVisible();
    wrong.push(...(await barriersOf(page, 'a card')), ...(await beyondPhone(page, 'a card')));
    expect(wrong).toEqual([]);
  });

  test('for customers', async ({ page, login, unifi, raised }) => {
    await unifi((network, name) => void network.device(name).goOffline(), broken);
    await login();
    const wrong = await look(page, forCustomers);
    await open(page, '/alerts');
    const alert = page
      .getByRole('grid', { name: /^Open alerts of/ })
      .getByRole('link')
      .first();
    await raised(alert);
    await alert.click();
    await expect(page.getByRole('dialog').getByText('Alert raised')).toBeVisible();
    await page.waitForLoadState('networkidle');
    wrong.push(...(await barriersOf(page, 'an alert', anyDialog)));
    for (const [what, part] of [
      ['[role=dialog] a[href^="/alerts/"]', 'Timeline'],
      ['a[href*="/sites/"]', 'Devices'],
      ['a[href^="/controllers/"]:not([href*="/devices/"]):not([href*="/sites/"])', 'Push'],
      ['a[href*="/devices/"]', "Why you were or weren't notified"],
    ] as const) {
      await page.locator(what).first().click();
      await expect(page.getByRole('heading', { level: 2, name: part })).toBeVisible();
      await page.waitForLoadState('networkidle');
      wrong.push(...(await barriersOf(page, what)), ...(await beyondPhone(page, what)));
    }
    await unifi((network, name) => void network.device(name).comeOnline(), broken);
    expect(wrong).toEqual([]);
  });

  test('in the dialogs of customers', async ({ page, login }) => {
    await login();
    expect(await openAll(page, dialogs)).toEqual([]);
  });

  test('for administrators', async ({ page, login }) => {
    await login(demo.admin);
    const wrong = await look(page, forAdministrators);
    wrong.push(...(await openAll(page, dialogsForAdministrators)));
    await open(page, '/admin/integrations');
    await page.getByRole('button', { name: 'Create Template' }).click();
    await page.getByRole('button', { name: /^Start from the PSA/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    wrong.push(...(await barriersOf(page, 'Create Template', anyDialog)));
    expect(wrong).toEqual([]);
  });

  test('when the public site changes: a change, its history, a revert and a conflict', async ({
    page,
    login,
  }) => {
    await login(demo.admin);
    await open(page, '/admin/website?tab=footer');
    const description = page.getByLabel('Description');
    const save = page.getByRole('button', { name: 'Save Changes' });
    await description.fill('Watches the harbour.');
    await save.click();
    await expect(page.getByText('Footer updated successfully')).toBeVisible();
    await page.getByRole('button', { name: 'History' }).click();
    const history = page.getByRole('dialog');
    await expect(history.getByText('Watches the harbour.')).toBeVisible();
    const wrong = await barriersOf(page, 'History', anyDialog);
    await history.getByRole('button', { name: 'Revert' }).first().click();
    await expect(page.getByText('Revert this change?')).toBeVisible();
    wrong.push(...(await barriersOf(page, 'Revert', anyDialog)));

    const other = await page.context().newPage();
    await Promise.all([open(page, '/admin/seo'), open(other, '/admin/seo')]);
    for (const [tab, words] of [
      [other, 'theirs'],
      [page, 'mine'],
    ] as const) {
      await tab.getByLabel('Keywords').fill(words);
      await tab.getByRole('button', { name: 'Save Changes' }).click();
      const told = tab === other ? 'SEO Settings Saved' : 'Someone else saved first';
      await expect(tab.getByText(told).first()).toBeVisible();
    }
    await page.getByRole('button', { name: 'Show their change' }).click();
    await expect(page.getByRole('region', { name: 'Their change' }).getByText('theirs')).toBeVisible();
    wrong.push(...(await barriersOf(page, 'a conflict')), ...(await beyondPhone(page, 'a conflict')));
    expect(wrong).toEqual([]);
  });
});
