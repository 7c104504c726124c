import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { OpenAlerts } from '#web/features/alerts/current/open-alerts.gql.ts';
import {
  AlertViews,
  CreateAlertView,
  type SavedView,
  UpdateAlertView,
} from '#web/features/alerts/views/useSavedViews.ts';
import { MaintenanceWindows } from '#web/features/maintenance/useWindows.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';
import { answerControllers, alertAt, answerOpen, headOffice } from './samples.ts';

const viewOf = (id: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  name: id,
  isDefault: false,
  order: 'worst',
  by: null,
  missing: [],
  filters: {
    search: null,
    controllerId: null,
    siteId: null,
    level: null,
    types: null,
    states: null,
    customerIds: null,
    unassigned: null,
    tags: null,
  },
  ...more,
});
const filtersOf = (more: Partial<SavedView['filters']>) => ({ ...viewOf('x').filters, ...more });
const night = viewOf('Night', {
  order: 'oldest',
  by: 'customer',
  filters: filtersOf({ level: 'critical', states: ['new'], customerIds: ['acme'], unassigned: true }),
});

beforeEach(() => {
  answerControllers(headOffice);
  answer(MaintenanceWindows, { maintenanceWindows: [] });
  answerOpen(alertAt(1));
});

async function open(path: string, ...views: SavedView[]) {
  answer(AlertViews, { alertViews: views });
  const { user } = render(<AlertsPage />, { path });
  await screen.findByText('AP 1');
  return user;
}
type User = Awaited<ReturnType<typeof open>>;
const address = () => Object.fromEntries(new URLSearchParams(window.location.search));
const choose = async (user: User, item: string, button = /^View/) => {
  await user.click(screen.getByRole('button', { name: button }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};
const menu = async (user: User) => {
  await user.click(screen.getByRole('button', { name: /^View/ }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};

describe('Saved views', () => {
  test('are shown from the menu, with all of their filters in the address', async () => {
    const user = await open('/alerts', night);
    await choose(user, 'Night');
    expect(address()).toEqual({
      level: 'critical',
      is: 'new',
      customer: 'acme,none',
      by: 'customer',
      sort: 'raised',
      view: 'Night',
    });
    expect(await screen.findByRole('button', { name: 'View: Night' })).toBeVisible();
    await choose(user, 'All alerts');
    expect(address()).toEqual({ view: 'all' });
  });

  test('save what is shown under a name, and say which one is taken', async () => {
    const user = await open('/alerts?is=new&level=warning&q=lobby');
    refuse(CreateAlertView, {
      message: 'You already have a view with this name',
      fields: { name: 'You already have a view with this name' },
    });
    await choose(user, 'Save as new view…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }));
    await user.type(dialog.getByLabelText('Name'), 'Lobby');
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(await dialog.findByText('You already have a view with this name')).toBeVisible();
    const filters = filtersOf({ search: 'lobby', level: 'warning', states: ['new'] });
    const lobby = viewOf('Lobby', { filters });
    answer(CreateAlertView, { createAlertView: lobby });
    answer(AlertViews, { alertViews: [lobby] });
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    expect(await screen.findByRole('button', { name: 'View: Lobby' })).toBeVisible();
    expect(asks(CreateAlertView).at(-1)?.variables).toEqual({
      input: {
        name: 'Lobby',
        filters: { search: 'lobby', level: 'warning', states: ['new'] },
        order: 'worst',
        by: null,
      },
    });
    expect(address()).toEqual({ q: 'lobby', level: 'warning', is: 'new', view: 'Lobby' });
  });

  test('say when they were changed, and save the changes', async () => {
    const user = await open('/alerts?is=new&view=Mine', viewOf('Mine'));
    expect(await screen.findByRole('button', { name: 'View: Mine (changed)' })).toBeVisible();
    const changed = viewOf('Mine', { filters: filtersOf({ states: ['new'] }) });
    answer(UpdateAlertView, { updateAlertView: changed });
    answer(AlertViews, { alertViews: [changed] });
    await choose(user, 'Save changes to view');
    expect(await screen.findByRole('button', { name: 'View: Mine' })).toBeVisible();
    expect(asks(UpdateAlertView)[0]?.variables).toMatchObject({
      id: 'Mine',
      input: { filters: { states: ['new'], level: null } },
    });
    expect(await menu(user)).toEqual([
      'All alerts',
      'Mine · current',
      'Make default view',
      'Rename…',
      'Delete view…',
      'Save as new view…',
    ]);
  });

  test('open by default where the address says nothing, and not again once filters are cleared', async () => {
    const usual = viewOf('Usual', { isDefault: true, filters: filtersOf({ states: ['new'] }) });
    const user = await open('/alerts', usual);
    expect(address()).toEqual({ is: 'new', view: 'Usual' });
    expect(asks(OpenAlerts).at(-1)?.variables).toMatchObject({ filter: { states: ['new'] } });
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(address()).toEqual({ view: 'all' }));
    await user.click(await screen.findByRole('link', { name: 'AP 1' }));
    expect(address()).toEqual({ view: 'all', alert: 'alert-1' });
    act(() => window.history.back());
    await waitFor(() => expect(address()).toEqual({ view: 'all' }));
  });

  test('do not replace the filters of a link', async () => {
    const usual = viewOf('Usual', { isDefault: true, filters: filtersOf({ states: ['new'] }) });
    await open('/alerts?customer=acme', usual);
    expect(address()).toEqual({ customer: 'acme' });
  });

  test('say what they name that no longer exists, without showing more instead', async () => {
    const old = viewOf('Old', {
      missing: [
        { kind: 'customer', id: 'acme', name: 'Acme' },
        { kind: 'controller', id: 'gone', name: null },
      ],
      filters: filtersOf({ customerIds: ['acme'], controllerId: 'gone' }),
    });
    await open('/alerts?customer=acme&controller=gone&view=Old', old);
    expect(
      await screen.findByText(/It filters by customer “Acme” and a deleted controller, so/),
    ).toBeVisible();
    expect(address()).toMatchObject({ customer: 'acme', controller: 'gone' });
  });

  test('that could not be loaded keep no one from the alerts', async () => {
    refuse(AlertViews, { message: 'The database is away', code: 'UNAVAILABLE' });
    render(<AlertsPage />, { path: '/alerts' });
    expect(await screen.findByText('AP 1')).toBeVisible();
  });
});
