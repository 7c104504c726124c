import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OpenAlertCount, PackagePrices } from '#web/app/shell.gql.ts';
import { ExtendSessionDocument, SignOutDocument } from '#web/gql/graphql.ts';
import { LeavePrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { alice, answer, asks, refuse, renderApp, type ScreenAt } from '#tests/support/render.tsx';

const table: readonly ScreenAt[] = [
  { path: '/alerts', audience: 'member', Screen: () => <h1>Network alerts</h1> },
  { path: '/alerts/typing', audience: 'member', Screen: Typing },
];

function Typing() {
  return (
    <>
      <h1>Network alerts</h1>
      <LeavePrompt losing title="Leave without saving?" confirmLabel="Discard">
        A rule is not saved.
      </LeavePrompt>
    </>
  );
}
const minute = 60_000;
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const move = () => fireEvent.pointerMove(document.body);
const asked = () => screen.queryByRole('alertdialog', { name: 'Are you still there?' });
const token = () => localStorage.getItem('auth_token');

beforeEach(() => {
  answer(PackagePrices, { packages: [] });
  answer(OpenAlertCount, { openAlertCount: 0 });
  answer(ExtendSessionDocument, { extendSession: true });
  answer(SignOutDocument, { signOut: true });
  // What is loaded late comes by itself.
  vi.useFakeTimers({
    toFake: [
      'Date',
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'requestAnimationFrame',
      'cancelAnimationFrame',
    ],
  });
});

const begun = () => localStorage.getItem('last_input') && screen.queryByText('Network alerts');

async function signedIn(sessionTimeout = 5, path = '/alerts') {
  const app = renderApp({ path, table, signedInAs: { ...alice, sessionTimeout } });
  // The watch has begun when the moment stands where other tabs look for it.
  const patience = performance.now() + 10_000;
  while (!begun() && performance.now() < patience)
    await act(() => new Promise<void>((resolve) => void setImmediate(resolve)));
  return app;
}

describe('an active person', () => {
  test.each([
    ['a pointer', () => fireEvent.pointerMove(document.body)],
    ['a key', () => fireEvent.keyDown(document.body, { key: 'a' })],
    ['a finger', () => fireEvent.touchStart(document.body)],
  ])('is reported to the server for %s, once a minute at most', async (_, sign) => {
    await signedIn();
    for (let second = 0; second < 150; second += 1) {
      sign();
      await wait(1000);
    }
    expect(asks(ExtendSessionDocument)).toHaveLength(2);
  });

  test('keeps the session for as long as they are active', async () => {
    await signedIn(5);
    for (let passed = 0; passed < 20; passed += 1) {
      move();
      await wait(minute);
    }
    expect(asked()).toBeNull();
    expect(token()).not.toBeNull();
  });

  test('is reported once more after the last activity, so that server and screen count from the same time', async () => {
    await signedIn();
    await wait(50_000);
    move();
    expect(asks(ExtendSessionDocument)).toHaveLength(0);
    await wait(11_000);
    expect(asks(ExtendSessionDocument)).toHaveLength(1);
    await wait(2 * minute);
    expect(asks(ExtendSessionDocument)).toHaveLength(1);
  });
});

describe('an idle person', () => {
  test('is asked a minute before the end, with the time left', async () => {
    await signedIn(5);
    await wait(4 * minute - 2000);
    expect(asked()).toBeNull();
    await wait(3000);
    expect(asked()).toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent(/^You’ll be signed out in (60|59) s$/);
    await wait(20_000);
    expect(screen.getByRole('timer')).toHaveTextContent(/^You’ll be signed out in (40|39) s$/);
    expect(screen.getByRole('button', { name: 'Stay signed in' })).toHaveFocus();
  });

  test('stays signed in when they say so, but not by bumping the mouse', async () => {
    await signedIn(5);
    await wait(4 * minute + 2000);
    move();
    await wait(1000);
    expect(asked()).toBeInTheDocument();
    fireEvent.click(screen.getByRole('button', { name: 'Stay signed in' }));
    await wait(1000);
    expect(asked()).toBeNull();
    expect(asks(ExtendSessionDocument)).toHaveLength(1);
    await wait(4 * minute - 5000);
    expect(asked()).toBeNull();
    expect(token()).not.toBeNull();
  });

  test('is signed out at the end, as when a session ends', async () => {
    const { leftFor } = await signedIn(5);
    await wait(5 * minute + 1000);
    expect(token()).toBeNull();
    expect(screen.getByText('You are logged out. Logging in again...')).toBeInTheDocument();
    await wait(500);
    expect(leftFor).toEqual(['/api/login']);
    expect(sessionStorage.getItem('say_next_sign-in')).toContain(
      'You were signed out after 5 minutes of inactivity.',
    );
    expect(asks(SignOutDocument)).toMatchObject([{ headers: { authorization: 'Bearer token-of-alice' } }]);
  });

  test.each([
    ['', '/alerts'],
    [', and is asked nothing that could keep them half signed out', '/alerts/typing'],
  ])('can sign out immediately%s', async (_, path) => {
    const { leftFor } = await signedIn(5, path);
    await wait(4 * minute + 2000);
    fireEvent.click(screen.getByRole('button', { name: 'Log out' }));
    await wait(1000);
    expect(leftFor).toEqual(['/']);
    expect(token()).toBeNull();
  });

  test('is active after all if they are busy in another tab', async () => {
    await signedIn(5);
    await wait(4 * minute + 2000);
    expect(asked()).toBeInTheDocument();
    localStorage.setItem('last_input', String(Date.now()));
    await wait(1000);
    expect(asked()).toBeNull();
    await wait(3 * minute);
    expect(asked()).toBeNull();
  });

  test('is signed out as soon as a laptop wakes after sleeping too long, whatever is touched first', async () => {
    await signedIn(5);
    vi.setSystemTime(Date.now() + 8 * 60 * minute);
    move();
    await wait(0);
    expect(token()).toBeNull();
    expect(asked()).toBeNull();
  });

  test('is signed out on waking without any touch', async () => {
    await signedIn(5);
    vi.setSystemTime(Date.now() + 8 * 60 * minute);
    fireEvent(window, new Event('focus'));
    await wait(0);
    expect(token()).toBeNull();
  });
});

test('A session that the server has ended ends here with the person’s next activity', async () => {
  await signedIn();
  refuse(ExtendSessionDocument, { message: 'You need to be signed in', code: 'UNAUTHENTICATED' });
  await wait(minute);
  move();
  await wait(1500);
  expect(token()).toBeNull();
});

test('A network failure signs no one out', async () => {
  await signedIn();
  answer(ExtendSessionDocument, () => Promise.reject(new TypeError('Failed to fetch')));
  await wait(minute);
  move();
  await wait(2000);
  expect(token()).not.toBeNull();
});
