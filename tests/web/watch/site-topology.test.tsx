import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { SiteTopology, SiteTopologyQuery } from '#web/features/watch/topology/SiteTopology.tsx';
import { buildTrees, openAtFirst, placeNodes, shownNodes } from '#web/features/watch/topology/tree.ts';
import { UplinkChanges } from '#web/features/watch/topology/UplinkChanges.tsx';
import type { SiteTopologyQuery as Answer } from '#web/gql/graphql.ts';
import { setAttentionCount } from '#web/lib/attention-count.ts';
import { reportLiveState } from '#web/lib/live-state.ts';
import { alice, answer, asks, refuse, render } from '#tests/support/render.tsx';

type Device = Answer['siteTopology']['devices'][number];

const device = (id: string, uplinkDeviceId: string | null, more: Partial<Device> = {}): Device => ({
  id,
  name: id,
  model: 'U7 Pro',
  role: 'access_point',
  isConsole: false,
  state: 'online',
  stateReason: null,
  reportedState: null,
  alertId: null,
  alertSeverity: null,
  causeAlertId: null,
  causeName: null,
  causePort: null,
  uplinkDeviceId,
  uplinkPort: null,
  uplinkKind: 'wired',
  uplinkSource: uplinkDeviceId ? 'topology' : null,
  uplinkSeenAt: uplinkDeviceId ? new Date(Date.now() - 5 * 60_000).toISOString() : null,
  uplinkProblem: null,
  ...more,
});

const down = { state: 'offline', causeAlertId: 'a1', causeName: 'Core', causePort: null } as const;
const office: Device[] = [
  device('Gateway', null, { isConsole: true, role: 'gateway', model: 'UDM SE' }),
  device('Core', 'Gateway', {
    uplinkPort: 3,
    role: 'switch',
    state: 'offline',
    alertId: 'a1',
    alertSeverity: 'critical',
  }),
  device('Lobby', 'Core', { uplinkPort: 12, ...down }),
  device('Attic', 'Core', { uplinkPort: 2, ...down }),
  device('Yard', 'Lobby', { uplinkKind: 'wireless', ...down }),
  device('Printer room', null, { uplinkProblem: 'unknown' }),
  device('Shed', 'Gateway', { uplinkProblem: 'outdated' }),
];

const show = (devices: Device[], unreadReason: string | null = null) =>
  answer(SiteTopologyQuery, { siteTopology: { devices, unreadReason } });

const open = (path = '/') =>
  render(<SiteTopology controllerId="c1" siteId="HOST:1" />, { path, signedInAs: alice });

const tree = async () => within(await screen.findByRole('tree', { name: 'Uplink tree' }));
const item = async (name: RegExp) => (await tree()).findByRole('treeitem', { name });
const focused = () => document.activeElement?.getAttribute('data-node');

beforeEach(() => {
  reportLiveState('live');
  show(office);
  answer(UplinkChanges, { uplinkChanges: { nodes: [], nextCursor: null } });
});

