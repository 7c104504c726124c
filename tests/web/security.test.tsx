import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  AuditEntriesDocument,
  ClearLockoutDocument,
  LockoutsDocument,
  PasswordPolicyDocument,
  PreviewSecuritySettingsDocument,
  type PreviewSecuritySettingsQuery,
  SaveSecuritySettingsDocument,
  SecuritySettingsDocument,
} from '#web/gql/graphql.ts';
import { MayAdminister } from '#web/app/shell.gql.ts';
import { alice, answer, asks, refuse, renderApp } from '#tests/support/render.tsx';
import { entry, openSecurity, policy } from './security.samples.tsx';

const preview = (over: Partial<PreviewSecuritySettingsQuery['previewSecuritySettings']> = {}) =>
  answer(PreviewSecuritySettingsDocument, {
    previewSecuritySettings: {
      effects: ['3 people would have to set up two factors', 'Your own address (10.0.0.1) stays allowed'],
      blocked: null,
      affectedPeople: 3,
      ...over,
    },
  });
const field = (name: string | RegExp) => screen.findByLabelText(name);
const save = async (user: ReturnType<typeof openSecurity>['user']) =>
  user.click(screen.getByRole('button', { name: 'Save Changes' }));
const dialog = async () => within(await screen.findByRole('alertdialog'));

