import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DashboardPage } from '#web/features/overview/DashboardPage.tsx';
import {
  AcknowledgeAlertsDocument,
  ControllerPageDocument,
  CustomerPlanDocument,
  DashboardSummaryDocument,
  FirstStepsDocument,
  FleetDocument,
  type FleetQuery,
  FreshnessDocument,
  OpenAlertIdsDocument,
  TrendsDocument,
  UnacknowledgeAlertsDocument,
  WatchedPlanDocument,
} from '#web/gql/graphql.ts';
import { MaintenanceWindows } from '#web/features/maintenance/useWindows.ts';
import { FleetChanged } from '#web/features/overview/useFleet.ts';
import type { Unmasked } from '#web/lib/unmasked.ts';
import { alice, answer, asks, push, render } from '#tests/support/render.tsx';
import { alertAt } from './alerts/samples.ts';
import { inHours, weekly } from './maintenance.samples.ts';
import { controller, lists, listsNothing, nothingMeasured } from './controllers/samples.tsx';

afterEach(() => vi.useRealTimers());

type Overview = Unmasked<FleetQuery>['fleetOverview'];
type Group = Overview['trouble'][number];

const acme = { id: 'acme', name: 'Acme Dental', color: '#2563eb' };
const since = '2026-11-20T14:00:00.000Z';
const lobby = alertAt(0, { severity: 'critical', deviceName: 'AP Lobby', siteName: 'Acme Leeds' });
const group: Group & Overview['quiet'][number] = {
  key: 'acme',
  customer: acme,
  siteName: null,
  controllerId: null,
  siteCount: 20,
  sitesInTrouble: 2,
  sitesUnknown: 0,
  unknownReason: null,
  alertCount: 12,
  newCount: 12,
  worstNew: 'critical',
  critical: 1,
  error: 11,
  warning: 0,
  info: 0,
  latest: since,
  alerts: [lobby],
};
const quiet = {
  ...group,
  key: 'birch',
  customer: { ...acme, id: 'birch', name: 'Birch School' },
  alerts: [],
};
const nothing: Overview = {
  trouble: [],
  quiet: [],
  troubleCount: 0,
  attentionCount: 0,
  quietCount: 0,
  unknownCount: 0,
  alertCount: 0,
  newCount: 0,
  inMaintenanceCount: 0,
  surge: null,
};
const notRead = { fresh: 0, late: 0, oldest: null, lateControllers: [] };
const allDone = {
  hasController: true,
  hasChannel: true,
  hasDelivered: true,
  hasColleague: true,
  isSilent: false,
};

function draw(
  overview: Partial<Overview>,
  steps: Partial<typeof allDone> = {},
  polls: Partial<typeof notRead> = {},
) {
  listsNothing();
  answer(DashboardSummaryDocument, nothingMeasured);
  answer(CustomerPlanDocument, { me: { id: 'alice', teamPackage: null } });
  answer(WatchedPlanDocument, {
    subscription: { isActive: true, usage: { maxDevices: null, devicesBeyond: 0 } },
  });
  answer(FirstStepsDocument, { firstSteps: { ...allDone, ...steps } });
  answer(FreshnessDocument, { pollFreshness: { ...notRead, ...polls } });
  answer(TrendsDocument, {
    alertTrends: { raised: 0, raisedBefore: 0, secondsToAcknowledge: null, secondsToRecover: null, days: [] },
  });
  answer(FleetDocument, { fleetOverview: { ...nothing, ...overview } });
  return render(<DashboardPage />, { signedInAs: alice, path: '/dashboard' });
}

test('The customer in trouble is on top, with its worst alert and the way to all of them', async () => {
  draw({ trouble: [group], troubleCount: 1, attentionCount: 1, quiet: [quiet], quietCount: 1 });
  const list = await screen.findByRole('list', { name: 'Customers with open alerts' });
  expect(list).toHaveTextContent('Acme Dental1 critical11 errors');
  expect(list).toHaveTextContent('2 of 20 sites');
  expect(list).toHaveTextContent('AP LobbyDevice offline · Acme Leeds');
  expect(within(list).getByRole('link', { name: 'All 12 alerts' })).toHaveAttribute(
    'href',
    '/alerts?customer=acme',
  );
  expect(within(list).getByRole('link', { name: 'Acme Dental' })).toHaveAttribute('href', '/customers/acme');
  expect(screen.getByRole('heading', { name: '1 customer needs attention' })).toBeVisible();
  expect(screen.getByText('1 OK')).toBeVisible();
  expect(screen.getByRole('link', { name: /Birch School/ })).toHaveAttribute('href', '/customers/birch');
});

