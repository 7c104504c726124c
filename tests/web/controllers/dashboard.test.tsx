import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';
import { CustomerPlan, DashboardSummary } from '#web/features/controllers/controllers.gql.ts';
import { ControllerPage } from '#web/features/controllers/dashboard/ControllersSection.tsx';
import { UserDashboardPage } from '#web/features/controllers/dashboard/UserDashboardPage.tsx';
import { DeleteController } from '#web/features/controllers/DeleteControllerDialog.tsx';
import { TestController } from '#web/features/controllers/useControllerActions.ts';
import type { ControllerFieldsFragment } from '#web/gql/graphql.ts';
import {
  Address,
  controller,
  disconnected,
  lists,
  listsNothing,
  nothingMeasured,
  revoked,
  summary,
  typed,
} from './samples.tsx';

const shows = (controllers: ControllerFieldsFragment[], figures = summary()) => {
  lists(...controllers);
  answer(DashboardSummary, figures);
};
const open = () =>
  render(
    <>
      <UserDashboardPage />
      <Address />
    </>,
    { path: '/user-dashboard' },
  );
const figure = async (label: string) => {
  const name = await screen.findByText(label, { selector: 'dt' });
  return name.parentElement;
};
const rows = async () => {
  await screen.findByRole('table');
  return screen.getAllByRole('row').map((row) => row.textContent);
};

beforeEach(() => {
  answer(CustomerPlan, {
    me: typed('User', {
      id: 'alice',
      teamPackage: typed('Package', { id: 'professional', name: 'Professional Plan', maxControllers: 5 }),
    }),
  });
});

describe('the figures', () => {
  test('show what was measured and what it covers', async () => {
    shows([controller()], summary({}, 7));
    open();
    expect(await figure('Total Devices')).toHaveTextContent(/261.*10 offline.*3 unknown.*248 online/);
    expect(await figure('Data Transfer')).toHaveTextContent('2.4TBThrough your gateways, last 30 days');
    expect(await figure('Active Alerts')).toHaveTextContent('7');
    expect(await figure('Uptime')).toHaveTextContent('99.8%Of observed device time, last 30 days');
    expect(screen.getByRole('link', { name: 'See open alerts' })).toHaveAttribute('href', '/alerts');
    expect(screen.getByText(/Last reading/)).toHaveTextContent('Last reading 3 min ago');
  });

  test.each([
    ['critical', '▲', 'M6 1 '],
    ['error', '◆', 'M6 .4 '],
  ] as const)('mark open alerts like the worst of them: %s is %s', async (worst, _, drawn) => {
    shows([controller()], summary({}, 7, worst));
    open();
    await waitFor(async () => expect(await figure('Active Alerts')).toHaveTextContent('7'));
    expect((await figure('Active Alerts'))?.querySelector('path')?.getAttribute('d')).toContain(drawn);
    // Devices that are offline don't look worse than their alerts.
    expect((await figure('Total Devices'))?.querySelector('path')?.getAttribute('d')).toContain('M6 .4 ');
  });

  test('say "No data yet" without measurements', async () => {
    shows([], nothingMeasured);
    open();
    for (const label of ['Total Devices', 'Data Transfer', 'Active Alerts', 'Uptime']) {
      await waitFor(async () => expect(await figure(label)).toHaveTextContent('No data yet'));
    }
  });

  test('only call zero alerts good news if every controller can be read', async () => {
    const hatched = async () => (await figure('Active Alerts'))?.querySelector('pattern');
    shows([controller()]);
    open();
    await waitFor(async () => expect(await figure('Active Alerts')).toHaveTextContent('0'));
    expect(await hatched()).toBeNull();
    cleanup();
    shows([controller(), revoked]);
    open();
    await waitFor(async () => expect(await hatched()).toBeInTheDocument());
  });

  test('never show 0 devices before the first reading, and show it once it arrives', async () => {
    shows([controller()], {
      ...nothingMeasured,
      monitoringSummary: { ...nothingMeasured.monitoringSummary, uncountedControllers: 1 },
    });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    open();
    await waitFor(async () =>
      expect(await figure('Total Devices')).toHaveTextContent(
        'No data yetReading your devices for the first time',
      ),
    );
    expect((await figure('Active Alerts'))?.querySelector('pattern')).toBeInTheDocument();
    shows([controller()]);
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await waitFor(async () => expect(await figure('Total Devices')).toHaveTextContent('261'));
    const asked = asks(DashboardSummary).length;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(asks(DashboardSummary)).toHaveLength(asked);
    vi.useRealTimers();
  });

  test('show the devices seen before the first totals', async () => {
    shows([controller()], summary({ transferredBytes: null, uptimePercent: null, measuredSince: null }));
    open();
    await waitFor(async () => expect(await figure('Total Devices')).toHaveTextContent('261'));
    expect(await figure('Active Alerts')).toHaveTextContent('0');
    expect(await figure('Uptime')).toHaveTextContent('No data yet');
  });
});

