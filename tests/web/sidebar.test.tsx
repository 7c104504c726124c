import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { ControllerProblems, MayAdminister, OpenAlertCount } from '#web/app/shell.gql.ts';
import { OperatorAttention } from '#web/features/attention/operator-attention.ts';
import { PlatformStatus } from '#web/features/health/health.gql.ts';
import { ada, alice, answer, asks, renderApp, type ScreenAt } from '#tests/support/render.tsx';

const table: readonly ScreenAt[] = ['/alerts', '/team', '/admin/users', '/admin/contact'].map((path) => ({
  path,
  audience: path.startsWith('/admin') ? 'admin' : 'member',
  Screen: () => <h1>{path}</h1>,
}));

const openSidebar = async () => within(await screen.findByRole('navigation'));
const groupsOf = ({ getAllByRole }: Awaited<ReturnType<typeof openSidebar>>) =>
  getAllByRole('button').map(({ textContent }) => textContent);

function openAsCustomer(path = '/alerts') {
  answer(OpenAlertCount, { openAlertCount: 11 });
  answer(ControllerProblems, { controllerStates: { offline: 1, error: 1 } });
  return renderApp({ path, table, signedInAs: alice });
}

const waiting = {
  unansweredMessages: 2,
  oldestMessageAt: '2026-11-20T10:00:00Z',
  failedPayments: 1,
  oldestFailedPaymentAt: '2026-11-21T10:00:00Z',
  waitlistUnemailed: 1200,
  latePolls: 0,
  oldestLatePollAt: null,
};

function openAsOperator() {
  answer(MayAdminister, { me: { id: ada.id, administersFromHere: true } });
  answer(OperatorAttention, { operatorAttention: waiting });
  answer(PlatformStatus, {
    platformHealth: {
      state: 'late',
      checks: [
        { part: 'queue', state: 'late', says: '2 jobs have failed permanently' },
        { part: 'disk', state: 'ok', says: '40 GB free' },
      ],
    },
  });
  return renderApp({ path: '/admin/users', table, signedInAs: ada });
}

beforeEach(() => localStorage.removeItem('sidebar.closed.Main'));

describe('The sidebar', () => {
  test('groups a customer’s screens, and counts open alerts and controllers with problems', async () => {
    openAsCustomer();
    const sidebar = await openSidebar();
    expect(await sidebar.findByRole('link', { name: 'Alerts 11 open alerts' })).toBeVisible();
    expect(
      await sidebar.findByRole('link', { name: 'Controllers 2 controllers offline or failing' }),
    ).toBeVisible();
    expect(groupsOf(sidebar)).toEqual(['Monitor', 'Connect', 'Account']);
  });

  test('closes a group, shows its total instead, and keeps the current screen', async () => {
    const { user } = openAsCustomer('/team');
    const sidebar = await openSidebar();
    await sidebar.findByRole('link', { name: /^Controllers 2/ });
    await user.click(sidebar.getByRole('button', { name: 'Monitor' }));
    const monitor = sidebar.getByRole('button', { name: 'Monitor 13 items need attention' });
    expect(monitor).toHaveAttribute('aria-expanded', 'false');
    expect(sidebar.queryByRole('link', { name: /^Alerts/ })).toBeNull();
    await user.click(sidebar.getByRole('button', { name: 'Account' }));
    expect(sidebar.getByRole('link', { name: 'Team' })).toHaveAttribute('aria-current', 'page');
    expect(sidebar.queryByRole('link', { name: 'Billing' })).toBeNull();
    await user.click(monitor);
    expect(sidebar.getByRole('link', { name: /^Alerts/ })).toBeVisible();
    expect(localStorage.getItem('sidebar.closed.Main')).toBe('Account');
  });

  test('shows operators what waits behind each screen, and asks again on the next one', async () => {
    const { user } = openAsOperator();
    const sidebar = await openSidebar();
    expect(await sidebar.findByRole('link', { name: 'Contact 2 unanswered messages' })).toBeVisible();
    expect(sidebar.getByRole('link', { name: 'Billing 1 failed payment' })).toBeVisible();
    expect(sidebar.getByRole('link', { name: 'Waitlist 1,200 people waiting' })).toHaveTextContent('999+');
    expect(await sidebar.findByRole('link', { name: 'Health 1 health problem' })).toBeVisible();
    expect(groupsOf(sidebar)).toEqual(['Customers', 'Sales', 'Website', 'System']);
    answer(OperatorAttention, { operatorAttention: { ...waiting, unansweredMessages: 1 } });
    await user.click(sidebar.getByRole('link', { name: /^Contact/ }));
    expect(await sidebar.findByRole('link', { name: 'Contact 1 unanswered message' })).toBeVisible();
  });

  test('asks nothing for operators whose address may not administer', async () => {
    answer(MayAdminister, { me: { id: ada.id, administersFromHere: false } });
    renderApp({ path: '/admin/users', table, signedInAs: ada });
    await waitFor(() => expect(asks(MayAdminister)).toHaveLength(1));
    await screen.findByText('You can’t administer the platform from your IP address.');
    expect(asks(OperatorAttention)).toEqual([]);
  });
});
