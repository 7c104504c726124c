import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertControllers } from '#web/features/alerts/alerts.gql.ts';
import { OpenAlertsByController } from '#web/features/alerts/ControllerSelect.tsx';
import {
  type AlertChange,
  AlertChanged,
  CurrentAlerts,
  type ShownAlert,
} from '#web/features/alerts/useCurrentAlerts.ts';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { MaintenanceWindows } from '#web/features/maintenance/useWindows.ts';
import type {
  AlertChangedSubscription,
  MaintenanceWindowFieldsFragment,
  OpenAlertsByControllerQuery,
} from '#web/gql/graphql.ts';
import { setAttentionCount } from '#web/lib/attention-count.ts';
import { answer, asks, push, refuse, render } from '#tests/support/render.tsx';
import { alertAt, altered, headOffice, raised, resolved } from './samples.ts';

const open = (path = '/alerts') => render(<AlertsPage />, { path });
const answerWith = (...alerts: ShownAlert[]) =>
  answer(CurrentAlerts, ({ controllerId }) => ({
    currentAlerts: { controllerId, siteName: 'Zürich', cursor: '10', alerts },
  }));
const happens = async (change: AlertChange) => {
  // The subscription is opened once the answer is on the screen.
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  await act(async () => {
    push(AlertChanged as TypedDocumentNode<AlertChangedSubscription>, { alertChanged: change });
    // Apollo notifies its queries in the next task.
    await new Promise((resolve) => setTimeout(resolve));
  });
};
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const firmware: MaintenanceWindowFieldsFragment = {
  id: 'w1',
  name: 'Firmware',
  controllerId: headOffice.id,
  siteId: null,
  siteName: null,
  deviceMac: null,
  deviceName: null,
  repeats: 'once',
  timeZone: 'UTC',
  startsAt: '2026-11-20T12:00',
  minutes: 60,
  weekdays: [],
  lastDay: null,
  endedAt: null,
  createdBy: 'Alice Archer',
  activeUntil: inAnHour(),
  nextStart: null,
  nextEnd: null,
};
const shown = () => screen.queryAllByRole('row');

// jsdom lays nothing out; the list of the selector wants to know when it does.
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
);
Element.prototype.scrollTo = () => undefined;

beforeEach(() => answer(AlertControllers, { controllers: [headOffice] }));
afterEach(() => sessionStorage.clear());

describe('without a site', () => {
  test('says so and links to the controllers', async () => {
    answer(AlertControllers, { controllers: [{ ...headOffice, selectedSiteName: null }] });
    open();
    expect(await screen.findByText('No sites configured')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Configure Controllers' })).toHaveAttribute(
      'href',
      '/user-dashboard',
    );
  });
});

describe('the alerts of a controller', () => {
  test('show that they are loading, then that all is clear', async () => {
    answerWith();
    open();
    expect(screen.getByText('Loading alerts...')).toBeInTheDocument();
    expect(await screen.findByText('All Clear!')).toBeInTheDocument();
    expect(screen.getByText('No active alerts found for this site.')).toBeInTheDocument();
  });

  test('say that no one is notified during a maintenance window', async () => {
    answer(MaintenanceWindows, { maintenanceWindows: [firmware] });
    answerWith(alertAt(1));
    open();
    expect(
      await screen.findByText(/^“Firmware” until .*are recorded here, but no one is notified\.$/),
    ).toBeInTheDocument();
    expect(screen.getByText('AP 1')).toBeInTheDocument();
  });

  test('show severity, device, message, type, rule and start time', async () => {
    answerWith(alertAt(1, { severity: 'critical', type: 'console_offline', ruleName: 'Everything' }));
    open();
    const row = within((await screen.findByText('AP 1')).closest('[role=row]') as HTMLElement);
    for (const text of ['Critical', alertAt(1).message, /Console offline/]) {
      expect(row.getByText(text)).toBeInTheDocument();
    }
    expect(row.getAllByText(/Everything/).length).toBeGreaterThan(0);
    expect(row.getByText(/^since /)).toBeInTheDocument();
  });

  test('say since when their state has been unknown', async () => {
    answerWith(alertAt(1, { unknownSince: '2026-11-20T14:20:00.000Z' }));
    open();
    expect(await screen.findByText(/^unknown since /)).toBeInTheDocument();
  });

  test('show the site name if the device has no name', async () => {
    answerWith(alertAt(1, { deviceName: null, message: 'Something happened' }));
    open();
    const row = (await screen.findByText('Something happened')).closest('[role=row]') as HTMLElement;
    expect(within(row).getByText('Zürich')).toBeInTheDocument();
  });

  test('say why they could not be loaded, and offer Retry', async () => {
    refuse(CurrentAlerts, { message: 'Controller not found', code: 'NOT_FOUND' });
    const { user } = open();
    expect(await screen.findByText('Controller not found')).toBeInTheDocument();
    answerWith();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('All Clear!')).toBeInTheDocument();
  });
});

