// Everything that is open in a team: ordered, filtered, counted, grouped and paged while it changes.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertChangeKind, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { Device } from '#api/features/controllers/device.entity.ts';
import { Customer } from '#api/features/customers/customer.entity.ts';
import { TeamSite } from '#api/features/sites/team-site.entity.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, type Cast } from '#tests/support/people.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

let running: Running;
let cast: Cast;
let depot: string;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  depot = await addController(cast.alice, { name: 'Depot', selectedSiteId: 'HOST:2' });
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

const hour = 3_600_000;
const now = Date.now();

/** An alert that was raised some hours ago. */
async function write(deviceName: string, hoursAgo: number, more: object = {}): Promise<string> {
  const timestamp = new Date(now - hoursAgo * hour);
  return running.app.orm.em.fork().insert(Alert, {
    team: cast.alice.teamId,
    controller: cast.alice.controllerId,
    ruleName: 'Anything down',
    subject: randomUUID(),
    type: AlertType.device_offline,
    severity: AlertSeverity.error,
    deviceName,
    siteId: 'HOST:1',
    siteName: 'Head Office',
    since: timestamp,
    timestamp,
    ...more,
  });
}

/** Changes an alert as the product does: with its event. */
async function change(id: string, changes: object, kind = AlertChangeKind.changed): Promise<void> {
  await running.app.orm.em.fork().transactional(async (em) => {
    await em.nativeUpdate(Alert, { id }, changes);
    const { controllerId } = await em.findOneOrFail(Alert, id);
    await appendEvents(em, cast.alice.teamId, [{ kind, alertId: id, controllerId }]);
  });
}

interface Page {
  nodes: { id: string; deviceName: string }[];
  nextCursor: string | null;
  previousCursor: string | null;
  cursor: string;
  totalCount: number;
  newCount: number;
  severityCounts: { severity: string; count: number }[];
}
const document = `query ($filter: AlertFilter, $order: AlertOrder, $first: Int, $after: String, $before: String, $skip: Int) {
  openAlerts(filter: $filter, order: $order, first: $first, after: $after, before: $before, skip: $skip) {
    nodes { id deviceName } nextCursor previousCursor cursor totalCount newCount severityCounts { severity count }
  }
}`;
async function page(variables: object = {}, person = cast.alice as { server: Running; token: string }) {
  const { data, errors } = await as(person).ask(document, variables);
  if (errors) throw new Error(errors[0]?.message);
  return data!['openAlerts'] as Page;
}
const namesOf = ({ nodes }: Page) => nodes.map(({ deviceName }) => deviceName);
const names = async (filter: object) => namesOf(await page({ filter })).sort();

const critical = { severity: AlertSeverity.critical };
const warning = { severity: AlertSeverity.warning };

describe("A team's open alerts", () => {
  test('come from all controllers, worst first and by when the problem began within a severity, without those that ended', async () => {
    await write('Old warning', 9, warning);
    await write('New critical', 1, critical);
    // Raised last, because its rule waits for hours.
    const since = new Date(now - 5 * hour);
    await write('Old critical', 0, { ...critical, since, controller: depot, siteId: 'HOST:2' });
    await write('Error', 3);
    await write('Over', 2, { resolvedAt: new Date(), resolution: 'recovered' });
    const all = await page();
    expect(namesOf(all)).toEqual(['Old critical', 'New critical', 'Error', 'Old warning']);
    expect(all).toMatchObject({ totalCount: 4, nextCursor: null, previousCursor: null });
    expect(namesOf(await page({ order: 'newest' }))).toEqual([
      'New critical',
      'Error',
      'Old critical',
      'Old warning',
    ]);
    expect(namesOf(await page({ order: 'oldest' }))).toEqual(
      namesOf(await page({ order: 'newest' })).reverse(),
    );
  });

  test('of another team are never there, even by their IDs', async () => {
    const id = await write('AP Lobby', 1);
    expect(namesOf(await page({}, cast.bob))).toEqual([]);
    for (const filter of [{ ids: [id] }, { controllerId: cast.alice.controllerId }, { siteId: 'HOST:1' }])
      expect(namesOf(await page({ filter }, cast.bob))).toEqual([]);
    expect(await names({ ids: [id, randomUUID(), 'no id'] })).toEqual(['AP Lobby']);
  });

  test('are counted by severity, whatever severity is filtered', async () => {
    await write('A', 1, critical);
    await write('B', 2, critical);
    await write('C', 3, warning);
    const { totalCount, severityCounts } = await page({ filter: { severities: ['warning'] }, first: 1 });
    expect(totalCount).toBe(1);
    expect(severityCounts).toHaveLength(2);
    expect(severityCounts).toEqual(
      expect.arrayContaining([
        { severity: 'critical', count: 2 },
        { severity: 'warning', count: 1 },
      ]),
    );
  });

  test('say how many of them are new, of the severities that are filtered', async () => {
    await write('A', 1, critical);
    await write('B', 2, { ...critical, acknowledgedAt: new Date() });
    await write('C', 3, warning);
    expect(await page({ first: 1 })).toMatchObject({ totalCount: 3, newCount: 2 });
    expect(await page({ filter: { severities: ['critical'] } })).toMatchObject({
      totalCount: 2,
      newCount: 1,
    });
  });
});

