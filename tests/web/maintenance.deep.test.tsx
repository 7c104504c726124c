import { cleanup, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { MaintenanceNotice } from '#web/features/maintenance/MaintenanceNotice.tsx';
import { MaintenancePage } from '#web/features/maintenance/MaintenancePage.tsx';
import { MaintenanceDevices, MaintenanceSites } from '#web/features/maintenance/PlaceFields.tsx';
import {
  CreateMaintenanceWindow,
  EndMaintenanceWindow,
  MaintenanceControllers,
  MaintenanceWindows,
} from '#web/features/maintenance/useWindows.ts';
import type { Window } from '#web/features/maintenance/window-words.ts';
import { OpenAlertsToMuteDocument } from '#web/gql/graphql.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';
import { DeleteMaintenanceWindow, UpdateMaintenanceWindow } from '#web/features/maintenance/WindowDialog.tsx';
import { inHours, weekly } from './maintenance.samples.ts';

const firmware: Window = {
  ...weekly,
  id: 'w2',
  name: 'Firmware',
  repeats: 'once',
  weekdays: [],
  activeUntil: inHours(1),
  nextStart: null,
  nextEnd: null,
};
const over: Window = { ...firmware, id: 'w3', name: 'Cabling', activeUntil: null };

beforeEach(() => {
  answer(MaintenanceWindows, { maintenanceWindows: [over, weekly, firmware] });
  answer(MaintenanceControllers, {
    controllers: [{ id: 'c1', name: 'Head Office', selectedSiteId: 'site-1', selectedSiteName: 'Zürich' }],
  });
  answer(MaintenanceSites, { sites: [{ hostId: 'site-1', hostName: 'Zürich', isSelected: true }] });
  answer(MaintenanceDevices, {
    devices: [{ id: 'd1', hostId: 'site-1', mac: 'AABBCCDDEE01', name: 'AP Lobby', model: 'U6 Pro' }],
  });
});

const open = async (signedInAs = alice, path = '/maintenance') => {
  const page = render(<MaintenancePage />, { signedInAs, path });
  await screen.findByText('Backups');
  return page;
};
const act = (name: string, action: string) =>
  within(screen.getByRole('group', { name: `Actions for ${name}` })).getByRole('button', { name: action });

describe('The page', () => {
  test('says what a window is for while there are none', async () => {
    answer(MaintenanceWindows, { maintenanceWindows: [] });
    render(<MaintenancePage />, { signedInAs: alice });
    expect(await screen.findByText('No maintenance windows')).toBeInTheDocument();
  });

  test('shows active windows before upcoming and past ones', async () => {
    await open();
    expect(screen.getAllByRole('heading', { level: 2 }).map((one) => one.textContent)).toEqual([
      'Active',
      'Upcoming',
      'Past',
    ]);
    expect(within(screen.getByRole('list', { name: 'Active' })).getByText('Firmware')).toBeInTheDocument();
    expect(screen.getByText(/All controllers · Every Sunday 02:00–04:00 Europe\/London/)).toBeInTheDocument();
  });

  test('shows fifty ended ones, and pages through the others', async () => {
    const many = Array.from({ length: 51 }, (_, index) => ({
      ...over,
      id: `o${index}`,
      name: `Over ${index}`,
    }));
    answer(MaintenanceWindows, { maintenanceWindows: [weekly, ...many] });
    const { user } = await open();
    expect(screen.queryByText('Over 50')).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByText('Over 50')).toBeInTheDocument();
    expect(screen.getByText('Backups')).toBeInTheDocument();
  });

  test('offers Retry if it could not be loaded', async () => {
    refuse(MaintenanceWindows, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
    const { user } = render(<MaintenancePage />, { signedInAs: alice });
    await screen.findByText('We couldn’t load the maintenance windows');
    answer(MaintenanceWindows, { maintenanceWindows: [weekly] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Backups')).toBeInTheDocument();
  });

  test('offers a viewer nothing to change', async () => {
    await open({ ...alice, teamRole: 'viewer' });
    expect(screen.queryByRole('button', { name: /New|Mute|Edit|Delete|End/ })).not.toBeInTheDocument();
  });
});

test('Mute for 1 hour starts now, for the selected place', async () => {
  answer(CreateMaintenanceWindow, { createMaintenanceWindow: firmware });
  const { user } = await open();
  await screen.findByRole('option', { name: 'Head Office' });
  await user.selectOptions(screen.getByLabelText('Mute now'), 'Head Office');
  await user.click(screen.getByRole('button', { name: 'Mute for 1 hour' }));
  expect(await screen.findByText(/^Muted Head Office until \d\d?:\d\d\s[AP]M$/)).toBeInTheDocument();
  expect(asks(CreateMaintenanceWindow)[0]?.variables['input']).toMatchObject({
    name: 'Muted for 1 hour',
    controllerId: 'c1',
    repeats: 'once',
    minutes: 60,
  });
});

test('Muting all controllers asks first, with what it covers, and Undo ends it', async () => {
  answer(CreateMaintenanceWindow, { createMaintenanceWindow: firmware });
  answer(OpenAlertsToMuteDocument, { openAlertCount: 440 });
  answer(EndMaintenanceWindow, {
    endMaintenanceWindow: { ...firmware, activeUntil: null, endedAt: inHours(0) },
  });
  const { user } = await open();
  await screen.findByRole('option', { name: 'Head Office' });
  await user.click(screen.getByRole('button', { name: 'Mute for 1 hour' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Mute all controllers?' });
  expect(await within(dialog).findByText(/^This covers 1 controller with 440 open alerts\./)).toBeVisible();
  expect(asks(CreateMaintenanceWindow)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Mute all controllers' }));
  expect(await screen.findByText(/^Muted all controllers until /)).toBeInTheDocument();
  expect(asks(CreateMaintenanceWindow)[0]?.variables['input']).toMatchObject({ controllerId: null });
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Maintenance window ended')).toBeInTheDocument();
  expect(asks(EndMaintenanceWindow)[0]?.variables).toEqual({ id: firmware.id });
});

test('End Now ends an active window', async () => {
  answer(EndMaintenanceWindow, {
    endMaintenanceWindow: { ...firmware, activeUntil: null, endedAt: inHours(0) },
  });
  const { user } = await open();
  await user.click(act('Firmware', 'End Now'));
  expect(await screen.findByText('Maintenance window ended')).toBeInTheDocument();
  expect(screen.queryByRole('heading', { name: 'Active' })).not.toBeInTheDocument();
});

test('Delete asks for confirmation', async () => {
  answer(DeleteMaintenanceWindow, { deleteMaintenanceWindow: 'w1' });
  const { user } = await open();
  await user.click(act('Backups', 'Delete'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete maintenance window' });
  expect(asks(DeleteMaintenanceWindow)).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Delete window' }));
  expect(await screen.findByText('Maintenance window deleted')).toBeInTheDocument();
});

describe('A new window', () => {
  const create = async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'New Window' }));
    const dialog = await screen.findByRole('dialog', { name: 'New Maintenance Window' });
    await user.type(within(dialog).getByLabelText('Name'), 'Access points');
    return { user, dialog: within(dialog) };
  };

  test('has a form that an address opens, but not for a viewer', async () => {
    await open(alice, '/maintenance?new');
    expect(await screen.findByRole('dialog', { name: 'New Maintenance Window' })).toBeVisible();
    cleanup();
    await open({ ...alice, teamRole: 'viewer' }, '/maintenance?new');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('can be weekly, on one device, and is summarized in a sentence', async () => {
    answer(CreateMaintenanceWindow, { createMaintenanceWindow: weekly });
    const { user, dialog } = await create();
    await dialog.findByRole('option', { name: 'Head Office' });
    await user.selectOptions(dialog.getByLabelText('Controller'), 'Head Office');
    await dialog.findByRole('option', { name: 'Zürich' });
    await user.selectOptions(dialog.getByLabelText('Site'), 'Zürich');
    await user.selectOptions(
      dialog.getByLabelText('Device'),
      await dialog.findByRole('option', { name: /^AP Lobby/ }),
    );
    await user.selectOptions(dialog.getByLabelText('Time zone'), 'Europe/London');
    await user.clear(dialog.getByLabelText('Starts'));
    await user.type(dialog.getByLabelText('Starts'), '2026-11-01T23:00');
    await user.selectOptions(dialog.getByLabelText('Repeat'), 'Every week');
    expect(dialog.getByRole('checkbox', { name: 'Sunday' })).toBeChecked();
    await user.click(dialog.getByRole('checkbox', { name: 'Monday' }));
    expect(dialog.getByText(/^Every Monday and Sunday 23:00–01:00 Europe\/London, next on /)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Create Window' }));
    expect(await screen.findByText('Maintenance window created')).toBeInTheDocument();
    expect(asks(CreateMaintenanceWindow)[0]?.variables).toEqual({
      input: {
        name: 'Access points',
        controllerId: 'c1',
        siteId: 'site-1',
        siteName: 'Zürich',
        deviceMac: 'AABBCCDDEE01',
        customerIds: [],
        tags: [],
        repeats: 'weekly',
        startsAt: '2026-11-01T23:00',
        minutes: 120,
        weekdays: [1, 7],
        timeZone: 'Europe/London',
        lastDay: null,
      },
    });
  });

  test('that is too short is not sent', async () => {
    const { user, dialog } = await create();
    await user.clear(dialog.getByLabelText('hours'));
    await user.type(dialog.getByLabelText('minutes'), '{Backspace}4');
    await user.click(dialog.getByRole('button', { name: 'Create Window' }));
    expect(await dialog.findByText('A window lasts at least 5 minutes')).toBeInTheDocument();
    expect(asks(CreateMaintenanceWindow)).toEqual([]);
  });

  test('never offers a device of the previously selected controller', async () => {
    const controllers = ['Head Office', 'Retail'].map((name, at) => ({
      id: `c${at + 1}`,
      name,
      selectedSiteId: null,
      selectedSiteName: null,
    }));
    answer(MaintenanceControllers, { controllers });
    const { user, dialog } = await create();
    await user.selectOptions(
      dialog.getByLabelText('Controller'),
      await dialog.findByRole('option', { name: 'Head Office' }),
    );
    await dialog.findByRole('option', { name: /^AP Lobby/ });
    answer(MaintenanceDevices, () => new Promise(() => undefined));
    await user.selectOptions(dialog.getByLabelText('Controller'), 'Retail');
    expect(dialog.queryByRole('option', { name: /^AP Lobby/ })).not.toBeInTheDocument();
  });

  test('that the server refuses keeps what was typed, with the error under its field', async () => {
    const sentence = 'It would already have ended';
    refuse(CreateMaintenanceWindow, { message: sentence, fields: { startsAt: sentence } });
    const { user, dialog } = await create();
    await user.click(dialog.getByRole('button', { name: 'Create Window' }));
    expect(await dialog.findByText(sentence)).toBeInTheDocument();
    expect(dialog.getByLabelText('Name')).toHaveValue('Access points');
  });
});

test('Editing starts from the window and clears what no longer applies', async () => {
  answer(UpdateMaintenanceWindow, { updateMaintenanceWindow: weekly });
  const { user } = await open();
  await user.click(act('Backups', 'Edit'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Maintenance Window' }));
  expect(dialog.getByLabelText('First day and time')).toHaveValue('2026-01-04T02:00');
  await user.selectOptions(dialog.getByLabelText('Repeat'), 'Once');
  await user.click(dialog.getByRole('button', { name: 'Save Window' }));
  expect(await screen.findByText('Maintenance window saved')).toBeInTheDocument();
  expect(asks(UpdateMaintenanceWindow)[0]?.variables).toMatchObject({
    id: 'w1',
    input: { repeats: 'once', weekdays: [], lastDay: null, controllerId: null },
  });
});

describe('The notice over a controller’s alerts', () => {
  test('names the active window and its end', async () => {
    const lobby = { ...firmware, controllerId: 'c1', deviceMac: 'AABBCCDDEE01', deviceName: 'AP Lobby' };
    answer(MaintenanceWindows, { maintenanceWindows: [lobby, weekly] });
    render(<MaintenanceNotice controllerId="c1" />, { signedInAs: alice });
    expect(
      await screen.findByText(
        /“Firmware” until \d\d?:\d\d\s[AP]M: alerts of AP Lobby are recorded here, but no one is notified\./,
      ),
    ).toBeInTheDocument();
  });

  test('is hidden for another controller', async () => {
    answer(MaintenanceWindows, { maintenanceWindows: [{ ...firmware, controllerId: 'c2' }] });
    render(<MaintenanceNotice controllerId="c1" />, { signedInAs: alice });
    await expect.poll(() => asks(MaintenanceWindows).length).toBe(1);
    expect(screen.queryByText(/no one is notified/)).not.toBeInTheDocument();
  });
});