const storm: NonNullable<Overview['surge']> = {
  type: 'device_offline',
  deviceRole: null,
  alertCount: 400,
  newCount: 400,
  affectedCount: 0,
  worstNew: 'critical',
  acknowledgedBy: [],
  groupCount: 30,
  customerCount: 30,
  mostAffected: [
    { name: 'Brunel Logistics', alertCount: 23 },
    { name: 'Copper Kettle', alertCount: 20 },
  ],
  from: since,
  to: since,
};
const drawStorm = (changes: Partial<typeof storm> = {}, steps: Partial<typeof allDone> = {}) =>
  draw(
    {
      trouble: [group],
      troubleCount: 30,
      attentionCount: 29,
      alertCount: 440,
      newCount: 438,
      surge: { ...storm, ...changes },
    },
    steps,
  );

test('a storm counts the devices behind those that its alerts are about', async () => {
  drawStorm({ deviceRole: 'switch', alertCount: 12, newCount: 12, affectedCount: 84 });
  expect(
    await screen.findByText(/^Switches offline: 12 new alerts \(\+84 devices\) at 30 customers since /),
  ).toBeVisible();
});

test('A surge is summarized first, with a link to exactly its alerts by customer', async () => {
  drawStorm();
  const summary = await screen.findByText(/^Device offline: 400 new alerts at 30 customers since /);
  expect(screen.getByRole('heading', { name: '29 customers need attention' })).toBeVisible();
  expect(screen.getByText('440 open alerts, 438 new')).toBeVisible();
  expect(screen.getByText('No one has acknowledged them yet.')).toBeVisible();
  const link = within(summary.closest('[role=status]')!).getByRole('link', { name: 'Show 400 alerts' });
  const { pathname, searchParams } = new URL(link.getAttribute('href')!, 'https://here.test');
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    '/alerts',
    { is: 'new', type: 'device_offline', began: `${since}/${since}`, by: 'customer' },
  ]);
});

test.each([
  { customerCount: 28, where: '30 customers and sites', which: '' },
  {
    groupCount: 4,
    customerCount: 0,
    mostAffected: ['Depot', 'Office'].map((name) => ({ name, alertCount: 100 })),
    where: '4 sites',
    which: '',
  },
  {
    groupCount: 2,
    customerCount: 2,
    where: '2 customers',
    which: 'At Brunel Logistics (23) and Copper Kettle (20).',
  },
  {
    groupCount: 1,
    customerCount: 1,
    mostAffected: [{ name: 'Brunel Logistics', alertCount: 400 }],
    where: 'Brunel Logistics',
    which: '',
  },
])('A storm names what it is at: $where', async ({ where, which, ...counts }) => {
  drawStorm(counts);
  const title = await screen.findByText((text) => text.includes(` new alerts at ${where} since `));
  expect(title.closest('[role=status]')).toHaveTextContent(
    `No one has acknowledged them yet.${which && ` ${which}`}Acknowledge all 400`,
  );
});

test.each([
  { type: 'device_offline', deviceRole: 'access_point', title: 'Access points offline: ' },
  { type: 'high_cpu', deviceRole: 'switch', title: 'High CPU on switches: ' },
  { type: 'device_offline', deviceRole: 'other', title: 'Device offline: ' },
] as const)('A storm of devices of one kind names them: $title', async ({ title, ...changes }) => {
  drawStorm(changes);
  expect(await screen.findByText((text) => text.startsWith(`${title}400 new alerts at `))).toBeVisible();
});

test.each([
  { newCount: 20, acknowledgedBy: ['Sam Okoro'], words: 'Sam Okoro acknowledged 380 of 400.' },
  { newCount: 20, acknowledgedBy: [], words: 'Someone acknowledged 380 of 400.' },
  { newCount: 0, acknowledgedBy: ['Sam', 'Robin'], words: 'Sam and Robin acknowledged all of them.' },
])('A storm says who has it: $words', async ({ words, ...changes }) => {
  drawStorm(changes);
  const text = await screen.findByText((part) => part.startsWith(words));
  const summary = within(text.closest<HTMLElement>('[role=status]')!);
  expect(summary.getByText(/^Device offline: 400 alerts at 30 customers since /)).toBeVisible();
  const href = summary.getByRole('link', { name: 'Show 400 alerts' }).getAttribute('href')!;
  expect(new URLSearchParams(href.split('?')[1]).get('is')).toBe('new,acknowledged');
});

