// What can be done with a whole group of Current Alerts, from the menu on its header, and with all new ones, from the palette.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { PaletteButton } from '#web/app/palette/PaletteButton.tsx';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { OpenAlertIds } from '#web/features/alerts/useMatchingIds.ts';
import { OpenAlertCounts, OpenAlerts } from '#web/features/alerts/current/open-alerts.gql.ts';
import {
  AcknowledgeAlerts,
  SnoozeAlerts,
  StartAlertMaintenance,
  UnacknowledgeAlerts,
} from '#web/features/alerts/useAlertActions.ts';
import { MaintenanceWindows } from '#web/features/maintenance/useWindows.ts';
import { alice, answer, asks, render } from '#tests/support/render.tsx';
import { weekly } from '../maintenance.samples.ts';
import { alertAt, answerControllers, answerOpen, headOffice } from './samples.ts';

const zurich = {
  key: 'HOST:1',
  type: null,
  siteName: 'Zürich',
  customerName: 'Bäckerei Nord',
  customerColor: '#0072b2',
  siteCount: 1,
  oldest: '2026-11-20T08:00:00.000Z',
  severity: 'error' as const,
};

type Options = {
  count?: number;
  newCount?: number;
  later?: number;
  acknowledged?: number;
  signedInAs?: typeof alice;
  path?: string;
};

/**
 * A group of which the first two alerts are loaded, and as many more as the server counts. `later` is how many there are
 * when they are listed for an action, the last ones of them `acknowledged`.
 */
async function open({
  count = 2,
  newCount = count,
  later = count,
  acknowledged = 0,
  ...options
}: Options = {}) {
  const { signedInAs = alice, path = '/alerts?by=site' } = options;
  answerOpen(alertAt(1), alertAt(2));
  const totals = { cursor: '10', totalCount: count, newCount, severityCounts: [] };
  answer(OpenAlertCounts, { openAlerts: totals, openAlertGroups: [{ ...zurich, count, newCount }] });
  // The rest of a bigger group is never loaded.
  const page = { ...totals, nextCursor: count > 2 ? 'more' : null, previousCursor: null };
  answer(OpenAlerts, ({ after, skip }) =>
    after || skip
      ? new Promise<never>(() => undefined)
      : { openAlerts: { ...page, nodes: [alertAt(1), alertAt(2)] } },
  );
  const ids = Array.from({ length: later }, (_, n) => ({
    id: `alert-${n + 1}`,
    acknowledgedAt: n < later - acknowledged ? null : '2026-11-20T14:30:00.000Z',
  }));
  answer(OpenAlertIds, ({ after, first }) => {
    const from = Number(after ?? 0);
    const next = from + first;
    return {
      openAlerts: { nextCursor: next < later ? String(next) : null, nodes: ids.slice(from, next) },
    };
  });
  const { user } = render(
    <>
      <PaletteButton area="member" />
      <AlertsPage />
    </>,
    { path, signedInAs },
  );
  await screen.findByText('AP 1');
  return user;
}
type User = Awaited<ReturnType<typeof open>>;

const choose = async (user: User, item: string) => {
  await user.click(screen.getByRole('button', { name: 'Actions for all alerts of Zürich' }));
  const menu = within(await screen.findByRole('menu', { name: 'Actions for all alerts of Zürich' }));
  await user.click(menu.getByRole('menuitem', { name: item }));
};
const answerDone = (document: typeof AcknowledgeAlerts) =>
  answer(document, ({ ids }) => ({
    changed: [ids].flat().map((id) => ({ id, outcome: 'done' as const, alert: null })),
  }));
const question = async () => within(await screen.findByRole('alertdialog'));

beforeEach(() => {
  answerControllers(headOffice);
  answer(MaintenanceWindows, { maintenanceWindows: [] });
});

