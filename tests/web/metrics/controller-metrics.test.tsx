import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { runsOf, unreachableIntervals } from '#web/features/metrics/AvailabilityStrip.tsx';
import { ControllerMetrics, ControllerOverTime } from '#web/features/metrics/ControllerMetrics.tsx';
import { formatBitRate } from '#web/lib/format.ts';
import type { ControllerOverTimeQuery } from '#web/gql/graphql.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';

const minute = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 14, minutes)).toISOString();
const at = [0, 5, 10, 15].map(minute);

const measured = (): ControllerOverTimeQuery => ({
  siteMetrics: {
    from: minute(0),
    until: minute(20),
    at,
    measuredUntil: new Date(Date.now() - 12_000).toISOString(),
    online: [3, 2, null, 3],
    offline: [0, 1, null, 0],
    cpuPercent: [10, 20, null, 30],
    memoryPercent: [50, 50, null, 51],
    uplinkBps: [600_000, 0, null, 8_200_000],
    uptimePercent: 91.666,
    reachability: [
      { from: minute(0), until: minute(10), siteId: 'A', seen: true, problem: null },
      {
        from: minute(10),
        until: minute(15),
        siteId: '',
        seen: false,
        problem: 'UniFi is away',
      },
      {
        from: minute(15),
        until: minute(20),
        siteId: 'A',
        seen: true,
        problem: null,
      },
    ],
  },
  wanMetrics: {
    at,
    problem: null,
    lines: [
      {
        id: 'line',
        siteId: 'A',
        line: 'WAN',
        ispName: 'Bahnhof',
        measuredUntil: minute(15),
        latencyMs: [9, 12, null, 11],
        lossPercent: [0, 0, null, 1.5],
      },
    ],
  },
  topTalkers: [
    {
      device: { id: 'lobby', name: 'AP Lobby' },
      bytes: 120_000_000,
      peakBps: 8_000_000,
    },
  ],
});

const open = () => render(<ControllerMetrics controllerId="office" />);

describe('The measurements of a controller', () => {
  test('are shown with their age, their gaps in words, and a table for each chart', async () => {
    answer(ControllerOverTime, measured());
    const { user } = open();
    expect(await screen.findByText(/^(just now|\d+ s ago)$/)).toBeInTheDocument();
    expect(
      screen.getByRole('img', { name: /All devices online 50%.*offline 25%.*unknown 25%/ }),
    ).toBeInTheDocument();
    expect(screen.getByText(/^Unknown .* to .*: UniFi is away$/)).toBeInTheDocument();
    expect(screen.getByText(/^Uptime 91.67%: seconds that devices were online/)).toBeInTheDocument();
    expect(
      screen.getByRole('img', { name: /^Devices online from .*lowest 2, highest 3; at the end 3$/ }),
    ).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show table: Throughput' }));
    const rows = within(screen.getByRole('region', { name: 'Throughput, point by point' })).getAllByRole(
      'row',
    );
    expect(rows.map((row) => row.textContent?.replace(/^.*(\d\d?:\d\d\s[AP]M)/, ''))).toEqual([
      'FromThroughput',
      '8.2 Mbit/s',
      'Unknown',
      '0 bit/s',
      '600 kbit/s',
    ]);
    expect(
      screen.getByRole('img', { name: /^Latency of Bahnhof .*highest 12 ms; at the end 11 ms$/ }),
    ).toBeInTheDocument();
    expect(screen.getByText('120 MB')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show table: Availability' }));
    const stretches = within(screen.getByRole('region', { name: 'Availability, by interval' }));
    expect(
      stretches.getAllByRole('row').map((row) => row.textContent?.replace(/^.*\d\d?:\d\d\s[AP]M/, '')),
    ).toEqual(['FromForDevices', '5 minAll online', '5 minUnknown', '5 minSome offline', '5 minAll online']);
  });

  test('can be shown for another period', async () => {
    answer(ControllerOverTime, measured());
    const { user } = open();
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Period' }), 'Last 14 days');
    const asked = asks(ControllerOverTime).at(-1)?.variables as { from: string };
    expect(Math.round((Date.now() - Date.parse(asked.from)) / 86_400_000)).toBe(14);
  });

  test('say when there are none, and why there are no WAN metrics', async () => {
    const nothing = measured();
    const none = [null, null, null, null];
    Object.assign(nothing.siteMetrics, {
      online: none,
      offline: none,
      cpuPercent: none,
      memoryPercent: none,
    });
    Object.assign(nothing.siteMetrics, {
      uplinkBps: none,
      uptimePercent: null,
      measuredUntil: null,
      reachability: [],
    });
    Object.assign(nothing.wanMetrics, { lines: [], problem: 'UniFi offers none for this account.' });
    answer(ControllerOverTime, { ...nothing, topTalkers: [] });
    open();
    expect(await screen.findByText('No recent measurements')).toBeInTheDocument();
    expect(screen.getByText('UniFi offers none for this account.')).toBeInTheDocument();
    expect(screen.getAllByText('UniFi reported no throughput for this period.')).toHaveLength(2);
    expect(screen.getByText('UniFi reported no CPU load for this period.')).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /nothing is known/ })).toBeNull();
  });

  test('can be reloaded if they could not be loaded', async () => {
    refuse(ControllerOverTime, { message: 'Away' });
    const { user } = open();
    const retry = await screen.findByRole('button', { name: /retry/i });
    answer(ControllerOverTime, measured());
    await user.click(retry);
    expect(await screen.findByText('120 MB')).toBeInTheDocument();
  });
});

describe('A strip', () => {
  test('has an interval for each state, and an unknown count is not zero', () => {
    expect(runsOf([3, 3, 2, null, null, 0], [0, 0, 1, null, null, 0])).toEqual([
      { standing: 'online', begin: 0, length: 2 },
      { standing: 'offline', begin: 2, length: 1 },
      { standing: 'unknown', begin: 3, length: 2 },
      { standing: 'online', begin: 5, length: 1 },
    ]);
    expect(runsOf([], [])).toEqual([]);
  });

  test('shows when nothing was measured', () => {
    const seen = (from: number, until: number) => ({
      from: minute(from),
      until: minute(until),
      seen: true,
      problem: null,
    });
    expect(unreachableIntervals([seen(0, 10), seen(10, 20), seen(40, 50)])).toEqual([
      { from: new Date(minute(20)), until: new Date(minute(40)), problem: null },
    ]);
  });
});

test.each([
  [0, '0 bit/s'],
  [999, '999 bit/s'],
  [1500, '1.5 kbit/s'],
  [123_456_789, '123 Mbit/s'],
  [4e13, '40,000 Gbit/s'],
])('%d bits per second are shown as %s', (bps, words) => {
  expect(formatBitRate(bps)).toBe(words);
});
