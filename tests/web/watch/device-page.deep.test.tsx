import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { DeviceOverTime } from '#web/features/metrics/DeviceMetrics.tsx';
import { DeviceInPlace, DevicePage } from '#web/features/watch/DevicePage.tsx';
import { ExplainDevice } from '#web/features/watch/WhyNotified.tsx';
import type { DeviceOverTimeQuery, ExplainDeviceQuery } from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { details } from './samples.ts';

type Explained = Unmasked<ExplainDeviceQuery['deviceExplanation']>;

const explained: Explained = {
  at: '2026-11-20T14:07:00.000Z',
  look: 'Its site was being read.',
  measuredAt: '2026-11-20T14:07:00.000Z',
  state: 'offline',
  rules: [
    {
      ruleId: 'r1',
      ruleName: 'Anything down',
      outcome: 'raised',
      saw: 'AP Lobby (Head Office) has been offline since 14:02 CET.',
      followed: ['Slack: told at 14:07 UTC.', 'Email: waits until 20:00 UTC: quiet hours.'],
      alertId: 'a1',
    },
    {
      ruleId: 'r2',
      ruleName: 'Busy',
      outcome: 'unknown',
      saw: 'CPU was not measured.',
      followed: [],
      alertId: null,
    },
  ],
  elsewhere: 2,
};
const measured: DeviceOverTimeQuery['deviceMetrics'] = {
  at: ['2026-11-20T14:00:00.000Z', '2026-11-20T14:05:00.000Z', '2026-11-20T14:10:00.000Z'],
  until: '2026-11-20T14:15:00.000Z',
  measuredUntil: new Date(Date.now() - 12_000).toISOString(),
  onlinePercent: [100, null, 50],
  uptimePercent: 75,
  cpuPercent: [10, null, 30],
  memoryPercent: [50, null, 51],
  diskFreePercent: [null, null, null],
  uplinkBps: [0, null, 8_200_000],
};
const open = (more: Partial<Explained> = {}, search = '?at=2026-11-20T14:07:00.000Z') => {
  answer(ExplainDevice, { deviceExplanation: { ...explained, ...more } });
  answer(DeviceOverTime, { deviceMetrics: measured });
  return render(<DevicePage />, {
    pattern: '/controllers/:id/devices/:device',
    path: `/controllers/c1/devices/d1${search}`,
    signedInAs: alice,
  });
};

beforeEach(() => answer(DeviceInPlace, { deviceDetails: details() }));

describe('The page of a device', () => {
  test('shows each rule’s result at a given time, what followed, and links to the alert', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'AP Lobby 🏢' })).toBeInTheDocument();
    expect(asks(ExplainDevice)[0]!.variables).toEqual({
      controllerId: 'c1',
      deviceId: 'd1',
      at: '2026-11-20T14:07:00.000Z',
    });
    const rules = within(screen.getByRole('list', { name: 'Result of each rule' })).getAllByRole('listitem');
    expect(rules[0]).toHaveTextContent(
      /Alert.*Anything down.*offline since 14:02 CET.*Slack: told at 14:07 UTC/,
    );
    expect(within(rules[0]!).getByRole('link')).toHaveAttribute('href', '/alerts/a1');
    expect(rules[1]).toHaveTextContent(/Unknown.*Busy.*CPU was not measured/);
    expect(
      screen.getByText(/2 more rules apply to other controllers, sites or customers/),
    ).toBeInTheDocument();
  });

  test('can show another time, and now', async () => {
    const { user } = open();
    await screen.findByText('Its site was being read.');
    await user.click(screen.getByRole('button', { name: 'Now' }));
    expect(asks(ExplainDevice).at(-1)!.variables).toMatchObject({ at: null });
    const field = screen.getByLabelText('At');
    await user.clear(field);
    await user.type(field, '2026-11-20T10:30');
    await user.click(screen.getByRole('button', { name: 'Explain this moment' }));
    expect(asks(ExplainDevice).at(-1)!.variables).toMatchObject({
      at: new Date('2026-11-20T10:30').toISOString(),
    });
  });

  test('shows now if the address has no time', async () => {
    open({}, '?at=yesterday');
    await screen.findByText('Its site was being read.');
    expect(asks(ExplainDevice)[0]!.variables).toMatchObject({ at: null });
  });

  test('shows its measurements, with their age, their gaps and a table for each chart', async () => {
    const { user } = open();
    expect(
      await screen.findByRole('img', { name: /^Online 33.3% of the time, offline or impaired 33.3%/ }),
    ).toBeVisible();
    expect(screen.getByText(/^Uptime 75%: seconds online ÷ seconds online or offline/)).toBeInTheDocument();
    expect(screen.getByText(/^(just now|\d+ s ago)$/)).toBeInTheDocument();
    expect(screen.queryByRole('img', { name: /^Free disk space/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show table: CPU' }));
    const table = screen.getByRole('region', { name: 'CPU, point by point' });
    expect(table).toHaveTextContent(/30%.*Unknown.*10%/);
    await user.selectOptions(screen.getByLabelText('Period'), 'Last 7 days');
    const from = Date.parse(String(asks(DeviceOverTime).at(-1)!.variables?.['from']));
    expect(Date.now() - from).toBeGreaterThan(6.9 * 86_400_000);
  });

  test('says why measurements are missing, and can reload them', async () => {
    answer(ExplainDevice, { deviceExplanation: explained });
    refuse(DeviceOverTime, { message: 'The database is away' });
    render(<DevicePage />, {
      pattern: '/controllers/:id/devices/:device',
      path: '/controllers/c1/devices/d1',
      signedInAs: alice,
    });
    expect(await screen.findByText('We couldn’t load the metrics')).toBeInTheDocument();
    expect(screen.getByText('Its site was being read.')).toBeInTheDocument();
  });

  test('says that no rule covers it, and links to the rules', async () => {
    open({ rules: [], elsewhere: 0 });
    expect(await screen.findByText(/No rule applies to this device/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Alert rules' })).toHaveAttribute('href', '/alerts?tab=rules');
  });

  test('says why a time can’t be explained', async () => {
    refuse(ExplainDevice, { message: 'Your package keeps 14 days of history' });
    render(<DevicePage />, {
      pattern: '/controllers/:id/devices/:device',
      path: '/controllers/c1/devices/d1',
      signedInAs: alice,
    });
    expect(await screen.findByText('We couldn’t load the explanation')).toBeInTheDocument();
    expect(screen.getByText('Your package keeps 14 days of history')).toBeInTheDocument();
  });
});