test('All new alerts of a storm are acknowledged at once after a question, with undo', async () => {
  const found = [lobby, alertAt(1)];
  const acknowledged = found.map((alert) => ({ ...alert, acknowledgedAt: since, acknowledgedBy: 'You' }));
  const results = {
    changed: acknowledged.map((alert) => ({ id: alert.id, outcome: 'done' as const, alert })),
  };
  answer(OpenAlertIdsDocument, { openAlerts: { nextCursor: null, nodes: found } });
  answer(AcknowledgeAlertsDocument, results);
  answer(UnacknowledgeAlertsDocument, results);
  drawStorm({ newCount: 2, alertCount: 2 });
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge all 2' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Acknowledge 2 new alerts?' });
  expect(dialog).toHaveTextContent(/Device offline at 30 customers since .+ Everyone in your team will see/);
  expect(asks(AcknowledgeAlertsDocument)).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Acknowledge 2 alerts' }));
  const ids = found.map(({ id }) => id);
  await waitFor(() => expect(asks(AcknowledgeAlertsDocument)).toMatchObject([{ variables: { ids } }]));
  const filter = { states: ['new'], types: ['device_offline'], beganFrom: since, beganTo: since };
  expect(asks(OpenAlertIdsDocument)).toMatchObject([{ variables: { filter } }]);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asks(UnacknowledgeAlertsDocument)).toMatchObject([{ variables: { ids } }]));
});

test('A storm that is acknowledged stays until the overview has changed, and only then gives way to the next', async () => {
  answer(OpenAlertIdsDocument, { openAlerts: { nextCursor: null, nodes: [lobby] } });
  answer(AcknowledgeAlertsDocument, { changed: [{ id: lobby.id, outcome: 'done', alert: lobby }] });
  drawStorm({ newCount: 1, alertCount: 1 });
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge all 1' }));
  const overview = Promise.withResolvers<{ fleetOverview: Overview }>();
  answer(FleetDocument, () => overview.promise);
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge 1 alert' }));
  expect(await screen.findByText('Acknowledging…')).toBeVisible();
  const offered = () =>
    screen.queryAllByRole('button', { name: /^Acknowledge (all|the)/ }).map((one) => one.textContent);
  const seen = new Set<string | null>();
  const look = new MutationObserver(() => offered().forEach((text) => seen.add(text)));
  look.observe(document.body, { childList: true, subtree: true, characterData: true });
  expect(offered()).toEqual([]);
  const next = { ...storm, type: 'high_cpu' as const, alertCount: 16, newCount: 16 };
  overview.resolve({ fleetOverview: { ...nothing, trouble: [group], troubleCount: 1, surge: next } });
  expect(await screen.findByRole('button', { name: 'Acknowledge all 16' })).toBeVisible();
  expect(screen.getByText(/^High CPU: 16 new alerts/)).toBeVisible();
  look.disconnect();
  expect([...seen]).toEqual(['Acknowledge all 16']);
});

test('More alerts than were confirmed are acknowledged only after another question', async () => {
  const found = [lobby, alertAt(1), alertAt(2)];
  answer(OpenAlertIdsDocument, { openAlerts: { nextCursor: null, nodes: found } });
  drawStorm({ newCount: 2, alertCount: 2 });
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge all 2' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge 2 alerts' }));
  expect(await screen.findByRole('alertdialog', { name: 'Acknowledge 3 new alerts?' })).toBeVisible();
  expect(asks(AcknowledgeAlertsDocument)).toEqual([]);
  answer(AcknowledgeAlertsDocument, { changed: [] });
  fireEvent.click(screen.getByRole('button', { name: 'Acknowledge 3 alerts' }));
  await waitFor(() => expect(asks(AcknowledgeAlertsDocument)).toHaveLength(1));
});

