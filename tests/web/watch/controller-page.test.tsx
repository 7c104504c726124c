import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { AlertConditions, AlertRules } from '#web/features/alerts/rules/useAlertRules.ts';
import { Controllers } from '#web/features/controllers/controllers.gql.ts';
import { PushReceived, Pushes, RenewPushAddress, ShowPushAddress } from '#web/features/push/PushCard.tsx';
import { WatchedDevices } from '#web/features/watch/ControllerDevices.tsx';
import { ControllerPage } from '#web/features/watch/ControllerPage.tsx';
import type { PushReceivedSubscription, PushesQuery, WatchedDevicesQuery } from '#web/gql/graphql.ts';
import { reportLiveState } from '#web/lib/live-state.ts';
import { alice, answer, asks, push, refuse, render } from '#tests/support/render.tsx';
import { answerOpen, rule } from '../alerts/samples.ts';
import { controller, typed } from '../controllers/samples.tsx';

const device = (
  name: string,
  state: WatchedDevicesQuery['devices'][number]['state'],
  more: Partial<WatchedDevicesQuery['devices'][number]> = {},
): WatchedDevicesQuery['devices'][number] => ({
  id: name,
  name,
  model: 'U7 Pro',
  mac: '68D79AB789FF',
  state,
  stateReason: null,
  reportedState: null,
  stateSince: '2026-11-20T14:00:00.000Z',
  overLimit: false,
  ...more,
});

const pushed = (
  lastPushAt: string | null,
  messages: PushesQuery['pushedMessages'] = [],
  consoles: PushesQuery['pushHealth'] = [],
) =>
  answer(Pushes, {
    pushedMessages: messages,
    pushHealth: consoles.map((one) => typed('ConsolePushHealth', one)),
    controllers: [typed('Controller', { id: 'head-office', lastPushAt })],
  });

beforeEach(() => {
  reportLiveState('live');
  answer(Controllers, { controllers: [controller()] });
  answerOpen();
  answer(WatchedDevices, { devices: [device('AP Lobby', 'online'), device('Switch', 'offline')] });
  answer(AlertRules, {
    alertRules: [
      { ...rule, id: 'all', name: 'Everything', controllerId: null, siteId: null },
      { ...rule, id: 'other', name: 'Elsewhere', controllerId: 'retail', siteId: null },
      { ...rule, id: 'off', name: 'Turned off', controllerId: null, isActive: false },
    ],
  });
  answer(AlertConditions, { alertConditions: [] });
  pushed(null);
});

const open = (signedInAs = alice) =>
  render(<ControllerPage />, { pattern: '/controllers/:id', path: '/controllers/head-office', signedInAs });
const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of a controller', () => {
  test('shows its status, its devices with offline ones first, and the rules that apply to it', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Head Office' })).toBeInTheDocument();
    expect(await screen.findByText('All Clear!')).toBeInTheDocument();
    const rows = within(await screen.findByRole('table', { name: 'Devices' })).getAllByRole('row');
    expect(rows.at(-2)).toHaveTextContent(/Offline.*Switch/);
    expect(asks(WatchedDevices)[0]?.variables).toMatchObject({ siteId: 'site-of-head-office' });
    const rules = await part('Rules');
    expect((await rules.findAllByRole('link')).map((link) => link.textContent)).toEqual(['Everything']);
  });

  test('shows why a device is impaired, and a state from UniFi that we don’t recognize', async () => {
    answer(WatchedDevices, {
      devices: [
        device('AP Attic', 'unknown', { stateReason: 'unrecognized', reportedState: 'DREAMING' }),
        device('AP Lobby', 'online'),
        device('AP Yard', 'impaired', { stateReason: 'isolated', reportedState: 'ISOLATED' }),
      ],
    });
    open();
    const rows = within(await screen.findByRole('table', { name: 'Devices' }))
      .getAllByRole('row')
      .slice(-3);
    expect(rows[0]).toHaveTextContent(/Impaired.*AP Yard.*Isolated: it has lost its uplink/);
    expect(rows[1]).toHaveTextContent(/Unknown.*AP Attic.*UniFi reports “DREAMING”/);
    expect(rows[2]).toHaveTextContent(/Online.*AP Lobby/);
  });

  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => device(`AP ${from + n}`, 'online'));

  test.each([
    ['shows more than two hundred devices a page at a time', many(200, 2), 202],
    // One that changed state between the pages is on both.
    ['ends its list when the last page repeats a device', [...many(200, 1), ...many(3, 1)], 201],
    ['ends its list when the last page only repeats devices', many(3, 2), 200],
  ])('%s', async (_, lastPage, count) => {
    answer(WatchedDevices, ({ after }) => ({ devices: after ? lastPage : many(0, 200) }));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show the first 200 devices' }));
    await user.click(await screen.findByRole('button', { name: 'Load more' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull());
    expect(screen.getByText(new RegExp(`(of|all) ${count} devices`))).toBeInTheDocument();
    expect(asks(WatchedDevices).at(-1)?.variables).toMatchObject({ after: 'AP 199' });
  });

  test('says that the controller was not found', async () => {
    answer(Controllers, { controllers: [controller({ id: 'retail' })] });
    open();
    expect(await screen.findByText('Controller not found')).toBeInTheDocument();
  });
});

