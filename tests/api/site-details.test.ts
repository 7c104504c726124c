// What the pages of a device and of a site show, from UniFi to the answer.
import { consoleUrl } from '#api/features/controllers/controller.entity.ts';
import { unifiUrl } from '#web/lib/places.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DeviceDetails, SiteDetails } from '#api/features/sites/site-details.ts';
import { as } from '#tests/support/as.ts';
import type { Person } from '#tests/support/people.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({
    keys: [
      {
        value: 'test-key',
        consoles: [
          {
            name: 'Office',
            model: 'UDM SE',
            storageApi: true,
            devices: [
              { name: 'Switch', model: 'USW Lite 8 PoE' },
              { name: 'AP Lobby', model: 'U6 Pro', uplink: 'Switch' },
            ],
            clients: [
              { name: 'Laptop', uplink: 'AP Lobby' },
              { name: 'Phone', uplink: 'AP Lobby', guest: true },
            ],
          },
        ],
      },
    ],
  });
  office = await rounds.addController();
  await rounds.round(office, 0);
});
afterEach(() => rounds.end());

const mac = (name: string) => rounds.network.device(name).device.mac;

const deviceFields = `
  device { name ip firmwareVersion updateAvailable startedAt adoptedAt uplinkPort clientCount url
           poe { total inUse limited } }
  controllerName uplink { name } connected { name } connectedCount clientsAt unreadReason
  site { name state openAlerts customer { name } tags }`;
const siteFields = `
  id siteId name controllerName url state stateReason stateSince version osVersion hardware ispName wifiClients
  wiredClients guestClients countedAt devices { total online offline unknown updatable } openAlerts tags`;

async function device(name: string, person: Person = rounds.alice): Promise<DeviceDetails> {
  const { data, errors } = await as(person).ask(
    `{ deviceDetails(controllerId: "${office}", deviceId: "${mac(name)}") { ${deviceFields} } }`,
  );
  if (errors) throw new Error(errors[0]!.message);
  return data!['deviceDetails'] as DeviceDetails;
}
async function site(person: Person = rounds.alice): Promise<SiteDetails> {
  const siteId = rounds.network.console('Office').hostId;
  const { data, errors } = await as(person).ask(
    `{ siteDetails(controllerId: "${office}", siteId: "${siteId}") { ${siteFields} } }`,
  );
  if (errors) throw new Error(errors[0]!.message);
  return data!['siteDetails'] as SiteDetails;
}
const rowOf = async (name: string) => {
  const [row] = await rounds.rows<{ version: string; client_count: number | null }>(
    'select xmin::text as version, client_count from device where mac = ?',
    [mac(name)],
  );
  return row!;
};

test('A console has the same address in UniFi wherever it is linked from', () => {
  expect([consoleUrl('F4:1/ä'), unifiUrl('F4:1/ä')]).toEqual(
    Array(2).fill('https://unifi.ui.com/consoles/F4:1%2F%C3%A4'),
  );
});

describe('A device', () => {
  test('has its facts, its place in the network and its site after the first poll, without any rule', async () => {
    expect(await device('AP Lobby')).toMatchObject({
      device: {
        ip: rounds.network.device('AP Lobby').device.ip,
        firmwareVersion: '6.7.17',
        updateAvailable: false,
        startedAt: time(-9 * 24 * 60),
        adoptedAt: time(-200 * 24 * 60),
        uplinkPort: rounds.network.device('AP Lobby').device.uplinkPort,
        clientCount: 2,
        poe: null,
        url: unifiUrl(rounds.network.console('Office').hostId),
      },
      controllerName: 'Office',
      uplink: { name: 'Switch' },
      connected: [],
      connectedCount: 0,
      clientsAt: time(0),
      unreadReason: null,
      site: { name: 'Office', state: 'online', customer: null, tags: [] },
    });
    expect(await device('Switch')).toMatchObject({
      device: { poe: { total: 8 }, clientCount: 0 },
      uplink: { name: 'Office' },
      connected: [{ name: 'AP Lobby' }],
      connectedCount: 1,
    });
  });

  test('is written when a fact changes, and at no other poll', async () => {
    await rounds.round(office, 1);
    const before = await rowOf('AP Lobby');
    // Both are within the tolerance of computed boot times.
    rounds.network.device('AP Lobby').change({ startedAt: Date.parse(time(-9 * 24 * 60)) + 90_000 });
    await rounds.round(office, 2);
    await rounds.round(office, 3);
    expect(await rowOf('AP Lobby')).toEqual(before);
    rounds.network.device('AP Lobby').change({ startedAt: Date.parse(time(3)) });
    await rounds.round(office, 4);
    expect((await device('AP Lobby')).device.startedAt).toBe(time(3));
    rounds.network.device('AP Lobby').change({ firmware: '6.8.1', firmwareStatus: 'updateAvailable' });
    await rounds.round(office, 5);
    expect((await device('AP Lobby')).device).toMatchObject({
      firmwareVersion: '6.8.1',
      updateAvailable: true,
    });
  });

  test('has its clients counted every five minutes, because they come and go', async () => {
    await rounds.addRule({ condition: 'client_disconnect' });
    await rounds.round(office, 1);
    rounds.network.client('Phone').leave();
    await rounds.round(office, 2);
    expect(await rowOf('AP Lobby')).toMatchObject({ client_count: 2 });
    await rounds.round(office, 5);
    expect(await rowOf('AP Lobby')).toMatchObject({ client_count: 1 });
    expect((await device('AP Lobby')).clientsAt).toBe(time(5));
  });

  test('keeps what was last known while it is offline, and while UniFi leaves it out', async () => {
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 1);
    rounds.network.device('AP Lobby').vanish();
    await rounds.round(office, 2);
    expect((await device('AP Lobby')).device).toMatchObject({
      firmwareVersion: '6.7.17',
      startedAt: time(-9 * 24 * 60),
    });
  });

  test('says why only its console could tell more', async () => {
    rounds.network.console('Office').refuseConnector();
    await rounds.begin({
      keys: [
        {
          value: 'test-key',
          connector: false,
          consoles: [{ name: 'Office', devices: [{ name: 'AP Lobby' }] }],
        },
      ],
    });
    office = await rounds.addController();
    await rounds.round(office, 0);
    const { device: found, unreadReason } = await device('AP Lobby');
    expect(found).toMatchObject({ firmwareVersion: '6.7.17', clientCount: null, poe: null });
    expect(unreadReason).toMatch(/can't use the connector of this console/);
  });

  test('and its site are not found by another team', async () => {
    const bob = await rounds.person('Bob');
    await expect(device('AP Lobby', bob)).rejects.toThrow('Controller not found');
    await expect(site(bob)).rejects.toThrow('Controller not found');
  });
});

