import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertHistory } from '#web/features/alerts/history/useAlertHistory.ts';
import { OpenAlerts } from '#web/features/alerts/current/open-alerts.gql.ts';
import { CreateMaintenanceWindow, MaintenanceWindows } from '#web/features/maintenance/useWindows.ts';
import { WatchedPlan } from '#web/features/controllers/controllers.gql.ts';
import { DeviceOverTime } from '#web/features/metrics/DeviceMetrics.tsx';
import { DeviceInPlace, DevicePage } from '#web/features/watch/DevicePage.tsx';
import { ControllerOfAddress } from '#web/features/watch/NotInController.tsx';
import { ExplainDevice } from '#web/features/watch/WhyNotified.tsx';
import { reportLiveState } from '#web/lib/live-state.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { alertAt, answerOpen } from '../alerts/samples.ts';
import { inHours, weekly } from '../maintenance.samples.ts';
import { details } from './samples.ts';

beforeEach(() => {
  reportLiveState('live');
  answer(DeviceInPlace, { deviceDetails: details() });
  answer(MaintenanceWindows, { maintenanceWindows: [] });
  answerOpen(alertAt(1, { deviceName: 'AP Lobby', deviceMac: '68D79AB789FF' }));
  answer(AlertHistory, {
    alertHistory: {
      nextCursor: null,
      nodes: [alertAt(3, { deviceName: 'AP Lobby', resolvedAt: '2026-11-20T15:00:00.000Z' })],
    },
  });
  answer(DeviceOverTime, {
    deviceMetrics: {
      at: ['2026-11-20T14:00:00.000Z', '2026-11-20T14:05:00.000Z'],
      until: '2026-11-20T14:10:00.000Z',
      measuredUntil: null,
      onlinePercent: [100, null],
      uptimePercent: 100,
      cpuPercent: [10, null],
      memoryPercent: [50, null],
      diskFreePercent: [null, null],
      uplinkBps: [0, null],
    },
  });
  answer(ExplainDevice, {
    deviceExplanation: {
      at: '2026-11-20T14:07:00.000Z',
      look: 'Its site was being read.',
      measuredAt: null,
      state: 'online',
      rules: [],
      elsewhere: 0,
    },
  });
});

const open = (signedInAs = alice) =>
  render(<DevicePage />, {
    pattern: '/controllers/:id/devices/:device',
    path: '/controllers/c1/devices/d1',
    signedInAs,
  });
/** Name and value of every fact. */
const facts = async () => {
  const list = await screen.findByRole('region', { name: 'Facts' });
  return Object.fromEntries(
    within(list)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );
};

