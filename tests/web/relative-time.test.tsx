import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';

afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

test('An age counts seconds, then minutes, with one timer however many are on screen', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:02:00Z') });
  const intervals = vi.spyOn(globalThis, 'setInterval');
  render(
    <>
      {Array.from({ length: 50 }, (_, index) => (
        <RelativeTime key={index} at="2026-11-20T14:01:58Z" />
      ))}
    </>,
  );
  expect(screen.getAllByText('just now')).toHaveLength(50);
  expect(intervals.mock.calls.map(([, every]) => every)).toEqual([1000]);
  intervals.mockRestore();
  await pass(10_000);
  expect(screen.getAllByText('12 s ago')).toHaveLength(50);
  await pass(60_000);
  expect(screen.getAllByText('1 min ago')).toHaveLength(50);
});
