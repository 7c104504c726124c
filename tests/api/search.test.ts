// The search behind the command palette: what a team has, found by words.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AlertResolution, AlertSeverity, AlertType } from '#api/features/alerts/alert.enums.ts';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { Controller } from '#api/features/controllers/controller.entity.ts';
import { Device } from '#api/features/controllers/device.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addMember } from '#tests/support/members.ts';
import { addController, enter, type Cast, type Person } from '#tests/support/people.ts';
import { TeamSite } from '#api/features/sites/team-site.entity.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Customer } from '#api/features/customers/customer.entity.ts';
import { PaletteSearch } from '#web/app/palette/palette.gql.ts';

let running: Running;
let cast: Cast;
let viewer: Person;

const hour = 3_600_000;
const at = (hours: number) => new Date(Date.parse('2026-11-20T12:00:00Z') + hours * hour);

const search = async (person: Person, text: string) => (await as(person).run(PaletteSearch, { text })).search;
const devices = async (text: string) =>
  (await search(cast.alice, text)).devices.map(
    ({ device, controllerName }) => `${device.name} · ${controllerName}`,
  );

beforeAll(async () => {
  running = await startServer();
  await emptyDatabase();
  cast = await enter(running);
  viewer = await addMember(cast.alice, TeamRole.viewer, 'Wanda');
  const em = running.app.orm.em.fork();
  await em.nativeUpdate(Controller, { id: cast.alice.controllerId }, { name: 'Head Office' });
  const zurich = await addController(cast.alice, { name: 'Zürich 🏮', selectedSiteName: 'Bahnhof' });
  const foreign = await addController(cast.bob, { name: 'Lobby Hotels' });
  let mac = 0;
  const device = (controller: string, name: string, more: object = {}) =>
    em.insert(Device, {
      controller,
      hostId: 'HOST:1',
      mac: `A0B1C2D3E4${String(++mac).padStart(2, '0')}`,
      name,
      model: 'U7 Pro',
      role: 'accessPoint',
      isConsole: false,
      state: 'online',
      stateSince: at(0),
      ...more,
    } as object as Device);
  await device(cast.alice.controllerId, 'AP Lobby', { ip: '10.0.1.1' });
  await device(cast.alice.controllerId, 'Lobby Switch');
  await device(cast.alice.controllerId, 'AP Back Lobby', { state: 'offline' });
  await device(zurich, 'Café Nord');
  await device(zurich, '100%_Door', { ip: '10.0.1.12' });
  await device(cast.alice.controllerId, 'Roaming AP', { mac: 'FFEE00000001' });
  await device(zurich, 'Roaming AP', { mac: 'FFEE00000001', stateSince: at(5) });
  await device(foreign, 'AP Lobby of Bob');
  const alert = (team: string, controller: string, hours: number, name: string, more: object = {}) =>
    em.insert(Alert, {
      team,
      controller,
      ruleName: 'Access points',
      subject: `${name} ${hours}`,
      type: AlertType.device_offline,
      severity: AlertSeverity.error,
      deviceName: name,
      siteId: 'HOST:1',
      siteName: 'Head Office',
      since: at(hours),
      timestamp: at(hours),
      ...more,
    });
  const over = { resolvedAt: at(20), resolution: AlertResolution.recovered };
  await alert(cast.alice.teamId, cast.alice.controllerId, 3, 'AP Lobby', over);
  await alert(cast.alice.teamId, cast.alice.controllerId, 1, 'AP Lobby');
  await alert(cast.alice.teamId, cast.alice.controllerId, 2, 'Lobby Switch');
  await alert(cast.bob.teamId, foreign, 2, 'AP Lobby of Bob');
  for (const [team, name] of [
    [cast.alice.teamId, 'Lobby down'],
    [cast.bob.teamId, 'Lobby down at Bob'],
  ])
    await em.insert(AlertRule, {
      team,
      name,
      condition: AlertCondition.device_offline,
    } as object as AlertRule);
});
afterAll(() => running.close());

