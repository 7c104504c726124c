import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { AuthPage } from '#web/features/auth/sign-in/AuthPage.tsx';
import { SignInDocument } from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

const CODE = 'Verification code';

/** As far as the demand for a code. */
async function reachTheCode() {
  answer(SignInDocument, ({ input }) => ({
    signIn: input.mfaToken
      ? { user: alice, token: 'fresh', requiresMFA: false, userId: 'alice' }
      : { user: null, token: null, requiresMFA: true, userId: null },
  }));
  const app = render(<AuthPage />, { path: '/auth' });
  await app.user.type(screen.getByLabelText('Email'), 'alice@example.test');
  await app.user.type(screen.getByLabelText('Password'), 'Demo-1234!');
  await app.user.click(screen.getByRole('button', { name: 'Sign In' }));
  await screen.findByLabelText(CODE);
  return app;
}

const sent = () => asks(SignInDocument).at(-1)?.variables['input'];
const credentials = { email: 'alice@example.test', password: 'Demo-1234!' };

describe('if two factors are on', () => {
  test('a code is required first, and until then nothing is stored except in memory', async () => {
    await reachTheCode();
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(screen.queryByText('Login successful')).not.toBeInTheDocument();
    expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }])).not.toContain('Demo-1234!');
    expect(screen.getByLabelText(CODE)).toHaveFocus();
    expect(screen.getByLabelText(CODE)).toBeRequired();
    expect(screen.getByLabelText(CODE)).toHaveAttribute('autocomplete', 'one-time-code');
  });

  test('an accepted password clears the previous error', async () => {
    const { user } = render(<AuthPage />, { path: '/auth' });
    refuse(SignInDocument, { message: 'Invalid email or password', code: 'UNAUTHENTICATED' });
    await user.type(screen.getByLabelText('Email'), 'alice@example.test');
    await user.type(screen.getByLabelText('Password'), 'Demo-1234');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect((await screen.findAllByText('Login Failed')).length).toBeGreaterThan(0);
    answer(SignInDocument, { signIn: { user: null, token: null, requiresMFA: true, userId: null } });
    await user.type(screen.getByLabelText('Password'), '!');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    await screen.findByLabelText(CODE);
    expect(screen.queryByText('Login Failed')).not.toBeInTheDocument();
  });

  test('the code is sent with the credentials typed before', async () => {
    const { user } = await reachTheCode();
    await user.type(screen.getByLabelText(CODE), '123456');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Login successful')).toBeInTheDocument();
    expect(sent()).toEqual({ ...credentials, mfaToken: '123456' });
    expect(localStorage.getItem('auth_token')).toBe('fresh');
  });

  test.each([
    ['123 456', '123456'],
    ['12-34-56', '123456'],
    ['1234567', '123456'],
    ['abc', ''],
  ])('"%s" pasted into the field becomes "%s"', async (pasted, kept) => {
    const { user } = await reachTheCode();
    await user.click(screen.getByLabelText(CODE));
    await user.paste(pasted);
    expect(screen.getByLabelText(CODE)).toHaveValue(kept);
  });

  test.each(['', '12345'])('"%s" is not a code and is not sent', async (typed) => {
    const { user } = await reachTheCode();
    if (typed) await user.type(screen.getByLabelText(CODE), typed);
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Please enter a 6-digit verification code')).toBeInTheDocument();
    expect(asks(SignInDocument)).toHaveLength(1);
  });

  test('a wrong code shows an error in a toast and on the page, and stays in the field', async () => {
    const { user } = await reachTheCode();
    refuse(SignInDocument, { message: 'Invalid verification code', code: 'UNAUTHENTICATED' });
    await user.type(screen.getByLabelText(CODE), '111111');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Login FailedInvalid verification code');
    expect(screen.getAllByText('Invalid verification code')).toHaveLength(2);
    expect(screen.getByLabelText(CODE)).toHaveValue('111111');
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  test('a recovery code can be entered instead, in any case and with dashes', async () => {
    const { user } = await reachTheCode();
    await user.type(screen.getByLabelText(CODE), '1234');
    await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByLabelText('Recovery code')).toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Please enter one of your recovery codes')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Recovery code'), '8c22-77HRG-J8V2');
    await user.click(screen.getByRole('button', { name: 'Verify' }));
    await screen.findByText('Login successful');
    expect(sent()).toEqual({ ...credentials, mfaToken: '8c22-77HRG-J8V2' });
  });

  test('Back to Login clears the code and keeps the address', async () => {
    const { user } = await reachTheCode();
    await user.type(screen.getByLabelText(CODE), '123456');
    await user.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(screen.getByLabelText('Email')).toHaveValue('alice@example.test');
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByLabelText(CODE)).toHaveValue('');
    expect(sent()).toEqual(credentials);
  });
});