describe('the severity filter', () => {
  test('counts each level, and shows errors under Critical', async () => {
    answerWith(
      alertAt(4, { severity: 'critical' }),
      alertAt(3, { severity: 'error' }),
      alertAt(2, { severity: 'warning' }),
    );
    const { user } = open();
    await screen.findByText('AP 4');
    const levels = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(levels).toEqual(['All Levels3', 'Critical2', 'Warning1', 'Info0']);

    await user.click(screen.getByRole('radio', { name: /Critical/ }));
    expect(screen.getByText('AP 3')).toBeInTheDocument();
    expect(screen.queryByText('AP 2')).not.toBeInTheDocument();

    await user.click(screen.getByRole('radio', { name: /Info/ }));
    expect(screen.getByText('No info alerts')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Show all levels' }));
    expect(screen.getByText('AP 2')).toBeInTheDocument();
  });
});

describe('the severity in the address', () => {
  const three = () =>
    answerWith(alertAt(4, { severity: 'critical' }), alertAt(3), alertAt(2, { severity: 'warning' }));

  test('filters the list from the start', async () => {
    three();
    open('/alerts?level=warning');
    expect(await screen.findByText('AP 2')).toBeInTheDocument();
    expect(screen.queryByText('AP 4')).not.toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /Warning/ })).toBeChecked();
  });

  test('follows the choice, and is removed for all levels', async () => {
    three();
    const { user } = render(<AlertsPage />, { path: '/alerts' });
    await screen.findByText('AP 2');
    const level = () => new URLSearchParams(window.location.search).get('level');
    await user.click(screen.getByRole('radio', { name: /Critical/ }));
    expect(level()).toBe('critical');
    await user.click(screen.getByRole('radio', { name: /All Levels/ }));
    expect(level()).toBeNull();
  });

  test('means all levels if it is unknown', async () => {
    three();
    open('/alerts?level=%F0%9F%9A%A8');
    expect(await screen.findByText('AP 2')).toBeInTheDocument();
    expect(screen.getByRole('radio', { name: /All Levels/ })).toBeChecked();
  });
});

describe('live changes', () => {
  test('the worst alerts are first, and the newest first within a severity', async () => {
    answerWith(
      alertAt(4, { severity: 'info' }),
      alertAt(3),
      alertAt(2, { severity: 'critical' }),
      alertAt(1),
    );
    open();
    await screen.findByText('AP 4');
    const names = () => shown().map((row) => within(row).getByText(/^AP \d$/).textContent);
    expect(names()).toEqual(['AP 2', 'AP 3', 'AP 1', 'AP 4']);
    await happens(altered(alertAt(1, { severity: 'critical' })));
    expect(names()).toEqual(['AP 2', 'AP 1', 'AP 3', 'AP 4']);
  });

  test('a new alert appears at the top and is announced', async () => {
    answerWith(alertAt(1));
    open();
    await screen.findByText('AP 1');
    await happens(raised(alertAt(2)));
    expect(shown().map((row) => within(row).getByText(/^AP \d$/).textContent)).toEqual(['AP 2', 'AP 1']);
    expect(screen.getByText(`New alert, error: ${alertAt(2).message}`)).toHaveAttribute('role', 'status');
  });

  test('an alert changes in place', async () => {
    answerWith(alertAt(2), alertAt(1));
    open();
    await screen.findByText('AP 1');
    await happens(altered(alertAt(1, { unknownSince: '2026-11-20T14:20:00.000Z' })));
    expect(within(shown()[1]!).getByText(/^unknown since/)).toBeInTheDocument();
  });

  test('when the last alert is resolved, all is clear', async () => {
    answerWith(alertAt(1));
    open();
    await screen.findByText('AP 1');
    await happens(resolved(alertAt(1)));
    expect(await screen.findByText('All Clear!')).toBeInTheDocument();
    expect(screen.queryByText('AP 1')).not.toBeInTheDocument();
  });
});

describe('Refresh', () => {
  test('refetches and confirms it', async () => {
    answerWith();
    const { user } = open();
    await screen.findByText('All Clear!');
    answerWith(alertAt(1));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Alerts refreshed successfully')).toBeInTheDocument();
    expect(screen.getByText('AP 1')).toBeInTheDocument();
  });

  test('that fails says so and keeps the known alerts, which still update live', async () => {
    answerWith(alertAt(1));
    const { user } = open();
    await screen.findByText('AP 1');
    refuse(CurrentAlerts, { message: 'No', code: 'UNAVAILABLE' });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Failed to refresh alerts')).toBeInTheDocument();
    expect(screen.getByText('AP 1')).toBeInTheDocument();
    await happens(raised(alertAt(2)));
    expect(screen.getByText('AP 2')).toBeInTheDocument();
  });
});