describe('A filter', () => {
  beforeEach(async () => {
    const at = new Date();
    await write('AP Büro', 1, { deviceMac: '74ACB9123456' });
    await write('Switch 1', 2, { type: AlertType.port_down, port: 12, acknowledgedAt: at, ...warning });
    await write('Gateway', 3, {
      controller: depot,
      siteId: 'HOST:2',
      siteName: 'Depot',
      snoozedUntil: new Date(now + hour),
      ...critical,
    });
    await write('Flappy', 4, { flappingSince: at, snoozedUntil: new Date(now - hour) });
    await write('Lost', 5, { unknownSince: at, acknowledgedAt: at });
  });

  test.each([
    [{ severities: ['critical', 'warning'] }, ['Gateway', 'Switch 1']],
    [{ severities: [] }, []],
    [{ types: ['port_down'] }, ['Switch 1']],
    [{ states: ['new'] }, ['AP Büro', 'Flappy']],
    [{ states: ['acknowledged'] }, ['Lost', 'Switch 1']],
    [{ states: ['snoozed', 'unknown'] }, ['Gateway', 'Lost']],
    [{ states: ['flapping'] }, ['Flappy']],
    [{ siteId: 'HOST:2' }, ['Gateway']],
    [{ deviceMac: '74ACB9123456' }, ['AP Büro']],
    [{ states: ['acknowledged'], severities: ['warning'] }, ['Switch 1']],
  ])('by %j finds %j', async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  test.each([
    ['buro', ['AP Büro']],
    ['BÜRO offline', ['AP Büro']],
    ['74:ac:b9:12', ['AP Büro']],
    ['depot', ['Gateway']],
    ['12', ['AP Büro', 'Switch 1']],
    ['down head', ['AP Büro', 'Flappy', 'Lost', 'Switch 1']],
    ['100%', []],
    ['nowhere', []],
  ])('by the words %j finds %j', async (search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });

  test.each([
    ['10.20.30.4', ['AP Büro']],
    ['20.30. offline', ['AP Büro']],
    ['10.20.30.5', []],
  ])('by the IP address %j of a device finds %j', async (search, expected) => {
    await addDevice(cast.alice.controllerId, 'HOST:1', '10.20.30.4');
    await addDevice(depot, 'HOST:2', '10.20.30.5');
    expect(await names({ search })).toEqual(expected);
    expect((await page({ filter: { search } })).totalCount).toBe(expected.length);
  });

  test('by controller finds only its own', async () => {
    expect(await names({ controllerId: depot })).toEqual(['Gateway']);
    expect(await names({ controllerId: 'no id' })).toEqual([]);
  });
});

describe('Customers and tags', () => {
  let bakery: string;
  beforeEach(async () => {
    const em = running.app.orm.em.fork();
    bakery = await em.insert(Customer, {
      team: cast.alice.teamId,
      name: 'Bäckerei Nord',
      color: '#0072b2',
      tags: ['gold'],
      createdAt: new Date(),
    });
    const site = { team: cast.alice.teamId, name: 'Head Office', createdAt: new Date() };
    await em.insert(TeamSite, { ...site, hostId: 'HOST:1', customer: bakery, tags: ['remote'] });
    await em.insert(TeamSite, { ...site, hostId: 'HOST:2', tags: ['lab'] });
    await write('Oven', 1);
    await write('Bench', 2, { siteId: 'HOST:2', siteName: 'Lab', ...warning });
    await write('Unlisted', 3, { siteId: 'HOST:3', siteName: 'Gone', ...critical });
  });

  test.each([
    [() => ({ customerIds: [bakery] }), ['Oven']],
    [() => ({ customerIds: [randomUUID(), 'no id'] }), []],
    [() => ({ unassigned: true }), ['Bench', 'Unlisted']],
    [() => ({ unassigned: false }), ['Oven']],
    [() => ({ customerIds: [bakery], unassigned: true }), ['Bench', 'Oven', 'Unlisted']],
    [() => ({ tags: [' GOLD '] }), ['Oven']],
    [() => ({ tags: ['remote', 'lab'] }), ['Bench', 'Oven']],
    [() => ({ search: 'backerei' }), ['Oven']],
    [() => ({ inGroups: { by: 'customer', keys: [bakery, ''] } }), ['Bench', 'Oven', 'Unlisted']],
  ])('filter alerts (%#)', async (filter, expected) => {
    expect(await names(filter())).toEqual(expected);
  });

  test('group alerts, with those of no customer together', async () => {
    const { data } = await as(cast.alice).ask(
      '{ openAlertGroups(by: customer) { key customerId customerName customerColor siteId siteName count severity } }',
    );
    const nowhere = { siteId: null, siteName: null };
    expect(data!['openAlertGroups']).toEqual([
      {
        key: '',
        customerId: null,
        customerName: null,
        customerColor: null,
        count: 2,
        severity: 'critical',
        ...nowhere,
      },
      {
        key: bakery,
        customerId: bakery,
        customerName: 'Bäckerei Nord',
        customerColor: '#0072b2',
        count: 1,
        severity: 'error',
        ...nowhere,
      },
    ]);
  });
});

describe('Groups', () => {
  const groups = async (variables: object, person = cast.alice as { server: Running; token: string }) => {
    const { data } = await as(person).ask(
      `query ($by: AlertGrouping!, $filter: AlertFilter, $first: Int, $skip: Int) {
        openAlertGroups(by: $by, filter: $filter, first: $first, skip: $skip) { key siteName type count newCount siteCount severity oldest }
      }`,
      variables,
    );
    return data!['openAlertGroups'] as { key: string }[];
  };

  test('by site and by cause have counts, worst first, and their alerts can be asked for', async () => {
    const atDepot = { controller: depot, siteId: 'HOST:2', siteName: 'Depot' };
    await write('A', 1, { acknowledgedAt: new Date() });
    await write('B', 2, { type: AlertType.port_down, ...warning });
    await write('C', 3, { ...atDepot, ...critical });
    const [depotGroup, headOffice] = await groups({ by: 'site' });
    expect(depotGroup).toMatchObject({
      siteName: 'Depot',
      type: null,
      count: 1,
      newCount: 1,
      severity: 'critical',
    });
    expect(headOffice).toMatchObject({ siteName: 'Head Office', count: 2, newCount: 1, severity: 'error' });
    expect(await names({ inGroups: { by: 'site', keys: [headOffice!.key] } })).toEqual(['A', 'B']);

    const causes = await groups({ by: 'cause' });
    expect(causes).toMatchObject([
      { siteName: null, type: 'device_offline', count: 2, siteCount: 2 },
      { siteName: null, type: 'port_down', count: 1, siteCount: 1 },
    ]);
    expect(await names({ inGroups: { by: 'cause', keys: [causes[0]!.key] } })).toEqual(['A', 'C']);
    expect(await groups({ by: 'cause', filter: { siteId: 'HOST:2' } })).toHaveLength(1);
    expect(await groups({ by: 'cause', first: 1, skip: 1 })).toMatchObject([{ type: 'port_down' }]);
    expect(await groups({ by: 'site' }, cast.bob)).toEqual([]);
  });

  test('say when their longest-standing problem began, as the order of their alerts does', async () => {
    const since = new Date(now - 5 * hour);
    await write('A', 1, { since });
    await write('B', 2);
    expect(await groups({ by: 'site' })).toMatchObject([{ count: 2, oldest: since.toISOString() }]);
  });
});

describe('Pages', () => {
  const everyOrder = ['worst', 'newest', 'oldest'];
  const severities = Object.values(AlertSeverity);

  beforeEach(async () => {
    // Some of one moment.
    for (let n = 0; n < 12; n++)
      await write(`Device ${n}`, Math.floor(n / 3), { severity: severities[n % severities.length] });
  });

  test.each(everyOrder)(
    'in the order "%s" have every alert once, forwards, backwards and after a jump',
    async (order) => {
      const all = namesOf(await page({ order }));
      expect(new Set(all).size).toBe(12);
      const forwards: string[] = [];
      let last: Page | undefined;
      for (let after: string | null = null, pages = 0; pages < 3; pages++, after = last.nextCursor) {
        last = await page({ order, first: 5, after });
        forwards.push(...namesOf(last));
      }
      expect(forwards).toEqual(all);
      expect(last!.nextCursor).toBeNull();
      const before = await page({ order, first: 5, before: last!.previousCursor });
      expect(namesOf(before)).toEqual(all.slice(5, 10));
      expect(before.nextCursor).not.toBeNull();
      expect(namesOf(await page({ order, first: 7, before: before.previousCursor }))).toEqual(
        all.slice(0, 5),
      );
      const jumped = await page({ order, first: 3, skip: 6 });
      expect(namesOf(jumped)).toEqual(all.slice(6, 9));
      expect(namesOf(await page({ order, first: 2, before: jumped.previousCursor }))).toEqual(
        all.slice(4, 6),
      );
    },
  );

  test('go on from the same place when the alert that the cursor was made from has moved or ended', async () => {
    const all = (await page()).nodes;
    const { nextCursor } = await page({ first: 5 });
    await change(all[4]!.id, { severity: AlertSeverity.info });
    await change(all[3]!.id, { resolvedAt: new Date(), resolution: 'recovered' }, AlertChangeKind.resolved);
    const rest = await page({ after: nextCursor });
    expect(rest.nodes.map(({ id }) => id).sort()).toEqual(
      [...all.slice(5), all[4]!].map(({ id }) => id).sort(),
    );
  });

  test.each([
    'nonsense',
    '9/2026-11-26T00:00:00.000000Z/x',
    `1/2026-99-26T00:00:00.000000Z/${randomUUID()}`,
    `1/2026-02-30T00:00:00.000000Z/${randomUUID()}`,
    `1/2026-04-31T00:00:00.000000Z/${randomUUID()}`,
    `1/0000-01-01T00:00:00.000000Z/${randomUUID()}`,
    '%',
  ])('are refused for the cursor %j', async (after) => {
    const { errors } = await as(cast.alice).ask(document, { after });
    expect(errors).toMatchObject([
      { message: 'Unknown cursor: load the alerts again', extensions: { code: 'BAD_USER_INPUT' } },
    ]);
  });

  test.each([
    [{ first: 201 }, 'Ask for at most 200 alerts at once'],
    [{ first: 0 }, 'Ask for at least one alert'],
    [{ skip: -1 }, '`skip` must be 0 or more'],
  ])('are refused for %j', async (variables, message) => {
    await refused(variables, message);
  });

  test('are refused for a search or a list of IDs that is too long', async () => {
    await refused({ filter: { search: 'x'.repeat(201) } }, 'Search must be 200 characters or less');
    const ids = Array.from({ length: 201 }, () => randomUUID());
    await refused({ filter: { ids } }, 'Choose up to 200 alerts');
    const inGroups = { by: 'site', keys: ['x'.repeat(301)] };
    await refused({ filter: { inGroups } }, 'Choose one of the groups');
  });
});

/** The same device at this console, offline. */
const addDevice = (controller: string, hostId: string, ip: string) =>
  running.app.orm.em.fork().insert(Device, {
    controller,
    hostId,
    mac: '74ACB9123456',
    name: 'AP Büro',
    role: 'accessPoint',
    isConsole: false,
    state: 'offline',
    stateSince: new Date(now),
    ip,
  } as object as Device);

async function refused(variables: object, message: string): Promise<void> {
  expect((await as(cast.alice).ask(document, variables)).errors).toMatchObject([
    { message, extensions: { code: 'BAD_USER_INPUT' } },
  ]);
}

describe('Changes of a whole team', () => {
  const changed = `subscription ($after: String, $filter: AlertFilter!) {
    alertChanged(after: $after) { cursor change matches(filter: $filter) alert { id deviceName severity } }
  }`;
  interface Change {
    cursor: string;
    change: string;
    matches: boolean;
    alert: { id: string; deviceName: string };
  }

  async function watch(after: string, filter: object, { token } = cast.alice as { token: string }) {
    const socket = new Socket(running);
    sockets.push(socket);
    await socket.signIn(token);
    await socket.subscribe('1', changed, { after, filter });
    const changes = () =>
      socket.of('1').flatMap(({ payload }) => (payload?.data?.['alertChanged'] ?? []) as unknown as Change);
    return { changes, until: (count: number) => socket.until(() => changes().length >= count) };
  }

  test('come from every controller, say whether the alert matches, and stay within the team', async () => {
    const first = await write('At the office', 1);
    const second = await write('At the depot', 2, { controller: depot });
    const { cursor } = await page();
    const hers = await watch(cursor, { controllerId: depot, severities: ['critical'] });
    const his = await watch('0', {}, cast.bob);
    await change(first, critical);
    await change(second, critical);
    await change(second, { resolvedAt: new Date(), resolution: 'recovered' }, AlertChangeKind.resolved);
    await hers.until(3);
    expect(hers.changes()).toMatchObject([
      { change: 'changed', matches: false, alert: { deviceName: 'At the office' } },
      { change: 'changed', matches: expect.any(Boolean) as boolean, alert: { deviceName: 'At the depot' } },
      { change: 'resolved', matches: false, alert: { deviceName: 'At the depot' } },
    ]);
    expect(his.changes()).toEqual([]);
  });

  test('match by the IP address of the device, too', async () => {
    await addDevice(cast.alice.controllerId, 'HOST:1', '10.20.30.4');
    const id = await write('AP Büro', 1, { deviceMac: '74ACB9123456' });
    const { cursor } = await page();
    const [found, other] = [
      await watch(cursor, { search: '10.20.30.4' }),
      await watch(cursor, { search: '10.20.30.5' }),
    ];
    await change(id, critical);
    await Promise.all([found.until(1), other.until(1)]);
    expect([found.changes()[0]!.matches, other.changes()[0]!.matches]).toEqual([true, false]);
  });

  test('and pages that are read meanwhile add up to what is open, with nothing missed and nothing twice', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, (_, n) => write(`Device ${n}`, n)));
    const filter = { severities: ['error', 'critical'] };
    const { nodes, nextCursor, cursor } = await page({ filter, first: 10 });
    const list = new Map(nodes.map(({ id, deviceName }) => [id, deviceName]));
    const watched = await watch(cursor, filter);

    await change(ids[25]!, critical);
    await change(nodes[2]!.id, warning);
    await change(nodes[3]!.id, { resolvedAt: new Date(), resolution: 'recovered' }, AlertChangeKind.resolved);
    const added = await write('Arrived', 0, critical);
    await change(added, {}, AlertChangeKind.raised);
    const second = await page({ filter, first: 10, after: nextCursor });
    await change(second.nodes[1]!.id, warning);
    await change(ids[0]!, { acknowledgedAt: new Date() });
    const third = await page({ filter, first: 20, after: second.nextCursor });
    expect(third.nextCursor).toBeNull();

    await watched.until(6);
    const seen = watched.changes().map((one) => Number(one.cursor));
    expect(seen).toEqual(seen.map((_, n) => Number(cursor) + n + 1));
    for (const one of [...second.nodes, ...third.nodes]) list.set(one.id, one.deviceName);
    for (const { alert, matches } of watched.changes())
      if (matches) list.set(alert.id, alert.deviceName);
      else list.delete(alert.id);
    const open = await page({ filter, first: 200 });
    expect([...list.values()].sort()).toEqual(namesOf(open).sort());
    expect(open.totalCount).toBe(list.size);
  });
});
