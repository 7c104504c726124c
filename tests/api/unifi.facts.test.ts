// What pages show about devices and sites, and which calls it costs.
import { describe, expect, it } from 'vitest';
import type { Answer } from './unifi.answers.ts';
import {
  CAN,
  HOST,
  NONE,
  NOW,
  clients,
  cloudPage,
  consoleOf,
  detail,
  deviceOf,
  devices,
  except,
  healthy,
  hosts,
  page,
  readingOf,
  rows,
  sites,
  storage,
} from './unifi.answers.ts';
import { busiestMinute, fleetOf, listing, macOf, rounds } from './unifi.rounds.ts';

const cloudDevice = (more: object): Answer => {
  const [group] = devices();
  const said = [{ ...group, devices: group!.devices.map((one) => ({ ...one, ...more })) }];
  return except(({ pathname }) => (pathname === '/v1/devices' ? { body: cloudPage(said) } : undefined));
};
const factsOf = async (answer: Answer, options: object = { wants: NONE }) =>
  deviceOf(await readingOf(answer, options), '02');

describe('a device', () => {
  it('has the version, address and times that the cloud reports', async () => {
    const facts = {
      version: '7.2.123',
      ip: '10.0.0.7',
      adoptionTime: '2025-01-02T03:04:05Z',
      startupTime: '2026-11-01T08:00:00Z',
    };
    expect(await factsOf(cloudDevice(facts))).toMatchObject({
      firmwareVersion: '7.2.123',
      ip: '10.0.0.7',
      adoptedAt: new Date('2025-01-02T03:04:05Z'),
      startedAt: new Date('2026-11-01T08:00:00Z'),
    });
  });

  it.each([
    ['upToDate', false],
    ['updateAvailable', true],
    ['updatePending', true],
    ['somethingNew', undefined],
    [null, undefined],
  ])(
    'whose firmware is %s: update available %s, whatever `updateAvailable` says',
    async (status, offered) => {
      const said = cloudDevice({ firmwareStatus: status, updateAvailable: null });
      expect((await factsOf(said)).updateAvailable).toBe(offered);
    },
  );

  it.each([
    { version: '' },
    { ip: 'soon' },
    { ip: '' },
    { startupTime: '' },
    { startupTime: null, adoptionTime: null },
    // A console's clock may be ahead of ours.
    { startupTime: '2026-11-20T12:00:01Z' },
  ])('has no facts from %j', async (nothing) => {
    const found = await factsOf(cloudDevice(nothing));
    for (const fact of ['firmwareVersion', 'ip', 'startedAt', 'adoptedAt'])
      expect(found).not.toHaveProperty(fact);
  });

  it('that only its console lists has what the console reports', async () => {
    const listed = rows().map((row) => ({
      ...row,
      ipAddress: '192.168.1.9',
      firmwareVersion: '6.6.77',
      firmwareUpdatable: true,
    }));
    const answer = except(({ pathname }) => {
      if (pathname === '/v1/devices') return { body: cloudPage([]) };
      return pathname.endsWith('/site-1/devices') ? { body: page(listed) } : undefined;
    });
    expect(await factsOf(answer, {})).toMatchObject({
      ip: '192.168.1.9',
      firmwareVersion: '6.6.77',
      updateAvailable: true,
      // Of its uptime.
      startedAt: new Date(NOW.getTime() - 277_227_000),
    });
  });

  it('has its uplink, the port there, and its power from a console that is read in full', async () => {
    const powered = {
      ...detail(),
      uplink: { deviceId: rows()[0]!.id },
      interfaces: {
        ports: [
          { idx: 1, state: 'UP', poe: { state: 'UP' } },
          { idx: 2, state: 'UP', poe: { state: 'LIMITED' } },
          { idx: 3, state: 'DOWN', poe: { state: 'DOWN' } },
          { idx: 4, state: 'UP' },
        ],
      },
    };
    const legacy = storage();
    const answer = except(({ pathname }) => {
      if (pathname.endsWith('-000000000002')) return { body: powered };
      if (!pathname.endsWith('/stat/device')) return undefined;
      const last = {
        mac: '24:5a:4c:00:00:02',
        last_uplink: { uplink_mac: '24:5a:4c:00:00:01', uplink_remote_port: 7 },
      };
      return { body: { ...legacy, data: [...legacy.data.slice(0, 1), last] } };
    });
    expect(await factsOf(answer, {})).toMatchObject({
      uplinkMac: '245A4C000001',
      uplinkPort: 7,
      poe: { total: 3, inUse: 2, limited: 1 },
    });
  });

  it('has a number of clients only if all of them are listed', async () => {
    expect(await factsOf(healthy, {})).toMatchObject({ clientCount: 1 });
    expect(deviceOf(await readingOf(healthy), '03').clientCount).toBe(0);
    const short = except(({ pathname }) =>
      pathname.endsWith('/clients') ? { body: page(clients().slice(0, 1), 3) } : undefined,
    );
    expect(await factsOf(short, {})).not.toHaveProperty('clientCount');
  });
});