describe('The drawing of a site’s topology', () => {
  test('says of each device how it is, what it connects to, and because of what it is down', async () => {
    open();
    const names = (await (await tree()).findAllByRole('treeitem')).map(
      (one) => one.querySelector('title')?.textContent,
    );
    expect(names).toEqual([
      'Gateway, UDM SE, Online, 4 devices behind it, 4 of them down',
      'Core, Offline, Critical alert, Port 3 of Gateway, 3 devices behind it, 3 of them down',
      'Attic, Offline, because of Core, Port 2 of Core',
      'Lobby, Offline, because of Core, Port 12 of Core, 1 device behind it, 1 of them down',
      'Yard, Offline, because of Core, Mesh through Lobby',
      'Uplink unknown, 1 device',
      'Printer room, U7 Pro, Online',
      'Uplink too old, 1 device',
      'Shed, U7 Pro, Online, Last reported at Gateway',
    ]);
    expect(await item(/^Lobby/)).toHaveAttribute('href', '/controllers/c1/devices/Lobby');
    expect(await item(/^Lobby/)).toHaveAttribute('aria-level', '3');
    expect(await item(/^Lobby/)).toHaveAttribute('aria-posinset', '2');
    expect(screen.getByText('port 12')).toBeInTheDocument();
    expect(screen.getByText('mesh')).toBeInTheDocument();
  });

  test('is walked with the keys of a tree, and Enter opens the device', async () => {
    const { user, where } = open();
    (await item(/^Gateway/)).focus();
    const after = async (keys: string) => {
      await user.keyboard(keys);
      return focused();
    };
    expect(await after('{ArrowDown}')).toBe('Core');
    expect(await after('{ArrowRight}')).toBe('Attic');
    expect(await after('{ArrowLeft}')).toBe('Core');
    expect(await after('{ArrowLeft}')).toBe('Core');
    expect(await item(/^Core/)).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('treeitem', { name: /^Attic/ })).toBeNull();
    expect(await after('{ArrowRight}')).toBe('Core');
    expect(await after('{End}')).toBe('Shed');
    expect(await after('{Home}')).toBe('Gateway');
    expect(await after('l')).toBe('Lobby');
    expect(screen.getByRole('region', { name: 'Selected' })).toHaveTextContent(
      'From the console’s topology, read 5 min ago',
    );
    await user.keyboard('{Enter}');
    expect(where()).toBe('/controllers/c1/devices/Lobby');
  });

  test('is moved with arrow keys, and zoomed with keys, buttons and the wheel', async () => {
    const { user } = open();
    const frame = await screen.findByRole('region', { name: /^Drawing/ });
    const transform = () => frame.querySelector('svg > g')?.getAttribute('transform') ?? '';
    const scale = () => Number(/scale\((.+)\)/.exec(transform())?.[1]);
    frame.focus();
    const before = transform();
    await user.keyboard('{ArrowDown}');
    expect(transform()).not.toBe(before);
    const first = scale();
    await user.keyboard('+');
    expect(scale()).toBeCloseTo(first * 1.25);
    await user.keyboard('-');
    await user.click(screen.getByRole('button', { name: 'Zoom out' }));
    expect(scale()).toBeCloseTo(first / 1.25);
    fireEvent.wheel(frame, { deltaY: -100 });
    expect(scale()).toBeCloseTo(first / 1.25);
    fireEvent.wheel(frame, { deltaY: -100, ctrlKey: true });
    expect(scale()).toBeGreaterThan(first / 1.25);
    await user.keyboard('{ArrowRight}');
    const moved = transform();
    await user.click(screen.getByRole('button', { name: 'Fit' }));
    expect(transform()).not.toBe(moved);
    expect(scale()).toBeLessThanOrEqual(1);
  });

  test('doesn’t open a device at the end of a drag', async () => {
    const { where } = open();
    const lobby = await item(/^Lobby/);
    fireEvent.pointerDown(lobby, { clientX: 10, clientY: 10, pointerId: 1, button: 0 });
    fireEvent.pointerMove(lobby, { clientX: 90, clientY: 40, pointerId: 1 });
    fireEvent.pointerUp(lobby, { clientX: 90, clientY: 40, pointerId: 1 });
    fireEvent.click(lobby);
    expect(where()).toBe('/');
  });

  test('jumps to a device that is searched for, in a closed branch too', async () => {
    const { user } = open();
    (await item(/^Core/)).focus();
    await user.keyboard('{ArrowLeft}');
    const field = screen.getByRole('searchbox', { name: 'Find a device in the tree' });
    await user.type(field, 'yard');
    expect(await item(/^Yard/)).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByText('1 of 1')).toBeInTheDocument();
    await user.clear(field);
    await user.type(field, 'nowhere');
    expect(screen.getByText('No matches')).toBeInTheDocument();
  });

  test('follows what changes while it is open', async () => {
    open();
    await item(/^Core, Offline/);
    show(
      office.map((one) => ({ ...one, state: 'online', alertId: null, alertSeverity: null, causeName: null })),
    );
    setAttentionCount(7);
    expect(await item(/^Core, U7 Pro, Online/)).toBeInTheDocument();
  });

  test('stays when reading it again fails', async () => {
    open();
    await item(/^Core, Offline/);
    const before = asks(SiteTopologyQuery).length;
    refuse(SiteTopologyQuery, { message: 'Not now' });
    setAttentionCount(8);
    await waitFor(() => expect(asks(SiteTopologyQuery).length).toBeGreaterThan(before));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await item(/^Core, Offline/)).toBeInTheDocument();
    expect(screen.queryByText('We couldn’t load the topology')).toBeNull();
  });
});

describe('The list of a site’s topology', () => {
  test('is nested like the tree, with sources, reasons and links', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'View as list' }));
    const list = within(await screen.findByRole('list', { name: 'Uplink tree' }));
    expect(screen.queryByRole('tree')).toBeNull();
    const lobby = list.getByRole('link', { name: 'Lobby' });
    expect(lobby.closest('li')).toHaveTextContent(
      'Offline, because of Core · Port 12 of Core · From the console’s topology, read 5 min ago',
    );
    expect(lobby.closest('li')!.parentElement!.closest('li')).toHaveTextContent(/^OfflineCore/);
    expect(list.getByRole('link', { name: 'Critical alert' })).toHaveAttribute('href', '/alerts/a1');
    expect(list.getByText(/UniFi hasn’t reported what these devices connect to/)).toBeInTheDocument();
    await user.click(list.getByRole('button', { name: 'Devices behind Core' }));
    expect(list.queryByRole('link', { name: 'Lobby' })).toBeNull();
    expect(list.getByText(/3 devices behind it, 3 of them down/)).toBeInTheDocument();
  });

  test('is what screen readers find before the drawing, without a second stop for the Tab key', async () => {
    open();
    await tree();
    const links = within(screen.getByRole('list', { name: 'Uplink tree' })).getAllByRole('link');
    expect(links.map((link) => link.tabIndex)).toEqual(links.map(() => -1));
  });
});

