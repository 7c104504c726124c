import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  EmailLinkDocument,
  MeDocument,
  PasswordPolicyDocument,
  RequestPasswordResetDocument,
  ResetPasswordDocument,
} from '#web/gql/graphql.ts';
import { ResetPasswordPage } from '#web/features/auth/email-link/ResetPasswordPage.tsx';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

const POLICY = 'Passwords need a number, and at least 12 characters.';
const SENT = 'If this address has an account, a link to choose a new password is on its way.';

const open = (query = '?token=secret-of-the-mail', signedInAs?: typeof alice) =>
  render(<ResetPasswordPage />, { path: `/reset-password${query}`, signedInAs });

async function choose({ user }: ReturnType<typeof open>, password: string, confirmPassword = password) {
  const field = await screen.findByLabelText('New password');
  await user.clear(field);
  await user.click(field);
  await user.paste(password);
  await user.clear(screen.getByLabelText('Confirm password'));
  await user.click(screen.getByLabelText('Confirm password'));
  await user.paste(confirmPassword);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
}

beforeEach(() => {
  answer(EmailLinkDocument, { emailLink: { state: 'valid', email: 'ann@example.test' } });
  answer(PasswordPolicyDocument, { passwordPolicy: { minLength: 12, text: POLICY } });
  answer(ResetPasswordDocument, { resetPassword: { message: 'Your password has been changed.' } });
});

describe('a password reset link', () => {
  test('accepts the new password twice, and opens Sign In without signing in', async () => {
    const app = open();
    expect(await screen.findByText(POLICY)).toBeInTheDocument();
    expect(screen.getByText(/ann@example.test/)).toBeInTheDocument();
    await choose(app, 'Quiet-harbour-77');
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(asks(EmailLinkDocument)[0]?.variables).toEqual({
      purpose: 'reset_password',
      token: 'secret-of-the-mail',
    });
    expect(asks(ResetPasswordDocument).map(({ variables }) => variables)).toEqual([
      {
        input: {
          token: 'secret-of-the-mail',
          password: 'Quiet-harbour-77',
          confirmPassword: 'Quiet-harbour-77',
          revokeApiTokens: true,
        },
      },
    ]);
  });

  test('keeps every character of a long password in any script', async () => {
    const password = `${'пароль-密码-🗝️ '.repeat(6)}!9aB`;
    await choose(open(), password);
    await screen.findByRole('heading', { name: 'Password changed' });
    expect(asks(ResetPasswordDocument)[0]?.variables['input']).toMatchObject({
      password,
      confirmPassword: password,
    });
  });

  test.each([
    ['Quiet-harbour-77', 'Quiet-harbour-78', 'Password Mismatch', 'Passwords do not match'],
    ['short', 'short', 'Password Too Short', 'Password must be at least 8 characters long'],
  ])('does not send "%s" with "%s": %s', async (password, confirmation, title, sentence) => {
    await choose(open(), password, confirmation);
    expect(await screen.findByText(title)).toBeInTheDocument();
    expect(screen.getAllByText(sentence)).toHaveLength(2);
    expect(asks(ResetPasswordDocument)).toEqual([]);
  });

  test('shows why the policy rejects a password and allows another attempt', async () => {
    const said = 'Password must be at least 12 characters long';
    refuse(ResetPasswordDocument, { message: said, fields: { password: said } });
    const app = open();
    await choose(app, 'Harbour-77');
    expect(await screen.findByText('Password Too Short')).toBeInTheDocument();
    expect(screen.getAllByText(said)).toHaveLength(2);
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveFocus());
    answer(ResetPasswordDocument, { resetPassword: { message: 'Your password has been changed.' } });
    await choose(app, 'Quiet-harbour-77');
    expect(await screen.findByRole('heading', { name: 'Password changed' })).toBeInTheDocument();
  });

  test.each([
    ['used', 'This link has already been used'],
    ['expired', 'This link has expired'],
    ['wrong', 'This link isn’t valid'],
  ] as const)('that is %s says "%s" and offers another email', async (state, heading) => {
    answer(EmailLinkDocument, { emailLink: { state, email: null } });
    answer(RequestPasswordResetDocument, { requestPasswordReset: { message: SENT } });
    const { user } = open();
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Email'), 'ann@example.test');
    await user.click(screen.getByRole('button', { name: 'Send a reset link' }));
    expect(await screen.findByText(SENT)).toBeInTheDocument();
    expect(asks(RequestPasswordResetDocument)[0]?.variables).toEqual({
      input: { email: 'ann@example.test' },
    });
  });

  test('that expired while its owner was typing says so', async () => {
    refuse(ResetPasswordDocument, { message: 'This link has expired.', link: 'expired' });
    await choose(open(), 'Quiet-harbour-77');
    expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeInTheDocument();
  });

  test('ends the session in this browser like all others', async () => {
    const app = open(undefined, alice);
    refuse(MeDocument, { message: 'You need to be signed in', code: 'UNAUTHENTICATED' });
    await choose(app, 'Quiet-harbour-77');
    await screen.findByRole('heading', { name: 'Password changed' });
    await waitFor(() => expect(localStorage.getItem('auth_token')).toBeNull());
  });

  test("doesn't affect someone else who is signed in here", async () => {
    await choose(open(undefined, alice), 'Quiet-harbour-77');
    await screen.findByRole('heading', { name: 'Password changed' });
    await waitFor(() => expect(asks(MeDocument)).toHaveLength(1));
    expect(localStorage.getItem('auth_token')).toBe('token-of-alice');
  });
});

test('without a token the page says that an email was sent, and sends another', async () => {
  answer(RequestPasswordResetDocument, { requestPasswordReset: { message: SENT } });
  const { user } = open('');
  const page = screen.getByRole('region', { name: 'Check your email' });
  await user.type(within(page).getByLabelText('Email'), 'ann@example.test');
  await user.click(within(page).getByRole('button', { name: 'Send a reset link' }));
  expect(await within(page).findByText(SENT)).toBeInTheDocument();
  expect(asks(EmailLinkDocument)).toEqual([]);
});