describe('a site', () => {
  const at = (host: object, site: object): Answer =>
    except(({ pathname }) => {
      if (pathname === '/v1/hosts') return { body: cloudPage([{ ...hosts()[0], ...host }]) };
      return pathname === '/v1/sites'
        ? { body: cloudPage([{ ...sites()[0], statistics: site }]) }
        : undefined;
    });

  it('has its console, provider and clients', async () => {
    const counts = { offlineDevice: 1, totalDevice: 4, wifiClient: 15, wiredClient: 16, guestClient: 4 };
    const state = { ...hosts()[0]!.reportedState, hardware: { name: 'UniFi Dream Machine SE' } };
    const answer = at(
      { reportedState: state, latestBackupTime: '2026-11-20T00:00:00Z' },
      { counts, ispInfo: { name: 'Swisscom' } },
    );
    expect(consoleOf(await readingOf(answer)).facts).toEqual({
      hardware: 'UniFi Dream Machine SE',
      osVersion: '5.0.16',
      backedUpAt: new Date('2026-11-20T00:00:00Z'),
      ispName: 'Swisscom',
      wifiClients: 15,
      wiredClients: 16,
      guestClients: 4,
    });
  });

  it.each([null, {}, { counts: { wifiClient: 3 } }])('has no clients from %j', async (statistics) => {
    expect(consoleOf(await readingOf(at({}, statistics as object))).facts).toEqual({ osVersion: '5.0.16' });
  });
});