test('If a request fails midway, what was acknowledged can be undone, and the storm is read again', async () => {
  const found = Array.from({ length: 300 }, (_, n) => alertAt(n));
  answer(OpenAlertIdsDocument, { openAlerts: { nextCursor: null, nodes: found } });
  answer(AcknowledgeAlertsDocument, ({ ids }) => {
    if (ids.length < 200) throw new Error('The connection is lost');
    const done = found.slice(0, 200).map((alert) => ({ ...alert, acknowledgedAt: since }));
    return { changed: done.map((alert) => ({ id: alert.id, outcome: 'done' as const, alert })) };
  });
  answer(UnacknowledgeAlertsDocument, { changed: [] });
  drawStorm({ newCount: 300, alertCount: 300 });
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge all 300' }));
  const before = asks(FleetDocument).length;
  fireEvent.click(await screen.findByRole('button', { name: 'Acknowledge 300 alerts' }));
  expect(await screen.findByText(/200 of 300 were done/)).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(asks(UnacknowledgeAlertsDocument)).toHaveLength(1));
  expect(asks(FleetDocument).length).toBeGreaterThan(before);
});

test.each([
  { newCount: 20, button: 'Acknowledge the remaining 20' },
  { newCount: 0, button: undefined },
])('A storm with $newCount new alerts offers to acknowledge those', async ({ newCount, button }) => {
  drawStorm({ newCount });
  await screen.findByRole('link', { name: 'Show 400 alerts' });
  const buttons = screen.queryAllByRole('button', { name: /^Acknowledge (all|the)/ });
  expect(buttons.map(({ textContent }) => textContent)).toEqual(button ? [button] : []);
});

test('A storm comes before a missing channel, in the look of its worst alert and with the only primary button', async () => {
  drawStorm({}, { hasChannel: false, isSilent: true });
  lists(controller());
  const summary = await screen.findByText(/^Device offline: 400 new alerts at 30 customers since /);
  const silence = screen.getByText(/^No notification channel is set up/);
  expect(summary.compareDocumentPosition(silence) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const notice = summary.closest<HTMLElement>('[role=status]')!;
  const shapeOf = (of: Element) => of.querySelector('path, circle')!.outerHTML;
  const worst = screen.getByText('AP Lobby').closest('li')!;
  expect(shapeOf(notice)).toBe(shapeOf(worst));
  await screen.findByRole('link', { name: 'Add Controller' });
  const lookOf = (element: HTMLElement) => getComputedStyle(element).backgroundColor;
  const quietLook = lookOf(screen.getByRole('link', { name: 'Add Controller' }));
  expect(lookOf(screen.getByRole('button', { name: 'Acknowledge all 400' }))).not.toBe(quietLook);
  for (const name of ['Show 400 alerts', 'Set up a channel'])
    expect(lookOf(screen.getByRole('link', { name }))).toBe(quietLook);
});

test.each([
  { newCount: 400, look: 'less prominent while it has new alerts' },
  { newCount: 0, look: 'as prominent as without a surge once all are acknowledged' },
])('A missing channel below a surge is $look', async ({ newCount }) => {
  const shape = async () => {
    const silence = await screen.findByText(/^No notification channel is set up/);
    return silence.closest('[role=status]')!.querySelector('svg')!.innerHTML;
  };
  draw({ trouble: [group], troubleCount: 1 }, { hasChannel: false, isSilent: true });
  const warning = await shape();
  cleanup();
  drawStorm({ newCount }, { hasChannel: false, isSilent: true });
  if (newCount > 0) expect(await shape()).not.toBe(warning);
  else expect(await shape()).toBe(warning);
});

test('A customer says when its latest new alert began', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse(since) + 3 * 60_000 });
  draw({ trouble: [group, { ...group, key: 'one', newCount: 1 }], troubleCount: 2 });
  const list = await screen.findByRole('list', { name: 'Customers with open alerts' });
  expect(list).toHaveTextContent('12 new, latest 3 min ago · 2 of 20 sites');
  expect(list).toHaveTextContent('1 new, 3 min ago · 2 of 20 sites');
});

test('Where no alert is new, no customer needs attention', async () => {
  const acknowledged = { ...group, newCount: 0, worstNew: null, latest: null };
  draw({ trouble: [acknowledged], troubleCount: 30, attentionCount: 0, alertCount: 440, newCount: 0 });
  expect(await screen.findByRole('heading', { name: '30 customers with open alerts' })).toBeVisible();
  expect(screen.getByText('440 open alerts, none new')).toBeVisible();
});

test('Alerts in maintenance are counted, with the end of their window', async () => {
  answer(MaintenanceWindows, { maintenanceWindows: [{ ...weekly, activeUntil: inHours(1) }] });
  draw({
    trouble: [{ ...group, newCount: 0, worstNew: null, latest: null }],
    troubleCount: 1,
    alertCount: 440,
    inMaintenanceCount: 438,
  });
  const line = await screen.findByText(/^438 of 440 open alerts are in maintenance until \d\d?:\d\d\s[AP]M$/);
  expect(
    within(line.closest<HTMLElement>('[role=status]')!).getByRole('link', { name: 'Open Maintenance' }),
  ).toHaveAttribute('href', '/maintenance');
});

