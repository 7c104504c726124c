import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { UpdateUser, Users } from '#web/features/users/users.gql.ts';
import { UsersPage } from '#web/features/users/UsersPage.tsx';
import { ada as adaSession, answer, asks, grace, refuse, render } from '#tests/support/render.tsx';
import { Address, ada, bob, person, superAdmin, suspended, unverified } from './samples.tsx';

const shows = (users = [bob], userCount = users.length) => answer(Users, { users, userCount });
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
  test('says of each who they are, whether they may sign in, their role, and how they pay', async () => {
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

  test('of nobody says "No users found"', async () => {
    shows([]);
    open();
    expect(await screen.findByText('No users found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear search' })).toBeNull();
  });

  test('that cannot be loaded says so and loads on Retry', async () => {
    refuse(Users, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open();
    expect(await screen.findByText('Users could not be loaded')).toBeVisible();
    shows([bob]);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await rowOf('Bob Baker');
  });

  test('grows by "Load more", after the last one shown, and says how many there are', async () => {
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => person({ id: `p${from + n}`, firstName: `P${from + n}` }));
    answer(Users, ({ after }) => ({ users: after ? page(50, 3) : page(0, 50), userCount: 1053 }));
    const { user } = open();
    expect(await screen.findByText('50 of 1,053 users')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('53 of 1,053 users')).toBeVisible();
    expect(asks(Users).at(-1)?.variables).toEqual({ search: null, first: 50, after: 'p49' });
    await rowOf('P0 Baker');
    await rowOf('P52 Baker');
    expect(screen.getByRole('button', { name: 'Load more' })).toHaveFocus();
  });

  test('keeps what is shown when more cannot be loaded', async () => {
    shows([bob], 2);
    const { user } = open();
    await rowOf('Bob Baker');
    refuse(Users, { message: 'User not found', code: 'NOT_FOUND' });
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('More users could not be loaded')).toBeVisible();
    await rowOf('Bob Baker');
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
  test('waits for a pause, stands in the address, and finds', async () => {
    answer(Users, ({ search }) => ({ users: search ? [suspended] : [bob], userCount: 1 }));
    const { user } = open();
    await rowOf('Bob Baker');
    await user.type(screen.getByRole('searchbox', { name: 'Search users' }), ' ève 李 ');
    await rowOf('Ève 🏮 李');
    expect(asks(Users).map(({ variables }) => variables['search'])).toEqual([null, 'ève 李']);
    expect(address()).toBe('/admin/users?q=%C3%A8ve+%E6%9D%8E');
    expect(screen.getByRole('searchbox')).toHaveValue(' ève 李 ');
  });

  test('comes from the address, and is cleared with one button when nobody is found', async () => {
    answer(Users, ({ search }) => (search ? { users: [], userCount: 0 } : { users: [bob], userCount: 1 }));
    const { user } = open({ path: '/admin/users?q=<b>%25' });
    expect(await screen.findByText(/Nobody has “<b>%” in their email/)).toBeVisible();
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

  test('asks first and says that open pages end at once', async () => {
    const { user, dialog } = await ask();
    expect(dialog.getByText(/Every page that bob@example.test has open ends at once/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asks(UpdateUser)).toEqual([]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Suspend' })).toHaveFocus());
  });

  test('then shows the new status and the way back', async () => {
    answer(UpdateUser, { updateUser: { ...bob, suspended: true } });
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Suspend Bob Baker' }));
    expect(await screen.findByText('User status updated successfully')).toBeVisible();
    expect(screen.getByText('Success')).toBeVisible();
    const row = await rowOf('Bob Baker');
    expect(row.getByText('Suspended')).toBeVisible();
    answer(UpdateUser, { updateUser: bob });
    await user.click(row.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(row.getByText('Active')).toBeVisible());
    expect(row.getByRole('button', { name: 'Suspend' })).toHaveFocus();
    expect(asks(UpdateUser).map(({ variables }) => variables)).toEqual([
      { id: 'bob', input: { suspended: true } },
      { id: 'bob', input: { suspended: false } },
    ]);
  });

  test.each([
    ['The last super administrator can be neither demoted nor suspended.', 'UNAUTHORIZED', /^The last super/],
    ['Internal server error', 'INTERNAL_SERVER_ERROR', 'Failed to update user'],
  ])('that fails with "%s" says why', async (message, code, read) => {
    refuse(UpdateUser, { message, code });
    const { user, dialog } = await ask();
    await user.click(dialog.getByRole('button', { name: 'Suspend Bob Baker' }));
    expect(await screen.findByText('Failed to update user status')).toBeVisible();
    expect(screen.getByText(read)).toBeVisible();
  });
});

describe('Only what would work is offered', () => {
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