test('show the plan with the number of allowed and connected controllers', async () => {
  shows([controller(), revoked]);
  open();
  const plan = await screen.findByRole('region', { name: 'Team plan' });
  await waitFor(() => expect(plan).toHaveTextContent('Professional Plan5 controllers allowed2 connected'));
});

test('show how many devices of a controller are offline, beside their number', async () => {
  shows([controller(), revoked]);
  open();
  const row = (await screen.findByRole('link', { name: 'Retail' })).closest('tr');
  expect(row).toHaveTextContent('4512 offline');
  expect(screen.getByRole('link', { name: 'Head Office' }).closest('tr')).not.toHaveTextContent('offline');
});

test('offer to add the first controller if there are none', async () => {
  shows([], nothingMeasured);
  const { user } = open();
  await user.click(await screen.findByRole('link', { name: 'Add Your First Controller' }));
  expect(screen.getByLabelText('address')).toHaveTextContent('/site-selector');
});

describe('the controllers', () => {
  test('keep the server’s order, and explain what is wrong', async () => {
    shows([disconnected, revoked, controller()]);
    open();
    const [, offline, offlineReason, error, errorReason, online] = await rows();
    expect(offline).toMatch(/^OfflineCampus/);
    expect(offlineReason).toBe('UniFi says that the console is disconnected.');
    expect(error).toMatch(/^ErrorRetail/);
    expect(errorReason).toMatch(/^UniFi no longer accepts this API key\..*Replace the key$/);
    expect(online).toMatch(/^OnlineHead OfficeMain Street459\.4\.193 min ago/);
    expect(screen.getByRole('link', { name: 'Replace the key' })).toHaveAttribute(
      'href',
      '/integrations?edit=retail',
    );
  });

  test('show the reason of a state on focus', async () => {
    shows([disconnected]);
    const { user } = open();
    const status = (await screen.findAllByText('Offline')).at(-1)?.closest('[tabindex]');
    while (document.activeElement !== status) await user.tab();
    expect(await screen.findByRole('tooltip', {}, { timeout: 2_000 })).toHaveTextContent(
      'UniFi says that the console is disconnected.',
    );
  });

  test('say what is not known yet instead of showing nothing', async () => {
    const fresh = { status: 'pending', lastSync: null, deviceCount: null, version: null } as const;
    shows([controller({ ...fresh, selectedSiteId: null, selectedSiteName: null })]);
    open();
    expect((await rows())[1]).toMatch(/^PendingHead OfficeAll sites–No data yet–No data yetNever/);
  });

  test('can be found by name when there are many', async () => {
    shows(Array.from({ length: 13 }, (_, n) => controller({ id: `c${n}`, name: `Branch ${n}` })));
    const { user } = open();
    await user.type(await screen.findByRole('searchbox', { name: 'Find a controller' }), 'branch 12');
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    await user.type(screen.getByRole('searchbox'), '3');
    expect(await screen.findByText('No controllers or sites match “branch 123”.')).toBeVisible();
  });

  test('are paged when there are hundreds, and a search starts at the first page', async () => {
    shows(Array.from({ length: 120 }, (_, n) => controller({ id: `c${n}`, name: `Branch ${n + 1}` })));
    const { user } = open();
    expect(await rows()).toHaveLength(51);
    expect(screen.getByText('1–50 of 120 controllers')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await waitFor(async () => expect((await rows())[1]).toContain('Branch 101'));
    expect(asks(ControllerPage).map(({ variables }) => variables['skip'])).toEqual([0, 50, 100]);
    await user.type(screen.getByRole('searchbox', { name: 'Find a controller' }), 'branch 1');
    await waitFor(async () => expect((await rows())[1]).toMatch(/Branch 1Main/));
    await user.type(screen.getByRole('searchbox'), '20');
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByRole('navigation', { name: 'Pages' })).toBeNull();
  });

  test('link to the selection of their site', async () => {
    shows([controller()]);
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Select Site' }));
    expect(screen.getByLabelText('address')).toHaveTextContent('/site-selector?controller=head-office');
  });

  test('are two-line rows with one button on a phone', async () => {
    const wide = window.matchMedia;
    window.matchMedia = (query) => Object.assign(wide(query), { matches: false });
    shows([disconnected]);
    open();
    const row = await screen.findByRole('listitem');
    window.matchMedia = wide;
    expect(row).toHaveTextContent(
      /^CampusOffline · Main Street · 45 devices · 9\.4\.19 · read \d min agoUniFi says that the console is disconnected\./,
    );
    expect(within(row).getByRole('button', { name: 'Actions for Campus' })).toBeVisible();
  });
});