describe('A site', () => {
  test('has its console, its clients, and its devices by state', async () => {
    rounds.network.device('AP Lobby').change({ firmwareStatus: 'updateAvailable' }).goOffline();
    await rounds.round(office, 1);
    expect(await site()).toMatchObject({
      name: 'Office',
      controllerName: 'Office',
      state: 'online',
      stateReason: null,
      version: '10.3.55',
      osVersion: '5.1.12',
      hardware: 'UniFi UDM SE',
      wifiClients: 2,
      wiredClients: 0,
      guestClients: 1,
      countedAt: time(0),
      devices: { total: 3, online: 2, offline: 1, unknown: 0, updatable: 1 },
      openAlerts: 0,
      tags: [],
    });
  });

  test.each([
    [
      'loses the cloud',
      () => void rounds.network.console('Office').disconnect(),
      'offline',
      /disconnected from UniFi/,
    ],
    [
      'reports an odd state',
      () => void rounds.network.console('Office').sayState('sleeping').failConnector({ status: 503 }),
      'unknown',
      /“sleeping”/,
    ],
    [
      'can’t be read',
      () => rounds.unifi.faults.add({ respond: 500, path: '/v1/hosts' }),
      'unknown',
      /server error/,
    ],
  ])('that %s says so', async (_, happen, state, reason) => {
    await rounds.addRule();
    happen();
    await rounds.round(office, 1);
    await rounds.round(office, 2);
    const found = await site();
    expect(found).toMatchObject({ state });
    expect(found.stateReason).toMatch(reason);
  });

  test('that left the account is unknown since then, and still has its page', async () => {
    rounds.network.key('test-key').key.consoles[0]!.inAccount = false;
    rounds.network.addConsole('test-key', { name: 'Annex' });
    await rounds.round(office, 1);
    expect(await site()).toMatchObject({
      state: 'unknown',
      stateReason: 'The console is no longer in this UniFi account.',
      stateSince: time(1),
    });
    rounds.network.console('Office').returnToAccount();
    await rounds.round(office, 2);
    expect(await site()).toMatchObject({ state: 'online' });
  });

  test('is found by its name, and names the place of its devices', async () => {
    const { data } = await as(rounds.alice).ask(
      '{ search(text: "office") { sites { name } } devices: search(text: "lobby office") { devices { device { name } siteName } } }',
    );
    expect(data).toMatchObject({
      search: { sites: [{ name: 'Office' }] },
      devices: { devices: [{ device: { name: 'AP Lobby' }, siteName: 'Office' }] },
    });
  });

  test('that isn’t known is not found', async () => {
    const ask = (siteId: string) =>
      as(rounds.alice).ask(`{ siteDetails(controllerId: "${office}", siteId: "${siteId}") { name } }`);
    for (const siteId of ['', 'nowhere'])
      expect((await ask(siteId)).errors?.map(({ message }) => message)).toEqual(['Site not found']);
  });
});

test('A controller’s sites are listed in pages: disconnected ones first, then by name', async () => {
  await rounds.rows('update controller set selected_site_id = null');
  for (const name of ['b', 'A', 'c']) rounds.network.addConsole('test-key', { name });
  rounds.network.console('c').disconnect();
  await rounds.round(office, 1);
  const page = async (args: string) => {
    const { data, errors } = await as(rounds.alice).ask(
      `{ controllerSites(controllerId: "${office}"${args}) { id name devices { total } } }`,
    );
    if (errors) throw new Error(errors[0]!.message);
    return data!['controllerSites'] as { id: string; name: string; devices: { total: number } }[];
  };
  const all = await page('');
  expect(all.map(({ name, devices }) => `${name} ${devices.total}`)).toEqual([
    'c 1',
    'A 1',
    'b 1',
    'Office 3',
  ]);
  const [first, second] = await page(', first: 2');
  const rest = await page(`, first: 2, after: "${second!.id}"`);
  expect([first, second, ...rest].map((one) => one?.name)).toEqual(all.map(({ name }) => name));
  await expect(page(', after: "019a0000-0000-7000-8000-000000000000"')).rejects.toThrow('Site not found');
  await expect(page(', after: "c"')).rejects.toThrow('Site not found');
});
