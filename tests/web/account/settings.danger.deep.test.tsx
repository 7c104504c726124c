import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { alice, answer, asks, refuse } from '#tests/support/render.tsx';
import { DeleteAccountDocument } from '#web/gql/graphql.ts';
import { readToken } from '#web/lib/token.ts';
import { openSettings } from './samples.tsx';

afterEach(() => vi.restoreAllMocks());

describe('Downloading my data', () => {
  test('saves a file with the server’s data', async () => {
    const files: { blob: Blob; name: string }[] = [];
    let last: Blob | undefined;
    URL.createObjectURL = (blob) => ((last = blob as Blob), 'blob:data');
    URL.revokeObjectURL = () => undefined;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ blob: last!, name: this.download });
    });
    const get = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(async () => Response.json({ profile: { email: alice.email } }));
    const { user } = openSettings();
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Your data has been downloaded')).toBeVisible();
    expect(files).toMatchObject([{ name: 'account-data.json' }]);
    expect(JSON.parse(await files[0]!.blob.text())).toEqual({ profile: { email: alice.email } });
    expect(get.mock.calls.map(([path]) => path)).toEqual(['/api/auth/data']);
  });

  test('says why it failed', async () => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
      Response.json({ message: 'Try again later.' }, { status: 429 }),
    );
    const { user } = openSettings();
    await user.click(await screen.findByRole('button', { name: 'Download my data' }));
    expect(await screen.findByText('Try again later.')).toBeVisible();
  });
});

describe('Deleting the account', () => {
  const open = async (user = alice) => {
    const { user: person, leftFor } = openSettings({ user });
    await person.click(await screen.findByRole('button', { name: 'Delete Account' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete account' }));
    return { person, dialog, leftFor };
  };

  test('shows what will be deleted, and requires password and code', async () => {
    const { dialog } = await open({ ...alice, twoFactorEnabled: true });
    expect(dialog.getByText('Archer Networks')).toBeVisible();
    expect(dialog.getByText(alice.email)).toBeVisible();
    expect(dialog.getByLabelText('Password')).toBeVisible();
    expect(dialog.getByLabelText('Verification code')).toBeVisible();
  });

  test("doesn't mention the team of someone who doesn't own it", async () => {
    const { dialog } = await open({ ...alice, teamRole: 'member' });
    expect(dialog.queryByText('Archer Networks')).not.toBeInTheDocument();
  });

  test.each([
    ['owner', 'This also deletes your team. If it has other members, transfer ownership first.'],
    ['member', 'Teams owned by other people aren’t affected.'],
    ['viewer', 'Teams owned by other people aren’t affected.'],
  ] as const)('shows the %s beforehand what happens to teams', async (teamRole, words) => {
    openSettings({ user: { ...alice, teamRole } });
    expect(await screen.findByText(`Permanently deletes your account. ${words}`)).toBeVisible();
  });

  test('signs the person out', async () => {
    answer(DeleteAccountDocument, { deleteAccount: true });
    const { person, dialog, leftFor } = await open();
    await person.type(dialog.getByLabelText('Password'), 'secret words');
    await person.click(dialog.getByRole('button', { name: 'Delete account' }));
    await waitFor(() => expect(leftFor).toEqual(['/']));
    expect(readToken()).toBeUndefined();
    expect(sessionStorage.getItem('say_next_toast')).toContain('Your account was deleted');
    expect(asks(DeleteAccountDocument)[0]?.variables).toEqual({ input: { password: 'secret words' } });
  });

  test('requires a password', async () => {
    const { person, dialog } = await open();
    await person.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await dialog.findByText('Password is required')).toBeVisible();
    expect(asks(DeleteAccountDocument)).toEqual([]);
  });

  test('that is refused says why, links to the team, and changes nothing', async () => {
    refuse(DeleteAccountDocument, { message: 'Hand over Archer Networks first.', code: 'CONFLICT' });
    const { person, dialog, leftFor } = await open();
    await person.type(dialog.getByLabelText('Password'), 'secret words');
    await person.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await dialog.findByText('Hand over Archer Networks first.')).toBeVisible();
    expect(dialog.getByRole('link', { name: 'transfer ownership' })).toHaveAttribute('href', '/team');
    expect(dialog.getByLabelText('Password')).toHaveValue('secret words');
    expect(leftFor).toEqual([]);
    expect(readToken()).toBeDefined();
  });
});
