import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, asks, refuse } from '#tests/support/render.tsx';
import {
  CancelEmailChangeDocument,
  PendingEmailDocument,
  RequestEmailChangeDocument,
  UpdateProfileDocument,
} from '#web/gql/graphql.ts';
import { openSettings } from './samples.tsx';

const firstName = () => screen.findByLabelText('First Name');
const save = async (index = 0) => (await screen.findAllByRole('button', { name: 'Save Changes' }))[index]!;

describe('The settings', () => {
  test('are the documented cards, in the documented order', async () => {
    openSettings();
    await firstName();
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Profile Information',
      'Security & Authentication',
      'Notification Preferences',
      'API Keys & Integrations',
      'Danger Zone',
    ]);
    expect(screen.getByRole('link', { name: 'Team members' })).toHaveAttribute('href', '/team');
  });
});

describe('The profile', () => {
  test('shows the profile, with the email address read-only', async () => {
    openSettings();
    expect(await firstName()).toHaveValue('Alice');
    expect(screen.getByLabelText('Last Name')).toHaveValue('Archer');
    expect(screen.getByLabelText('Company Name')).toHaveValue('Archer Networks');
    expect(screen.getByLabelText('Email', { selector: 'input[readonly]' })).toBeDisabled();
    expect(
      screen.getByText(/Email cannot be changed here because it is linked to the authentication provider\./),
    ).toBeVisible();
  });

  test('is saved, and then shows the server’s values', async () => {
    answer(UpdateProfileDocument, {
      updateProfile: { id: 'alice', firstName: 'Alicia', lastName: 'Archer', companyName: 'Archer Networks' },
    });
    const { user } = openSettings();
    await user.clear(await firstName());
    await user.type(await firstName(), 'Alicia ');
    expect(screen.getByText('Not saved yet')).toBeVisible();
    await user.click(await save());
    expect(await screen.findByText('Profile updated')).toBeVisible();
    expect(asks(UpdateProfileDocument)[0]?.variables).toEqual({
      input: { firstName: 'Alicia ', lastName: 'Archer', companyName: 'Archer Networks' },
    });
    await waitFor(async () => expect(await firstName()).toHaveValue('Alicia'));
    expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  });

  test('keeps what was typed when saving fails, with the server’s sentence under its field', async () => {
    refuse(UpdateProfileDocument, {
      message: 'Last name must be on one line',
      fields: { lastName: 'Last name must be on one line' },
    });
    const { user } = openSettings();
    await user.type(await screen.findByLabelText('Last Name'), '-Smith');
    await user.click(await save());
    expect(await screen.findByText('Last name must be on one line')).toBeVisible();
    expect(screen.getByLabelText('Last Name')).toHaveValue('Archer-Smith');
    expect(screen.getByText('Not saved yet')).toBeVisible();
  });

  test('is not sent without a name', async () => {
    const { user } = openSettings();
    await user.clear(await firstName());
    await user.click(await save());
    expect(await screen.findByText('First name is required')).toBeVisible();
    expect(await firstName()).toHaveFocus();
    expect(asks(UpdateProfileDocument)).toEqual([]);
  });

  test('can be reset to the saved values', async () => {
    const { user } = openSettings();
    const look = (await save()).className;
    await user.type(await firstName(), 'x');
    // The one thing to do only now.
    expect((await save()).className).not.toBe(look);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(await save()).toHaveFocus();
    expect((await save()).className).toBe(look);
    expect(await firstName()).toHaveValue('Alice');
    expect(screen.queryByRole('button', { name: 'Discard' })).not.toBeInTheDocument();
  });

  test('asks before a link discards unsaved changes', async () => {
    const { user, where } = openSettings();
    await user.type(await firstName(), 'x');
    await user.click(screen.getByRole('link', { name: 'Team members' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    expect(where()).toBe('/settings');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(await firstName()).toHaveValue('Alicex');
    await user.click(screen.getByRole('link', { name: 'Team members' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    expect(where()).toBe('/team');
  });

  test('asks nothing if a link stays on the screen, such as the skip link', async () => {
    const { user } = openSettings();
    await user.type(await firstName(), 'x');
    const skip = Object.assign(document.createElement('a'), { href: '#main', textContent: 'Skip' });
    document.body.append(skip);
    await user.click(skip);
    skip.remove();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Discard' })).toBeVisible();
  });
});

describe('A new address', () => {
  const open = async (twoFactorEnabled = false) => {
    const { user } = openSettings({ user: { ...alice, twoFactorEnabled } });
    await user.click(await screen.findByRole('button', { name: 'Change email…' }));
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Change email' })) };
  };

  test('requires the password, and says what happens next', async () => {
    answer(RequestEmailChangeDocument, {
      requestEmailChange: { message: 'We sent a link to new@example.test.' },
    });
    const { user, dialog } = await open();
    expect(dialog.queryByLabelText('Verification code')).not.toBeInTheDocument();
    await user.type(dialog.getByLabelText('New email'), 'new@example.test');
    await user.type(dialog.getByLabelText('Password'), 'secret words');
    await user.click(dialog.getByRole('button', { name: 'Send link' }));
    expect(await dialog.findByText(/We sent a link to new@example.test\./)).toBeVisible();
    expect(asks(RequestEmailChangeDocument)[0]?.variables).toEqual({
      input: { email: 'new@example.test', password: 'secret words' },
    });
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Change email…' })).toHaveFocus());
  });

  test('also requires the code if two factors are on, and nothing typed is lost when it is wrong', async () => {
    refuse(RequestEmailChangeDocument, {
      message: 'wrong',
      fields: { mfaToken: 'Invalid verification code' },
    });
    const { user, dialog } = await open(true);
    await user.type(dialog.getByLabelText('New email'), 'new@example.test');
    await user.type(dialog.getByLabelText('Password'), 'secret words');
    await user.type(dialog.getByLabelText('Verification code'), '123456');
    await user.click(dialog.getByRole('button', { name: 'Send link' }));
    expect(await dialog.findByText('Invalid verification code')).toBeVisible();
    expect(dialog.getByLabelText('New email')).toHaveValue('new@example.test');
    expect(dialog.getByLabelText('Password')).toHaveValue('secret words');
    expect(dialog.getByLabelText('Verification code')).toHaveFocus();
  });
});

describe('A pending address', () => {
  const pendingEmailChange = { email: 'new@example.test', expiresAt: '2030-01-01T00:00:00.000Z' };
  const open = async () => {
    const { user } = openSettings();
    answer(PendingEmailDocument, { pendingEmailChange });
    return { user, line: await screen.findByText('Waiting for confirmation of new@example.test') };
  };

  test('is shown, and can be canceled', async () => {
    const { user, line } = await open();
    expect(line).toBeVisible();
    expect(screen.getByText(/^The confirmation link expires on .+ \d\d?:\d\d\s[AP]M\.$/)).toBeVisible();
    answer(CancelEmailChangeDocument, () => {
      answer(PendingEmailDocument, { pendingEmailChange: null });
      return { cancelEmailChange: true };
    });
    await user.click(screen.getByRole('button', { name: 'Cancel the change to new@example.test' }));
    await waitFor(() => expect(line).not.toBeInTheDocument());
    expect(screen.getByText('Your email address stays the same.')).toBeInTheDocument();
  });

  test('stays if canceling it is refused', async () => {
    const { user, line } = await open();
    refuse(CancelEmailChangeDocument, { message: 'The database is away', code: 'UNAVAILABLE' });
    await user.click(screen.getByRole('button', { name: 'Cancel the change to new@example.test' }));
    expect(await screen.findByText('The database is away')).toBeInTheDocument();
    expect(line).toBeVisible();
  });

  test('is emailed again from the same dialog, already filled in', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Resend' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }));
    expect(dialog.getByLabelText('New email')).toHaveValue('new@example.test');
  });

  test('appears once it was requested', async () => {
    const { user } = openSettings();
    answer(RequestEmailChangeDocument, () => {
      answer(PendingEmailDocument, { pendingEmailChange });
      return { requestEmailChange: { message: 'We sent a link to new@example.test.' } };
    });
    await user.click(await screen.findByRole('button', { name: 'Change email…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change email' }));
    await user.type(dialog.getByLabelText('New email'), 'new@example.test');
    await user.type(dialog.getByLabelText('Password'), 'secret words');
    await user.click(dialog.getByRole('button', { name: 'Send link' }));
    expect(await screen.findByText('Waiting for confirmation of new@example.test')).toBeInTheDocument();
  });
});
