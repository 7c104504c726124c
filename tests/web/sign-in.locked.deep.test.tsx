import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { PackagePrices } from '#web/app/shell.gql.ts';
import { AuthPage } from '#web/features/auth/sign-in/AuthPage.tsx';
import {
  EmailLinkDocument,
  RequestPasswordResetDocument,
  ResendVerificationDocument,
  SignInDocument,
} from '#web/gql/graphql.ts';
import { UnlockPage } from '#web/features/auth/sign-in/UnlockPage.tsx';
import { formatTime } from '#web/lib/format.ts';
import { alice, answer, asks, refuse, render, renderApp, type ScreenAt } from '#tests/support/render.tsx';

const LOCKED = 'Too many failed sign-ins. Try again later, or use the link that was emailed to the owner.';

async function trySignIn({ user }: ReturnType<typeof render>, email = 'alice@example.test') {
  if (email) await user.type(await screen.findByLabelText('Email'), email);
  await user.type(await screen.findByLabelText('Password'), 'Demo-1234!');
  await user.click(screen.getByRole('button', { name: 'Sign In' }));
}

describe("someone who can't sign in", () => {
  test.each([
    [900, 15, '(in 15 min)'],
    [61, 2, '(in 2 min)'],
    [30, 0.5, '(in 30 s)'],
  ])(
    'sees when a lock of %d seconds ends, and that an emailed link works',
    async (seconds, minutes, wait) => {
      refuse(SignInDocument, { message: LOCKED, code: 'TOO_MANY', retryAfter: seconds });
      await trySignIn(render(<AuthPage />));
      const alert = await screen.findByRole('alert');
      expect(alert).toHaveTextContent(LOCKED);
      expect(alert).toHaveTextContent(wait);
      const opens = /at (\d\d?:\d\d\s[AP]M)/.exec(alert.textContent ?? '')?.[1];
      const around = [-1, 0].map((late) => formatTime(new Date(Date.now() + (minutes + late) * 60_000)));
      if (minutes >= 1 && seconds % 60 === 0) expect(around).toContain(opens);
    },
  );

  test("can resend the verification email if the address isn't verified", async () => {
    refuse(SignInDocument, {
      message: 'Please verify your email before logging in',
      code: 'UNAUTHORIZED',
      reason: 'unverified',
    });
    const sent = 'If this address is waiting to be verified, a new link is on its way.';
    answer(ResendVerificationDocument, { resendVerification: { message: sent } });
    const app = render(<AuthPage />);
    await trySignIn(app);
    await app.user.click(await screen.findByRole('button', { name: 'Send the email again' }));
    expect(await screen.findByText(sent)).toBeInTheDocument();
    expect(asks(ResendVerificationDocument)[0]?.variables).toEqual({
      input: { email: 'alice@example.test' },
    });
  });

  test("isn't offered an email for a wrong password", async () => {
    refuse(SignInDocument, { message: 'Invalid email or password', code: 'UNAUTHENTICATED' });
    await trySignIn(render(<AuthPage />));
    await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Send the email again' })).not.toBeInTheDocument();
  });
});

describe('the link that was emailed to the owner of a locked account', () => {
  const table: readonly ScreenAt[] = [
    { path: '/unlock', audience: 'visitor', Screen: UnlockPage },
    { path: '/dashboard', audience: 'visitor', Screen: () => <h1>Your network</h1> },
  ];
  const open = (query = '?token=secret-of-the-mail') => {
    answer(PackagePrices, { packages: [] });
    return renderApp({ path: `/unlock${query}`, table });
  };
  const valid = () =>
    answer(EmailLinkDocument, { emailLink: { state: 'valid', email: 'alice@example.test' } });

  test('signs its owner in with the password, and opens the dashboard', async () => {
    valid();
    answer(SignInDocument, { signIn: { user: alice, token: 'fresh', requiresMFA: false, userId: 'alice' } });
    const app = open();
    await trySignIn(app, '');
    expect(await screen.findByText('Login successful')).toBeInTheDocument();
    expect(asks(EmailLinkDocument)[0]?.variables).toEqual({
      purpose: 'unlock',
      token: 'secret-of-the-mail',
    });
    expect(asks(SignInDocument)[0]?.variables['input']).toEqual({
      email: 'alice@example.test',
      password: 'Demo-1234!',
      unlockToken: 'secret-of-the-mail',
    });
    await waitFor(() => expect(app.where()).toBe('/dashboard'));
  });

  test('also works with the code if two factors are on', async () => {
    valid();
    answer(SignInDocument, { signIn: { user: null, token: null, requiresMFA: true, userId: null } });
    const app = open();
    await trySignIn(app, '');
    await app.user.type(await screen.findByLabelText('Verification code'), '123456');
    await app.user.click(screen.getByRole('button', { name: 'Verify' }));
    await waitFor(() => expect(asks(SignInDocument)).toHaveLength(2));
    expect(asks(SignInDocument)[1]?.variables['input']).toMatchObject({
      mfaToken: '123456',
      unlockToken: 'secret-of-the-mail',
    });
  });

  test.each([
    ['used', 'This link has already been used'],
    ['expired', 'This link has expired'],
    ['wrong', 'This link isn’t valid'],
  ] as const)('that is %s says "%s" and offers the other ways', async (state, heading) => {
    answer(EmailLinkDocument, { emailLink: { state, email: null } });
    answer(RequestPasswordResetDocument, { requestPasswordReset: { message: 'On its way.' } });
    const { user } = open();
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/auth');
    await user.type(screen.getByLabelText('Email'), 'alice@example.test');
    await user.click(screen.getByRole('button', { name: 'Send a reset link' }));
    expect(await screen.findByText('On its way.')).toBeInTheDocument();
  });

  test('that expired while its owner was typing says so', async () => {
    valid();
    refuse(SignInDocument, { message: 'This link has expired.', link: 'expired' });
    await trySignIn(open(), '');
    expect(await screen.findByRole('heading', { name: 'This link has expired' })).toBeInTheDocument();
  });
});
