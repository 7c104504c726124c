import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AuthPage } from '#web/features/auth/sign-in/AuthPage.tsx';
import { RequestPasswordResetDocument } from '#web/gql/graphql.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';

const SENT = 'If this address has an account, a link to choose a new password is on its way.';

async function forget(typed = 'alice@example.test') {
  const app = render(<AuthPage />, { path: '/auth' });
  if (typed) await app.user.type(screen.getByLabelText('Email'), typed);
  await app.user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  const dialog = await screen.findByRole('dialog', { name: 'Reset your password' });
  const send = () => app.user.click(within(dialog).getByRole('button', { name: 'Send reset link' }));
  return { ...app, dialog, send };
}

test('the dialog copies the address, says that the email was sent, and links back', async () => {
  answer(RequestPasswordResetDocument, { requestPasswordReset: { message: SENT } });
  const { user, dialog, send } = await forget();
  expect(within(dialog).getByLabelText('Email')).toHaveValue('alice@example.test');
  await send();
  expect(await screen.findByText('Reset email sent!')).toBeInTheDocument();
  expect(screen.getByText(SENT)).toBeInTheDocument();
  expect(asks(RequestPasswordResetDocument)[0]?.variables).toEqual({
    input: { email: 'alice@example.test' },
  });
  await user.click(screen.getByRole('button', { name: 'Back to Login' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Email')).toHaveValue('alice@example.test');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Forgot password?' })).toHaveFocus());
});

test('links back from the form, too, without sending anything', async () => {
  const { user } = await forget();
  await user.click(screen.getByRole('button', { name: 'Back to Login' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(asks(RequestPasswordResetDocument)).toEqual([]);
});

test.each([
  ['', 'Email is required'],
  ['alice', 'Please enter a valid email address'],
])('"%s" is not an address: "%s"', async (typed, said) => {
  const { send } = await forget(typed);
  await send();
  expect(await screen.findByText(said)).toBeInTheDocument();
  expect(asks(RequestPasswordResetDocument)).toEqual([]);
});

test('shows the server’s error', async () => {
  refuse(RequestPasswordResetDocument, { message: 'Too many requests from your network.', code: 'TOO_MANY' });
  const { dialog, send } = await forget();
  await send();
  expect(await screen.findByText('Too many requests from your network.')).toBeInTheDocument();
  expect(within(dialog).getByLabelText('Email')).toHaveValue('alice@example.test');
});

test('says "Failed to send reset email" if the server sends no message', async () => {
  refuse(RequestPasswordResetDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
  const { send } = await forget();
  await send();
  expect(await screen.findByText('Failed to send reset email')).toBeInTheDocument();
});

test('asks to try again if the server was not reached', async () => {
  answer(RequestPasswordResetDocument, () => {
    throw new TypeError('Failed to fetch');
  });
  const { send } = await forget();
  await send();
  expect(await screen.findByText('Failed to send reset email. Please try again.')).toBeInTheDocument();
});
