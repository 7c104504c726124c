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

/** One minute of a person's limit, as the api counts and reports it. */
function limit(allowed: number) {
  const began = Date.now();
  let used = 0;
  let minute = 0;
  return {
    spend(cost: number) {
      const at = Date.now() - began;
      if (Math.floor(at / 60_000) > minute) [minute, used] = [Math.floor(at / 60_000), 0];
      used += cost;
      if (used > allowed) throw refusal('TOO_MANY', 60);
      const reset = Math.ceil(60 - (at % 60_000) / 1_000);
      return new Headers({
        'ratelimit-policy': `"requests";q=1200;w=60, "cost";q=${allowed};w=60`,
        ratelimit: `"requests";r=1000;t=${reset}, "cost";r=${allowed - used};t=${reset}`,
      });
    },
    used: () => used,
  };
}

/** Tabs, each with modules of its own, whose refetches cost so much while something changes all the time. */
async function storm(tabs: number, cost: number, seconds: number) {
  const { spend, used } = limit(60_000);
  const rounds: number[] = Array.from({ length: tabs }, () => 0);
  const mostUsed = { points: 0 };
  let refused = 0;
  const stops: (() => void)[] = [];
  const runs: (() => void)[] = [];
  for (let tab = 0; tab < tabs; tab++) {
    vi.resetModules();
    const { recordRateLimits } = await import('#web/lib/rate-limit-wait.ts');
    const own = await import('#web/lib/live-refetch.ts');
    const [change, stop] = own.liveRefetch(async () => {
      try {
        recordRateLimits(spend(cost));
        rounds[tab]! += 1;
        mostUsed.points = Math.max(mostUsed.points, used());
      } catch (error) {
        refused += 1;
        throw error;
      }
    });
    runs.push(change);
    stops.push(stop);
  }
  for (let tenth = 0; tenth < seconds * 10; tenth++) {
    for (const change of runs) change();
    await vi.advanceTimersByTimeAsync(100);
  }
  for (const stop of stops) stop();
  return { rounds, refused, mostUsed: mostUsed.points };
}

describe('In a storm, refetches', () => {
  test.each([
    [3, 770, 51_000],
    [3, 1_500, 58_000],
    [6, 770, 58_000],
  ])(
    'of %i visible tabs that cost %i points each stay below %i, so that none is refused',
    async (tabs, cost, most) => {
      const { rounds, refused, mostUsed } = await storm(tabs, cost, 180);
      expect(refused).toBe(0);
      expect(mostUsed).toBeLessThan(most);
      for (const count of rounds) expect(count).toBeGreaterThan(18);
    },
  );

  test('come every second as long as they use little of the limit', async () => {
    const { rounds } = await storm(1, 500, 60);
    expect(rounds[0]).toBeGreaterThan(55);
  });
});
