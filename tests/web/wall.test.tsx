import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CreateWallLink, RevokeWallLink, WallDialog, WallLinks } from '#web/features/wall/WallDialog.tsx';
import { WallPage } from '#web/features/wall/WallPage.tsx';
import { WallError } from '#web/app/ScreenError.tsx';
import { ReloadPage } from '#web/lib/page-load.ts';
import { WallDocument, type WallQuery } from '#web/gql/graphql.ts';
import { answer, asks, refuse, render } from '#tests/support/render.tsx';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T14:00:00Z'), shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const lobby = {
  type: 'device_offline' as const,
  severity: 'critical' as const,
  deviceName: 'AP Lobby',
  siteName: 'Acme Leeds',
  since: '2026-11-20T13:48:00.000Z',
  isUnknown: false,
  isHandled: false,
  isAcknowledged: false,
  isInMaintenance: false,
};
const acme = {
  key: 'acme',
  name: 'Acme Dental',
  color: '#2563eb',
  alertCount: 9,
  newCount: 9,
  worstNew: 'critical' as const,
  siteCount: 20,
  sitesInTrouble: 2,
  sitesUnknown: 0,
  alerts: [lobby],
};
const wall = (more: Partial<WallQuery['wall']> = {}): WallQuery => ({
  wall: {
    teamName: 'Harbour IT',
    isPaused: false,
    troubleCount: 2,
    alertCount: 10,
    newCount: 10,
    inMaintenanceCount: 0,
    quietCount: 18,
    unknownCount: 0,
    lateControllers: 0,
    oldestReading: '2026-11-20T13:59:48.000Z',
    trouble: [
      acme,
      { ...acme, key: 'birch', name: 'Birch School', alertCount: 1, newCount: 1, siteCount: 1 },
    ],
    ...more,
  },
});
const draw = () => render(<WallPage />, { path: '/wall#signed', pattern: '/wall' });
const title = () => screen.findByRole('heading', { level: 2 });
/** Without the id of its pattern, which differs in each icon. */
const shape = (of: HTMLElement) => of.querySelector('svg')!.outerHTML.replaceAll(/_r_\w+_/g, '');

test('The wall rotates through the customers in trouble', async () => {
  answer(WallDocument, wall());
  draw();
  const first = (await title()).textContent;
  expect(screen.getByText('AP Lobby')).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Worst alerts' })).getByText('12 min')).toBeVisible();
  expect(screen.getByText('Live')).toBeVisible();
  await pass(10_000);
  const second = (await title()).textContent;
  expect(new Set([first, second])).toEqual(new Set(['Acme Dental', 'Birch School']));
});

test('A browser that someone is signed in in shows it without keeping their session alive', async () => {
  answer(WallDocument, wall());
  draw();
  await title();
  await pass(6_000);
  const headers = asks(WallDocument).map((asked) => asked.headers);
  expect(headers.length).toBeGreaterThan(1);
  for (const one of headers) expect(one).toMatchObject({ 'x-unattended': '1' });
});

test('Customers with new alerts stay on top of the list, and get three of four turns', async () => {
  const handled = Array.from({ length: 14 }, (_, place) => ({
    ...acme,
    key: `quiet${place}`,
    name: `Handled ${place}`,
    newCount: 0,
    worstNew: null,
    alerts: [{ ...lobby, isHandled: true }],
  }));
  answer(WallDocument, wall({ trouble: [acme, ...handled], troubleCount: 15 }));
  draw();
  await title();
  const seen: string[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    seen.push((await title()).textContent);
    const list = within(screen.getByRole('list', { name: 'Customers in trouble', hidden: true }));
    const [first, ...others] = list.getAllByRole('listitem', { hidden: true });
    expect(first).toHaveTextContent('Acme Dental');
    // The one that is shown is always in the list, which says how many it leaves out.
    expect(list.getByText(seen.at(-1)!)).toBeInTheDocument();
    expect(others.at(-1)).toHaveTextContent('3 more');
    await pass(10_000);
  }
  expect(seen.filter((name) => name === 'Acme Dental')).toHaveLength(9);
  expect(new Set(seen).size).toBe(4);
});

test('A customer whose alerts are all handled keeps the shape and the age of the worst in the list', async () => {
  const alerts = [{ ...lobby, isHandled: true }];
  answer(
    WallDocument,
    wall({ trouble: [{ ...acme, newCount: 0, worstNew: null, alerts }], troubleCount: 1 }),
  );
  draw();
  await title();
  const list = within(screen.getByRole('list', { name: 'Customers in trouble', hidden: true }));
  const [line] = list.getAllByRole('listitem', { hidden: true });
  expect(line!.querySelector('svg')).not.toBeNull();
  expect(line).toHaveTextContent('Acme Dental12 min9');
  expect(screen.getByText('Handled')).toBeVisible();
});

