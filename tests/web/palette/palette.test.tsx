import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, test, vi } from 'vitest';
import { PaletteButton } from '#web/app/palette/PaletteButton.tsx';
import { PalettePeople, PaletteSearch, PaletteSettings } from '#web/app/palette/palette.gql.ts';
import { useScrollToHash } from '#web/app/palette/useScrollToHash.ts';
import {
  AcknowledgeAlerts,
  SnoozeAlerts,
  StartAlertMaintenance,
} from '#web/features/alerts/useAlertActions.ts';
import { OpenAlertIds } from '#web/features/alerts/useMatchingIds.ts';
import { AlertViews } from '#web/features/alerts/views/useSavedViews.ts';
import { useShortcuts } from '#web/lib/shortcuts.ts';
import { LeavePrompt } from '#web/ui/UnsavedChangesPrompt.tsx';
import { ada, alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

function Screen({ area, unsaved }: { area: 'member' | 'admin'; unsaved: boolean }) {
  const { pathname, search, hash } = useLocation();
  useScrollToHash();
  return (
    <>
      <PaletteButton area={area} />
      <output aria-label="address">{pathname + search + hash}</output>
      <main id="main">
        <label>
          Note
          <input />
        </label>
        {pathname === '/settings' && <h3>API tokens</h3>}
        {unsaved && (
          <LeavePrompt losing title="Leave?" confirmLabel="Leave">
            It is not saved.
          </LeavePrompt>
        )}
      </main>
    </>
  );
}

const nothing = {
  customers: [],
  sites: [],
  controllers: [],
  devices: [],
  alerts: [],
  alertRules: [],
  members: [],
};
const lobby = {
  ...nothing,
  devices: [
    {
      controllerId: 'c1',
      controllerName: 'Head Office',
      siteName: 'Zürich',
      customerName: 'Acme',
      device: {
        id: 'd1',
        hostId: 'HOST:1',
        name: 'AP Lobby',
        model: 'U7 Pro',
        mac: '68D79AB789FF',
        ip: '10.0.0.7',
        state: 'offline' as const,
      },
    },
  ],
  alerts: [
    {
      id: 'a1',
      deviceName: 'AP Lobby',
      deviceMac: '68D79AB789FF',
      siteName: 'Head Office',
      customer: { id: 'k1', name: 'Acme' },
      message: 'AP Lobby (Head Office) has been offline since 14:02 UTC',
      type: 'device_offline' as const,
      since: new Date(Date.now() - 180_000).toISOString(),
      resolvedAt: null,
      acknowledgedAt: null,
      snoozedUntil: null,
    },
  ],
};
const answers: Record<string, typeof nothing | typeof lobby> = {
  lobby,
  '10.0.0.7': lobby,
  '68d7-9ab7': lobby,
  zurich: {
    ...nothing,
    controllers: [{ id: 'c1', name: 'Hauptsitz Zürich 🏮', selectedSiteName: 'Zürich' }],
  } as object as typeof nothing,
  'zurich site': {
    ...nothing,
    sites: [
      {
        id: 's1',
        hostId: 'HOST:1',
        name: 'Zürich',
        controllerId: 'c1',
        openAlertCount: 0,
        customer: { id: 'k1', name: 'Acme' },
      },
    ],
  } as object as typeof nothing,
  switch: {
    ...nothing,
    devices: [{ ...lobby.devices[0]!, device: { ...lobby.devices[0]!.device, name: 'Switch Core' } }],
  },
  acme: {
    ...nothing,
    customers: [{ id: 'k1', name: 'Acme', siteCount: 2, openAlertCount: 3 }],
  } as object as typeof nothing,
  quiet: {
    ...nothing,
    customers: [{ id: 'k2', name: 'Quiet Inc', siteCount: 2, openAlertCount: 0 }],
  } as object as typeof nothing,
  'switch off': {
    ...nothing,
    alertRules: [{ id: 'r1', name: 'Switch offline' }],
  } as object as typeof nothing,
  wanda: {
    ...nothing,
    members: [{ id: 'm1', name: 'Wanda Tester', email: 'wanda@example.test' }],
  } as object as typeof nothing,
};

const open = async ({
  area = 'member',
  unsaved = false,
  as = area === 'admin' ? ada : alice,
}: Partial<Parameters<typeof Screen>[0]> & { as?: typeof alice } = {}) => {
  answer(PaletteSearch, ({ text }) => ({ search: answers[text] ?? nothing }));
  answer(PalettePeople, { users: [] });
  answer(PaletteSettings, { adminSettings: [{ id: 'phone_hours', key: 'phone_hours' }] });
  const { user } = render(<Screen area={area} unsaved={unsaved} />, { path: '/start', signedInAs: as });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: /^Screens, / });
  await waitFor(() => expect(field).toHaveFocus());
  return { user, field };
};
const address = () => screen.getByLabelText('address').textContent;
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const marked = () => screen.getByRole('option', { selected: true }).textContent;