test('The end of maintenance follows within a minute when a colleague starts a longer window', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const [soon, later] = [inHours(1), inHours(2)].map((activeUntil) => ({ ...weekly, activeUntil }));
  answer(MaintenanceWindows, { maintenanceWindows: [soon!] });
  draw({ trouble: [group], troubleCount: 1, alertCount: 440, inMaintenanceCount: 438 });
  await screen.findByText(/in maintenance until \d\d?:\d\d\s[AP]M$/);
  answer(MaintenanceWindows, { maintenanceWindows: [soon!, { ...later!, id: 'longer' }] });
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText(/in maintenance until .* at the latest$/)).toBeVisible();
});

test('Alerts that reach no one say so on top, with the way to change it', async () => {
  draw({ trouble: [group], troubleCount: 1, attentionCount: 1 }, { hasChannel: false, isSilent: true });
  const notice = await screen.findByText(
    'No notification channel is set up, so no one is notified of these alerts.',
  );
  const { DOCUMENT_POSITION_FOLLOWING } = Node;
  const heading = screen.getByRole('heading', { name: '1 customer needs attention' });
  expect(notice.compareDocumentPosition(heading) & DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(
    within(notice.closest<HTMLElement>('[role=status]')!).getByRole('link', { name: 'Set up a channel' }),
  ).toHaveAttribute('href', '/integrations#channels');
});

test('Without alerts, a missing channel is only one of the first steps', async () => {
  draw({ quiet: [quiet], quietCount: 1 }, { hasChannel: false, isSilent: true });
  expect(await screen.findByRole('link', { name: 'Add a channel' })).toBeVisible();
  expect(screen.queryByText(/^No notification channel is set up/)).toBeNull();
});

test('One click acknowledges an alert, and one more takes it back', async () => {
  const { user } = draw({ trouble: [group], troubleCount: 1 });
  const acknowledged = {
    acknowledgedAt: since,
    acknowledgedBy: 'Alice Archer',
    acknowledgedById: alice.id,
  };
  const changedTo = (alert: typeof lobby) => ({
    changed: [{ id: lobby.id, outcome: 'done' as const, alert }],
  });
  answer(AcknowledgeAlertsDocument, changedTo({ ...lobby, ...acknowledged }));
  answer(UnacknowledgeAlertsDocument, changedTo(lobby));
  await user.click(await screen.findByRole('button', { name: 'Acknowledge AP Lobby' }));
  expect(await screen.findByText('Acknowledged by Alice Archer')).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Undo acknowledgement of AP Lobby' }));
  expect(await screen.findByRole('button', { name: 'Acknowledge AP Lobby' })).toBeVisible();
  expect(screen.queryByText('Acknowledged by Alice Archer')).toBeNull();
  expect(asks(UnacknowledgeAlertsDocument)[0]?.variables).toEqual({ ids: [lobby.id] });
});

test('`j` and `k` move through the alerts, `a` acknowledges and Enter opens the one with the focus', async () => {
  const office = alertAt(1, { deviceName: 'AP Office', siteName: 'Birch' });
  const birch = { ...group, key: 'birch', customer: { ...acme, id: 'birch', name: 'Birch School' } };
  const { user, where } = draw({ trouble: [group, { ...birch, alerts: [office] }], troubleCount: 2 });
  answer(AcknowledgeAlertsDocument, {
    changed: [{ id: office.id, outcome: 'done' as const, alert: office }],
  });
  await screen.findByRole('link', { name: 'AP Office' });
  await user.keyboard('j');
  expect(screen.getByRole('link', { name: 'AP Lobby' })).toHaveFocus();
  await user.keyboard('jj');
  expect(screen.getByRole('link', { name: 'AP Office' })).toHaveFocus();
  await user.keyboard('a');
  await waitFor(() => expect(asks(AcknowledgeAlertsDocument)[0]?.variables).toEqual({ ids: [office.id] }));
  expect(screen.getByRole('link', { name: 'AP Office' })).toHaveFocus();
  await user.keyboard('k');
  expect(screen.getByRole('link', { name: 'AP Lobby' })).toHaveFocus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(where()).toBe(`/alerts/${lobby.id}`));
});