test.each([
  ['unknown if none of its new alerts can be measured', [true], true],
  ['known if one of its new alerts can be measured', [true, false], false],
])('The shape of a customer in the list is %s', async (_, unknown, isUnknown) => {
  const alerts = unknown.map((one, place) => ({ ...lobby, deviceName: `AP ${place}`, isUnknown: one }));
  const count = alerts.length;
  answer(
    WallDocument,
    wall({ trouble: [{ ...acme, alertCount: count, newCount: count, alerts }], troubleCount: 1 }),
  );
  draw();
  await title();
  const list = within(screen.getByRole('list', { name: 'Customers in trouble', hidden: true }));
  const [unmeasured] = within(screen.getByRole('list', { name: 'Worst alerts' })).getAllByRole('listitem');
  const [line] = list.getAllByRole('listitem', { hidden: true });
  expect(shape(line!) === shape(unmeasured!)).toBe(isUnknown);
});

test('Alerts in maintenance are counted and called so, unless someone has acknowledged them', async () => {
  const alerts = [
    { ...lobby, isHandled: true, isInMaintenance: true },
    { ...lobby, deviceName: 'AP Office', isHandled: true },
    { ...lobby, deviceName: 'AP Hall', isHandled: true, isAcknowledged: true, isInMaintenance: true },
  ];
  answer(
    WallDocument,
    wall({ trouble: [{ ...acme, newCount: 0, worstNew: null, alerts }], newCount: 0, inMaintenanceCount: 9 }),
  );
  draw();
  await title();
  const lines = within(screen.getByRole('list', { name: 'Worst alerts' })).getAllByRole('listitem');
  expect(lines[0]).toHaveTextContent('In maintenance');
  expect(lines[1]).toHaveTextContent('Handled');
  expect(lines[2]).toHaveTextContent('Handled');
  expect(screen.getByText(/^of 10 open alerts, 9 in maintenance$/)).toBeVisible();
});

test('It counts customers without alerts only if there are any', async () => {
  answer(WallDocument, wall({ quietCount: 0 }));
  draw();
  await title();
  expect(screen.queryByText(/without alerts/)).toBeNull();
});

test('Sites with the same name are listed each for itself', async () => {
  const offices = ['HOST:1', 'HOST:2'].map((key) => ({ ...acme, key, name: 'Office' }));
  answer(WallDocument, wall({ trouble: offices }));
  draw();
  await title();
  const [list] = screen.getAllByRole('list', { hidden: true });
  expect(within(list!).getAllByText('Office')).toHaveLength(2);
});