describe('the push of a controller', () => {
  const address = (url: string) => ({ url, madeAt: '2026-11-20T14:00:00.000Z' });

  test('waits for the first one, and shows it when it arrives', async () => {
    open();
    const card = await part('Push');
    expect(await card.findByText('Waiting for the first push…')).toBeInTheDocument();
    const at = new Date().toISOString();
    pushed(at, [
      { id: '2', at, gist: null, body: '{"a":1}' },
      { id: '1', at, gist: '<b>AP Lobby</b> was disconnected', body: '{}' },
    ]);
    for (const id of ['retail', 'head-office']) {
      push(PushReceived as TypedDocumentNode<PushReceivedSubscription>, {
        controllerChanged: typed('Controller', { id, lastPushAt: at }),
      });
    }
    expect(await card.findByText('Received')).toBeInTheDocument();
    expect(card.getByText('<b>AP Lobby</b> was disconnected')).toBeInTheDocument();
    expect(card.getByText('{"a":1}')).not.toBeVisible();
    expect(asks(Pushes)).toHaveLength(2);
  });

  test('shows how many of its changes each console pushed, and what to do if it stopped', async () => {
    const at = new Date().toISOString();
    const counted = { changes: 10, pushed: 5 };
    pushed(
      at,
      [],
      [
        { hostId: '1', name: 'Head Office', state: 'healthy', ...counted },
        { hostId: '2', name: 'Warehouse', state: 'stale', changes: 4, pushed: 0 },
        { hostId: '3', name: 'Shop', state: 'never', changes: 0, pushed: 0 },
      ],
    );
    open();
    const card = await part('Push');
    const [office, warehouse, shop] = within(
      await card.findByRole('region', { name: 'Consoles' }),
    ).getAllByRole('listitem');
    expect(office).toHaveTextContent(
      'Head OfficeHealthyUniFi pushed 5 of the 10 changes we saw in the last 7 days.',
    );
    expect(warehouse).toHaveTextContent('WarehouseStaleUniFi pushed 0 of the 4 changes');
    expect(warehouse).toHaveTextContent('Check the webhook in this console’s Alarm Manager');
    expect(shop).toHaveTextContent('ShopNever pushedThere was nothing to push in the last 7 days.');
  });

  test('has an address that is shown on request, and can be rotated', async () => {
    answer(ShowPushAddress, { showPushAddress: address('https://x.test/hooks/unifi/first') });
    answer(RenewPushAddress, { renewPushAddress: address('https://x.test/hooks/unifi/second') });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Set up push' }));
    const field = await screen.findByLabelText('This controller’s address');
    expect(field).toHaveValue('https://x.test/hooks/unifi/first');
    expect(screen.getByText(/press Create Alarm/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Renew address' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Renew address' }));
    await waitFor(() => expect(field).toHaveValue('https://x.test/hooks/unifi/second'));
  });

  test('hides its address when the response to a rotation is lost, because it may be invalid', async () => {
    answer(ShowPushAddress, { showPushAddress: address('https://x.test/hooks/unifi/first') });
    answer(RenewPushAddress, () => Promise.reject(new TypeError('Failed to fetch')));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Set up push' }));
    await user.click(await screen.findByRole('button', { name: 'Renew address' }));
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Renew address' }));
    expect(
      await screen.findByText('Show the address again to see which one is valid now.'),
    ).toBeInTheDocument();
    expect(screen.queryByLabelText('This controller’s address')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Set up push' })).toBeInTheDocument();
  });

  test('says why its address could not be loaded', async () => {
    refuse(ShowPushAddress, { message: "Only the team's owner can do that.", code: 'UNAUTHORIZED' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Set up push' }));
    expect(await screen.findByText("Only the team's owner can do that.")).toBeInTheDocument();
  });

  test('shows a viewer what arrived, but no address', async () => {
    open({ ...alice, teamRole: 'viewer' });
    expect(await screen.findByText('Waiting for the first push…')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Set up push' })).not.toBeInTheDocument();
  });
});
