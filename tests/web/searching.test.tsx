import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { AlertHistory, AlertHistoryDays } from '#web/features/alerts/history/useAlertHistory.ts';
import { UsersDocument } from '#web/gql/graphql.ts';
import { UsersPage } from '#web/features/users/UsersPage.tsx';
import { alice, answer, grace, render } from '#tests/support/render.tsx';
import { answerControllers, alertAt, headOffice } from './alerts/samples.ts';
import { bob } from './users/samples.tsx';

/** An answer that comes when the test says so. */
function later<T>() {
  let give: (answer: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (give = resolve));
  return { promise, give };
}

const isInert = (element: HTMLElement) => element.closest('[inert]') !== null;

describe('A list that is searched on the server', () => {
  test('shows immediately that it is searching, and disables the previous rows', async () => {
    const found = later<{ users: never[]; userCount: number }>();
    answer(UsersDocument, ({ search }) => (search ? found.promise : { users: [bob], userCount: 1 }));
    const { user } = render(<UsersPage />, { path: '/admin/users', signedInAs: grace });
    const button = await screen.findByRole('button', { name: /^Suspend/ });
    expect(isInert(button)).toBe(false);
    await user.type(screen.getByRole('searchbox'), 'eve');
    expect(screen.getByText('Searching…')).toBeInTheDocument();
    expect(screen.getByRole('searchbox')).toHaveAttribute('aria-busy', 'true');
    await expect.poll(() => isInert(button)).toBe(true);
    expect(screen.getByRole('table', { name: 'Users' })).toHaveAttribute('aria-busy', 'true');
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Searching…');
    // The names of the columns can still be pressed.
    expect(isInert(screen.getByRole('button', { name: 'Joined' }))).toBe(false);
    found.give({ users: [], userCount: 0 });
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(screen.queryByText('Searching…')).toBeNull();
  });

  test('does not say that nothing was found before the response arrives', async () => {
    const found = later<{ users: (typeof bob)[]; userCount: number }>();
    answer(UsersDocument, ({ search }) => (search === 'bob' ? found.promise : { users: [], userCount: 0 }));
    const { user } = render(<UsersPage />, { path: '/admin/users?q=nobody', signedInAs: grace });
    await screen.findByText('No users found');
    await user.clear(screen.getByRole('searchbox'));
    await user.type(screen.getByRole('searchbox'), 'bob');
    await expect.poll(() => screen.queryByText('No users found')).toBeNull();
    found.give({ users: [bob], userCount: 1 });
    expect(await screen.findByRole('link', { name: 'Bob Baker' })).toBeVisible();
  });

  test('does the same for a filter', async () => {
    const found = later<{ alertHistory: { nodes: never[]; nextCursor: null } }>();
    answerControllers(headOffice);
    answer(AlertHistoryDays, {
      me: { id: 'alice', teamPackage: null },
      alertHistoryDays: [],
    });
    answer(AlertHistory, ({ type }) =>
      type ? found.promise : { alertHistory: { nodes: [alertAt(1)], nextCursor: null } },
    );
    const { user } = render(<AlertsPage />, { path: '/alerts?tab=history', signedInAs: alice });
    const table = await screen.findByRole('table', { name: 'Alerts' });
    const link = within(table).getByRole('link');
    await user.selectOptions(screen.getByLabelText('Type'), 'High CPU');
    await expect.poll(() => isInert(link)).toBe(true);
    expect(screen.getAllByText('Searching…').length).toBeGreaterThan(0);
    found.give({ alertHistory: { nodes: [], nextCursor: null } });
    await expect.poll(() => screen.queryByText('Searching…')).toBeNull();
    expect(screen.queryByRole('table', { name: 'Alerts' })).toBeNull();
  });
});