describe('Groups of alerts', () => {
  test('are all collapsed and expanded with one button, and single ones still open', async () => {
    const user = await open();
    const header = () => screen.getByRole('button', { name: 'Zürich' });
    await user.click(screen.getByRole('button', { name: 'Collapse all' }));
    expect(header()).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByText('AP 1')).not.toBeInTheDocument();
    await user.click(header());
    expect(screen.getByText('AP 1')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Collapse all' }));
    expect(screen.queryByText('AP 1')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Expand all' }));
    expect(screen.getByText('AP 1')).toBeInTheDocument();
  });

  test('without a grouping have no such button', async () => {
    await open({ path: '/alerts' });
    expect(screen.queryByRole('button', { name: 'Collapse all' })).not.toBeInTheDocument();
  });
});

describe('A group of alerts', () => {
  test('is acknowledged as a whole at once if all of it is on screen, and that can be undone', async () => {
    const user = await open();
    answerDone(AcknowledgeAlerts);
    answerDone(UnacknowledgeAlerts);
    await choose(user, 'Acknowledge all');
    expect(await screen.findByText('Acknowledged 2 alerts')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    const toast = within(screen.getByRole('region', { name: /Notifications/ }));
    await user.click(toast.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(asks(UnacknowledgeAlerts)[0]?.variables['ids']).toHaveLength(2));
  });

  test('asks first if it has more alerts than are on screen, and then acknowledges all of them', async () => {
    const user = await open({ count: 450 });
    answerDone(AcknowledgeAlerts);
    await choose(user, 'Acknowledge all');
    const asked = await question();
    expect(asked.getByText('Acknowledge 450 alerts of Zürich?')).toBeInTheDocument();
    expect(asked.getByText(/includes alerts that aren’t on your screen/)).toBeInTheDocument();
    expect(asks(AcknowledgeAlerts)).toEqual([]);
    await user.click(asked.getByRole('button', { name: 'Acknowledge 450 alerts' }));
    expect(await screen.findByText('Acknowledged 450 alerts')).toBeInTheDocument();
    expect(asks(AcknowledgeAlerts).map(({ variables: { ids } }) => [ids].flat().length)).toEqual([
      200, 200, 50,
    ]);
  });

  test('that has grown asks with the true number, and changes no more than was confirmed', async () => {
    const user = await open({ count: 450, later: 900 });
    answerDone(AcknowledgeAlerts);
    await choose(user, 'Acknowledge all');
    const asked = await question();
    expect(asked.getByText('Acknowledge 900 alerts of Zürich?')).toBeInTheDocument();
    expect(asked.getByText(/^There were 450 when you chose them\./)).toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Acknowledge 900 alerts' }));
    expect(await screen.findByText('Acknowledged 900 alerts')).toBeInTheDocument();
    expect(asks(OpenAlertIds)).toHaveLength(5);
  });

  test('of two on screen asks if there are more by now', async () => {
    const user = await open({ later: 3 });
    await choose(user, 'Acknowledge all');
    expect((await question()).getByText('Acknowledge 3 alerts of Zürich?')).toBeInTheDocument();
    expect(asks(AcknowledgeAlerts)).toEqual([]);
  });

  test('asks only about those that no one has acknowledged, and offers to undo the others', async () => {
    const user = await open({ count: 60, newCount: 40, acknowledged: 20 });
    answerDone(UnacknowledgeAlerts);
    await choose(user, 'Acknowledge all');
    expect((await question()).getByText('Acknowledge 40 alerts of Zürich?')).toBeInTheDocument();
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    await choose(user, 'Undo acknowledgements');
    await waitFor(() => expect(asks(UnacknowledgeAlerts)[0]?.variables['ids']).toHaveLength(20));
  });

  test('says how many are acknowledged already when it asks about the others', async () => {
    const user = await open({ count: 60, newCount: 53, acknowledged: 7 });
    await choose(user, 'Acknowledge all');
    const asked = await question();
    expect(asked.getByText('Acknowledge 53 alerts of Zürich?')).toBeInTheDocument();
    expect(asked.getByText(/ 7 are already acknowledged\./)).toBeInTheDocument();
  });

  test('asks by the same rule as the selection: above 25 alerts', async () => {
    const user = await open({ count: 25 });
    answerDone(AcknowledgeAlerts);
    await choose(user, 'Acknowledge all');
    expect(await screen.findByText('Acknowledged 25 alerts')).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('that is selected by the box in the head asks above 25 alerts, too', async () => {
    const user = await open({ count: 26, path: '/alerts' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all matching alerts' }));
    await user.click(screen.getByRole('button', { name: 'Acknowledge' }));
    expect((await question()).getByText('Acknowledge 26 alerts?')).toBeInTheDocument();
    expect(asks(AcknowledgeAlerts)).toEqual([]);
  });

  test('keeps what the filters leave out, which the question says', async () => {
    const user = await open({ count: 450, path: '/alerts?by=site&level=critical' });
    answerDone(AcknowledgeAlerts);
    await choose(user, 'Acknowledge all');
    const asked = await question();
    expect(asked.getByText(/Only alerts that match your filters/)).toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Acknowledge 450 alerts' }));
    await screen.findByText('Acknowledged 450 alerts');
    expect(asks(OpenAlertIds)[0]?.variables).toMatchObject({
      filter: { severities: ['critical', 'error'], inGroups: { by: 'site', keys: ['HOST:1'] } },
    });
  });

  test('stays as it is if the question is cancelled', async () => {
    const user = await open({ count: 450 });
    await choose(user, 'Acknowledge all');
    await user.click((await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
    expect(asks(AcknowledgeAlerts)).toEqual([]);
  });

  test('is snoozed from its menu', async () => {
    const user = await open({ count: 450 });
    answerDone(SnoozeAlerts as unknown as typeof AcknowledgeAlerts);
    await choose(user, '1 hour');
    const asked = await question();
    expect(asked.getByText('Snooze 450 alerts of Zürich for 1 hour?')).toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Snooze 450 alerts' }));
    expect(await screen.findByText(/^Snoozed 450 alerts until /)).toBeInTheDocument();
    expect(asks(SnoozeAlerts)[0]?.variables).toMatchObject({ minutes: 60 });
  });

  test('is put into maintenance from its menu, whose dialog says how many alerts that is', async () => {
    const user = await open({ count: 3 });
    answer(StartAlertMaintenance, {
      startAlertMaintenance: {
        window: null,
        results: [1, 2, 3].map((n) => ({ id: `alert-${n}`, outcome: 'no_device' as const, alert: null })),
      },
    });
    await choose(user, 'Start maintenance…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start maintenance' }));
    expect(dialog.getByText('3 alerts of Zürich')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason'), 'Firmware');
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    await waitFor(() =>
      expect(asks(StartAlertMaintenance)[0]?.variables).toMatchObject({
        ids: ['alert-1', 'alert-2', 'alert-3'],
      }),
    );
    expect(await screen.findByText('3 alerts have no device.')).toBeInTheDocument();
  });

  test('is put into one maintenance window, however many requests it takes', async () => {
    const user = await open({ count: 450 });
    answer(StartAlertMaintenance, ({ ids }) => ({
      startAlertMaintenance: {
        window: {
          ...weekly,
          id: 'one',
          repeats: 'once' as const,
          places: [{ siteId: 'HOST:1', siteName: 'Zürich', deviceMac: null, deviceName: null }],
        },
        results: [ids].flat().map((id) => ({ id, outcome: 'done' as const, alert: null })),
      },
    }));
    await choose(user, 'Start maintenance…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start maintenance' }));
    await user.type(dialog.getByLabelText('Reason'), 'Firmware');
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    expect(await screen.findByText(/^Started maintenance for 450 alerts/)).toBeInTheDocument();
    expect(asks(StartAlertMaintenance).map(({ variables }) => variables['windowId'])).toEqual([
      undefined,
      'one',
      'one',
    ]);
  });

  test('offers viewers everything but maintenance', async () => {
    const user = await open({ signedInAs: { ...alice, teamRole: 'viewer' as const } });
    await user.click(screen.getByRole('button', { name: 'Actions for all alerts of Zürich' }));
    const menu = within(await screen.findByRole('menu', { name: 'Actions for all alerts of Zürich' }));
    expect(menu.getByRole('menuitem', { name: 'Acknowledge all' })).toBeInTheDocument();
    expect(menu.queryByRole('menuitem', { name: 'Start maintenance…' })).not.toBeInTheDocument();
  });

  test('offers to undo acknowledgements while the list shows only acknowledged alerts', async () => {
    const user = await open({ newCount: 0, acknowledged: 2, path: '/alerts?by=site&is=acknowledged' });
    answerDone(UnacknowledgeAlerts);
    await choose(user, 'Undo acknowledgements');
    await waitFor(() => expect(asks(UnacknowledgeAlerts)[0]?.variables['ids']).toHaveLength(2));
  });
});

describe('All new alerts', () => {
  const run = async (user: User, action: string) => {
    await user.click(screen.getByRole('button', { name: /^Search/ }));
    await user.click(await screen.findByRole('option', { name: action }));
  };

  test('are acknowledged from the palette once someone has confirmed how many, within the filters of the list', async () => {
    const user = await open({ count: 450, newCount: 40, later: 40, path: '/alerts?level=critical' });
    answerDone(AcknowledgeAlerts);
    await run(user, 'Acknowledge alerts');
    const asked = await question();
    expect(asked.getByText('Acknowledge 40 new alerts?')).toBeInTheDocument();
    await user.click(asked.getByRole('button', { name: 'Acknowledge 40 alerts' }));
    await screen.findByText(/^Acknowledged /);
    expect(asks(OpenAlertIds)[0]?.variables).toMatchObject({
      filter: { severities: ['critical', 'error'], states: ['new'] },
    });
    expect(window.location.search).toBe('?level=critical');
  });

  test('are snoozed from the palette until a time', async () => {
    const user = await open({ count: 2, path: '/alerts' });
    answerDone(SnoozeAlerts as unknown as typeof AcknowledgeAlerts);
    await run(user, 'Snooze alerts');
    const dialog = within(await screen.findByRole('dialog', { name: 'Snooze' }));
    expect(dialog.getByText('2 new alerts')).toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Snooze' }));
    expect(await screen.findByText(/^Snoozed 2 alerts until /)).toBeInTheDocument();
  });

  test('stay as they are while some are selected, because the palette then acts on those', async () => {
    const user = await open({ count: 2, path: '/alerts' });
    answerDone(AcknowledgeAlerts);
    await user.click(screen.getByRole('checkbox', { name: /AP 1/ }));
    await run(user, 'Acknowledge alerts');
    await waitFor(() => expect(asks(AcknowledgeAlerts)[0]?.variables['ids']).toEqual(['alert-1']));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  test('that are none are said to be none', async () => {
    const user = await open({ newCount: 0, path: '/alerts' });
    await run(user, 'Acknowledge alerts');
    expect(await screen.findByText('There are no new alerts')).toBeInTheDocument();
    expect(window.location.search).toBe('');
  });
});
