import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { alice, answer, asks, refuse } from '#tests/support/render.tsx';
import {
  AccountSessionsDocument,
  ChangePasswordDocument,
  EndOtherSessionsDocument,
  EndSessionDocument,
} from '#web/gql/graphql.ts';
import { openSettings, phone, session } from './samples.tsx';

const list = async () => within(await screen.findByRole('list', { name: 'Active Sessions' }));

describe('Two-factor authentication', () => {
  test('has a switch that starts its set-up while it is off', async () => {
    const { user, where } = openSettings();
    const toggle = await screen.findByRole('checkbox', { name: 'Two-factor authentication' });
    expect(toggle).not.toBeChecked();
    expect(screen.queryByText('Enabled')).not.toBeInTheDocument();
    await user.click(toggle);
    await waitFor(() => expect(where()).toBe('/2fa-setup'));
  });

  test('has a badge while it is on, and says how many recovery codes are left', async () => {
    const { user, where } = openSettings({ user: { ...alice, twoFactorEnabled: true } });
    expect(await screen.findByText('Enabled')).toBeVisible();
    expect(await screen.findByText(/8 recovery codes left./)).toBeVisible();
    const toggle = screen.getByRole('checkbox', { name: 'Two-factor authentication' });
    expect(toggle).toBeChecked();
    await user.click(toggle);
    await waitFor(() => expect(where()).toBe('/2fa-setup'));
  });
});

describe('Active sessions', () => {
  test('are listed with device, address and time, the current one first', async () => {
    openSettings({ sessions: [phone, session()] });
    const [first, second] = (await list()).getAllByRole('listitem');
    expect(first).toHaveTextContent(/Firefox on Linux203\.0\.113\.7 · signed in 1 d agoCurrent Session/);
    expect(second).toHaveTextContent(/Safari on iPhone2001:db8::7 · last seen 3 h ago/);
    expect(within(first!).queryByRole('button')).not.toBeInTheDocument();
  });

  test('can be ended one by one', async () => {
    answer(EndSessionDocument, () => {
      answer(AccountSessionsDocument, { sessions: [session()] });
      return { endSession: 'phone' };
    });
    const { user } = openSettings({ sessions: [session(), phone] });
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await screen.findByText('Safari on iPhone was signed out.')).toBeVisible();
    expect(asks(EndSessionDocument)[0]?.variables).toEqual({ id: 'phone' });
    expect((await list()).getAllByRole('listitem')).toHaveLength(1);
  });

  test('can all be ended except this one', async () => {
    answer(EndOtherSessionsDocument, () => {
      answer(AccountSessionsDocument, { sessions: [session()] });
      return { endOtherSessions: 2 };
    });
    const { user } = openSettings({ sessions: [session(), phone, { ...phone, id: 'tablet' }] });
    await user.click(await screen.findByRole('button', { name: 'Sign out all other sessions' }));
    expect(await screen.findByText('2 other sessions ended')).toBeVisible();
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Sign out all other sessions' })).toBeDisabled(),
    );
  });

  test('stay on the list if ending them fails', async () => {
    refuse(EndSessionDocument, { message: 'Session not found', code: 'NOT_FOUND' });
    const { user } = openSettings({ sessions: [session(), phone] });
    await user.click(await screen.findByRole('button', { name: 'Sign out Safari on iPhone' }));
    expect(await screen.findByText('Session not found')).toBeVisible();
    expect((await list()).getAllByRole('listitem')).toHaveLength(2);
  });

  test('are only a few until all are requested', async () => {
    const many = Array.from({ length: 30 }, (_, n) => ({ ...phone, id: `phone-${n}` }));
    const { user } = openSettings({ sessions: [session(), ...many] });
    expect((await list()).getAllByRole('listitem')).toHaveLength(6);
    await user.click(screen.getByRole('button', { name: 'Show all 31' }));
    expect((await list()).getAllByRole('listitem')).toHaveLength(31);
  });

  test('can be reloaded if they can’t be loaded; the other cards work', async () => {
    const { user } = openSettings();
    refuse(AccountSessionsDocument, { message: 'The service is not ready.', code: 'NOT_READY' });
    expect(await screen.findByText('We couldn’t load your sessions')).toBeVisible();
    expect(screen.getByLabelText('First Name')).toHaveValue('Alice');
    answer(AccountSessionsDocument, { sessions: [session()] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect((await list()).getAllByRole('listitem')).toHaveLength(1);
  });
});

describe('A new password', () => {
  const fill = async () => {
    const { user } = openSettings();
    await user.click(await screen.findByRole('button', { name: 'Change password' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }));
    await user.type(dialog.getByLabelText('Current password'), 'old words');
    await user.type(dialog.getByLabelText('New password'), 'new words here');
    await user.type(dialog.getByLabelText('Confirm new password'), 'new words here');
    await user.click(dialog.getByRole('button', { name: 'Change password' }));
    return { user, dialog };
  };

  test('is saved with the current one, and the server’s outcome is shown', async () => {
    answer(ChangePasswordDocument, { changePassword: { message: 'Your other sessions have ended.' } });
    await fill();
    expect(await screen.findByText('Your other sessions have ended.')).toBeVisible();
    expect(asks(ChangePasswordDocument)[0]?.variables).toEqual({
      input: {
        currentPassword: 'old words',
        password: 'new words here',
        confirmPassword: 'new words here',
      },
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  test('that is refused keeps what was typed', async () => {
    refuse(ChangePasswordDocument, {
      message: 'no',
      fields: { currentPassword: 'The password is incorrect' },
    });
    const { dialog } = await fill();
    expect(await dialog.findByText('The password is incorrect')).toBeVisible();
    expect(dialog.getByLabelText('New password')).toHaveValue('new words here');
    expect(dialog.getByLabelText('Current password')).toHaveFocus();
  });
});
