import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Analytics } from '#web/features/analytics/AnalyticsPage.tsx';
import { CustomerFigures } from '#web/features/analytics/Customers.tsx';
import { growthWords } from '#web/features/analytics/FiguresStrip.tsx';
import type { AnalyticsQuery, CustomerFiguresQuery } from '#web/gql/graphql.ts';
import { ada, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';

type Figures = AnalyticsQuery['analytics'];

const day = (at: number, more: Partial<Figures['history'][number]> = {}) => ({
  day: `2026-11-2${at}`,
  users: 1200 + at,
  activeSubscriptions: 87,
  monthlyRevenue: 99,
  monthlyRevenueUsd: 2609.13,
  uptime: null,
  alerts: 3 * at,
  activeControllers: 40,
  ...more,
});
const figures: Figures = {
  from: '2026-11-20',
  to: '2026-11-22',
  totalUsers: 1202,
  userGrowth: 12.5,
  activeSubscriptions: 87,
  monthlyRevenue: 2609.13,
  revenueGrowth: -3,
  currency: 'USD',
  revenues: [
    { currency: 'USD', amount: 260_913, growth: -3 },
    { currency: 'GBP', amount: 9900, growth: null },
  ],
  systemUptime: 99.997,
  uptimeSince: '2026-11-21T08:00:00Z',
  measuredMinutes: 2000,
  outages: [{ from: '2026-11-22T10:00:00Z', until: '2026-11-22T10:12:00Z' }],
  totalAlerts: 9,
  activeControllers: 40,
  history: [day(0), day(1), day(2, { uptime: 99.997 })],
};
const customer: CustomerFiguresQuery['customerFigures'][number] = {
  teamId: 't1',
  name: 'Northwind 🏢 Netzwerke',
  ownerId: 'u1',
  ownerEmail: 'dana@northwind.test',
  controllers: 4,
  activeControllers: 3,
  alerts: 9,
  revenue: 2999,
  currency: 'USD',
};

function open(path = '/admin/analytics', more: Partial<Figures> = {}) {
  answer(Analytics, { analytics: { ...figures, ...more } });
  answer(CustomerFigures, { customerFigures: [customer] });
  return renderApp({ path, signedInAs: ada });
}
const figure = async (label: string) =>
  (await screen.findByText(label, { selector: 'dt' })).nextElementSibling!;

describe('Analytics', () => {
  test('shows every documented figure, each currency alike, and uptime without rounding it up', async () => {
    open();
    expect(await figure('Total Users')).toHaveTextContent('1,202');
    expect(await figure('User Growth')).toHaveTextContent('+12.5%');
    expect(await figure('Active Subscriptions')).toHaveTextContent('87');
    expect(await figure('Monthly Revenue (GBP)')).toHaveTextContent('£99.00Revenue by customer');
    expect(await figure('Monthly Revenue (USD)')).toHaveTextContent('$2,609.13Revenue by customer');
    expect(await figure('Revenue Growth (GBP)')).toHaveTextContent('No data yetNo pounds came in before');
    expect(await figure('Revenue Growth (USD)')).toHaveTextContent('−3%See the chart');
    expect(await figure('System Uptime')).toHaveTextContent('99.997%1 outage');
    expect(await figure('Total Alerts Processed')).toHaveTextContent('9');
    expect(await figure('Active Controllers')).toHaveTextContent('40');
    const monies = screen.getAllByRole('img', { name: /^Monthly revenue in/ });
    expect(monies.map((chart) => chart.ariaLabel?.split(' ')[3])).toEqual([
      expect.stringContaining('pounds'),
      expect.stringContaining('dollars'),
    ]);
    expect(asks(Analytics)[0]!.variables).toEqual({ days: 30 });
  });

  test('says that uptime is not measured yet, and never what it is not', async () => {
    open('/admin/analytics', { systemUptime: null, uptimeSince: null, measuredMinutes: 0, outages: [] });
    expect(await figure('System Uptime')).toHaveTextContent('No data yetNot measured in this period.');
    expect(screen.getByText(/No measurements yet/)).toBeInTheDocument();
    expect(await figure('System Uptime')).not.toHaveTextContent('99.9');
  });

  test('leads from each figure to the rows that it is made of', async () => {
    open('/admin/analytics?days=7');
    const leads = async (label: string, to: string) =>
      expect(within((await figure(label)) as HTMLElement).getByRole('link')).toHaveAttribute('href', to);
    await leads('Total Users', '/admin/users');
    await leads('User Growth', '/admin/users?joinedSince=2026-11-20&joinedUntil=2026-11-22');
    await leads('Active Subscriptions', '/admin/users?subscription=pro');
    await leads('Monthly Revenue (USD)', '/admin/analytics?days=7&by=revenue#customers');
    await leads('System Uptime', '/admin/analytics?days=7#uptime');
    await leads('Total Alerts Processed', '/admin/analytics?days=7&by=alerts#customers');
    await leads('Active Controllers', '/admin/analytics?days=7&by=controllers#customers');
    const row = await screen.findByRole('row', { name: /Northwind 🏢 Netzwerke/ });
    expect(row).toHaveTextContent('9 alerts3 of 4 controllers$29.99');
    expect(within(row).getByRole('link')).toHaveAttribute('href', '/admin/users?user=u1');
  });

  test('sorts the customers by the selected figure and moves the focus to them', async () => {
    const { user } = open();
    const [revenue] = await screen.findAllByRole('link', { name: 'Revenue by customer' });
    await user.click(revenue!);
    expect(await screen.findByRole('combobox', { name: 'Order' })).toHaveValue('revenue');
    expect(screen.getByRole('heading', { name: 'Customers' })).toHaveFocus();
    expect(asks(CustomerFigures).at(-1)!.variables).toMatchObject({ days: 30, order: 'revenue', skip: 0 });
  });

  test('says each formula, and has a table behind each chart', async () => {
    const { user } = open();
    expect(await screen.findByRole('button', { name: 'How Users is computed' })).toHaveAccessibleDescription(
      /User Growth = \(accounts at the end − accounts before the period\)/,
    );
    expect(
      screen.getByRole('img', {
        name: /People with an account from Nov 20, 2026 to Nov 22, 2026; lowest 1,200, highest 1,202; at the end 1,202/,
      }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show table: Uptime' }));
    const table = screen.getByRole('region', { name: 'Uptime, day by day' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['Day (UTC)Uptime', 'Nov 22, 202699.997%', 'Nov 21, 2026Unknown', 'Nov 20, 2026Unknown']);
  });

  test('takes own dates, says what is wrong with them, and keeps them in the address', async () => {
    const { user } = open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Custom dates…');
    const [first, last] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')];
    await user.clear(first);
    await user.type(first, '2026-11-23');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(screen.getByRole('alert')).toHaveTextContent('The period must start before it ends.');
    await user.clear(first);
    await user.type(first, '2026-01-05');
    await user.clear(last);
    await user.type(last, '2026-02-01');
    await user.click(screen.getByRole('button', { name: 'Show' }));
    expect(asks(Analytics).at(-1)!.variables).toEqual({ from: '2026-01-05', to: '2026-02-01' });
    expect(await screen.findByLabelText('First day')).toHaveValue('2026-01-05');
  });

  test('takes an address that makes no sense for the usual period', async () => {
    open('/admin/analytics?days=-4&from=yesterday&by=color');
    await figure('Total Users');
    expect(asks(Analytics)[0]!.variables).toEqual({ days: 30 });
    expect(asks(CustomerFigures)[0]!.variables).toMatchObject({ order: 'alerts' });
  });

  test('says what could not be loaded, and asks again', async () => {
    refuse(Analytics, { message: 'Not now', code: 'UNAVAILABLE' });
    const { user } = renderApp({ path: '/admin/analytics', signedInAs: ada });
    expect(await screen.findByText('We couldn’t load the figures')).toBeInTheDocument();
    answer(Analytics, { analytics: figures });
    answer(CustomerFigures, { customerFigures: [] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No customers yet')).toBeInTheDocument();
  });
});

test.each([
  [12.5, '+12.5%'],
  [-3, '−3%'],
  [0, '0%'],
  [1200, '+1,200%'],
])('Growth of %d reads %s', (percent, words) => expect(growthWords(percent)).toBe(words));
