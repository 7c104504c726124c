import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import {
  DeviceAroundAlert,
  LinesAroundAlert,
  MeasuredAround,
  MeasuredAroundFields,
  periodAround,
} from '#web/features/metrics/MeasuredAround.tsx';
import type { MeasuredAroundFieldsFragment } from '#web/gql/graphql.ts';
import { makeFragmentData } from '#web/gql/index.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';

const minute = (minutes: number) => new Date(Date.UTC(2026, 10, 20, 14, minutes)).toISOString();
const alert: MeasuredAroundFieldsFragment = {
  id: 'alert-1',
  type: 'high_cpu',
  controllerId: 'office',
  siteId: 'HOST:1',
  deviceMac: '68D79AB789FF',
  line: null,
  provider: null,
  since: minute(0),
  resolvedAt: minute(10),
};
const shown = (more: Partial<typeof alert> = {}) =>
  makeFragmentData({ ...alert, ...more }, MeasuredAroundFields);
const measured = {
  alert: { id: 'alert-1', threshold: 85 },
  deviceMetrics: {
    at: [minute(-5), minute(0), minute(5)],
    until: minute(10),
    bucketSeconds: 300,
    cpuPercent: [20, 96, null],
    memoryPercent: [null, null, null],
    diskFreePercent: [null, null, null],
    uplinkBps: [8_000_000, 8_000_000, null],
    onlinePercent: [100, 100, null],
  },
};

describe('The measurements around an alert', () => {
  test('show what its rule checked, from at least half an hour before to half an hour after', async () => {
    answer(DeviceAroundAlert, measured);
    render(<MeasuredAround alert={shown()} />);
    expect(await screen.findByRole('heading', { name: 'CPU around this alert' })).toBeInTheDocument();
    expect(
      await screen.findByRole('img', { name: /^CPU from .*highest 96%; at the end not known$/ }),
    ).toBeVisible();
    expect(screen.getByText(/Each point covers 5 min/)).toBeInTheDocument();
    expect(asks(DeviceAroundAlert)[0]?.variables).toEqual({
      alertId: 'alert-1',
      controllerId: 'office',
      mac: '68D79AB789FF',
      from: minute(-30),
      until: minute(40),
    });
  });

  test('show when it was online as the strip of its device page, if nothing is measured', async () => {
    const deviceMetrics = { ...measured.deviceMetrics, onlinePercent: [100, 0, null] };
    answer(DeviceAroundAlert, { deviceMetrics, alert: { id: 'alert-1', threshold: null } });
    render(<MeasuredAround alert={shown({ type: 'device_offline' })} />);
    expect(
      await screen.findByRole('heading', { name: 'Availability around this alert' }),
    ).toBeInTheDocument();
    expect(
      await screen.findByRole('img', {
        name: /^Online 33.3% of the time, offline or impaired 33.3%, unknown 33.3%, from /,
      }),
    ).toBeInTheDocument();
    expect(screen.getByText('Offline or impaired', { selector: 'span' })).toBeInTheDocument();
  });

  test('show the loss and latency of an internet line, with the threshold on the one that its rule checked', async () => {
    const other = { latencyMs: [1, 1, 1], lossPercent: [0, 0, 0] };
    answer(LinesAroundAlert, {
      alert: { id: 'alert-1', threshold: 5 },
      wanMetrics: {
        at: measured.deviceMetrics.at,
        bucketSeconds: 300,
        lines: [
          { id: 'l1', line: 'WAN', ispName: 'Telia', ...other },
          {
            id: 'l2',
            line: 'WAN',
            ispName: 'Comcast',
            latencyMs: [12, 180, null],
            lossPercent: [0, 8, null],
          },
          { id: 'l3', line: 'WAN2', ispName: 'Comcast', ...other },
        ],
      },
    });
    const ofLine = { deviceMac: null, line: 'WAN', provider: 'Comcast' };
    render(<MeasuredAround alert={shown({ type: 'wan_packet_loss', ...ofLine })} />);
    expect(
      await screen.findByRole('heading', { name: 'Packet loss and latency around this alert' }),
    ).toBeInTheDocument();
    expect(
      await screen.findByRole('img', { name: /^Packet loss from .*highest 8%; at the end not known$/ }),
    ).toBeVisible();
    expect(screen.getByRole('img', { name: /^Latency from .*highest 180 ms/ })).toBeVisible();
    expect(asks(LinesAroundAlert)[0]?.variables).toEqual({
      alertId: 'alert-1',
      controllerId: 'office',
      siteId: 'HOST:1',
      from: minute(-30),
      until: minute(40),
    });
  });

  test('say why there are none of a line that stands by, instead of showing empty charts', async () => {
    const none = { latencyMs: [null, null, null], lossPercent: [null, null, null] };
    answer(LinesAroundAlert, {
      alert: { id: 'alert-1', threshold: null },
      wanMetrics: {
        at: measured.deviceMetrics.at,
        bucketSeconds: 300,
        lines: [{ id: 'l1', line: 'WAN2', ispName: 'Telia', ...none }],
      },
    });
    render(<MeasuredAround alert={shown({ type: 'wan_failover', deviceMac: null, line: 'WAN2' })} />);
    expect(await screen.findByText(/measures only the line that carries the traffic/)).toHaveTextContent(
      /^There are no measurements of this line\./,
    );
    expect(screen.queryByRole('img')).not.toBeInTheDocument();
  });

  test('are empty for a console', () => {
    render(<MeasuredAround alert={shown({ type: 'console_offline', deviceMac: null })} />);
    expect(screen.queryByRole('heading')).not.toBeInTheDocument();
    expect(asks(DeviceAroundAlert)).toEqual([]);
  });

  test('can be reloaded', async () => {
    refuse(DeviceAroundAlert, { message: 'Device not found', code: 'NOT_FOUND' });
    render(<MeasuredAround alert={shown()} />);
    expect(await screen.findByText('We couldn’t load the metrics')).toBeInTheDocument();
  });
});

test('cover as long before and after as it lasted, a day at most, and never the future', () => {
  const now = new Date(minute(0));
  expect(periodAround(minute(-60), null, now)).toEqual({ from: minute(-120), until: minute(0) });
  expect(periodAround(minute(-6000), minute(-100), now)).toEqual({
    from: minute(-6000 - 1440),
    until: minute(0),
  });
});
