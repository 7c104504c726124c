import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertsPage } from '#web/features/alerts/AlertsPage.tsx';
import { StartAlertMaintenance } from '#web/features/alerts/useAlertActions.ts';
import { OpenAlertIds } from '#web/features/alerts/useMatchingIds.ts';
import { EndMaintenanceWindow, MaintenanceWindows } from '#web/features/maintenance/useWindows.ts';
import { alice, answer, asks, render } from '#tests/support/render.tsx';
import { inHours, weekly } from '../maintenance.samples.ts';
import { answerControllers, alertAt, answerOpen, headOffice } from './samples.ts';

beforeEach(() => {
  answerControllers(headOffice);
  answer(MaintenanceWindows, { maintenanceWindows: [] });
});

const onDevice = (minute: number) => alertAt(minute, { deviceMac: `AABBCCDDEE0${minute}` });

async function open(signedInAs = alice, alerts = [onDevice(1), onDevice(2)]) {
  answerOpen(...alerts);
  const { user } = render(<AlertsPage />, { path: '/alerts', signedInAs });
  await screen.findByText('AP 1');
  return user;
}
const window = {
  ...weekly,
  repeats: 'once' as const,
  name: 'Firmware',
  activeUntil: inHours(4),
  places: [{ siteId: 'HOST:1', siteName: 'Zürich', deviceMac: 'AABBCCDDEE01', deviceName: 'AP 1' }],
};
const maintained = (minute: number) => ({
  id: `alert-${minute}`,
  outcome: 'done' as const,
  alert: alertAt(minute, { maintenanceUntil: inHours(4) }),
});
const row = (name: string) => within(screen.getByText(name).closest('[role=row]') as HTMLElement);