describe('Searching a team', () => {
  test('finds its devices, alerts and rules, and nothing from another team', async () => {
    const found = await search(cast.alice, 'lobby');
    expect(found.devices.map(({ device }) => device.name)).toEqual([
      'Lobby Switch',
      'AP Back Lobby',
      'AP Lobby',
    ]);
    expect(found.alerts.map(({ deviceName, resolvedAt }) => [deviceName, resolvedAt !== null])).toEqual([
      ['Lobby Switch', false],
      ['AP Lobby', false],
      ['AP Lobby', true],
    ]);
    expect(found.alertRules.map(({ name }) => name)).toEqual(['Lobby down']);
    expect(JSON.stringify(found)).not.toContain('Bob');
    expect((await search(cast.bob, 'lobby')).devices.map(({ device }) => device.name)).toEqual([
      'AP Lobby of Bob',
    ]);
  });

  test.each([
    ['cafe NORD', ['Café Nord · Zürich 🏮']],
    ['a0:b1:c2:d3:e4:01', ['AP Lobby · Head Office']],
    ['A0-B1-C2-D3-E4-01', ['AP Lobby · Head Office']],
    ['A0B1C2D3E401', ['AP Lobby · Head Office']],
    ['a0b1.c2d3.e401', ['AP Lobby · Head Office']],
    ['A0 B1 C2 D3 E4 01', ['AP Lobby · Head Office']],
    ['e4:05', ['100%_Door · Zürich 🏮']],
    ['10.0.1.1', ['AP Lobby · Head Office', '100%_Door · Zürich 🏮']],
    ['10.0.1.12', ['100%_Door · Zürich 🏮']],
    ['.1.12 door', ['100%_Door · Zürich 🏮']],
    ['10.0.1.13', []],
    // A number alone is part of a name.
    ['10', ['100%_Door · Zürich 🏮']],
    ['u7 switch', ['Lobby Switch · Head Office']],
    ['lobby zurich', []],
    ['nord bahnhof', ['Café Nord · Zürich 🏮']],
    ['100%', ['100%_Door · Zürich 🏮']],
    ['_', ['100%_Door · Zürich 🏮']],
    ['head office', []],
    ['<script>%.*', []],
  ])(
    'finds devices by name, model, MAC or IP address, narrowed by their controller: %j',
    async (text, found) => {
      expect(await devices(text)).toEqual(found);
    },
  );

  test('lists a device that moved to another console once, where it was seen last', async () => {
    expect(await devices('roaming')).toEqual(['Roaming AP · Zürich 🏮']);
  });

  test.each([
    ['zurich', ['Zürich 🏮']],
    ['bahnhof', ['Zürich 🏮']],
    ['office', ['Head Office']],
  ])('finds controllers by name or site: %j', async (text, names) => {
    expect((await search(cast.alice, text)).controllers.map(({ name }) => name)).toEqual(names);
  });

  test.each(['wanda', 'tester WANDA', 'wanda@netlantern.test'])('finds colleagues: %j', async (text) => {
    expect((await search(cast.alice, text)).members).toMatchObject([{ name: 'Wanda Tester' }]);
    expect((await search(cast.bob, text)).members).toEqual([]);
  });

  test('finds the team’s customers by name and tag', async () => {
    await running.app.orm.em.fork().insert(Customer, {
      team: cast.alice.teamId,
      name: 'Åre Dental',
      color: '#0072b2',
      tags: ['gold'],
    } as object as Customer);
    expect((await search(cast.alice, 'are gol')).customers).toMatchObject([{ name: 'Åre Dental' }]);
    expect((await search(cast.bob, 'are gol')).customers).toEqual([]);
  });

  test('names the customer whose site a device is on', async () => {
    const em = running.app.orm.em.fork();
    const { id } = await em.findOneOrFail(Customer, { name: 'Åre Dental' });
    const site = { team: cast.alice.teamId, hostId: 'HOST:1', name: 'Bahnhof', customer: id };
    await em.insert(TeamSite, site as object as TeamSite);
    const [found] = (await search(cast.alice, 'cafe')).devices;
    expect(found).toMatchObject({ device: { name: 'Café Nord' }, customerName: 'Åre Dental' });
    const [alert] = (await search(cast.alice, 'lobby switch')).alerts;
    expect(alert).toMatchObject({ customer: { name: 'Åre Dental' } });
    expect((await search(cast.bob, 'lobby')).devices).toMatchObject([{ customerName: null }]);
  });

  test('is available to viewers, with the same results', async () => {
    expect(await search(viewer, 'lobby')).toEqual(await search(cast.alice, 'lobby'));
  });

  test('finds nothing for blanks, and respects the limit per kind', async () => {
    const nothing = {
      customers: [],
      sites: [],
      controllers: [],
      devices: [],
      alerts: [],
      alertRules: [],
      members: [],
    };
    expect(await search(cast.alice, ' \t ')).toEqual(nothing);
    const { data } = await as(cast.alice).ask(
      '{ search(text: "lobby", first: 1) { devices { device { name } } alerts { deviceName } } }',
    );
    expect(data).toEqual({
      search: { devices: [{ device: { name: 'Lobby Switch' } }], alerts: [{ deviceName: 'Lobby Switch' }] },
    });
  });

  test.each([
    ['text: "x", first: 0', '`first` must be 1 or more'],
    ['text: "x", first: 51', '`first` must be 50 or less'],
    [`text: "${'x'.repeat(201)}"`, 'Search must be 200 characters or less'],
  ])('refuses %s', async (args, message) => {
    const { errors } = await as(cast.alice).ask(`{ search(${args}) { alertRules { id } } }`);
    expect(errors).toMatchObject([{ message }]);
  });

  test('refuses visitors', async () => {
    const { errors } = await as(cast.vic).ask('{ search(text: "lobby") { alertRules { id } } }');
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});
