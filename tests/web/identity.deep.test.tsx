// A sensitive change waits until its person has confirmed who they are.
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { ConfirmIdentityDocument, CreateApiTokenDocument } from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse } from '#tests/support/render.tsx';
import { IntegrationsCard } from '#web/features/account/IntegrationsCard.tsx';
import { IdentityQuestion } from '#web/app/Root.tsx';
import { openSettings, token } from './account/samples.tsx';

// A dialog that is still open when its test ends leaves the page out of reach.
afterEach(() => document.body.removeAttribute('style'));

const refusal = {
  message: 'Enter your password to continue.',
  code: 'UNAUTHORIZED',
  reason: 'confirm_identity',
};
const confirmed = () =>
  answer(ConfirmIdentityDocument, () => {
    answer(CreateApiTokenDocument, { createApiToken: { token: 'nlt_secret', apiToken: token() } });
    return { confirmIdentity: true };
  });

/** Sends the form for a token, which the server refuses until the person has confirmed who they are. */
async function createToken(person = alice) {
  refuse(CreateApiTokenDocument, refusal);
  const { user } = openSettings({
    user: person,
    only: (
      <>
        <IdentityQuestion />
        <IntegrationsCard />
      </>
    ),
  });
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  const form = within(await screen.findByRole('dialog', { name: 'Create API token' }));
  await user.type(await form.findByLabelText('Name'), 'Robot');
  await user.click(form.getByRole('button', { name: 'Create token' }));
  const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
  return { user, dialog };
}

describe('A change that needs a recent proof of identity', () => {
  test('asks for the password, and then continues automatically', async () => {
    confirmed();
    const { user, dialog } = await createToken();
    const password = dialog.getByLabelText('Password');
    expect(dialog.queryByLabelText('Verification code')).toBeNull();
    await user.type(password, 'Correct-Horse-9!');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByDisplayValue('nlt_secret')).toBeVisible();
    expect(asks(ConfirmIdentityDocument)[0]?.variables).toEqual({ input: { password: 'Correct-Horse-9!' } });
    expect(asks(CreateApiTokenDocument).map(({ variables }) => variables)).toEqual([
      asks(CreateApiTokenDocument)[0]!.variables,
      asks(CreateApiTokenDocument)[0]!.variables,
    ]);
    expect(screen.queryByRole('dialog', { name: "Confirm it's you" })).toBeNull();
  });

  test('asks for a code if two factors are on', async () => {
    confirmed();
    const { user, dialog } = await createToken({ ...alice, twoFactorEnabled: true });
    expect(dialog.queryByLabelText('Password')).toBeNull();
    await user.type(dialog.getByLabelText('Verification code'), '123456');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByDisplayValue('nlt_secret')).toBeVisible();
    expect(asks(ConfirmIdentityDocument)[0]?.variables).toEqual({ input: { mfaToken: '123456' } });
  });

  test('stays open after a wrong password, with the reason under the field', async () => {
    refuse(ConfirmIdentityDocument, {
      message: 'The password is incorrect',
      fields: { password: 'The password is incorrect' },
    });
    const { user, dialog } = await createToken();
    await user.type(dialog.getByLabelText('Password'), 'wrong');
    await user.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('The password is incorrect')).toBeVisible();
    expect(asks(CreateApiTokenDocument)).toHaveLength(1);
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await user.click(await dialog.findByRole('button', { name: 'Discard changes' }));
  });

  test('keeps what was typed, without an error, when the person cancels', async () => {
    const { user, dialog } = await createToken();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: "Confirm it's you" })).toBeNull());
    expect(screen.getByLabelText('Name')).toHaveValue('Robot');
    expect(screen.queryByText('Creation Failed')).toBeNull();
    // It asks again with the next try.
    confirmed();
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    const again = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    await user.type(again.getByLabelText('Password'), 'Correct-Horse-9!');
    await user.click(again.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByDisplayValue('nlt_secret')).toBeVisible();
  });
});