describe('The palette', () => {
  test('opens with its shortcut and its button, which shows the shortcut, and Escape closes it', async () => {
    const { user } = await open();
    expect(screen.getByRole('dialog', { name: 'Search' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const button = screen.getByRole('button', { name: 'Search Ctrl K' });
    await waitFor(() => expect(button).toHaveAttribute('aria-keyshortcuts', 'Control+K'));
    await user.click(button);
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeVisible();
  });

  test('shortens its hint with an ellipsis on narrow screens', async () => {
    const { field } = await open();
    expect(field).toHaveStyle({ textOverflow: 'ellipsis' });
  });

  test('shows a customer’s screens before anything is typed, and none of the console', async () => {
    await open();
    const screens = within(screen.getByRole('group', { name: 'Screens' })).getAllByRole('option');
    expect(screens.map(({ textContent }) => textContent)).toEqual(
      expect.arrayContaining(['Dashboard', 'Controllers', 'Alerts', 'Maintenance', 'Settings']),
    );
    expect(options().join()).not.toMatch(/Management|Mode/);
    expect([...asks(PaletteSearch), ...asks(PalettePeople)]).toEqual([]);
  });

  test('is navigated with the arrow keys, wrapping around, and Enter opens the entry', async () => {
    const { user, field } = await open();
    const first = marked();
    await user.keyboard('{ArrowUp}');
    expect(marked()).toBe(options().at(-1));
    await user.keyboard('{ArrowDown}');
    expect(marked()).toBe(first);
    await user.keyboard('alert');
    const active = screen.getByRole('option', { selected: true });
    expect(field).toHaveAttribute('aria-activedescendant', active.id);
    expect(active).toHaveTextContent('Alerts');
    await user.keyboard('{Enter}');
    expect(address()).toBe('/alerts');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    ['lobby', 'AP Lobby Offline · U7 Pro · Zürich · Acme', '/controllers/c1/devices/d1'],
    ['zurich site', 'Zürich Acme', '/controllers/c1/sites/HOST%3A1'],
    ['10.0.0.7', 'AP Lobby Offline · U7 Pro · 10.0.0.7 · Zürich · Acme', '/controllers/c1/devices/d1'],
    [
      '68d7-9ab7',
      'AP Lobby Offline · U7 Pro · 68:D7:9A:B7:89:FF · Zürich · Acme',
      '/controllers/c1/devices/d1',
    ],
    ['lobby', 'AP Lobby: Device offline Head Office · Acme · began 3 min ago', '/alerts/a1'],
    ['wanda', 'Wanda Tester wanda@example.test', '/team#member-m1'],
    ['zurich', 'Hauptsitz Zürich 🏮 Zürich', '/controllers/c1'],
    ['switch off', 'Switch offline', '/alerts?tab=rules#rule-r1'],
    ['2fa', 'Two-Factor Authentication Settings', '/settings#two-factor-authentication'],
    ['NIGHT', 'Quiet hours Settings', '/settings#quiet-hours'],
  ])('for %j finds %s', async (typed, text, to) => {
    const { user, field } = await open();
    await screen.findByRole('listbox');
    await user.type(field, typed);
    await user.click(await screen.findByRole('option', { name: text }));
    expect(address()).toBe(to);
  });

  test.each([
    ['member', 'users', 'Team', '/team'],
    ['member', 'invoices', 'Billing', '/billing'],
    ['member', 'pricing', 'Packages', '/packages'],
    ['member', 'mute', 'Mute alerts', '/maintenance#mute'],
    ['member', 'acknowledge', 'Acknowledge alerts', '/alerts?is=new&do=acknowledge'],
    ['member', 'ack', 'Acknowledge alerts', '/alerts?is=new&do=acknowledge'],
    ['member', 'snooze', 'Snooze alerts', '/alerts?is=new&do=snooze'],
    ['member', 'add rule', 'Add alert rule', '/alerts?tab=rules&new'],
    ['member', 'create customer', 'Add customer', '/customers?new'],
    ['member', 'connect controller', 'Add controller', '/site-selector'],
    ['member', 'wall', 'Manage wall links', '/dashboard?wall'],
    ['member', 'test alert', 'Send test alert', '/integrations?tab=channels'],
    ['member', 'invite users', 'Invite a colleague', '/team?invite'],
    ['member', 'history', 'Alert History Alerts', '/alerts?tab=history'],
    ['member', 'customers', 'Customers', '/customers'],
    ['member', 'e-mail', 'Integrations', '/integrations'],
    ['member', 'mfa', 'Two-Factor Authentication Settings', '/settings#two-factor-authentication'],
    ['admin', 'users', 'User Management', '/admin/users'],
    ['admin', 'clients', 'User Management', '/admin/users'],
    ['admin', 'invoices', 'Billing', '/admin/billing'],
    ['admin', 'pricing', 'Package Management', '/admin/packages'],
    ['admin', 'smtp', 'Email', '/admin/email'],
    ['admin', 'menus', 'Navigation Website Management', '/admin/website?tab=navigation'],
    ['admin', 'create package', 'Create package', '/admin/packages?new'],
    ['admin', 'mute alerts', 'Mute alerts User Mode', '/maintenance#mute'],
    ['admin', 'add rule', 'Add alert rule User Mode', '/alerts?tab=rules&new'],
    ['admin', 'alert history', 'Alert History Alerts', '/alerts?tab=history'],
  ] as const)('knows the words that %ss use: for %j it offers %s', async (area, typed, text, to) => {
    const { user, field } = await open({ area });
    await user.type(field, typed);
    expect((await screen.findAllByRole('option'))[0]).toHaveAccessibleName(text);
    await user.keyboard('{Enter}');
    expect(address()).toBe(to);
  });

  test('takes no key for a shortcut while it is about to open', async () => {
    const act = vi.fn();
    const Shortcut = () => {
      useShortcuts({ a: act });
      return null;
    };
    const { user } = render(
      <>
        <Shortcut />
        <PaletteButton area="member" />
      </>,
    );
    await user.keyboard('a');
    expect(act).toHaveBeenCalledTimes(1);
    act.mockClear();
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.keyDown(document.body, { key: 'a' });
    await screen.findByRole('combobox');
    expect(act).not.toHaveBeenCalled();
  });

  test('puts what the server finds above actions and settings, and the theme last', async () => {
    const { user, field } = await open();
    await user.type(field, 'switch');
    await screen.findByRole('option', { name: /^Switch Core/ });
    expect(marked()).toContain('Switch Core');
    expect(options().at(-1)).toBe('Switch to dark theme');
  });

  test('opens the best result once the server has answered, if Enter was pressed before', async () => {
    const { user, field } = await open();
    await user.type(field, 'switch{Enter}');
    await waitFor(() => expect(address()).toBe('/controllers/c1/devices/d1'));
    expect(document.documentElement).not.toHaveClass('dark');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('offers an action whose verb and object are typed before the server has answered', async () => {
    const { user, field } = await open();
    answer(PaletteSearch, () => new Promise(() => undefined));
    await user.type(field, 'add rule');
    expect(marked()).toBe('Add alert rule');
    await user.clear(field);
    await user.type(field, 'add');
    expect(options()).toEqual([]);
  });

  test.each([
    ['member', 'contoller', 'Controllers', '/controllers'],
    ['member', 'alrets', 'Alerts', '/alerts'],
    ['member', 'ad controler', 'Add controller', '/site-selector'],
    ['admin', 'pacakge', 'Package Management', '/admin/packages'],
  ] as const)('offers %ss similar results when nothing matches: for %j %s', async (area, typed, text, to) => {
    const { user, field } = await open({ area });
    await user.type(field, typed);
    expect(await screen.findByText(`Nothing matches “${typed}”. These are similar.`)).toBeVisible();
    expect(screen.getAllByRole('option')[0]).toHaveAccessibleName(text);
    await user.keyboard('{Enter}');
    expect(address()).toBe(to);
  });

  test('offers nothing similar while the server is searching, or once it has found something', async () => {
    let arrive = (): void => undefined;
    const { user, field } = await open();
    answer(PaletteSearch, () => new Promise((resolve) => (arrive = () => resolve({ search: lobby }))));
    await user.type(field, 'alrets');
    await waitFor(() => expect(asks(PaletteSearch)).toHaveLength(1));
    expect(options()).toEqual([]);
    arrive();
    expect(await screen.findByRole('option', { name: /^AP Lobby Offline/ })).toBeVisible();
    expect(screen.queryByRole('option', { name: 'Alerts' })).toBeNull();
  });

  test.each(['dark', 'switch theme', 'themes'])(
    'switches the theme without leaving the screen: %j',
    async (typed) => {
      const { user, field } = await open();
      await user.type(field, `${typed}{Enter}`);
      await waitFor(() => expect(document.documentElement).toHaveClass('dark'));
      expect(address()).toBe('/start');
      await user.keyboard('{Control>}k{/Control}');
      await user.keyboard('light{Enter}');
      await waitFor(() => expect(document.documentElement).not.toHaveClass('dark'));
    },
  );

  test('offers viewers nothing that the server would refuse', async () => {
    await open({ as: { ...alice, teamRole: 'viewer' } });
    const offered = within(screen.getByRole('group', { name: 'Actions' })).getAllByRole('option');
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      'Acknowledge alerts',
      'Snooze alerts',
      'Create API token',
      'Switch to dark theme',
      'Show keyboard shortcuts',
      'Sign out',
    ]);
  });

  test('offers what can be done with what it finds, below it', async () => {
    const { user, field } = await open();
    await user.type(field, 'lobby');
    const group = within(await screen.findByRole('group', { name: 'Quick actions' }));
    expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Acknowledge AP Lobby (Head Office): Device offline',
      'Start maintenance for AP Lobby (Head Office): Device offline…',
      'Snooze AP Lobby (Head Office): Device offline for 1 hour',
      'Mute AP Lobby (Zürich) for 1 hour',
      'Plan maintenance for AP Lobby (Zürich)…',
      'Open AP Lobby (Zürich) in UniFi',
    ]);
  });

  test('offers to handle all open alerts of a customer that it finds, and to plan its maintenance', async () => {
    const { user, field } = await open();
    await user.type(field, 'acme');
    const group = within(await screen.findByRole('group', { name: 'Quick actions' }));
    expect(group.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Acknowledge 3 open alerts at Acme',
      'Snooze 3 open alerts at Acme for 1 hour',
      'Mute Acme for 1 hour',
      'Plan maintenance for Acme…',
    ]);
    answer(OpenAlertIds, ({ after }) => ({
      openAlerts: after
        ? { nextCursor: null, nodes: [{ id: 'a3', acknowledgedAt: null }] }
        : {
            nextCursor: 'more',
            nodes: [
              { id: 'a1', acknowledgedAt: null },
              { id: 'a2', acknowledgedAt: null },
            ],
          },
    }));
    answer(SnoozeAlerts, { changed: [] });
    await user.click(group.getByRole('option', { name: /^Snooze 3/ }));
    await waitFor(() =>
      expect(asks(SnoozeAlerts)[0]?.variables).toEqual({ ids: ['a1', 'a2', 'a3'], minutes: 60 }),
    );
    expect(asks(OpenAlertIds)[0]?.variables).toMatchObject({
      filter: { customerIds: ['k1'] },
      after: null,
    });
    expect(address()).toBe('/start');
  });

  test('shows what it finds if the action that was typed doesn’t apply to it', async () => {
    const { user, field } = await open();
    await user.type(field, 'ack quiet');
    expect(await screen.findByRole('option', { name: 'Quiet Inc 2 sites' })).toBeVisible();
  });

  test('acknowledges an alert that is named after the word, without leaving the screen', async () => {
    const { user, field } = await open();
    answer(AcknowledgeAlerts, { changed: [] });
    await user.type(field, 'ack lobby');
    await screen.findByRole('option', { name: 'Acknowledge AP Lobby (Head Office): Device offline' });
    expect(options()).toEqual(['Acknowledge AP Lobby (Head Office): Device offline']);
    expect(asks(PaletteSearch).map(({ variables }) => variables['text'])).toEqual(['lobby']);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(asks(AcknowledgeAlerts)[0]?.variables).toEqual({ ids: ['a1'] }));
    expect(address()).toBe('/start');
  });

  test('asks for the reason and duration before it starts maintenance for an alert', async () => {
    const { user, field } = await open();
    await user.type(field, 'maintenance lobby');
    const name = 'Start maintenance for AP Lobby (Head Office): Device offline…';
    await screen.findByRole('option', { name });
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: 'Start maintenance' }));
    expect(asks(StartAlertMaintenance)).toEqual([]);
    answer(StartAlertMaintenance, { startAlertMaintenance: { window: null, results: [] } });
    await user.type(dialog.getByLabelText('Reason'), 'Firmware');
    await user.click(dialog.getByRole('button', { name: 'Start maintenance' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(asks(StartAlertMaintenance)[0]?.variables).toEqual({
      ids: ['a1'],
      name: 'Firmware',
      minutes: 60,
      wholeSites: false,
    });
  });

  test('offers viewers to acknowledge, but not to mute or start maintenance', async () => {
    const { user, field } = await open({ as: { ...alice, teamRole: 'viewer' } });
    await user.type(field, 'lobby');
    const group = within(await screen.findByRole('group', { name: 'Quick actions' }));
    expect(group.getByRole('option', { name: /^Acknowledge/ })).toBeVisible();
    expect(group.queryByRole('option', { name: /^(Mute|Start)/ })).toBeNull();
  });

  test('finds saved views of Current Alerts', async () => {
    const filters = { search: 'ap', level: 'critical' as const, states: ['new' as const] };
    const unset = {
      controllerId: null,
      siteId: null,
      types: null,
      customerIds: null,
      unassigned: null,
      tags: null,
    };
    const view = {
      id: 'v1',
      name: 'Night',
      isDefault: false,
      order: 'worst' as const,
      by: null,
      missing: [],
    };
    answer(AlertViews, { alertViews: [{ ...view, filters: { ...unset, ...filters } }] });
    const { user, field } = await open();
    await user.type(field, 'view night');
    await user.click(await screen.findByRole('option', { name: 'View: Night Current Alerts' }));
    expect(address()).toBe('/alerts?q=ap&level=critical&is=new&view=v1');
  });

  test('says that it is searching until the server has responded, and sends one request', async () => {
    let arrive = (): void => undefined;
    const { user, field } = await open();
    answer(PaletteSearch, () => new Promise((resolve) => (arrive = () => resolve({ search: lobby }))));
    await user.type(field, 'lobby');
    expect(screen.getByRole('status')).toHaveTextContent('Searching…');
    expect(screen.getByText('Searching…')).toBeVisible();
    await waitFor(() => expect(asks(PaletteSearch)).toHaveLength(1));
    expect(screen.getByText('Searching…')).toBeVisible();
    arrive();
    expect(await screen.findByRole('option', { name: /^AP Lobby Offline/ })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('8 results');
    expect(asks(PaletteSearch).map(({ variables }) => variables['text'])).toEqual(['lobby']);
  });

  test('says that the search failed, and retries on request', async () => {
    const { user, field } = await open();
    refuse(PaletteSearch, { message: 'Too many requests', code: 'RATE_LIMITED' });
    await user.type(field, 'lobby');
    expect(await screen.findByText("We couldn't search everything.")).toBeVisible();
    answer(PaletteSearch, { search: lobby });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('option', { name: /^AP Lobby Offline/ })).toBeVisible();
  });

  test('opens a setting on its screen and moves the focus to it', async () => {
    const { user, field } = await open();
    await user.type(field, 'tokens{Enter}');
    await waitFor(() => expect(screen.getByRole('heading', { name: 'API tokens' })).toHaveFocus());
  });

  test('finds users for administrators on the server, once typing pauses', async () => {
    const bob = { id: 'bob', email: 'bob@example.test', firstName: 'Bob', lastName: 'Baker' };
    const { user, field } = await open({ area: 'admin' });
    answer(PalettePeople, ({ search }) => ({ users: search === 'bob' ? [bob] : [] }));
    expect(options()).toEqual(expect.arrayContaining(['User Management', 'AlertsUser Mode']));
    await user.type(field, 'bob');
    await user.click(await screen.findByRole('option', { name: 'Bob Baker bob@example.test' }));
    expect(address()).toBe('/admin/users?user=bob');
    expect(asks(PalettePeople).map(({ variables }) => variables['search'])).toEqual(['bob']);
    expect(asks(PaletteSearch)).toEqual([]);
  });

  test('opens a setting of the organization', async () => {
    const { user, field } = await open({ area: 'admin' });
    await user.type(field, 'phone hours');
    await user.click(await screen.findByRole('option', { name: 'Phone hours Organisation' }));
    expect(address()).toBe('/admin/organization#phone_hours');
  });

  test('says that nothing matches, and Enter does nothing then', async () => {
    const { user, field } = await open();
    await user.type(field, '<b>%.*{Enter}');
    const sentence = await screen.findByText('Nothing matches “<b>%.*”.');
    expect(sentence).toBeVisible();
    // Clear of the edges, where it was clipped.
    expect(getComputedStyle(sentence.parentElement!).getPropertyValue('padding-inline')).not.toBe('');
    expect(options()).toEqual([]);
    expect(address()).toBe('/start');
  });

  test('asks before input is discarded', async () => {
    const { user, field } = await open({ unsaved: true });
    await user.type(field, 'maintenance{Enter}');
    expect(await screen.findByRole('alertdialog')).toBeVisible();
    expect(address()).toBe('/start');
  });

  test('ignores its shortcut while a dialog is open, and leaves similar shortcuts to the browser', async () => {
    const { user } = await open();
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    for (const key of [{ shiftKey: true }, { altKey: true }, { metaKey: true }])
      expect(fireEvent.keyDown(document, { key: 'k', ctrlKey: true, ...key })).toBe(true);
  });
});
