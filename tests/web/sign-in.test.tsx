import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import { AuthPage } from '#web/features/auth/sign-in/AuthPage.tsx';
import { SignInDocument, SignOutDocument } from '#web/gql/graphql.ts';
import { useSignOut } from '#web/features/auth/useSession.ts';
import {
  ada,
  alice,
  answer,
  asks,
  refuse,
  render,
  renderApp,
  type ScreenAt,
} from '#tests/support/render.tsx';

const table: readonly ScreenAt[] = [
  { path: '/auth', audience: 'visitor', Screen: AuthPage },
  { path: '/dashboard', audience: 'member', Screen: () => <h1>Your network</h1> },
  { path: '/admin/dashboard', audience: 'admin', Screen: () => <h1>Operator</h1> },
];

async function signIn(email = 'alice@example.test', password = 'Demo-1234!') {
  answer(PackagePrices, { packages: [] });
  answer(OpenAlertCount, { openAlertCount: 0 });
  const app = renderApp({ path: '/auth', table });
  await app.user.click(await screen.findByLabelText('Email'));
  await app.user.paste(email);
  await app.user.tab();
  await app.user.paste(password);
  await app.user.click(screen.getByRole('button', { name: 'Sign In' }));
  return app;
}

test('the product is described next to the form, with four of its features', () => {
  render(<AuthPage />, { path: '/auth' });
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Advanced network management/);
  expect(screen.getAllByRole('listitem')).toHaveLength(4);
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Sign In', 'Register']);
  expect(screen.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
});

describe('signing in', () => {
  test.each([
    ['a customer to the dashboard', alice, '/dashboard'],
    ['an admin to the administration', ada, '/admin/dashboard'],
  ])('takes %s, after confirming it', async (_, person, home) => {
    answer(SignInDocument, {
      signIn: { user: person, token: 'fresh', requiresMFA: false, userId: person.id },
    });
    const { where } = await signIn();
    expect(await screen.findByText('Login successful')).toBeInTheDocument();
    expect(screen.getByText('Success')).toBeInTheDocument();
    expect(localStorage.getItem('auth_token')).toBe('fresh');
    await waitFor(() => expect(where()).toBe(home));
  });

  test('leaves no history entry, which would only lead here again', async () => {
    answer(PackagePrices, { packages: [] });
    answer(OpenAlertCount, { openAlertCount: 0 });
    window.history.pushState(null, '', '/terms');
    const { where } = renderApp({ path: '/auth', table, signedInAs: alice });
    await waitFor(() => expect(where()).toBe('/dashboard'));
    act(() => window.history.back());
    await waitFor(() => expect(where()).toBe('/terms'));
  });

  test('continues 250 ms later, not before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    answer(PackagePrices, { packages: [] });
    answer(OpenAlertCount, { openAlertCount: 0 });
    const { where } = renderApp({ path: '/auth', table, signedInAs: alice });
    await act(() => vi.advanceTimersByTimeAsync(249));
    expect(where()).toBe('/auth');
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(where()).toBe('/dashboard');
    vi.useRealTimers();
  });

  test.each([
    [
      'Invalid email or password',
      'wrong_credentials',
      'The email or password you entered is incorrect. Please check your credentials and try again.',
    ],
    [
      'Please verify your email first',
      'unverified',
      'Please check your email and click the verification link before logging in.',
    ],
    [
      'This account is deactivated',
      'deactivated',
      'Your account has been deactivated. Please contact support for assistance.',
    ],
    ['Too many attempts. Try again in 5 minutes.', undefined, 'Too many attempts. Try again in 5 minutes.'],
  ])('explains "%s" in a toast and above the form', async (said, reason, read) => {
    refuse(SignInDocument, { message: said, code: 'UNAUTHENTICATED', reason });
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent(`Login Failed${read}`);
    expect(screen.getAllByText(read)).toHaveLength(2);
    expect(screen.getByLabelText('Email')).toHaveValue('alice@example.test');
    expect(screen.getByLabelText('Password')).toHaveValue('Demo-1234!');
  });

  test('says "Login failed" when the server cannot be reached', async () => {
    answer(SignInDocument, () => {
      throw new TypeError('Failed to fetch');
    });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Login failedThe server didn’t respond. Your entries are still here, so try again.',
    );
    expect(screen.getByLabelText('Password')).toHaveValue('Demo-1234!');
  });

  test('asks for missing fields and focuses the first of them', async () => {
    const { user } = render(<AuthPage />);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Email is required')).toBeInTheDocument();
    expect(screen.getByText('Password is required')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(asks(SignInDocument)).toEqual([]);
  });

  test('shows the server’s error under its field, until that is changed', async () => {
    refuse(SignInDocument, { message: 'No', fields: { email: 'This address is not known here' } });
    const { user } = await signIn();
    expect(await screen.findByText('This address is not known here')).toBeInTheDocument();
    await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
    await user.type(screen.getByLabelText('Email'), 'x');
    expect(screen.queryByText('This address is not known here')).not.toBeInTheDocument();
  });
});

function SignOutButton() {
  const signOut = useSignOut();
  return <button onClick={() => void signOut()}>Log out</button>;
}

test('signing out notifies the server, removes the token and loads the homepage', async () => {
  answer(SignOutDocument, { signOut: true });
  const { user, leftFor } = render(<SignOutButton />, { signedInAs: alice });
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(leftFor).toEqual(['/']));
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(asks(SignOutDocument)[0]?.headers['authorization']).toBe('Bearer token-of-alice');
});

test('signing out does not wait for an unavailable server', async () => {
  answer(SignOutDocument, () => new Promise<never>(() => {}));
  const { user, leftFor } = render(<SignOutButton />, { signedInAs: alice });
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(leftFor).toEqual(['/']));
});