describe('The page of a device', () => {
  test('says what it is, where it is and what it connects to', async () => {
    open();
    expect(await facts()).toMatchObject({
      Model: 'U7 Pro',
      Firmware: '8.0.26Update available',
      'IP address': expect.stringContaining('10.0.0.7'),
      'MAC address': expect.stringContaining('68:D7:9A:B7:89:FF'),
      'Up since': expect.stringMatching(/Nov 1, 2026.*ago$/),
      Uplink: 'Core SwitchPort 7',
      Clients: expect.stringMatching(/^12counted 3 min ago$/),
      'PoE ports': '5 of 8 in use1 limited',
      Site: 'Zürich',
      Controller: 'Head Office',
      Customer: 'Acme Dental',
      Tags: 'goldleeds',
    });
    expect(screen.getByRole('link', { name: 'Zürich' })).toHaveAttribute(
      'href',
      '/controllers/c1/sites/HOST%3A1',
    );
    expect(screen.getByRole('link', { name: 'Core Switch' })).toHaveAttribute(
      'href',
      '/controllers/c1/devices/d0',
    );
    expect(screen.getByRole('link', { name: 'Open in UniFi' })).toHaveAttribute(
      'href',
      'https://unifi.ui.com/consoles/HOST:1',
    );
  });

  test('says which alert it is part of while it is down behind another device', async () => {
    const cause = { id: 'alert-7', deviceName: 'Core Switch', siteName: 'Zürich' };
    answer(DeviceInPlace, { deviceDetails: details({ device: { state: 'offline' }, cause }) });
    answerOpen();
    open();
    expect(await screen.findByText(/^It’s part of the alert of/)).toHaveTextContent(
      'It’s part of the alert of Core Switch.',
    );
    expect(await screen.findByText(/down because of/)).toBeInTheDocument();
    const [link] = screen.getAllByRole('link', { name: 'Core Switch' });
    expect(link).toHaveAttribute('href', '/alerts/alert-7');
  });

  test('names in one line what isn’t reported, with the reason behind it', async () => {
    answer(DeviceInPlace, {
      deviceDetails: details({
        device: {
          model: null,
          firmwareVersion: null,
          updateAvailable: null,
          ip: null,
          startedAt: null,
          adoptedAt: null,
          clientCount: null,
          poe: null,
        },
        uplink: null,
        unreadReason: 'The console runs an older UniFi OS.',
      }),
    });
    open();
    expect(Object.keys(await facts())).toEqual(['MAC address', 'Site', 'Controller', 'Customer', 'Tags']);
    expect(
      screen.getByText(
        'Not reported: Model, Firmware, IP address, Up since, Uplink, Clients, PoE ports, and Adopted.',
      ),
    ).toBeVisible();
    const why = screen.getByText(/Only the console itself reports uplinks.*older UniFi OS/);
    expect(why).not.toBeVisible();
  });

  test('has its own open alerts, with their actions, and its latest ones', async () => {
    open();
    const table = await screen.findByRole('grid', { name: 'Open alerts of AP Lobby 🏢' });
    expect(within(table).getByRole('button', { name: 'Acknowledge AP Lobby' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Acknowledge Core Switch' })).toBeNull();
    const history = await screen.findByRole('table', { name: 'Latest alerts' });
    expect(within(history).getByRole('button', { name: 'AP Lobby' })).toBeInTheDocument();
    expect(asks(AlertHistory)[0]?.variables).toMatchObject({ deviceMac: '68D79AB789FF', open: false });
    expect(asks(OpenAlerts)[0]?.variables).toMatchObject({
      filter: { controllerId: 'c1', deviceMac: '68D79AB789FF' },
    });
    expect(screen.getByRole('link', { name: 'View all alerts' })).toHaveAttribute(
      'href',
      '/alerts?tab=history&of=c1&mac=68D79AB789FF&period=all',
    );
  });

  test('doesn’t say that all is well while its state is unknown', async () => {
    answer(DeviceInPlace, {
      deviceDetails: details({
        device: { state: 'unknown', stateReason: 'console_offline', mac: '68D79AB78999' },
      }),
    });
    answerOpen();
    open();
    expect(await screen.findByText(/Its state isn’t known now/)).toBeInTheDocument();
    expect(await facts()).toHaveProperty('Last started');
  });

  test('says that it’s over the package’s limit, and what to do, instead of an unknown state', async () => {
    answer(DeviceInPlace, { deviceDetails: details({ device: { state: 'unknown', overLimit: true } }) });
    answer(WatchedPlan, { subscription: { isActive: true, usage: { maxDevices: 40, devicesBeyond: 3 } } });
    answerOpen();
    open();
    expect(await screen.findByText(/because your package allows 40 devices/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'See packages' })).toHaveAttribute('href', '/packages');
    expect(screen.queryByText(/state isn’t known/)).toBeNull();
  });

  test('lists the devices that connect to it', async () => {
    answer(DeviceInPlace, {
      deviceDetails: details({
        connected: [
          {
            id: 'd2',
            name: 'AP Attic',
            model: 'U6 Lite',
            mac: '68D79AB78901',
            state: 'offline',
            stateReason: null,
            reportedState: null,
            uplinkPort: 3,
          },
        ],
        connectedCount: 4,
      }),
    });
    open();
    const list = await screen.findByRole('list', { name: 'Connected devices' });
    expect(within(list).getByRole('listitem')).toHaveTextContent(/Offline.*AP Attic.*U6 Lite · port 3/);
    expect(screen.getByText('3 more are online or unknown.')).toBeInTheDocument();
  });

  test('mutes it for an hour', async () => {
    answer(CreateMaintenanceWindow, {
      createMaintenanceWindow: { ...weekly, deviceMac: '68D79AB789FF', activeUntil: inHours(1) },
    });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Mute for 1 hour' }));
    expect(asks(CreateMaintenanceWindow)[0]?.variables).toMatchObject({
      input: {
        controllerId: 'c1',
        siteId: 'HOST:1',
        siteName: 'Zürich',
        deviceMac: '68D79AB789FF',
        minutes: 60,
      },
    });
    expect(await screen.findByText(/^Muted/)).toBeInTheDocument();
  });

  test('offers viewers no changes', async () => {
    open({ ...alice, teamRole: 'viewer' });
    expect(await screen.findByRole('link', { name: 'Open in UniFi' })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Mute for 1 hour' })).toBeNull();
  });

  test('shows when it was up as a strip', async () => {
    open();
    expect(
      await screen.findByRole('img', {
        name: /^Online 50% of the time, offline or impaired 0%, unknown 50%, from /,
      }),
    ).toBeInTheDocument();
  });

  test('of another team is not found', async () => {
    refuse(DeviceInPlace, { message: 'Device not found', code: 'NOT_FOUND' });
    answer(ControllerOfAddress, { controller: { id: 'c1' } });
    open();
    expect(await screen.findByText('Device not found')).toBeInTheDocument();
    expect(await screen.findByRole('link', { name: 'View its controller' })).toHaveAttribute(
      'href',
      '/controllers/c1',
    );
  });

  test('of an unknown controller leads to the controllers there are', async () => {
    refuse(DeviceInPlace, { message: 'Device not found', code: 'NOT_FOUND' });
    refuse(ControllerOfAddress, { message: 'Controller not found', code: 'NOT_FOUND' });
    open();
    expect(await screen.findByRole('link', { name: 'View your controllers' })).toHaveAttribute(
      'href',
      '/controllers',
    );
    expect(screen.queryByRole('link', { name: 'View its controller' })).toBeNull();
  });
});
