import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdminHomePage } from '#web/features/home/AdminHomePage.tsx';
import { UpdateUserDocument, UsersDocument } from '#web/gql/graphql.ts';
import { answer, asks, grace, refuse, render } from '#tests/support/render.tsx';
import { bob, suspended } from './samples.tsx';

const open = () => render(<AdminHomePage />, { path: '/admin', signedInAs: grace });

test('The administrator’s dashboard shows who joined last, with their package', async () => {
  answer(UsersDocument, { users: [bob, suspended], userCount: 900 });
  open();
  const table = await screen.findByRole('table', { name: 'Recent users' });
  const rows = within(table).getAllByRole('row');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'UserEmailPackageStatusJoinedActions',
    expect.stringMatching(/^Bob Bakerbob@example.testProfessional PlanActive.*2026EditSuspend$/),
    expect.stringMatching(/^Ève 🏮 李eve@example.testNoneSuspended.*2026EditActivate$/),
  ]);
  expect(asks(UsersDocument)[0]?.variables).toEqual({ first: 8 });
  expect(screen.getByRole('link', { name: 'Bob Baker' })).toHaveAttribute('href', '/admin/users?user=bob');
  expect(screen.getByRole('link', { name: 'All users' })).toHaveAttribute('href', '/admin/users');
});

test('Edit and Suspend work on the dashboard', async () => {
  answer(UsersDocument, { users: [bob], userCount: 1 });
  answer(UpdateUserDocument, { updateUser: { ...bob, suspended: true } });
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Bob Baker' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Suspend' }));
  await user.click(await screen.findByRole('button', { name: 'Suspend Bob Baker' }));
  expect(await screen.findByText('User status updated successfully')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Activate' })).toBeVisible();
});

test('Without users the dashboard says "No users found"', async () => {
  answer(UsersDocument, { users: [], userCount: 0 });
  open();
  expect(await screen.findByText('No users found')).toBeVisible();
});

test('Users that cannot be loaded leave the rest of the dashboard in place', async () => {
  refuse(UsersDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
  open();
  expect(await screen.findByText('We couldn’t load the users')).toBeVisible();
  expect(screen.getByRole('link', { name: /^User dashboard/ })).toBeVisible();
});
