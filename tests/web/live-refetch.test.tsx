import { CombinedGraphQLErrors } from '@apollo/client';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveStatus } from '#web/app/layouts/LiveStatus.tsx';
import { isBackgroundRequest } from '#web/lib/background-request.ts';
import { liveRefetch } from '#web/lib/live-refetch.ts';
import { reportLiveState } from '#web/lib/live-state.ts';
import { render } from '#tests/support/render.tsx';

const refusal = (code: string, retryAfter?: number) =>
  new CombinedGraphQLErrors({ errors: [{ message: 'No', extensions: { code, retryAfter } }] });

/** Why the server fails, if it does, and how often it was asked. */
let failure: Error | undefined;
let asked: number;
let run: () => void;
let cancel: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  failure = undefined;
  asked = 0;
  [run, cancel] = liveRefetch(async () => {
    asked += 1;
    expect(isBackgroundRequest()).toBe(true);
    if (failure) throw failure;
  });
});
afterEach(() => {
  cancel();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000));

describe('A refetch after a live change', () => {
  test('is sent at once, and after many changes once more a second later', async () => {
    for (let n = 0; n < 50; n++) run();
    await pass(0.5);
    expect(asked).toBe(1);
    await pass(1);
    expect(asked).toBe(2);
    await pass(5);
    expect(asked).toBe(2);
  });

  test('that exceeds the rate limit is repeated when the server allows it, without another change', async () => {
    failure = refusal('TOO_MANY', 40);
    run();
    await pass(39);
    expect(asked).toBe(1);
    failure = undefined;
    await pass(2);
    expect(asked).toBe(2);
    await pass(60);
    expect(asked).toBe(2);
  });

  test.each([
    ['a server that fails', refusal('INTERNAL_SERVER_ERROR')],
    ['a server that is not ready', refusal('NOT_READY')],
    ['a lost network', new TypeError('Failed to fetch')],
  ])('is repeated with growing pauses after %s', async (_case, reason) => {
    failure = reason;
    run();
    await pass(120);
    expect(asked).toBeGreaterThan(4);
    expect(asked).toBeLessThan(10);
    failure = undefined;
    await pass(31);
    const last = asked;
    await pass(120);
    expect(asked).toBe(last);
  });

  test('that can never succeed is not repeated', async () => {
    failure = refusal('NOT_FOUND');
    run();
    await pass(120);
    expect(asked).toBe(1);
  });

  test('waits longer while no one sees the tab, and comes as soon as someone does', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    run();
    await pass(0);
    run();
    await pass(10);
    expect(asked).toBe(1);
    visibility.mockReturnValue('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await pass(0);
    expect(asked).toBe(2);
  });

  test('makes the header say that the screen is catching up until it has succeeded', async () => {
    reportLiveState('live');
    render(<LiveStatus />);
    await pass(1);
    expect(screen.getByRole('status')).toHaveTextContent('Live');
    failure = refusal('TOO_MANY', 20);
    run();
    await pass(1);
    expect(screen.getByRole('status')).toHaveTextContent('Catching up…');
    failure = undefined;
    await pass(20);
    expect(screen.getByRole('status')).toHaveTextContent('Live');
  });
});