test('A customer whose alerts are all acknowledged, snoozed or in maintenance has none that are new', async () => {
  draw({ trouble: [{ ...group, newCount: 0, worstNew: null, latest: null }], troubleCount: 1 });
  expect(await screen.findByText('No new alerts · 2 of 20 sites')).toBeVisible();
});

test('How fresh the readings are is read every minute, without keeping the session alive', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  draw({}, {}, { fresh: 1, late: 0 });
  expect(await screen.findByText('1 controller was read on time.')).toBeVisible();
  answer(FreshnessDocument, { pollFreshness: { ...notRead, fresh: 1, late: 1 } });
  await act(() => vi.advanceTimersByTimeAsync(61_000));
  expect(await screen.findByText('1 of 2 controllers hasn’t been read on time.')).toBeVisible();
  expect(asks(FreshnessDocument).at(-1)?.headers).toMatchObject({ 'x-unattended': '1' });
});

test('A customer whose sites cannot be read is unknown, with the reason', async () => {
  const unknownReason = 'UniFi isn’t responding.';
  draw({ quiet: [{ ...quiet, sitesUnknown: 3, unknownReason }], quietCount: 1, unknownCount: 1 });
  expect(await screen.findByText('0 OK, 1 with sites that can’t be read right now')).toBeVisible();
  expect(screen.getByRole('link', { name: /Birch School/ })).toHaveTextContent(`${unknownReason}3 of 20`);
});

test('A customer in trouble says so if another of its sites was never read', async () => {
  draw({ trouble: [{ ...group, sitesUnknown: 1 }], troubleCount: 1 });
  expect(await screen.findByText('Some sites haven’t been read yet.')).toBeVisible();
});

test('The first steps disappear when they are done', async () => {
  draw({}, { hasDelivered: false });
  expect(await screen.findByText('3 of 4 done')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Send a test alert' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Connect a controller' })).toBeNull();
});

test('The customers in trouble stay still under the pointer, but not under one that rests there for a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  draw({ trouble: [group], troubleCount: 1, alertCount: 12, newCount: 12 });
  fireEvent.pointerOver(await screen.findByRole('list', { name: 'Customers with open alerts' }));
  const birch = { ...group, key: 'birch', customer: { ...acme, id: 'birch', name: 'Birch School' } };
  const grown = { trouble: [birch, group], troubleCount: 2, alertCount: 24, newCount: 24 };
  answer(FleetDocument, { fleetOverview: { ...nothing, ...grown } });
  push(FleetChanged, { openAlertCountChanged: 24 });
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(screen.queryByText('Birch School')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(await screen.findByText('Birch School')).toBeVisible();
});

test('Figures and controllers are requested after the overview has loaded', async () => {
  let come = () => {};
  const isThere = new Promise<void>((resolve) => (come = resolve));
  draw({});
  const overview = { ...nothing, trouble: [group], troubleCount: 1, alertCount: 12 };
  answer(FleetDocument, () => isThere.then(() => ({ fleetOverview: overview })));
  await waitFor(() => expect(asks(FleetDocument)).toHaveLength(1));
  const below = [ControllerPageDocument, DashboardSummaryDocument, CustomerPlanDocument, WatchedPlanDocument];
  expect(below.map((document) => asks(document).length)).toEqual([0, 0, 0, 0]);
  come();
  expect(await screen.findByRole('region', { name: 'Figures' })).toBeVisible();
  expect(below.map((document) => asks(document).length)).toEqual([1, 1, 1, 1]);
});

test('A change is shown in the overview before what is below it is refetched, and many changes refetch that every five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  draw({ trouble: [group], troubleCount: 1, alertCount: 12 });
  await screen.findByRole('region', { name: 'Figures' });
  const counts = () => [asks(FleetDocument).length, asks(DashboardSummaryDocument).length];
  expect(counts()).toEqual([1, 1]);
  let alertCount = 12;
  let come = () => {};
  const isThere = new Promise<void>((resolve) => (come = resolve));
  answer(FleetDocument, () =>
    isThere.then(() => ({ fleetOverview: { ...nothing, alertCount: ++alertCount } })),
  );
  push(FleetChanged, { openAlertCountChanged: 13 });
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(counts()).toEqual([2, 1]);
  come();
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(counts()).toEqual([2, 2]);
  for (let second = 0; second < 10; second++) {
    push(FleetChanged, { openAlertCountChanged: 14 + second });
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
  expect(counts()[0]).toBeGreaterThan(8);
  expect(counts()[1]).toBeLessThan(6);
});