describe('Without uplinks', () => {
  test('the page says why they can’t be read', async () => {
    show(
      office.map(({ id }) => device(id, null, { uplinkProblem: 'unknown' })),
      "The console's connector doesn't respond.",
    );
    open();
    expect(await screen.findByText('No uplinks known yet')).toBeInTheDocument();
    expect(screen.getByText("The console's connector doesn't respond.")).toBeInTheDocument();
  });

  test('and without devices, it says when there will be some', async () => {
    show([]);
    open();
    expect(await screen.findByText('No devices yet')).toBeInTheDocument();
  });

  test('a failed request can be retried', async () => {
    refuse(SiteTopologyQuery, { message: 'Not now' });
    const { user } = open();
    await screen.findByText('We couldn’t load the topology');
    show(office);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await item(/^Core/)).toBeInTheDocument();
  });
});

describe('A large site', () => {
  const aps = Array.from({ length: 600 }, (_, n) =>
    device(`AP ${n}`, `Switch ${n % 12}`, n === 5 ? { state: 'offline' } : {}),
  );
  const large = [
    device('Gateway', null, { isConsole: true }),
    ...Array.from({ length: 12 }, (_, n) => device(`Switch ${n}`, 'Gateway')),
    ...aps,
  ];

  test('starts with some branches closed, which say how many devices they have and what is wrong', async () => {
    show(large);
    open();
    const items = await (await tree()).findAllByRole('treeitem');
    expect(items.length).toBeLessThanOrEqual(200);
    expect(await item(/^Switch 6,/)).toHaveAttribute('aria-expanded', 'false');
    expect(await item(/^Switch 6,/)).toHaveAccessibleName(/50 devices behind it$/);
    // What is down can be seen.
    expect(await item(/^Switch 5,/)).toHaveAccessibleName(/50 devices behind it, 1 of them down$/);
    expect(await item(/^AP 5,/)).toBeInTheDocument();
  });

  test('and a chain of 5,000 devices are laid out', () => {
    const chain = Array.from({ length: 5000 }, (_, n) => device(String(n), n > 0 ? String(n - 1) : null));
    const trees = buildTrees(chain);
    expect(trees[0]).toMatchObject({ key: '0', below: 4999 });
    const usual = openAtFirst(trees);
    expect(shownNodes(trees, ({ key }) => usual.has(key))).toHaveLength(200);
    expect(placeNodes(trees, () => true).placed.size).toBe(5000);
  });
});

describe('The uplink changes of a site', () => {
  const change = (n: number) => ({
    id: `u${n}`,
    at: '2026-11-20T10:00:00.000Z',
    deviceId: 'Lobby' as string | null,
    deviceName: 'Lobby',
    fromName: 'Core',
    fromPort: 5 as number | null,
    toName: 'Floor',
    toPort: 2 as number | null,
  });

  test('say what moved from where to where, page by page', async () => {
    answer(UplinkChanges, ({ after }) => ({
      uplinkChanges: after
        ? { nodes: [{ ...change(3), deviceId: null, fromPort: null, toPort: null }], nextCursor: null }
        : { nodes: [change(1), { ...change(2), toName: 'Core', toPort: 6 }], nextCursor: 'u2' },
    }));
    const { user } = open();
    const rows = async () =>
      within(await screen.findByRole('list', { name: 'Uplink changes' })).getAllByRole('listitem');
    const [first, second] = await rows();
    expect(first).toHaveTextContent('Lobby moved from Core port 5 to Floor port 2');
    expect(second).toHaveTextContent('Lobby moved from Core port 5 to port 6');
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    await waitFor(async () => expect(await rows()).toHaveLength(3));
    expect((await rows())[2]).toHaveTextContent('Lobby moved from Core to Floor');
    expect(asks(UplinkChanges)[0]?.variables).toMatchObject({ controllerId: 'c1', siteId: 'HOST:1' });
  });

  test('that there were none is said', async () => {
    open();
    expect(await screen.findByText(/^No changes\./)).toBeInTheDocument();
  });
});
