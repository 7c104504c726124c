import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { PackagePrices } from '#web/app/shell.gql.ts';
import {
  MeDocument,
  PackageChoiceDocument,
  PasswordPolicyDocument,
  RegisterDocument,
} from '#web/gql/graphql.ts';
import { setFlashMessage } from '#web/lib/flash-message.ts';
import { storeToken } from '#web/lib/token.ts';
import { answer, refuse, renderApp } from '#tests/support/render.tsx';

beforeEach(() => {
  answer(PackagePrices, { packages: [] });
  answer(PackageChoiceDocument, { packages: [] });
  answer(PasswordPolicyDocument, {
    passwordPolicy: { minLength: 8, text: 'At least 8 characters' },
  } as never);
});

test('People whose session the server has ended see that at sign-in, once', async () => {
  storeToken('ended');
  refuse(MeDocument, { message: 'Please sign in', code: 'UNAUTHENTICATED' });
  const { leftFor } = renderApp({ path: '/alerts' });
  expect(await screen.findByText('You are logged out. Logging in again...')).toBeInTheDocument();
  await waitFor(() => expect(leftFor).toEqual(['/api/login']));
  cleanup();
  const first = renderApp({ path: '/auth' });
  expect(await screen.findByText('Your session has ended.')).toBeInTheDocument();
  // A suspended person comes this way too, and cannot.
  expect(screen.queryByText('Sign in to continue.')).not.toBeInTheDocument();
  expect(first.where()).toBe('/auth');
  cleanup();
  renderApp({ path: '/auth' });
  await screen.findByRole('button', { name: 'Sign In' });
  expect(screen.queryByText('Your session has ended.')).not.toBeInTheDocument();
});

test('People who open sign-in on their own see no message', async () => {
  renderApp({ path: '/auth' });
  await screen.findByRole('button', { name: 'Sign In' });
  expect(screen.queryByText(/session has ended|signed out/)).not.toBeInTheDocument();
});

test('People who deleted their account see a confirmation on the next page', async () => {
  setFlashMessage('toast', {
    title: 'Your account was deleted',
    description: 'We’ve emailed you a confirmation.',
  });
  renderApp({ path: '/auth' });
  expect(await screen.findByText('Your account was deleted')).toBeInTheDocument();
  expect(sessionStorage.length).toBe(0);
});

test('People who registered see at sign-in what to do next, and for which address', async () => {
  answer(RegisterDocument, { register: { message: 'Done' } } as never);
  const { user } = renderApp({ path: '/register' });
  await user.type(await screen.findByLabelText('First name'), 'Ann');
  await user.type(screen.getByLabelText('Last name'), 'Miller');
  await user.type(screen.getByLabelText('Email'), 'ann@example.test');
  await user.type(screen.getByLabelText('Company name'), 'Miller');
  await user.type(screen.getByLabelText('Password'), 'Lantern-keeper-44');
  await user.type(screen.getByLabelText('Confirm password'), 'Lantern-keeper-44');
  await user.click(screen.getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Create Account' }));
  await screen.findByRole('heading', { name: 'Check your email' });
  cleanup();
  renderApp({ path: '/auth' });
  expect(await screen.findByText(/^We sent an email to ann@example\.test\./)).toBeInTheDocument();
});
