import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ChosenAlertController,
  FirstAlertControllers,
  OpenAlertsByController,
  WorstAlertControllers,
} from '#web/features/alerts/useAlertControllers.ts';
import type { AlertChange } from '#web/features/alerts/alert-changes.ts';
import { FilterCustomers } from '#web/features/alerts/current/AlertFilters.tsx';
import { OpenAlertIds } from '#web/features/alerts/useMatchingIds.ts';
import {
  OpenAlertChanged,
  OpenAlertCounts,
  OpenAlerts,
} from '#web/features/alerts/current/open-alerts.gql.ts';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { SiteTags } from '#web/features/customers/customers.gql.ts';
import { MaintenanceWindows } from '#web/features/maintenance/useWindows.ts';
import type {
  MaintenanceWindowFieldsFragment,
  OpenAlertChangedSubscription,
  OpenAlertsByControllerQuery,
} from '#web/gql/graphql.ts';
import { answer, asks, push, refuse, render } from '#tests/support/render.tsx';
import { formatExactTime } from '#web/lib/format.ts';
import { answerControllers, alertAt, altered, answerOpen, headOffice, raised, resolved } from './samples.ts';

const open = (path = '/alerts') => render(<AlertsPage />, { path });
const happens = async ({ change, alert, cursor }: AlertChange, matches = alert.resolvedAt == null) => {
  await act(async () => {
    push(OpenAlertChanged as TypedDocumentNode<OpenAlertChangedSubscription>, {
      alertChanged: { change, cursor, matches, alert },
    });
    // Changes are applied with the next frame.
    await new Promise((resolve) => requestAnimationFrame(resolve));
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
  customerIds: [],
  tags: [],
  limitedTo: null,
  places: [],
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
const names = () => screen.queryAllByText(/^AP \d+$/).map((name) => name.textContent);
const rowOf = (name: string) => screen.getByText(name).closest('[role=row]') as HTMLElement;

Element.prototype.scrollTo = () => undefined;

beforeEach(() => answerControllers(headOffice));
afterEach(() => sessionStorage.clear());

describe('without a site', () => {
  test('says so and links to the controllers', async () => {
    answerControllers({ ...headOffice, selectedSiteName: null });
    answerOpen();
    open();
    expect(await screen.findByText('No sites configured')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Configure Controllers' })).toHaveAttribute(
      'href',
      '/user-dashboard',
    );
  });
});

describe('the open alerts of the team', () => {
  test('show that they are loading, then that all is clear', async () => {
    answerOpen();
    open();
    expect(screen.getByText('Loading alerts...')).toBeInTheDocument();
    expect(await screen.findByText('All Clear!')).toBeInTheDocument();
    expect(screen.getByText('No active alerts found for this site.')).toBeInTheDocument();
    expect(asks(OpenAlerts)[0]?.variables).toMatchObject({ filter: {}, order: 'worst' });
  });

  test('say how many there are, and how many of them are new', async () => {
    const acknowledgedAt = '2026-11-20T14:30:00.000Z';
    answerOpen(alertAt(1), alertAt(2, { acknowledgedAt }), alertAt(3, { acknowledgedAt }));
    open();
    expect(await screen.findByText(/3 open alerts, 1 new/)).toBeInTheDocument();
  });

  test('say that no one is notified during a maintenance window', async () => {
    answer(MaintenanceWindows, { maintenanceWindows: [firmware] });
    answerOpen(alertAt(1));
    open();
    expect(
      await screen.findByText(/^“Firmware” until .*are recorded here, but no one is notified\.$/),
    ).toBeInTheDocument();
  });

  test('show severity, device, what is wrong, type, customer, site and start', async () => {
    const customer = { id: 'c1', name: 'Bäckerei Nord', color: '#0072b2' };
    answerOpen(alertAt(1, { severity: 'critical', customer, summary: 'Unreachable since 14:01 UTC' }));
    open();
    await screen.findByText('AP 1');
    for (const text of [
      'Critical',
      'Device offline',
      'Unreachable since 14:01 UTC',
      'Bäckerei Nord',
      'Zürich',
    ])
      expect(within(rowOf('AP 1')).getAllByText(text, { exact: false })[0]).toBeInTheDocument();
    expect(within(rowOf('AP 1')).getAllByText(/ d ago$/)[0]).toBeInTheDocument();
  });

  test('show how long the problem has lasted, and when the alert was raised on hover', async () => {
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const [since, timestamp] = [minutesAgo(20), minutesAgo(5)];
    answerOpen(alertAt(1, { since, timestamp }));
    open();
    await screen.findByText('AP 1');
    const [age] = within(rowOf('AP 1')).getAllByText('20 min ago', { selector: '[title]' });
    expect(age).toHaveAttribute(
      'title',
      `Began ${formatExactTime(new Date(since))}\nAlert raised ${formatExactTime(new Date(timestamp))}`,
    );
    expect(screen.getByRole('columnheader', { name: 'Since' })).toBeInTheDocument();
  });

  test('say how many devices are down behind theirs, on wide screens and on phones', async () => {
    answerOpen(alertAt(1, { affectedCount: 17 }), alertAt(2, { affectedCount: 1 }), alertAt(3));
    open();
    expect(await screen.findByText('AP 1')).toBeInTheDocument();
    expect(rowOf('AP 1').querySelector('[data-part=message]')).toHaveTextContent('+17 devices');
    expect(rowOf('AP 1').querySelector('[data-part=brief]')).toHaveTextContent(
      'Device offline · +17 devices',
    );
    expect(rowOf('AP 2')).toHaveTextContent('+1 device');
    expect(rowOf('AP 3')).not.toHaveTextContent('+');
  });

  test('say since when their state has been unknown', async () => {
    answerOpen(alertAt(1, { unknownSince: '2026-11-20T14:20:00.000Z' }));
    open();
    expect(await screen.findByText(/^unknown since /)).toBeInTheDocument();
  });

  test('show the site name if the device has no name', async () => {
    answerOpen(alertAt(1, { deviceName: null }));
    open();
    expect(await screen.findByRole('link', { name: 'Zürich' })).toBeInTheDocument();
  });

  test('say why they could not be loaded, and offer Retry', async () => {
    refuse(OpenAlerts, { message: 'The database is away', code: 'UNAVAILABLE' });
    const { user } = open();
    expect(await screen.findByText('The database is away')).toBeInTheDocument();
    answerOpen();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('All Clear!')).toBeInTheDocument();
  });

  test('are not called clear while a controller cannot be read', async () => {
    const campus = { ...headOffice, id: 'campus', name: 'Campus', status: 'error' as const };
    answerControllers(headOffice, campus);
    answerOpen();
    open();
    expect(await screen.findByText('No open alerts where we can look')).toBeInTheDocument();
    expect(screen.queryByText('All Clear!')).not.toBeInTheDocument();
    expect(screen.getByText('1 controller can’t be read, so its alerts are unknown')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Campus' })).toHaveAttribute('href', '/controllers/campus');
  });
});

describe('the severity filter', () => {
  test('counts each level, errors under Critical, and asks the server for the chosen one', async () => {
    answerOpen(
      alertAt(4, { severity: 'critical' }),
      alertAt(3, { severity: 'error' }),
      alertAt(2, { severity: 'warning' }),
    );
    const { user } = open();
    await screen.findByText('AP 4');
    const levels = screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
    expect(levels).toEqual(['All Levels3', 'Critical2', 'Warning1', 'Info0']);

    answerOpen();
    await user.click(screen.getByRole('radio', { name: /Info/ }));
    expect(await screen.findByText('No info alerts')).toBeInTheDocument();
    expect(asks(OpenAlerts).at(-1)?.variables).toMatchObject({ filter: { severities: ['info'] } });
    answerOpen(alertAt(2));
    await user.click(screen.getByRole('button', { name: 'Show all levels' }));
    expect(await screen.findByText('AP 2')).toBeInTheDocument();
  });

  test('is in the address, and an unknown level means all', async () => {
    answerOpen(alertAt(2));
    const { user } = open('/alerts?level=%F0%9F%9A%A8');
    await screen.findByText('AP 2');
    expect(screen.getByRole('radio', { name: /All Levels/ })).toBeChecked();
    const level = () => new URLSearchParams(window.location.search).get('level');
    await user.click(screen.getByRole('radio', { name: /Critical/ }));
    expect(level()).toBe('critical');
    await user.click(screen.getByRole('radio', { name: /All Levels/ }));
    expect(level()).toBeNull();
  });
});

describe('filters', () => {
  type User = ReturnType<typeof open>['user'];
  const openMenu = async (user: User, menu: string) => {
    await user.click(screen.getByRole('button', { name: menu }));
    // jsdom knows no popovers, and focuses nothing in what isn't displayed.
    const panel = document.querySelector<HTMLElement>(`[popover][aria-label="${menu}"]`)!;
    panel.style.display = 'block';
    act(() => void panel.dispatchEvent(Object.assign(new Event('toggle'), { newState: 'open' })));
    return within(panel);
  };
  const choose = async (user: User, menu: string, option: string) => {
    const panel = await openMenu(user, menu);
    await user.click(await panel.findByRole('checkbox', { name: option, hidden: true }));
  };

  test('of the address are sent to the server, without values it cannot know', async () => {
    answerOpen(alertAt(1));
    open(
      '/alerts?q=lobby&type=port_down,nonsense&is=new,snoozed&customer=c1,none&tag=gold&by=site&sort=-raised',
    );
    await waitFor(() => expect(asks(OpenAlertCounts)).toHaveLength(1));
    expect(asks(OpenAlertCounts)[0]?.variables).toMatchObject({
      by: 'site',
      isGrouped: true,
      filter: {
        search: 'lobby',
        types: ['port_down'],
        states: ['new', 'snoozed'],
        customerIds: ['c1'],
        unassigned: true,
        tags: ['gold'],
      },
    });
  });

  test('of a link to what began between two times show them, and one click removes them', async () => {
    answerOpen(alertAt(1));
    const [beganFrom, beganTo] = ['2026-11-20T08:31:02.000Z', '2026-11-20T08:33:10.000Z'];
    const { user } = open(`/alerts?type=device_offline&began=${beganFrom}/${beganTo}`);
    await waitFor(() =>
      expect(asks(OpenAlerts)[0]?.variables).toMatchObject({ filter: { beganFrom, beganTo } }),
    );
    await user.click(await screen.findByRole('button', { name: /^Show all times instead of from / }));
    expect(window.location.search).toBe('?type=device_offline');
    await waitFor(() =>
      expect(asks(OpenAlerts).at(-1)?.variables['filter']).toEqual({ types: ['device_offline'] }),
    );
  });

  test('of times that cannot be are ignored', async () => {
    answerOpen(alertAt(1));
    open('/alerts?began=yesterday');
    await screen.findByText('AP 1');
    expect(screen.queryByRole('button', { name: /^Show all times/ })).not.toBeInTheDocument();
  });

  test('are chosen in menus, stay in the address, and can be cleared', async () => {
    answerOpen(alertAt(1));
    answer(FilterCustomers, { customers: [{ id: 'c1', name: 'Bäckerei Nord', color: '#0072b2' }] });
    const { user } = open();
    await screen.findByText('AP 1');
    await choose(user, 'State', 'New');
    await choose(user, 'Customer', 'Bäckerei Nord');
    expect(new URLSearchParams(window.location.search).toString()).toBe('is=new&customer=c1');
    expect(await screen.findByRole('button', { name: 'Customer: Bäckerei Nord' })).toBeInTheDocument();
    answerOpen();
    await user.click(screen.getByRole('radio', { name: /Info/ }));
    expect(await screen.findByText('No matching alerts')).toBeInTheDocument();
    answerOpen(alertAt(1));
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(await screen.findByText('AP 1')).toBeInTheDocument();
    expect(window.location.search).toBe('');
  });

  test('are chosen with keys only: the menu opens in its search, Enter chooses, and Escape closes', async () => {
    answerOpen(alertAt(1));
    answer(FilterCustomers, {
      customers: Array.from({ length: 14 }, (_, n) => ({ id: `c${n}`, name: `Shop ${n}`, color: '#0072b2' })),
    });
    const { user } = open();
    await screen.findByText('AP 1');
    const menu = await openMenu(user, 'Customer');
    const find = await menu.findByRole('searchbox', { name: 'Find: Customer', hidden: true });
    const box = (name: string) => menu.getByRole('checkbox', { name, hidden: true });
    const chosen = () => new URLSearchParams(window.location.search).get('customer');
    expect(find).toHaveFocus();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(box('Shop 1')).toHaveFocus();
    expect(chosen()).toBe('c1');
    await user.keyboard('{Enter}');
    expect(chosen()).toBeNull();
    await user.keyboard('shop 13');
    expect(find).toHaveValue('shop 13');
    await user.keyboard('{Enter}');
    expect(chosen()).toBe('c13');
    expect(find).toHaveValue('');
    const close = vi.fn<() => void>();
    find.closest<HTMLElement>('[popover]')!.hidePopover = close;
    await user.keyboard('xyz{Escape}');
    expect(close).toHaveBeenCalledOnce();
  });

  test('add the first match with Enter when another match is already chosen', async () => {
    answerOpen(alertAt(1));
    answer(FilterCustomers, {
      customers: Array.from({ length: 14 }, (_, n) => ({ id: `c${n}`, name: `Shop ${n}`, color: '#0072b2' })),
    });
    const { user } = open();
    await screen.findByText('AP 1');
    const menu = await openMenu(user, 'Customer');
    await menu.findByRole('searchbox', { name: 'Find: Customer', hidden: true });
    const names = () =>
      menu.getAllByRole('checkbox', { hidden: true }).map((box) => box.closest('label')?.textContent);
    await user.keyboard('shop 10{Enter}');
    expect(names().slice(0, 2)).toEqual(['Shop 10', 'Shop 0']);
    await user.keyboard('shop 1');
    expect(names().slice(0, 2)).toEqual(['Shop 1', 'Shop 10']);
    await user.keyboard('{Enter}');
    expect(new URLSearchParams(window.location.search).get('customer')).toBe('c10,c1');
    expect(names().slice(0, 3)).toEqual(['Shop 1', 'Shop 10', 'Shop 0']);
  });

  test('with few choices open on the first of them', async () => {
    answerOpen(alertAt(1));
    const { user } = open();
    await screen.findByText('AP 1');
    const menu = await openMenu(user, 'State');
    expect(menu.getAllByRole('checkbox', { hidden: true })[0]).toHaveFocus();
    await user.keyboard('{ArrowDown} ');
    expect(menu.getAllByRole('checkbox', { hidden: true })[1]).toBeChecked();
  });

  test('whose choices couldn’t be loaded say so instead of having none, and load on Retry', async () => {
    answerOpen(alertAt(1));
    refuse(FilterCustomers, { message: 'No', code: 'INTERNAL_SERVER_ERROR' });
    refuse(SiteTags, { message: 'No', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = open();
    await screen.findByText('AP 1');
    const tags = await openMenu(user, 'Tag');
    expect(await tags.findByText(/We couldn’t load the tags\./)).toBeInTheDocument();
    const menu = await openMenu(user, 'Customer');
    expect(await menu.findByText(/We couldn’t load the customers\./)).toBeInTheDocument();
    expect(menu.queryByText('Nothing to choose yet.')).not.toBeInTheDocument();
    answer(FilterCustomers, { customers: [{ id: 'c1', name: 'Bäckerei Nord', color: '#0072b2' }] });
    await user.click(menu.getByRole('button', { name: 'Retry', hidden: true }));
    expect(await menu.findByRole('checkbox', { name: 'Bäckerei Nord', hidden: true })).toBeInTheDocument();
  });
});

describe('groups', () => {
  test('have a header with counts, and can be selected and collapsed', async () => {
    answerOpen(alertAt(1), alertAt(2));
    answer(OpenAlertCounts, {
      openAlerts: {
        cursor: '10',
        totalCount: 2,
        newCount: 2,
        severityCounts: [{ severity: 'error', count: 2 }],
      },
      openAlertGroups: [
        {
          key: 'site-1',
          type: null,
          siteName: 'Zürich',
          customerName: 'Bäckerei Nord',
          customerColor: '#0072b2',
          siteCount: 1,
          oldest: '2026-11-20T08:00:00.000Z',
          count: 2,
          newCount: 1,
          severity: 'error',
        },
      ],
    });
    const { user } = open('/alerts?by=site');
    await screen.findByText('AP 1');
    const header = screen.getByRole('button', { name: 'Zürich' });
    expect(header.closest('[role=row]')).toHaveTextContent('ZürichBäckerei Nord2 alerts, 1 new');
    answer(OpenAlertIds, {
      openAlerts: {
        nextCursor: null,
        nodes: [
          { id: 'alert-1', acknowledgedAt: null },
          { id: 'alert-2', acknowledgedAt: null },
          { id: 'alert-7', acknowledgedAt: null },
        ],
      },
    });
    await user.click(screen.getByRole('button', { name: 'Select all 2 alerts of Zürich' }));
    expect(await screen.findByText('3 selected')).toBeInTheDocument();
    expect(asks(OpenAlertIds)[0]?.variables).toMatchObject({
      filter: { inGroups: { by: 'site', keys: ['site-1'] } },
    });
    await user.click(header);
    expect(header).toHaveAttribute('aria-expanded', 'false');
    expect(names()).toEqual([]);
  });
});

describe('live changes', () => {
  test('the worst alerts are first, and the oldest first within a severity', async () => {
    answerOpen(
      alertAt(4, { severity: 'info' }),
      alertAt(3),
      alertAt(2, { severity: 'critical' }),
      alertAt(1),
    );
    open();
    await screen.findByText('AP 4');
    expect(names()).toEqual(['AP 2', 'AP 1', 'AP 3', 'AP 4']);
    await happens(altered(alertAt(3, { severity: 'critical' })));
    expect(names()).toEqual(['AP 2', 'AP 3', 'AP 1', 'AP 4']);
  });

  test('a new alert appears and is announced', async () => {
    answerOpen(alertAt(1));
    open();
    await screen.findByText('AP 1');
    await happens(raised(alertAt(2)));
    expect(names()).toEqual(['AP 1', 'AP 2']);
    expect(screen.getByText(`New alert, error: ${alertAt(2).message}`)).toHaveAttribute('role', 'status');
  });

  test('an alert that the filter leaves out changes nothing', async () => {
    answerOpen(alertAt(1));
    open('/alerts?level=critical');
    await screen.findByText('AP 1');
    await happens(raised(alertAt(2, { severity: 'info' })), false);
    expect(names()).toEqual(['AP 1']);
  });

  test('an alert changes in place', async () => {
    answerOpen(alertAt(2), alertAt(1));
    open();
    await screen.findByText('AP 1');
    await happens(altered(alertAt(1, { unknownSince: '2026-11-20T14:20:00.000Z' })));
    expect(within(rowOf('AP 1')).getByText(/^unknown since/)).toBeInTheDocument();
  });

  test('nothing moves under the pointer: new alerts wait, ended ones stay, until it leaves or they are asked for', async () => {
    answerOpen(alertAt(2), alertAt(3));
    const { user } = open();
    await user.hover(await screen.findByText('AP 3'));
    await happens(raised(alertAt(1, { severity: 'critical' })));
    await happens(resolved(alertAt(2)));
    expect(names()).toEqual(['AP 2', 'AP 3']);
    expect(within(rowOf('AP 2')).getByText('No longer in this list.', { exact: false })).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '1 new alert' }));
    await waitFor(() => expect(names()).toEqual(['AP 1', 'AP 3']));
    expect(screen.queryByRole('button', { name: '1 new alert' })).not.toBeInTheDocument();
  });

  test('when the last alert is resolved, all is clear', async () => {
    answerOpen(alertAt(1));
    open();
    await screen.findByText('AP 1');
    await happens(resolved(alertAt(1)));
    expect(await screen.findByText('All Clear!')).toBeInTheDocument();
  });
});

describe('Refresh', () => {
  test('refetches and confirms it', async () => {
    answerOpen();
    const { user } = open();
    await screen.findByText('All Clear!');
    answerOpen(alertAt(1));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Alerts refreshed successfully')).toBeInTheDocument();
    expect(screen.getByText('AP 1')).toBeInTheDocument();
  });

  test('that fails says so and keeps the known alerts, which still update live', async () => {
    answerOpen(alertAt(1));
    const { user } = open();
    await screen.findByText('AP 1');
    refuse(OpenAlerts, { message: 'No', code: 'UNAVAILABLE' });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Failed to refresh alerts')).toBeInTheDocument();
    await happens(raised(alertAt(2)));
    expect(names()).toEqual(['AP 1', 'AP 2']);
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

  test('begins with all controllers, offers those with a site with their state and alerts, and narrows the list', async () => {
    answerControllers(headOffice, campus, nothingToMonitor);
    counts({ controllerId: 'campus', count: 12, severity: 'error' });
    answerOpen();
    const { user } = open();
    const selector = await screen.findByRole('combobox', { name: 'Controller' });
    expect(selector).toHaveTextContent('All controllers');
    await user.click(selector);
    const options = within(await screen.findByRole('listbox')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual([
      'All controllers',
      'Head OfficeZürich',
      'OfflineCampusOslo12 open alerts',
    ]);
    expect(within(options[1]!).getByLabelText('Online')).toBeInTheDocument();
    await user.click(options[2]!);
    await waitFor(() =>
      expect(asks(OpenAlerts).at(-1)?.variables).toMatchObject({ filter: { controllerId: 'campus' } }),
    );
    expect(new URLSearchParams(window.location.search).get('controller')).toBe('campus');
  });

  describe('of hundreds', () => {
    const many = Array.from({ length: 300 }, (_, n) => ({ ...headOffice, id: `c${n}`, name: `Branch ${n}` }));
    const down = { ...campus, id: 'down', name: 'Depot' };
    beforeEach(() => {
      answerControllers(...many, down);
      answer(WorstAlertControllers, {
        controllers: [down, ...many.slice(0, 2)],
        controllerStates: { offline: 1, error: 0, pending: 0, unknown: 0, unwatched: 0, online: 300 },
      });
      answer(ChosenAlertController, ({ id }) => ({
        controller: [...many, down].find((one) => one.id === id)!,
      }));
    });

    test('loads all of them when it opens, and names those that can’t be read before', async () => {
      answerOpen(alertAt(1));
      const { user } = open();
      expect(await screen.findByText(/^1 controller can’t be read/)).toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Depot' })).toBeInTheDocument();
      expect(asks(FirstAlertControllers).map(({ variables }) => variables)).toEqual([{ first: 50, skip: 0 }]);
      await user.click(await screen.findByRole('combobox', { name: 'Controller' }));
      await waitFor(() => expect(asks(FirstAlertControllers)).toHaveLength(3));
      expect(asks(FirstAlertControllers).at(-1)?.variables).toEqual({ first: 200, skip: 250 });
    });

    test('shows one that a link names, wherever it is in the list', async () => {
      answerOpen();
      open('/alerts?controller=down');
      expect(await screen.findByText(/^No alerts were open when Depot was last read/)).toBeInTheDocument();
      expect(await screen.findByRole('combobox', { name: 'Controller' })).toHaveTextContent('Depot');
    });
  });

  test('of a link to a controller that no longer exists shows all of them', async () => {
    answerOpen(alertAt(1));
    open('/alerts?controller=gone');
    await waitFor(() => expect(window.location.search).toBe(''));
    expect(await screen.findByText('AP 1')).toBeInTheDocument();
  });

  test('says that all sites are clear for a controller without a selected site', async () => {
    answerControllers(unset);
    answerOpen();
    open('/alerts?controller=unset');
    expect(await screen.findByText('No active alerts found on any of its sites.')).toBeInTheDocument();
  });

  test('does not call a controller clear before its first reading', async () => {
    answerControllers({ ...headOffice, lastSync: null });
    answerOpen();
    open('/alerts?controller=head-office');
    expect(await screen.findByText('No data from Head Office yet')).toBeInTheDocument();
    expect(screen.queryByText('All Clear!')).not.toBeInTheDocument();
  });

  test('finds a controller by typing, and resets the search after a second', async () => {
    const named = (name: string) => ({ ...campus, id: name, name });
    answerControllers(headOffice, named('Oslo'), named('Otta'), named('Turku'));
    answerOpen();
    const { user } = open();
    await user.click(await screen.findByRole('combobox', { name: 'Controller' }));
    const list = await screen.findByRole('listbox');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const type = async (key: string, wait: number) => {
      fireEvent.keyDown(list, { key });
      await act(() => vi.advanceTimersByTimeAsync(wait));
      return within(list)
        .getAllByRole('option')
        .find((one) => one.hasAttribute('data-highlighted'))?.textContent;
    };
    expect(await type('o', 999)).toContain('Oslo');
    expect(await type('t', 1_000)).toContain('Otta');
    expect(await type('t', 0)).toContain('Turku');
    vi.useRealTimers();
  });

  test('shows the controller in the address', async () => {
    answerControllers(headOffice, campus);
    answerOpen();
    open('/alerts?controller=campus');
    expect(await screen.findByText(/^No alerts were open when Campus was last read/)).toBeInTheDocument();
    expect(asks(OpenAlerts).map(({ variables }) => variables)).toMatchObject([
      { filter: { controllerId: 'campus' } },
    ]);
  });
});