describe('the controller selector', () => {
  const campus = {
    ...headOffice,
    id: 'campus',
    name: 'Campus',
    status: 'offline' as const,
    selectedSiteName: 'Oslo',
  };
  const unset = {
    ...headOffice,
    id: 'unset',
    name: 'Retail',
    selectedSiteId: null,
    selectedSiteName: null,
    selectedSiteCount: null,
    totalSites: 3,
  };
  const nothingToMonitor = { ...unset, id: 'empty', name: 'Empty', totalSites: 0 };
  const counts = (...openAlertsByController: OpenAlertsByControllerQuery['openAlertsByController']) =>
    answer(OpenAlertsByController, { openAlertsByController });

  test('offers controllers with a site, with their state in words, and follows the choice', async () => {
    answer(AlertControllers, { controllers: [headOffice, campus, nothingToMonitor] });
    answerWith();
    const { user } = open();
    await user.click(await screen.findByRole('combobox'));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Head OfficeZürich', 'OfflineCampusOslo']);
    expect(within(options[0]!).getByLabelText('Online')).toBeInTheDocument();
    await user.click(options[1]!);
    await waitFor(() => expect(asks(CurrentAlerts).at(-1)?.variables).toEqual({ controllerId: 'campus' }));
  });

  test('lists a controller without a selected site, and its alerts', async () => {
    answer(AlertControllers, { controllers: [unset] });
    answerWith(alertAt(1));
    open();
    expect(await screen.findByText('AP 1')).toBeInTheDocument();
    expect(screen.getByRole('combobox')).toHaveTextContent('RetailAll sites');
    expect(screen.queryByText('No sites configured')).not.toBeInTheDocument();
  });

  test('says that all sites are clear for a controller without a selected site', async () => {
    answer(AlertControllers, { controllers: [unset] });
    answerWith();
    open();
    expect(await screen.findByText('No active alerts found on any of its sites.')).toBeInTheDocument();
  });

  test('opens with the worst controller if the default one has no alerts, and counts those of the others', async () => {
    answer(AlertControllers, { controllers: [headOffice, campus, unset] });
    counts(
      { controllerId: 'unset', count: 1, severity: 'critical' },
      { controllerId: 'campus', count: 12, severity: 'error' },
    );
    answerWith(alertAt(1));
    const { user } = open();
    await screen.findByText('AP 1');
    expect(asks(CurrentAlerts).map(({ variables }) => variables)).toEqual([{ controllerId: 'unset' }]);
    expect(screen.getByText('12 more open alerts on another controller:')).toBeInTheDocument();
    await user.click(screen.getByRole('combobox'));
    const options = await screen.findAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'Head OfficeZürich',
      'OfflineCampusOslo12 open alerts',
      'RetailAll sites1 open alert',
    ]);
    await user.keyboard('{Escape}');

    await user.click(screen.getByRole('button', { name: 'Campus 12' }));
    await waitFor(() => expect(asks(CurrentAlerts).at(-1)?.variables).toEqual({ controllerId: 'campus' }));
    expect(await screen.findByText('1 more open alert on another controller:')).toBeInTheDocument();
  });

  test('refetches the counts of other controllers when the total changes', async () => {
    answer(AlertControllers, { controllers: [headOffice, campus] });
    counts();
    answerWith();
    open();
    await screen.findByText('All Clear!');
    counts({ controllerId: 'campus', count: 2, severity: 'error' });
    act(() => setAttentionCount(2));
    expect(await screen.findByText('2 more open alerts on another controller:')).toBeInTheDocument();
    expect(asks(CurrentAlerts).at(-1)?.variables).toEqual({ controllerId: headOffice.id });
  });

  test('does not call a controller clear before its first reading', async () => {
    answer(AlertControllers, { controllers: [{ ...headOffice, lastSync: null }] });
    answerWith();
    open();
    expect(await screen.findByText('No data from Head Office yet')).toBeInTheDocument();
    expect(screen.queryByText('All Clear!')).not.toBeInTheDocument();
  });

  test('finds a controller by typing, and resets the search after a second', async () => {
    const named = (name: string) => ({ ...campus, id: name, name });
    answer(AlertControllers, { controllers: [headOffice, named('Oslo'), named('Otta'), named('Turku')] });
    answerWith();
    const { user } = open();
    await user.click(await screen.findByRole('combobox'));
    const list = await screen.findByRole('listbox');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const type = async (key: string, wait: number) => {
      fireEvent.keyDown(list, { key });
      await act(() => vi.advanceTimersByTimeAsync(wait));
      return screen.getAllByRole('option').find((one) => one.hasAttribute('data-highlighted'))?.textContent;
    };
    expect(await type('o', 999)).toContain('Oslo');
    expect(await type('t', 1_000)).toContain('Otta');
    expect(await type('t', 0)).toContain('Turku');
    vi.useRealTimers();
  });

  test('opens with the controller in the address, or the last selected one', async () => {
    answer(AlertControllers, { controllers: [headOffice, campus] });
    answerWith();
    open('/alerts?controller=campus');
    await screen.findByText(/^No alerts were open when Campus was last read/);
    expect(asks(CurrentAlerts).map(({ variables }) => variables)).toEqual([{ controllerId: 'campus' }]);
    expect(sessionStorage.getItem('alerts-controller')).toBe('campus');
  });
});