describe('facts that no rule needs', () => {
  const wants = { ...NONE, statistics: true, facts: true };
  const uplinks = (count: number) => ({
    ...storage(),
    data: Array.from({ length: count }, (_, at) => ({
      mac: macOf(at),
      last_uplink: { uplink_mac: macOf(1), uplink_remote_port: at + 1 },
    })),
  });
  const fleet =
    (size: number): Answer =>
    (url) =>
      url.pathname.endsWith('/stat/device') ? { body: uplinks(size) } : listing(fleetOf(size))(url);
  const isFact = ({ path }: { path: string }) =>
    /\/clients$|\/topology$|stat\/device$|devices\/device-\d+$/.test(path);

  it('are read from a small console in the first round, and again a quarter of an hour later', async () => {
    await using console = await rounds(fleet(4), { wants });
    const { found } = await console.at(0);
    expect(found?.devices.map(({ uplinkPort, clientCount }) => [uplinkPort, clientCount])).toEqual(
      expect.arrayContaining([[4, 0]]),
    );
    const first = console.calls.filter(isFact).map(({ path }) => path.split('/').at(-1));
    const details = ['device-0', 'device-1', 'device-2', 'device-3'];
    expect(first.toSorted()).toEqual(['clients', 'device', ...details, 'topology']);
    for (let minute = 1; minute < 15; minute++) await console.at(minute * 60);
    // Clients change more often than cables.
    expect(
      console.calls
        .filter(isFact)
        .slice(7)
        .map(({ path }) => path.split('/').at(-1)),
    ).toEqual(['clients', 'clients']);
    await console.at(15 * 60);
    expect(console.calls.filter(isFact)).toHaveLength(7 + 2 + 6);
  });

  it('take turns, so that each device of a larger console is read within minutes', async () => {
    await using console = await rounds(fleet(40), { wants });
    for (let minute = 0; minute < 6; minute++) await console.at(minute * 60);
    const read = console.calls.filter(isFact).flatMap(({ path }) => /device-\d+$/.exec(path)?.[0] ?? []);
    expect(new Set(read).size).toBe(40);
    expect(read).toHaveLength(40);
  });

  it('get two calls a minute from a console that needs all of them, and never more than the budget', async () => {
    await using console = await rounds(fleet(200), { wants });
    for (let minute = 0; minute < 10; minute++) await console.at(minute * 60);
    expect(console.calls.filter(isFact).length).toBeLessThanOrEqual(22);
    expect(console.calls.filter(isFact).length).toBeGreaterThanOrEqual(18);
    const minutes = Map.groupBy(console.calls, ({ at }) => Math.floor((at - NOW.getTime()) / 60_000));
    for (const calls of minutes.values()) expect(calls.length).toBeLessThanOrEqual(92);
  });

  it('delay nothing: they are read after every statistic', async () => {
    await using console = await rounds(fleet(4), { wants });
    await console.at(0);
    const kinds = console.calls.map((call) => (isFact(call) ? 'fact' : 'needed'));
    expect(kinds.indexOf('fact')).toBeGreaterThan(kinds.lastIndexOf('needed'));
  });

  it('stop when UniFi asks to wait, and are never a problem otherwise', async () => {
    let status = 500;
    const refusing: Answer = (url) =>
      url.pathname.endsWith('/clients') ? { status, headers: { 'Retry-After': '60' } } : fleet(4)(url);
    await using console = await rounds(refusing, { wants });
    expect((await console.at(0)).found?.problem).toBeUndefined();
    status = 429;
    const { found } = await console.at(300);
    expect(found?.problem).toMatchObject({ code: 'rate_limited' });
    const asked = console.calls.length;
    await console.at(330);
    expect(console.calls).toHaveLength(asked);
  });

  it('cost nothing for what a rule reads anyway', async () => {
    await using console = await rounds(fleet(4), {
      wants: { ...wants, detail: true, clients: true, storage: true },
    });
    await console.at(0);
    const before = console.calls.length;
    await console.at(60);
    expect(console.calls.slice(before).filter(isFact)).toHaveLength(6);
    expect(console.cursor.consoles.find(({ hostId }) => hostId === HOST)?.facts?.clientsAt).toBeUndefined();
  });
});

