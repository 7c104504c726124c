import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { CustomerPlan, DashboardSummary, WatchedPlan } from '#web/features/controllers/controllers.gql.ts';
import { UserDashboardPage } from '#web/features/controllers/dashboard/UserDashboardPage.tsx';
import {
  ConnectSiteManager,
  SiteSelectorPage,
} from '#web/features/controllers/site-selector/SiteSelectorPage.tsx';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import { controller, lists, disconnected, summary, typed } from './samples.tsx';

const plan = (maxControllers: number) =>
  answer(CustomerPlan, {
    me: typed('User', {
      id: 'alice',
      teamPackage: typed('Package', { id: 'professional', name: 'Professional Plan', maxControllers }),
    }),
  });
const watched = ({ isActive = true, maxDevices = 100 as number | null, devicesBeyond = 0 } = {}) =>
  answer(WatchedPlan, {
    subscription: typed('TeamSubscription', {
      isActive,
      usage: typed('PackageUsage', { maxDevices, devicesBeyond }),
    }),
  });
const open = (...controllers: ControllerFieldsFragment[]) => {
  lists(...controllers);
  answer(DashboardSummary, summary());
  return render(<UserDashboardPage />, { path: '/user-dashboard' });
};

beforeEach(() => {
  plan(2);
  watched();
});

describe('On the dashboard', () => {
  test('a controller beyond the package is shown as not watched, with a link to a larger one', async () => {
    open(controller(), controller({ id: 'depot', name: 'Depot', overLimit: true }));
    const row = (await screen.findByText('Depot')).closest('tbody')!;
    expect(row).toHaveTextContent(/^Not monitoredDepot/);
    await waitFor(() =>
      expect(row).toHaveTextContent('Not monitored: your package allows 2 controllers. See packages'),
    );
    expect(within(row).getByRole('link', { name: 'See packages' })).toHaveAttribute('href', '/packages');
    expect(screen.getByText('1 not monitored')).toBeInTheDocument();
  });

  test('its last state is not shown as a problem', async () => {
    open({ ...disconnected, overLimit: true });
    const row = (await screen.findByText('Campus')).closest('tbody')!;
    expect(row).not.toHaveTextContent('Offline');
    expect(row).not.toHaveTextContent('disconnected');
  });

  test('devices that are listed and not watched are counted in a notice', async () => {
    watched({ devicesBeyond: 12 });
    open(controller());
    const notice = (await screen.findByText('12 devices are listed but not monitored')).closest('[role]');
    expect(notice).toHaveTextContent(
      'Your package allows 100 devices, so only the first ones are monitored. See packages',
    );
  });

  test('no notice is shown within the limits', async () => {
    open(controller());
    expect(await screen.findByText('Professional Plan')).toBeInTheDocument();
    expect(screen.queryByText(/not monitored/)).toBeNull();
  });

  test('the plan of a team whose subscription has ended says that nothing is watched', async () => {
    watched({ isActive: false });
    open(controller());
    expect(await screen.findByText('Ended. Monitoring is paused.')).toBeInTheDocument();
  });
});

test.each([
  ['plan_limit', 'Your Professional Plan allows 2 controllers. Provider Plan allows more.'],
  ['inactive', 'The subscription of your team has ended. Choose a package to add controllers.'],
])('a controller that is refused for %s says so, with a link to the packages', async (reason, message) => {
  refuse(ConnectSiteManager, { message, code: 'UNAUTHORIZED', reason });
  const { user } = render(<SiteSelectorPage />, { path: '/site-selector', signedInAs: alice });
  await user.type(await screen.findByLabelText(/API key/), 'some-key');
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  const notice = await screen.findByRole('alert');
  expect(notice).toHaveTextContent(message);
  expect(within(notice).getByRole('link', { name: 'See packages' })).toHaveAttribute('href', '/packages');
});

describe('An API key that the team already uses', () => {
  const known = {
    message: 'This API key is already connected as “Head Office”.',
    code: 'CONFLICT',
    reason: 'known_key',
    controllerId: 'head-office',
    controllerName: 'Head Office',
  };
  const send = async () => {
    const { user } = render(<SiteSelectorPage />, { path: '/site-selector', signedInAs: alice });
    await user.type(await screen.findByLabelText(/API key/), 'a-key');
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    return { user, offer: await screen.findByRole('link', { name: 'Open Head Office' }) };
  };

  test('links to its controller', async () => {
    refuse(ConnectSiteManager, known);
    const { offer } = await send();
    expect(offer).toHaveAttribute('href', '/controllers/head-office');
    expect(screen.getAllByText('API key already connected').length).toBeGreaterThan(0);
  });

  test('is added again only on request', async () => {
    refuse(ConnectSiteManager, known);
    const { user } = await send();
    await user.click(screen.getByRole('button', { name: 'Add again' }));
    await waitFor(() => expect(asks(ConnectSiteManager)).toHaveLength(2));
    expect(asks(ConnectSiteManager).map(({ variables }) => variables['input'])).toEqual([
      { apiKey: 'a-key', rejectDuplicate: true },
      { apiKey: 'a-key', rejectDuplicate: false },
    ]);
    // Another try with the form asks again.
    await user.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(asks(ConnectSiteManager)).toHaveLength(3));
    expect(asks(ConnectSiteManager).at(-1)?.variables['input']).toMatchObject({ rejectDuplicate: true });
  });
});