describe('the policy', () => {
  test('fills the form as stored, with one range per line', async () => {
    openSecurity();
    expect(await field(/^Session timeout/)).toHaveValue(30);
    expect(await field('Max login attempts')).toHaveValue(5);
    expect(await field(/^Lockout duration/)).toHaveValue(15);
    expect(await field(/^Minimum password length/)).toHaveValue(8);
    expect(await field('Require two-factor authentication')).not.toBeChecked();
    expect(await field('Require special characters')).toBeChecked();
    expect(await field('Allowed IP ranges')).toHaveValue('10.0.0.0/8');
  });

  test('shows the server’s password requirements, until it is saved and after', async () => {
    const { user } = openSecurity();
    expect(await screen.findByText('Passwords need 8 characters.')).toBeVisible();
    await user.click(await field('Require special characters'));
    expect(screen.getByText('Current policy: Passwords need 8 characters.')).toBeVisible();
    preview();
    answer(SaveSecuritySettingsDocument, () => {
      answer(PasswordPolicyDocument, { passwordPolicy: { minLength: 8, text: 'Passwords need no signs.' } });
      return { saveSecuritySettings: { ...policy, passwordRequireSpecial: false } };
    });
    await save(user);
    await user.click((await dialog()).getByRole('button', { name: 'Save policy' }));
    expect(await screen.findByText('Passwords need no signs.')).toBeVisible();
  });

  test('is saved after its preview, with the changed fields only', async () => {
    const { user } = openSecurity();
    preview();
    answer(SaveSecuritySettingsDocument, () => {
      answer(AuditEntriesDocument, { auditEntries: [entry({ id: '8', subject: 'The newest' }), entry()] });
      return {
        saveSecuritySettings: { ...policy, requireTwoFactor: true, allowedIpRanges: ['10.0.0.0/8', '::1'] },
      };
    });
    await user.click(await field('Require two-factor authentication'));
    await user.type(await field('Allowed IP ranges'), '{Enter}{Enter} ::1 {Enter}');
    await save(user);
    const shown = await dialog();
    expect(shown.getByText('3 people would have to set up two factors')).toBeVisible();
    expect(shown.getByText('Your own address (10.0.0.1) stays allowed')).toBeVisible();
    expect(shown.getByText('3 people are affected immediately.')).toBeVisible();
    expect(asks(SaveSecuritySettingsDocument)).toEqual([]);
    const input = { requireTwoFactor: true, allowedIpRanges: ['10.0.0.0/8', '::1'] };
    expect(asks(PreviewSecuritySettingsDocument).at(-1)?.variables).toEqual({ input });

    await user.click(shown.getByRole('button', { name: 'Save policy' }));
    expect(await screen.findByText('Settings updated')).toBeVisible();
    expect(asks(SaveSecuritySettingsDocument).map(({ variables }) => variables)).toEqual([{ input }]);
    expect(await screen.findByText('The newest')).toBeVisible();
    expect(screen.queryByText('Not saved yet')).toBeNull();
    expect(await field('Allowed IP ranges')).toHaveValue('10.0.0.0/8\n::1');
  });

  test('is not saved when the preview is closed; what was typed stays and the focus returns', async () => {
    const { user } = openSecurity();
    preview();
    await user.clear(await field(/^Session timeout/));
    await user.type(await field(/^Session timeout/), '60');
    await save(user);
    await user.click((await dialog()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asks(SaveSecuritySettingsDocument)).toEqual([]);
    expect(screen.queryByText('Settings updated')).toBeNull();
    expect(await field(/^Session timeout/)).toHaveValue(60);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveFocus());
  });

  test('that would lock its author out can’t be confirmed', async () => {
    const { user } = openSecurity();
    const blocked = "Your own address (203.0.113.9) isn't in this list, so you would lock yourself out";
    preview({ blocked });
    await user.type(await field('Allowed IP ranges'), '{Enter}192.0.2.1');
    await save(user);
    const shown = await dialog();
    expect(shown.getByText(blocked)).toBeVisible();
    expect(shown.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Back to the form']);
    await user.click(shown.getByRole('button', { name: 'Back to the form' }));
    expect(asks(SaveSecuritySettingsDocument)).toEqual([]);
    expect(await field('Allowed IP ranges')).toHaveValue('10.0.0.0/8\n192.0.2.1');
  });

  test.each([
    [/^Session timeout/, '4', 'Session timeout must be at least 5 minutes'],
    [/^Session timeout/, '1441', 'Session timeout cannot exceed 1440 minutes'],
    [/^Session timeout/, '', 'Session timeout is required'],
    [/^Session timeout/, '7.5', 'Session timeout must be a whole number'],
    ['Max login attempts', '2', 'Max login attempts must be at least 3'],
    ['Max login attempts', '11', 'Max login attempts cannot exceed 10'],
    [/^Lockout duration/, '4', 'Lockout duration must be at least 5 minutes'],
    [/^Lockout duration/, '1441', 'Lockout duration cannot exceed 1440 minutes'],
    [/^Minimum password length/, '5', 'Minimum password length must be at least 6'],
    [/^Minimum password length/, '51', 'Minimum password length cannot exceed 50'],
  ])('%s of %j is refused before any request: %s', async (name, typed, sentence) => {
    const { user } = openSecurity();
    await user.clear(await field(name));
    if (typed) await user.type(await field(name), typed);
    await save(user);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(await field(name)).toHaveFocus();
    expect(asks(PreviewSecuritySettingsDocument)).toEqual([]);
  });

  test('with an invalid range shows the error of its line under the field', async () => {
    const { user } = openSecurity();
    const sentence = 'Line 2: “10.0.0.0/33” must end in a number from /1 to /32';
    refuse(PreviewSecuritySettingsDocument, { message: sentence, fields: { allowedIpRanges: sentence } });
    await user.type(await field('Allowed IP ranges'), '{Enter}10.0.0.0/33');
    await save(user);
    await waitFor(async () =>
      expect(await field('Allowed IP ranges')).toHaveAccessibleErrorMessage(sentence),
    );
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(await field('Allowed IP ranges')).toHaveValue('10.0.0.0/8\n10.0.0.0/33');
    // A blank line, where the next range is typed, is not an error.
    await user.type(await field('Allowed IP ranges'), '{Enter}');
    await waitFor(() => expect(screen.queryByText(/must be defined/)).toBeNull());
    expect(await field('Allowed IP ranges')).toBeValid();
  });

  test('that the server refuses after the preview keeps what was typed', async () => {
    const { user } = openSecurity();
    preview();
    refuse(SaveSecuritySettingsDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    await user.click(await field('Require special characters'));
    await save(user);
    await user.click((await dialog()).getByRole('button', { name: 'Save policy' }));
    expect(await screen.findByText('Update failed')).toBeVisible();
    expect(screen.getByText('Failed to update security settings')).toBeVisible();
    expect(await field('Require special characters')).not.toBeChecked();
  });

  test('that cannot be loaded says so and loads on Retry; the rest of the screen works', async () => {
    const { user } = openSecurity();
    refuse(SecuritySettingsDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    expect(await screen.findByText('We couldn’t load the policy')).toBeVisible();
    expect(await screen.findByRole('table', { name: 'Audit log' })).toBeVisible();
    answer(SecuritySettingsDocument, { securitySettings: policy });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await field(/^Session timeout/)).toHaveValue(30);
  });

  test('and everything else is replaced by one sentence at an address that isn’t allowed', async () => {
    answer(MayAdminister, { me: { id: 'ada', administersFromHere: false } });
    openSecurity();
    const sentence = 'You can’t administer the platform from your IP address.';
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Audit log' })).toBeNull();
    for (const way of screen.getAllByRole('link', { name: 'User Mode' }))
      expect(way).toHaveAttribute('href', '/user-dashboard');
  });

  test('is shown to administrators only', async () => {
    renderApp({ path: '/admin/security', signedInAs: alice });
    expect(await screen.findByText('Access Denied')).toBeVisible();
    expect(screen.queryByLabelText('Allowed IP ranges')).toBeNull();
  });
});

describe('locked accounts', () => {
  const lockout = {
    lockedUntil: new Date(Date.now() + 600_000).toISOString(),
    user: { id: 'bob', email: 'bob@example.test', firstName: 'Bob', lastName: 'Baker' },
  };

  test('are listed and cleared by name', async () => {
    const { user } = openSecurity();
    answer(LockoutsDocument, { lockouts: [lockout] });
    const list = within(await screen.findByRole('list', { name: 'Locked accounts' }));
    expect(list.getByText('Bob Baker')).toBeVisible();
    expect(list.getByText(/^Locked until \d\d?:\d\d\s[AP]M$/)).toBeVisible();
    answer(ClearLockoutDocument, () => {
      answer(LockoutsDocument, { lockouts: [] });
      return { clearLockout: true };
    });
    await user.click(list.getByRole('button', { name: 'Clear lockout of bob@example.test' }));
    expect(await screen.findByText('Lockout cleared')).toBeVisible();
    expect(asks(ClearLockoutDocument)[0]?.variables).toEqual({ id: 'bob' });
    const nobody = await screen.findByText(/^No locked accounts/);
    expect(nobody.parentElement).toHaveFocus();
  });

  test('disappear when they expire', async () => {
    openSecurity();
    answer(LockoutsDocument, {
      lockouts: [{ ...lockout, lockedUntil: new Date(Date.now() + 1500).toISOString() }],
    });
    expect(await screen.findByText('Bob Baker')).toBeVisible();
    expect(await screen.findByText(/^No locked accounts/, {}, { timeout: 3000 })).toBeVisible();
  });

  test('stay when the server refuses, with its error', async () => {
    const { user } = openSecurity();
    answer(LockoutsDocument, { lockouts: [lockout] });
    const message = 'Only a super administrator may do this to a super administrator.';
    refuse(ClearLockoutDocument, { message, code: 'UNAUTHORIZED' });
    await user.click(await screen.findByRole('button', { name: 'Clear lockout of bob@example.test' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('Bob Baker')).toBeVisible();
  });
});
