// The documented addresses, whose they are, and what leads to them.
import { screen, waitFor, within } from '@testing-library/react';
import { isValidElement } from 'react';
import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import type { Audience } from '#web/app/AudienceLayout.tsx';
import type { ScreenHandle } from '#web/app/layouts/MemberLayout.tsx';
import { navigation } from '#web/app/layouts/navigation.ts';
import { screens } from '#web/app/routes.tsx';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import { ada, alice, answer, asks, renderApp, type ScreenAt } from '#tests/support/render.tsx';
import { PlanStatusQueryDocument, SignOutDocument } from '#web/gql/graphql.ts';
import { active, plan, trial } from './billing/samples.ts';

const documented = {
  visitor:
    '/ /auth /verify-email /reset-password /old /packages /subscribe /register /waitlist /privacy /terms /contact',
  member:
    '/ /dashboard /user-dashboard /controllers /alerts /integrations /halopsa-setup /site-selector /billing /settings /2fa-setup /packages /subscribe',
  admin:
    '/ /dashboard /admin /admin/dashboard /admin/integrations /admin/users /admin/packages /admin/waitlist /admin/email /admin/contact /admin/billing /admin/branding /admin/security /admin/organization /admin/settings /admin/package-manager /admin/website /admin/analytics /admin/seo /admin/seo-sitemap /admin/seo-advanced',
} as const;
/** Whose screen is at a path. */
function audiencesAt(path: string): readonly Audience[] {
  const layout = matchRoutes(screens, path)?.[0]?.route.element;
  return isValidElement<{ of: readonly Audience[] }>(layout) ? layout.props.of : [];
}
const rows = (['visitor', 'member', 'admin'] as const).flatMap((audience) =>
  documented[audience].split(' ').map((path) => ({ audience, path })),
);

describe('The route table', () => {
  test.each(rows)('has $path for a $audience', ({ audience, path }) => {
    expect(audiencesAt(path)).toContain(audience);
  });

  test('keeps the screens of administrators and customers separate', () => {
    for (const path of documented.admin.split(' ').filter((one) => one.startsWith('/admin')))
      expect(audiencesAt(path), path).toEqual(['admin']);
    for (const path of ['/alerts', '/billing', '/settings', '/2fa-setup'])
      expect(audiencesAt(path), path).toEqual(['member']);
    expect(audiencesAt('/nowhere')).toEqual([]);
  });

  test.each([
    ['/', true],
    ['/dashboard', true],
    ['/user-dashboard', true],
    ['/alerts?tab=current', true],
    ['/alerts?tab=rules', false],
    ['/customers', true],
    ['/settings', false],
  ])('lets tables use a wide window: %s %s', (address, expected) => {
    const { pathname, searchParams } = new URL(address, 'https://netlantern.test');
    const handle: ScreenHandle = matchRoutes(screens, pathname)?.at(-1)?.route.handle ?? {};
    expect(handle.isWide?.(searchParams.get('tab')) ?? false).toBe(expected);
  });

  test.each(['member', 'admin'] as const)('has every entry of the %s’s sidebar', (area) => {
    for (const { to } of navigation[area]) expect(audiencesAt(to), to).toContain(area);
  });
});

test('The customer navigation links to each documented screen', () => {
  const reached = navigation.member.flatMap(({ to, also = [] }) => [to, ...also]);
  for (const path of ['/dashboard', '/user-dashboard', '/controllers', '/alerts', '/integrations'])
    expect(reached).toContain(path);
  for (const path of ['/billing', '/settings', '/packages']) expect(reached).toContain(path);
});

describe('The frame of a customer’s screen', () => {
  const table: readonly ScreenAt[] = [
    { path: '/alerts', audience: 'member', Screen: () => <h1>Network alerts</h1> },
  ];
  const open = async (signedInAs: typeof alice) => {
    answer(OpenAlertCount, { openAlertCount: 0 });
    answer(PackagePrices, {
      packages: [
        { id: 'pro', name: 'Professional Plan', price: '29.99', currency: 'GBP' },
        { id: 'us', name: 'Provider Plan', price: '99.99', currency: 'USD' },
      ],
    });
    renderApp({ path: '/alerts', table, signedInAs });
    await screen.findByRole('heading', { name: 'Network alerts' });
  };

  test('shows prices a month in the sidebar, in the currency of each package', async () => {
    plan(trial);
    await open(alice);
    const sidebar = within((await screen.findByText('Professional Plan')).closest('dl')!);
    expect(sidebar.getByText('£29.99/month')).toBeInTheDocument();
    expect(sidebar.getByText('$99.99/month')).toBeInTheDocument();
  });

  test('shows no prices to people who already pay', async () => {
    plan(active);
    await open(alice);
    await waitFor(() => expect(asks(PlanStatusQueryDocument)).toHaveLength(1));
    expect(screen.queryByText('Professional Plan')).toBeNull();
  });

  test('has an Admin Mode button that opens /admin, for administrators only', async () => {
    await open(ada);
    for (const button of screen.getAllByRole('link', { name: 'Admin Mode' }))
      expect(button).toHaveAttribute('href', '/admin');
  });
});

test('The administrator sidebar links to each documented screen', () => {
  const reached = navigation.admin.flatMap(({ to, also = [] }) => [to, ...also]);
  expect(reached).toEqual(expect.arrayContaining(documented.admin.split(' ')));
});

describe('The frame of an administrator’s screen', () => {
  const table: readonly ScreenAt[] = [
    { path: '/admin/users', audience: 'admin', Screen: () => <h1>People</h1> },
  ];
  const open = async () => {
    const packages = [{ id: 'pro', name: 'Professional Plan', price: '29.99', currency: 'GBP' as const }];
    answer(PackagePrices, { packages });
    const drawn = renderApp({ path: '/admin/users', table, signedInAs: ada });
    await screen.findByRole('heading', { name: 'People' });
    return drawn;
  };

  test('has User Mode and Settings in its header, and prices a month in its sidebar', async () => {
    await open();
    const header = within(screen.getByRole('banner'));
    expect(header.getByRole('link', { name: 'User Mode' })).toHaveAttribute('href', '/user-dashboard');
    expect(header.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', '/settings');
    const sidebar = within((await screen.findByText('Professional Plan')).closest('dl')!);
    expect(sidebar.getByText('£29.99/month')).toBeInTheDocument();
  });

  test('logs out from its header, removes the token and loads the homepage', async () => {
    answer(SignOutDocument, { signOut: true });
    const { user, leftFor } = await open();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    await waitFor(() => expect(leftFor).toEqual(['/']));
    expect(localStorage.getItem('auth_token')).toBeNull();
  });
});