describe('testing a controller', () => {
  const press = async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Test' }));
  };

  test('shows that it is connected and refreshes the list', async () => {
    shows([disconnected]);
    answer(TestController, () => {
      lists({ ...disconnected, status: 'online', statusReason: null });
      return {
        testController: typed('ConnectionTest', {
          success: true,
          version: '9.4.19',
          error: null,
          message: 'Connected: the key sees 2 sites.',
        }),
      };
    });
    await press();
    expect(await screen.findByText('Connection Successful')).toBeVisible();
    expect(screen.getByText('Connected: the key sees 2 sites.')).toBeVisible();
    await waitFor(async () => expect((await rows())[1]).toMatch(/^OnlineCampus/));
  });

  const refused = (error: string | null) =>
    answer(TestController, {
      testController: typed('ConnectionTest', { success: false, version: null, error, message: '' }),
    });

  test.each([
    ["The console didn't respond to UniFi in time.", "The console didn't respond to UniFi in time."],
    [null, 'Failed to test connection'],
  ])('that fails (%s) says "Connection Failed" and why', async (error, words) => {
    shows([controller()]);
    refused(error);
    await press();
    expect(await screen.findByText('Connection Failed')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
  });

  test('says "Test Failed" if the test itself failed', async () => {
    shows([controller()]);
    answer(TestController, () => {
      throw new Error('socket hang up');
    });
    await press();
    expect(await screen.findByText('Test Failed')).toBeVisible();
    expect(screen.getByText('Failed to test connection')).toBeVisible();
  });
});

describe('deleting a controller', () => {
  const ask = async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete controller Head Office' });
    return { user, dialog };
  };
  const confirm = async () => {
    const { user, dialog } = await ask();
    await user.type(within(dialog).getByRole('textbox'), 'Head Office');
    await user.click(within(dialog).getByRole('button', { name: 'Delete controller Head Office' }));
    return { user, dialog };
  };

  test('says what will be deleted and requires the name', async () => {
    shows([controller()]);
    const { user, dialog } = await ask();
    expect(dialog).toHaveTextContent(/permanently.*rules.*alert history.*measurements/);
    const deed = within(dialog).getByRole('button', { name: 'Delete controller Head Office' });
    expect(deed).toBeDisabled();
    await user.type(within(dialog).getByRole('textbox'), 'Head Offic');
    expect(deed).toBeDisabled();
    expect(asks(DeleteController)).toHaveLength(0);
  });

  test('removes it from the list and confirms it', async () => {
    shows([controller()]);
    answer(DeleteController, () => {
      shows([], nothingMeasured);
      return { deleteController: 'head-office' };
    });
    await confirm();
    expect(await screen.findByText('Controller deleted')).toBeVisible();
    expect(await screen.findByText('Add Your First Controller')).toBeVisible();
    expect(asks(DeleteController)[0]?.variables).toEqual({ id: 'head-office' });
  });

  test('that fails says "Failed to delete controller." and changes nothing', async () => {
    shows([controller()]);
    refuse(DeleteController, { message: 'Controller not found', code: 'NOT_FOUND' });
    const { dialog } = await confirm();
    expect(await screen.findByText('Failed to delete controller.')).toBeVisible();
    expect(screen.getByText('Controller not found')).toBeVisible();
    expect(dialog).toBeVisible();
  });
});

test('a dashboard that cannot be loaded says so and loads on Retry', async () => {
  listsNothing();
  answer(DashboardSummary, summary());
  const { user } = open();
  expect(await screen.findByText('We couldn’t load the dashboard')).toBeVisible();
  shows([controller()]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect((await rows())[1]).toMatch(/^OnlineHead Office/);
  expect(screen.queryByText('We couldn’t load the dashboard')).toBeNull();
});
