import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { UpdateUserDocument, UsersDocument } from '#web/gql/graphql.ts';
import { UsersPage } from '#web/features/users/UsersPage.tsx';
import { PreferencesOwner } from '#web/lib/column-preferences.ts';
import { ada as adaSession, answer, asks, grace, refuse, render } from '#tests/support/render.tsx';
import { Address, ada, bob, person, superAdmin, suspended, unverified } from './samples.tsx';

const shows = (users = [bob], userCount = users.length) => answer(UsersDocument, { users, userCount });
const open = ({ path = '/admin/users', signedInAs = grace } = {}) =>
  render(
    <>
      <UsersPage />
      <Address />
    </>,
    { path, signedInAs },
  );
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('tr');
  return within(row!);
};
const address = () => screen.getByLabelText('address').textContent;

describe('The list', () => {
  test('shows each user’s name, status, role and payment', async () => {
    shows([bob, suspended, unverified, ada]);
    open();
    await rowOf('Bob Baker');
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows[0]).toMatch(/^User.*Status.*Role.*Joined.*Subscription/);
    expect(rows[1]).toMatch(/^Bob Bakerbob@example.testActiveUser.*2026FreeEditSuspend$/);
    expect(rows[2]).toMatch(/^Ève 🏮 李eve@example.testSuspendedUser.*2026ProEditActivate$/);
    expect(rows[3]).toMatch(/Unverified/);
    expect(rows[4]).toMatch(/ActiveAdmin/);
    expect(screen.getByText('4 users')).toBeVisible();
  });

  test('without results says "No users found"', async () => {
    shows([]);
    open();
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  test('that cannot be loaded says so and loads on Retry', async () => {
    refuse(UsersDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open();
    expect(await screen.findByText('We couldn’t load the users')).toBeVisible();
    shows([bob]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await rowOf('Bob Baker');
  });

  test('is paged, with the page in the URL, and shows which part of how many is visible', async () => {
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => person({ id: `p${from + n}`, firstName: `P${from + n}` }));
    answer(UsersDocument, ({ skip }) => ({ users: skip ? page(50, 3) : page(0, 50), userCount: 53 }));
    const { user } = open();
    expect(await screen.findByText('1–50 of 53 users')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await rowOf('P52 Baker');
    expect(screen.queryByText('P0 Baker')).toBeNull();
    expect(screen.getByText('51–53 of 53 users')).toBeVisible();
    expect(address()).toBe('/admin/users?page=2');
    expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(asks(UsersDocument).map(({ variables }) => variables['skip'])).toEqual([0, 50]);
  });

  test('of a page that no longer exists shows the last one', async () => {
    answer(UsersDocument, ({ skip }) => ({ users: skip === 50 ? [bob] : [], userCount: 51 }));
    open({ path: '/admin/users?page=900' });
    await rowOf('Bob Baker');
    expect(address()).toBe('/admin/users?page=2');
  });

  test('is sorted by its columns, starting at the first page, and the order is in the URL', async () => {
    shows([bob, ada]);
    const { user } = open({ path: '/admin/users?page=1&sort=-joined' });
    await rowOf('Bob Baker');
    const head = (name: string) => screen.getByRole('columnheader', { name });
    expect(head('Joined')).toHaveAttribute('aria-sort', 'descending');
    await user.click(within(head('User')).getByRole('button', { name: 'User' }));
    expect(address()).toBe('/admin/users?sort=name');
    expect(head('User')).toHaveAttribute('aria-sort', 'ascending');
    expect(head('Joined')).not.toHaveAttribute('aria-sort');
    await user.click(within(head('User')).getByRole('button', { name: 'User' }));
    expect(address()).toBe('/admin/users?sort=-name');
    await waitFor(() =>
      expect(asks(UsersDocument).at(-1)?.variables).toMatchObject({
        sort: 'name',
        descending: true,
        skip: 0,
      }),
    );
    expect(within(head('Actions')).queryByRole('button')).toBeNull();
  });

  test('opens as a link says: filtered and sorted, with its filters shown', async () => {
    shows([suspended]);
    const link = '?status=suspended&role=user&subscription=pro&joinedSince=2026-10-01&joinedUntil=2026-10-31';
    const { user } = open({ path: `/admin/users${link}` });
    await rowOf('Ève 🏮 李');
    expect(asks(UsersDocument).at(-1)?.variables).toEqual({
      search: null,
      status: 'suspended',
      role: 'user',
      subscription: 'pro',
      joinedSince: '2026-10-01',
      joinedUntil: '2026-10-31',
      sort: 'joined',
      descending: true,
      first: 50,
      skip: 0,
    });
    const filter = (name: string) => screen.getByRole('combobox', { name });
    expect(filter('Status')).toHaveDisplayValue('Suspended');
    expect(filter('Joined')).toHaveDisplayValue(/Oct 1, 2026 to Oct 31, 2026/);
    await user.selectOptions(filter('Status'), 'All statuses');
    await user.selectOptions(filter('Joined'), 'Joined any time');
    expect(address()).toBe('/admin/users?role=user&subscription=pro');
    await user.selectOptions(filter('Joined'), 'Last 30 days');
    expect(address()).toMatch(/joinedSince=\d{4}-\d\d-\d\d$/);
  });

  test('ignores invalid parameters in the URL', async () => {
    shows([bob]);
    open({ path: '/admin/users?status=gone&role=<b>&joinedSince=tomorrow&sort=passwordHash&page=-1' });
    await rowOf('Bob Baker');
    expect(asks(UsersDocument).at(-1)?.variables).toEqual({
      search: null,
      sort: 'joined',
      descending: true,
      first: 50,
      skip: 0,
    });
  });

  test('remembers the selected columns, but not for other people', async () => {
    shows([bob]);
    const { user } = open();
    await rowOf('Bob Baker');
    const names = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    const usual = ['User', 'Status', 'Role', 'Joined', 'Subscription', 'Actions'];
    expect(names()).toEqual(usual);
    const choice = (name: string) => screen.getByRole('checkbox', { name, hidden: true });
    await user.click(choice('Package'));
    await user.click(choice('Role'));
    const chosen = ['User', 'Status', 'Joined', 'Subscription', 'Package', 'Actions'];
    expect(names()).toEqual(chosen);
    expect((await rowOf('Bob Baker')).getByText('Professional Plan')).toBeVisible();
    cleanup();
    open();
    await rowOf('Bob Baker');
    expect(names()).toEqual(chosen);
    cleanup();
    render(
      <PreferencesOwner value="somebody else">
        <UsersPage />
      </PreferencesOwner>,
      { path: '/admin/users', signedInAs: grace },
    );
    await rowOf('Bob Baker');
    expect(names()).toEqual(usual);
    localStorage.setItem('columns.users.', '{"role":"no"');
    cleanup();
    open();
    await rowOf('Bob Baker');
    expect(names()).toEqual(usual);
  });

  test('is two-line rows with one button on a phone', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => Object.assign(wide(query), { matches: false });
    shows([suspended]);
    open();
    const item = await screen.findByRole('listitem');
    window.matchMedia = wide;
    expect(item).toHaveTextContent(/^Ève 🏮 李 Suspended · eve@example.test/);
    expect(within(item).getByRole('button', { name: 'Actions for Ève 🏮 李' })).toBeVisible();
  });
});

describe('The search', () => {
  test('waits for a pause in typing, is in the URL, and finds users', async () => {
    answer(UsersDocument, ({ search }) => ({ users: search ? [suspended] : [bob], userCount: 1 }));
    const { user } = open();
    await rowOf('Bob Baker');
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), ' ève 李 ');
    await rowOf('Ève 🏮 李');
    expect(asks(UsersDocument).map(({ variables }) => variables['search'])).toEqual([null, 'ève 李']);
    expect(address()).toBe('/admin/users?q=%C3%A8ve+%E6%9D%8E');
    expect(screen.getByRole('searchbox')).toHaveValue(' ève 李 ');
  });

  test('can be in the URL, and is cleared with one button when no one is found', async () => {
    answer(UsersDocument, ({ search }) =>
      search ? { users: [], userCount: 0 } : { users: [bob], userCount: 1 },
    );
    const { user } = open({ path: '/admin/users?q=<b>%25' });
    expect(await screen.findByText('No users match “<b>%”.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await rowOf('Bob Baker');
    expect(address()).toBe('/admin/users');
    expect(screen.getByRole('searchbox')).toHaveValue('');
  });
});

describe('Suspending', () => {
  const ask = async () => {
    shows([bob]);
    const { user } = open();
    await user.click((await rowOf('Bob Baker')).getByRole('button', { name: 'Suspend' }));
    return { user, dialog: within(await screen.findByRole('alertdialog', { name: 'Suspend Bob Baker' })) };
  };

  test('asks first and says that it signs them out immediately', async () => {
    const { user, dialog } = await ask();
    expect(dialog.getByText(/This signs bob@example.test out immediately/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asks(UpdateUserDocument)).toEqual([]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Suspend' })).toHaveFocus());
  });

  test('then shows the new status and how to undo it', async () => {
    answer(UpdateUserDocument, { updateUser: { ...bob, suspended: true } });
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Suspend Bob Baker' }));
    expect(await screen.findByText('User status updated successfully')).toBeVisible();
    expect(screen.getByText('Success')).toBeVisible();
    const row = await rowOf('Bob Baker');
    expect(row.getByText('Suspended')).toBeVisible();
    answer(UpdateUserDocument, { updateUser: bob });
    await user.click(row.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(row.getByText('Active')).toBeVisible());
    expect(row.getByRole('button', { name: 'Suspend' })).toHaveFocus();
    expect(asks(UpdateUserDocument).map(({ variables }) => variables)).toEqual([
      { id: 'bob', input: { suspended: true } },
      { id: 'bob', input: { suspended: false } },
    ]);
  });

  test.each([
    ["You can't demote or suspend the last super administrator.", 'UNAUTHORIZED', /^You can't demote/],
    ['Internal server error', 'INTERNAL_SERVER_ERROR', 'Failed to update user'],
  ])('that fails with "%s" says why', async (message, code, read) => {
    refuse(UpdateUserDocument, { message, code });
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Suspend Bob Baker' }));
    expect(await screen.findByText('Failed to update user status')).toBeVisible();
    expect(screen.getByText(read)).toBeVisible();
  });
});

describe('Only actions that would work are offered', () => {
  const buttons = async (name: string) =>
    (await rowOf(name)).queryAllByRole('button').map(({ textContent }) => textContent);

  test('to an administrator', async () => {
    shows([bob, superAdmin, ada]);
    open({ signedInAs: adaSession });
    expect(await buttons('Bob Baker')).toEqual(['Edit', 'Suspend']);
    expect(await buttons('Grace Baker')).toEqual([]);
    expect(await buttons('Ada Archer')).toEqual(['Edit']);
    expect(screen.getByText('(you)')).toBeVisible();
  });

  test('to a super administrator', async () => {
    shows([superAdmin, ada, person({ id: 'greta', firstName: 'Greta', role: 'super_admin' })]);
    open();
    expect(await buttons('Grace Baker')).toEqual(['Edit']);
    expect(await buttons('Ada Archer')).toEqual(['Edit', 'Suspend']);
    expect(await buttons('Greta Baker')).toEqual(['Edit', 'Suspend']);
  });
});