test('It says since when it is not live, and keeps what was last known', async () => {
  answer(WallDocument, wall());
  draw();
  await title();
  refuse(WallDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
  await pass(30_000);
  expect(screen.getByText(/^Not live since /)).toBeVisible();
  expect(screen.getByText('AP Lobby')).toBeVisible();
});

test('What is no longer live looks so: gray shapes, the age of then, and as of when', async () => {
  answer(WallDocument, wall());
  draw();
  await title();
  const colors = () =>
    ['Worst alerts', 'Customers in trouble'].flatMap((name) =>
      within(screen.getByRole('list', { name, hidden: true }))
        .getAllByRole('listitem', { hidden: true })
        .map((line) => getComputedStyle(line.querySelector('svg')!.parentElement!).color),
    );
  const live = colors();
  expect(screen.queryByText(/^As of /)).toBeNull();
  refuse(WallDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
  await pass(3_600_000);
  const stale = colors();
  expect(new Set(stale).size).toBe(1);
  expect(live).not.toContain(stale[0]);
  expect(screen.getByText(/^As of /)).toBeVisible();
  expect(within(screen.getByRole('list', { name: 'Worst alerts' })).getByText('12 min')).toBeVisible();
  answer(WallDocument, wall());
  await pass(6_000);
  expect(colors()).toEqual(live);
  expect(screen.queryByText(/^As of /)).toBeNull();
});

test('A wall that can’t be read at first says so, and starts by itself', async () => {
  refuse(WallDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
  draw();
  expect(await screen.findByRole('heading', { name: 'Not live' })).toBeVisible();
  answer(WallDocument, wall());
  await pass(6_000);
  expect(await screen.findByText('AP Lobby')).toBeVisible();
});

test('A wall whose code couldn’t be loaded loads again once the server responds', async () => {
  const reload = vi.fn();
  const server = vi.fn().mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', server);
  render(
    <ReloadPage value={reload}>
      <WallError />
    </ReloadPage>,
  );
  expect(await screen.findByText('We couldn’t load the wall. Trying again.')).toBeVisible();
  await pass(16_000);
  expect(server).toHaveBeenCalled();
  expect(reload).not.toHaveBeenCalled();
  server.mockResolvedValue(new Response('{}'));
  await pass(16_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('A customer in trouble says how many of its sites can’t be read', async () => {
  answer(WallDocument, wall({ trouble: [{ ...acme, sitesUnknown: 2 }], troubleCount: 1 }));
  draw();
  expect(await screen.findByText(/2 sites can’t be read/)).toBeVisible();
});

test('It is only all clear if everything can be read', async () => {
  answer(WallDocument, wall({ trouble: [], troubleCount: 0, unknownCount: 1 }));
  draw();
  expect(await screen.findByText('No open alerts')).toBeVisible();
  answer(WallDocument, wall({ trouble: [], troubleCount: 0 }));
  await pass(6_000);
  expect(await screen.findByText('All clear')).toBeVisible();
});

test('It is no longer all clear once it is not live, but says since when the state is unknown', async () => {
  answer(WallDocument, wall({ trouble: [], troubleCount: 0 }));
  draw();
  expect(await screen.findByText('All clear')).toBeVisible();
  const green = shape(screen.getByText('18 without alerts'));
  refuse(WallDocument, { message: 'Internal server error', code: 'INTERNAL_SERVER_ERROR' });
  await pass(3 * 3_600_000);
  expect(screen.getByText(/^Not live since /)).toBeVisible();
  expect(screen.queryByText('All clear')).toBeNull();
  expect(screen.getByText(/^State unknown since /)).toBeVisible();
  expect(screen.getByText('We couldn’t reach the server. Trying again.')).toBeVisible();
  expect(shape(screen.getByText(/^18 without alerts at /))).not.toBe(green);
  answer(WallDocument, wall({ trouble: [], troubleCount: 0 }));
  await pass(6_000);
  expect(await screen.findByText('All clear')).toBeVisible();
  expect(shape(screen.getByText('18 without alerts'))).toBe(green);
});

test('It is not all clear while monitoring is paused', async () => {
  answer(WallDocument, wall({ trouble: [], troubleCount: 0, isPaused: true, unknownCount: 1 }));
  draw();
  expect(await screen.findByText('Monitoring is paused')).toBeVisible();
  expect(screen.queryByText('All clear')).toBeNull();
  expect(screen.getByText('State unknown')).toBeVisible();
  expect(screen.getByText('No new alerts are raised while monitoring is paused.')).toBeVisible();
  expect(shape(screen.getByText('18 without alerts'))).toBe(shape(screen.getByText('1 can’t be read')));
});

test('A revoked link says so, and asks no more', async () => {
  refuse(WallDocument, { message: 'Wall link not found', code: 'NOT_FOUND' });
  draw();
  expect(await screen.findByText('This link no longer works')).toBeVisible();
  const before = asks(WallDocument).length;
  await pass(20_000);
  expect(asks(WallDocument)).toHaveLength(before);
});

const tv = {
  id: 'w1',
  name: 'Office TV',
  createdBy: 'Alice Tester',
  createdAt: '2026-11-18T14:00:00.000Z',
  lastOpenedAt: '2026-11-20T13:58:00.000Z',
};

test('The list of links shows who created them and when they were last seen, but not their addresses', async () => {
  answer(WallLinks, { wallLinks: [tv] });
  render(<WallDialog onClose={() => undefined} />);
  const row = within(await screen.findByRole('listitem'));
  expect(row.getByText(/^Created by Alice Tester/)).toHaveTextContent(
    'Created by Alice Tester 2 d ago · last seen 2 min ago',
  );
  expect(row.getByRole('button', { name: 'Revoke Office TV' })).toBeVisible();
  expect(screen.queryByRole('link')).toBeNull();
});

test('A link that a screen opens while the list is shown says so', async () => {
  answer(WallLinks, { wallLinks: [{ ...tv, lastOpenedAt: null }] });
  render(<WallDialog onClose={() => undefined} />);
  expect(await screen.findByText(/never opened/)).toBeVisible();
  answer(WallLinks, { wallLinks: [{ ...tv, lastOpenedAt: new Date().toISOString() }] });
  await pass(10_000);
  expect(screen.getByText(/last seen/)).toBeVisible();
});

test('Revoking a link asks first', async () => {
  answer(WallLinks, { wallLinks: [tv] });
  answer(RevokeWallLink, { revokeWallLink: 'w1' });
  const { user } = render(<WallDialog onClose={() => undefined} />);
  await user.click(await screen.findByRole('button', { name: 'Revoke Office TV' }));
  const question = await screen.findByRole('alertdialog', { name: 'Revoke Office TV?' });
  expect(asks(RevokeWallLink)).toHaveLength(0);
  await user.click(within(question).getByRole('button', { name: 'Revoke link' }));
  expect(await screen.findByText('No links yet. Create one for each screen.')).toBeVisible();
  expect(asks(RevokeWallLink)).toHaveLength(1);
});

test('A new link is shown once, to open or copy', async () => {
  answer(WallLinks, { wallLinks: [] });
  answer(CreateWallLink, { createWallLink: { url: 'https://app.test/wall#signed', link: tv } });
  const { user } = render(<WallDialog onClose={() => undefined} />);
  await user.type(await screen.findByLabelText('Where is the screen?'), 'Office TV');
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  expect(await screen.findByDisplayValue('https://app.test/wall#signed')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open' })).toHaveAttribute('href', 'https://app.test/wall#signed');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await user.click(await screen.findByRole('button', { name: 'Close without it' }));
  expect(await screen.findByText('Office TV')).toBeVisible();
  expect(screen.queryByDisplayValue('https://app.test/wall#signed')).toBeNull();
});