describe('Maintenance', () => {
  test('is started for the selected alerts with `m`, with a reason and a duration', async () => {
    const user = await open();
    answer(StartAlertMaintenance, {
      startAlertMaintenance: { window, results: [maintained(1), maintained(2)] },
    });
    await user.click(screen.getByRole('checkbox', { name: 'Select AP 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select AP 2' }));
    await user.keyboard('m');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start maintenance' }));
    expect(dialog.getByText('2 selected alerts')).toBeInTheDocument();
    expect(dialog.getByText(/no one is notified about what it covers until it ends/)).toBeInTheDocument();
    expect(dialog.queryByRole('checkbox')).not.toBeInTheDocument();
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    expect(await dialog.findByText('Reason is required')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Reason'), 'Firmware');
    await user.selectOptions(dialog.getByLabelText('Duration'), '4 hours');
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    await waitFor(() => expect(row('AP 1').getAllByText(/Maintenance until /)[0]).toBeInTheDocument());
    expect(asks(StartAlertMaintenance)[0]?.variables).toEqual({
      ids: ['alert-1', 'alert-2'],
      name: 'Firmware',
      minutes: 240,
      wholeSites: false,
    });
    expect(await screen.findByText(/^Started maintenance for 2 alerts until /)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(
      await screen.findByText(/^“Firmware” until .*: alerts of AP 1 \(Zürich\) are recorded here/),
    ).toBeInTheDocument();
    expect(screen.queryByText('2 selected')).not.toBeInTheDocument();
  });

  test('can be undone from the toast, which ends its window', async () => {
    const user = await open();
    answer(StartAlertMaintenance, { startAlertMaintenance: { window, results: [maintained(1)] } });
    answer(EndMaintenanceWindow, {
      endMaintenanceWindow: { ...window, activeUntil: null, endedAt: inHours(0) },
    });
    await user.click(screen.getByRole('checkbox', { name: 'Select AP 1' }));
    await user.keyboard('m');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start maintenance' }));
    await user.type(dialog.getByLabelText('Reason'), 'Firmware');
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    expect(await screen.findByText(/^Started maintenance for AP 1 until /)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Maintenance window ended')).toBeVisible();
    expect(asks(EndMaintenanceWindow)[0]?.variables).toEqual({ id: window.id });
  });

  test('that failed midway can be undone too', async () => {
    const user = await open();
    const nodes = Array.from({ length: 201 }, (_, n) => ({ id: `alert-${n}`, acknowledgedAt: null }));
    answer(OpenAlertIds, { openAlerts: { nextCursor: null, nodes } });
    answer(StartAlertMaintenance, ({ ids, windowId }) => {
      if (windowId) throw new Error('The connection is lost');
      const results = (ids as string[]).map((id) => ({ ...maintained(1), id }));
      return { startAlertMaintenance: { window, results } };
    });
    answer(EndMaintenanceWindow, {
      endMaintenanceWindow: { ...window, activeUntil: null, endedAt: inHours(0) },
    });
    await user.click(screen.getByRole('checkbox', { name: 'Select all matching alerts' }));
    await user.keyboard('m');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start maintenance' }));
    await user.type(dialog.getByLabelText('Reason'), 'Firmware');
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    expect(await screen.findByText(/200 of 201 were done/)).toBeVisible();
    expect(dialog.getByLabelText('Reason')).toHaveValue('Firmware');
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(asks(EndMaintenanceWindow)[0]?.variables).toEqual({ id: window.id }));
  });

  test('is in the menu of a row, until a custom time within 7 days', async () => {
    const user = await open();
    await user.click(screen.getByRole('button', { name: 'Actions for AP 1' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Start maintenance…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'Firmware');
    await user.selectOptions(dialog.getByLabelText('Duration'), 'Custom time…');
    await user.clear(dialog.getByLabelText('Until'));
    await user.type(dialog.getByLabelText('Until'), '2036-11-20T12:00');
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    expect(await dialog.findByText('Maintenance lasts at most 7 days')).toBeInTheDocument();
    expect(asks(StartAlertMaintenance)).toEqual([]);
  });

  test('covers the whole site of an alert without a device only if someone chooses that', async () => {
    const console = alertAt(3, { deviceName: null, siteName: 'Branch' });
    const user = await open(alice, [onDevice(1), console]);
    await user.click(screen.getByRole('checkbox', { name: 'Select AP 1' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Branch' }));
    await user.keyboard('m');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start maintenance' }));
    await user.type(dialog.getByLabelText('Reason'), 'Firmware');
    answer(StartAlertMaintenance, {
      startAlertMaintenance: {
        window,
        results: [maintained(1), { id: 'alert-3', outcome: 'no_device', alert: console }],
      },
    });
    expect(dialog.getByRole('checkbox', { name: 'Cover all devices at Branch' })).not.toBeChecked();
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    expect(await screen.findByText('1 alert has no device.')).toBeInTheDocument();
    expect(asks(StartAlertMaintenance)[0]?.variables).toMatchObject({ wholeSites: false });
  });

  test('requires choosing the whole site if no alert has a device', async () => {
    const console = alertAt(3, { deviceName: null, siteName: 'Branch' });
    const user = await open(alice, [onDevice(1), console]);
    await user.click(screen.getByRole('button', { name: 'Actions for Branch' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Start maintenance…' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(dialog.getByLabelText('Reason'), 'Firmware');
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    expect(await dialog.findByText(/^Maintenance covers devices or whole sites/)).toBeInTheDocument();
    expect(asks(StartAlertMaintenance)).toEqual([]);
    answer(StartAlertMaintenance, { startAlertMaintenance: { window, results: [maintained(3)] } });
    await user.click(dialog.getByRole('checkbox', { name: 'Cover all devices at Branch' }));
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    await waitFor(() =>
      expect(asks(StartAlertMaintenance)[0]?.variables).toMatchObject({ wholeSites: true }),
    );
  });

  test('is not offered to viewers', async () => {
    const user = await open({ ...alice, teamRole: 'viewer' });
    await user.click(screen.getByRole('checkbox', { name: 'Select AP 1' }));
    await user.keyboard('m');
    expect(screen.queryByRole('button', { name: 'Maintenance…' })).not.toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});