describe('uplinks that only details name', () => {
  const can = { ...CAN, storage: false };
  const wants = { ...NONE, statistics: true, facts: true };
  /** Access points, except for the last four devices, which are switches. */
  const office = (size: number) =>
    fleetOf(size).map((row, at) =>
      at < size - 4 ? { ...row, model: 'U6 Pro', features: ['accessPoint'] } : row,
    );
  const details = ({ calls }: { calls: { path: string }[] }) =>
    calls.flatMap(({ path }) => /device-\d+$/.exec(path)?.[0] ?? []);

  it('are read from gateways and switches first, and of each device once', async () => {
    await using console = await rounds(listing(office(200)), { wants, can });
    await console.at(0);
    expect(details(console).length).toBeLessThan(10);
    for (let minute = 1; minute < 6; minute++) await console.at(minute * 60);
    const read = details(console);
    expect(new Set(read).size).toBe(200);
    expect(read).toHaveLength(200);
    const [gateway, ...rest] = read.slice(read.length - 200).filter((name) => /-(1|19[6-9])$/.test(name));
    expect([gateway, ...rest].map((name) => read.indexOf(name!) < 20)).toEqual(Array(5).fill(true));
    for (let minute = 6; minute < 10; minute++) await console.at(minute * 60);
    expect(details(console)).toHaveLength(200);
  });

  it('are read at twenty-second intervals within the same limits', async () => {
    await using console = await rounds(listing(office(400)), { wants, can, everyMs: 20_000 });
    for (let second = 0; second <= 600; second += 20) await console.at(second);
    expect(new Set(details(console)).size).toBe(400);
    expect(busiestMinute(console.calls.map(({ at }) => at))).toBeLessThanOrEqual(100);
  });

  it('are read again at the same pace after half a day without a reading', async () => {
    await using console = await rounds(listing(office(200)), { wants, can });
    for (let minute = 0; minute < 6; minute++) await console.at(minute * 60);
    const before = details(console).length;
    for (let minute = 0; minute < 5; minute++) await console.at((13 * 60 + minute) * 60);
    expect(new Set(details(console).slice(before)).size).toBe(200);
  });

  it('are read from devices without ports, too, while ports are read', async () => {
    const rows = office(40).map((row, at) => (at < 36 ? { ...row, interfaces: ['radios'] } : row));
    await using console = await rounds(listing(rows), { wants: { ...wants, detail: true }, can });
    for (let minute = 0; minute < 3; minute++) await console.at(minute * 60);
    expect(new Set(details(console)).size).toBe(40);
  });

  it('are read even if the console has no statistics', async () => {
    const silent = { ...can, statistics: false };
    await using console = await rounds(listing(office(150)), { wants, can: silent });
    for (let minute = 0; minute < 4; minute++) await console.at(minute * 60);
    expect(new Set(details(console)).size).toBe(150);
  });

  it('are read even if the details of one device fail every time', async () => {
    const broken: Answer = (url) =>
      url.pathname.endsWith('/device-150') ? { status: 500 } : listing(office(200))(url);
    await using console = await rounds(broken, { wants, can });
    for (let minute = 0; minute < 6; minute++) await console.at(minute * 60);
    expect(new Set(details(console)).size).toBe(200);
    expect(details(console).filter((name) => name === 'device-150').length).toBeLessThan(3);
  });

  it('leave the calls to statistics if the console refuses details', async () => {
    const refusing: Answer = (url) =>
      /device-\d+$/.test(url.pathname) ? { status: 403 } : listing(office(200))(url);
    await using console = await rounds(refusing, { wants, can });
    let measured = 0;
    for (let minute = 0; minute < 20; minute++) measured += (await console.at(minute * 60)).measured.length;
    expect(details(console).length).toBeLessThan(60);
    expect(measured / 20).toBeGreaterThan(60);
  });

  it('wait for as long as UniFi asks', async () => {
    let isLimited = false;
    const limited: Answer = (url) =>
      isLimited && /device-\d+$/.test(url.pathname)
        ? { status: 429, headers: { 'Retry-After': '120' } }
        : listing(office(200))(url);
    await using console = await rounds(limited, { wants, can });
    await console.at(0);
    isLimited = true;
    expect((await console.at(60)).found?.problem).toMatchObject({ code: 'rate_limited' });
    const asked = console.calls.length;
    await console.at(120);
    // Calls that were in flight arrive late.
    expect(console.calls.length - asked).toBeLessThan(4);
    isLimited = false;
    for (let minute = 4; minute < 9; minute++) await console.at(minute * 60);
    expect(new Set(details(console)).size).toBe(200);
  });

  it('never make a round late, however slowly the console responds', async () => {
    await using console = await rounds(listing(office(200)), { wants, can, callMs: 2500 });
    for (let minute = 0; minute < 10; minute++) {
      await console.at(minute * 60);
      expect(console.clock.now - NOW.getTime()).toBeLessThan((minute + 1) * 60_000);
    }
    expect(details(console).length).toBeGreaterThan(5);
  });
});
