import { CombinedGraphQLErrors } from '@apollo/client';
import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import { MeDocument } from '#web/gql/graphql.ts';
import { storeToken } from '#web/lib/token.ts';
import { ada, alice, answer, asks, grace, refuse, renderApp, type ScreenAt } from '#tests/support/render.tsx';

const named = (words: string) => () => <h1>{words}</h1>;
const table: readonly ScreenAt[] = [
  { path: '/', audience: 'visitor', Screen: named('Front page') },
  { path: '/alerts', audience: 'member', Screen: named('Network alerts') },
  { path: '/', audience: 'admin', Screen: named('Operator') },
  { path: '/admin', audience: 'admin', Screen: named('Operator') },
];

const bob = { ...alice, id: 'bob', firstName: 'Bob', lastName: 'Baker' };
const signedOut = new CombinedGraphQLErrors({
  errors: [{ message: 'Please sign in', extensions: { code: 'UNAUTHENTICATED' } }],
});
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

beforeEach(() => {
  answer(PackagePrices, { packages: [] });
  answer(OpenAlertCount, { openAlertCount: 2 });
  vi.useFakeTimers();
});

describe('the guard', () => {
  test.each(['/alerts', '/admin'])('shows a spinner at %s while the session loads', async (path) => {
    storeToken('token');
    answer(MeDocument, () => new Promise<never>(() => {}));
    const { where, leftFor } = renderApp({ path, table });
    await wait(10_000);
    expect(screen.getByRole('status')).toHaveTextContent('Loading');
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect([where(), leftFor]).toEqual([path, []]);
  });

  test('tells a visitor they are logged out and goes to sign-in half a second later', async () => {
    const { leftFor } = renderApp({ path: '/alerts', table });
    await wait(499);
    expect(screen.getByText('You are logged out. Logging in again...')).toBeInTheDocument();
    expect(leftFor).toEqual([]);
    await wait(1);
    expect(leftFor).toEqual(['/api/login']);
  });

  test('treats an ended session like no session and forgets its token', async () => {
    storeToken('ended');
    refuse(MeDocument, { message: 'Please sign in', code: 'UNAUTHENTICATED' });
    const { leftFor } = renderApp({ path: '/alerts', table });
    await wait(600);
    expect(localStorage.getItem('auth_token')).toBeNull();
    expect(leftFor).toEqual(['/api/login']);
  });

  test("doesn't say logged out when the server is unreachable, and Retry opens the screen", async () => {
    storeToken('token');
    refuse(MeDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { where, leftFor } = renderApp({ path: '/alerts', table });
    await wait(600);
    expect(screen.getByText('We couldn’t check your session')).toBeInTheDocument();
    expect([where(), leftFor, localStorage.getItem('auth_token')]).toEqual(['/alerts', [], 'token']);
    answer(MeDocument, { me: alice });
    vi.useRealTimers();
    act(() => screen.getByRole('button', { name: 'Retry' }).click());
    expect(await screen.findByRole('heading', { name: 'Network alerts' })).toBeInTheDocument();
  });

  test('keeps the next person signed in when the end of the previous session is noticed late', async () => {
    storeToken('token-of-alice');
    const ended = Promise.withResolvers<never>();
    answer(MeDocument, () => ended.promise);
    const { leftFor } = renderApp({ path: '/alerts', table });
    await wait(0);
    // A frozen tab has not heard of it.
    localStorage.setItem('auth_token', 'token-of-bob');
    answer(MeDocument, { me: bob });
    ended.reject(signedOut);
    await wait(600);
    expect(localStorage.getItem('auth_token')).toBe('token-of-bob');
    expect(asks(MeDocument).at(-1)?.headers['authorization']).toBe('Bearer token-of-bob');
    expect(screen.queryByText('You are logged out. Logging in again...')).not.toBeInTheDocument();
    expect(leftFor).toEqual([]);
  });

  test('shows the screen once the person has signed in in another tab', async () => {
    vi.useRealTimers();
    renderApp({ path: '/alerts', table, signedInAs: alice });
    expect(await screen.findByText('account of Alice Archer')).toBeInTheDocument();
    answer(MeDocument, { me: bob });
    localStorage.setItem('auth_token', 'token-of-bob');
    await act(async () => void window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })));
    expect(await screen.findByText('account of Bob Baker')).toBeInTheDocument();
    expect(asks(MeDocument).at(-1)?.headers['authorization']).toBe('Bearer token-of-bob');
  });

  test('denies a customer the operator’s screens and goes to the start half a second later', async () => {
    const { where } = renderApp({ path: '/admin', table, signedInAs: alice });
    await wait(300);
    expect(screen.getByText('Access Denied')).toBeInTheDocument();
    expect(screen.getByText("You don't have permission to access this page.")).toBeInTheDocument();
    expect(where()).toBe('/admin');
    await wait(500);
    expect(where()).toBe('/');
  });

  test.each([
    ['a customer', alice],
    ['an admin', ada],
    ['a super admin', grace],
  ])('lets %s see the customer’s screens', async (_, person) => {
    vi.useRealTimers();
    renderApp({ path: '/alerts', table, signedInAs: person });
    expect(await screen.findByRole('heading', { name: 'Network alerts' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Admin Mode' }) !== null).toBe(person !== alice);
  });

  test.each([
    ['a visitor', undefined, 'Front page'],
    ['a customer', alice, 'Front page'],
    ['an admin', ada, 'Operator'],
  ])('shows %s their own screen where one path has two', async (_, signedInAs, heading) => {
    vi.useRealTimers();
    renderApp({ path: '/', table, signedInAs });
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument();
  });

  test('says that a path is unknown, with the path and the full address', async () => {
    renderApp({ path: '/nowhere/at/all', table });
    await wait(0);
    expect(
      screen.getByText('This page route was not found in the router configuration.'),
    ).toBeInTheDocument();
    expect(screen.getByText('/nowhere/at/all')).toBeInTheDocument();
    expect(screen.getByText(window.location.href)).toBeInTheDocument();
  });
});
