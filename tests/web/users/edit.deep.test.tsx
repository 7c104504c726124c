import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { UpdateUserDocument, UsersDocument } from '#web/gql/graphql.ts';
import { UsersPage } from '#web/features/users/UsersPage.tsx';
import { ada as adaSession, answer, asks, grace, refuse, render } from '#tests/support/render.tsx';
import { ada, bob, superAdmin } from './samples.tsx';

async function edit(who = bob, signedInAs = grace) {
  answer(UsersDocument, { users: [who], userCount: 1 });
  const { user } = render(<UsersPage />, { path: '/admin/users', signedInAs });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  return { user, dialog: within(await screen.findByRole('dialog', { name: /^Edit / })) };
}
const options = (role: HTMLElement) =>
  within(role)
    .getAllByRole<HTMLOptionElement>('option')
    .map(({ textContent, disabled }) => (disabled ? `(${textContent})` : textContent));

describe('The Edit dialog', () => {
  test('saves names, company and role, and nothing else', async () => {
    answer(UpdateUserDocument, { updateUser: { ...bob, firstName: 'Zoë', role: 'admin' } });
    const { user, dialog } = await edit();
    const first = dialog.getByLabelText('First Name');
    expect(first).toHaveValue('Bob');
    await user.clear(first);
    await user.type(first, 'Zoë');
    await user.selectOptions(dialog.getByLabelText('Role'), 'Admin');
    expect(dialog.getByText('Changing the role signs them out everywhere immediately.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('User updated successfully')).toBeVisible();
    expect(asks(UpdateUserDocument)[0]?.variables).toEqual({
      id: 'bob',
      input: { firstName: 'Zoë', lastName: 'Baker', companyName: 'Bakery', role: 'admin' },
    });
    expect(await screen.findByRole('link', { name: 'Zoë Baker' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('sends cleared fields, and shows the server’s error under them', async () => {
    refuse(UpdateUserDocument, {
      message: 'First name is required',
      fields: { firstName: 'First name is required' },
    });
    const { user, dialog } = await edit();
    await user.clear(dialog.getByLabelText('First Name'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('First name is required')).toBeVisible();
    expect(asks(UpdateUserDocument)[0]?.variables).toMatchObject({ input: { firstName: '' } });
    expect(dialog.getByLabelText('Last Name')).toHaveValue('Baker');
  });

  test('checks the lengths before anything is sent', async () => {
    const { user, dialog } = await edit();
    await user.click(dialog.getByLabelText('Company Name'));
    await user.paste('x'.repeat(101));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await dialog.findByText('Company name must be 100 characters or less')).toBeVisible();
    expect(asks(UpdateUserDocument)).toEqual([]);
  });

  test.each([
    ['Only a super administrator may do so.', 'UNAUTHORIZED', 'Only a super administrator may do so.'],
    ['Internal server error', 'INTERNAL_SERVER_ERROR', 'Failed to update user'],
  ])('that fails with "%s" keeps what was typed and says so', async (message, code, read) => {
    refuse(UpdateUserDocument, { message, code });
    const { user, dialog } = await edit();
    await user.type(dialog.getByLabelText('Last Name'), '-Smith');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Update failed')).toBeVisible();
    expect(screen.getByText(read)).toBeVisible();
    expect(dialog.getByLabelText('Last Name')).toHaveValue('Baker-Smith');
  });

  test('asks before input is discarded', async () => {
    const { user, dialog } = await edit();
    await user.type(dialog.getByLabelText('Last Name'), '!');
    await user.keyboard('{Escape}');
    expect(dialog.getByRole('alert')).toHaveTextContent('Discard what you typed?');
    await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asks(UpdateUserDocument)).toEqual([]);
  });
});

describe('The role', () => {
  test('of super administrator can only be given by one', async () => {
    const { dialog } = await edit(bob, adaSession);
    expect(options(dialog.getByLabelText('Role'))).toEqual(['User', 'Admin', '(Super Admin)']);
    expect(dialog.getByText(/Only a super admin can assign the super admin role/)).toBeVisible();
  });

  test('can be any for a super administrator', async () => {
    const { dialog } = await edit();
    expect(options(dialog.getByLabelText('Role'))).toEqual(['User', 'Admin', 'Super Admin']);
  });

  test.each([
    ['an administrator', ada, adaSession],
    ['a super administrator', superAdmin, grace],
  ])('of oneself can’t be changed: %s', async (_who, self, signedInAs) => {
    const { dialog } = await edit(self, signedInAs);
    expect(dialog.getByLabelText('Role')).toBeDisabled();
    expect(dialog.getByText('You can’t change your own role.')).toBeVisible();
  });
});
