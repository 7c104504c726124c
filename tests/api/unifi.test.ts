import { describe, expect, it } from 'vitest';
import { readAccount, readController } from '#api/features/unifi/unifi.client.ts';
import {
  ALL,
  CAN,
  HOST,
  NONE,
  NOW,
  SERVER,
  at,
  clients,
  cloudPage,
  consoleOf,
  deviceOf,
  devices,
  except,
  healthy,
  hosts,
  page,
  readingOf,
  rows,
  sites,
  serve,
  statistics,
} from './unifi.answers.ts';

describe('the consoles visible to a key', () => {
  it('have their name, or else host name, with link, version and number of devices', async () => {
    await using unifi = await serve(healthy);
    expect(await readAccount(unifi.connection)).toEqual({
      consoles: [
        { hostId: HOST, name: 'Zürich 🏔', link: 'connected', version: '10.3.55', deviceCount: 4 },
        { hostId: SERVER, name: 'cellar', link: 'disconnected', version: '8.4.59', deviceCount: 1 },
      ],
      complete: true,
      totalSites: 2,
      version: '10.3.55',
    });
  });

  it('are marked as incomplete when the list breaks off', async () => {
    const torn = except(({ pathname, searchParams }) => {
      if (pathname !== '/v1/hosts') return undefined;
      return searchParams.has('nextToken')
        ? { status: 500 }
        : { body: cloudPage(hosts().slice(0, 1), { nextToken: 't' }) };
    });
    await using unifi = await serve(torn);
    const account = await readAccount(unifi.connection);
    expect([account.consoles.length, account.complete]).toEqual([1, false]);
  });

  it('are named by their ID, with an unknown link, if they report nothing', async () => {
    const silent = [{ ...hosts()[0], reportedState: null, lastConnectionStateChange: '' }];
    await using unifi = await serve(at('/v1/hosts', () => cloudPage(silent)));
    const { consoles } = await readAccount(unifi.connection);
    expect(consoles).toMatchObject([{ name: HOST, link: 'unknown' }]);
  });
});

describe('a reading', () => {
  it('joins cloud and console data by MAC', async () => {
    const reading = await readingOf(healthy);
    expect(deviceOf(reading, '01')).toEqual({
      mac: '245A4C000001',
      name: 'Gateway',
      model: 'UDM Pro',
      role: 'gateway',
      isConsole: true,
      adopted: true,
      state: 'online',
      reportedState: 'ONLINE',
      cpuPercent: 19.8,
      memoryPercent: 78.9,
      uplinkBps: 9520,
      diskFreePercent: 10,
      startedAt: new Date(NOW.getTime() - 277_227_000),
      clientCount: 0,
      ports: [
        { index: 1, state: 'up' },
        { index: 2, state: 'down' },
        { index: 3, state: 'unknown' },
      ],
    });
    expect(consoleOf(reading).devices.map((found) => found.role)).toEqual([
      'gateway',
      'switch',
      'access_point',
      'other',
    ]);
    expect(consoleOf(reading)).toMatchObject({
      devicesListed: true,
      rowsListed: true,
      // Of the offline devices that UniFi counts, the list has one.
      unlisted: { total: 1, offline: 0 },
      version: '10.3.55',
    });
    expect(consoleOf(reading).problem).toBeUndefined();
  });

  it('contains no personal data about the account’s users', async () => {
    const reading = JSON.stringify(await readingOf(healthy));
    expect(reading).not.toMatch(/example\.com|Some One|203\.0\.113/);
  });

  it('identifies the gateway by the address in its site, whatever its model is called', async () => {
    const [group] = devices();
    const renamed = [{ ...group, devices: [{ ...group?.devices[0], model: 'Novelty', shortname: 'NVL' }] }];
    const reading = await readingOf(
      at('/v1/devices', () => cloudPage(renamed)),
      { wants: NONE },
    );
    expect(deviceOf(reading, '01').role).toBe('gateway');
  });

  it('never dates a link change in the future', async () => {
    const ahead = hosts().map((host) => ({ ...host, lastConnectionStateChange: '2026-11-20T12:09:00Z' }));
    const reading = await readingOf(at('/v1/hosts', () => cloudPage(ahead)));
    expect(consoleOf(reading).linkChangedAt).toEqual(NOW);
  });

  it('counts no offline devices from an incomplete list of sites', async () => {
    const [site] = sites();
    const torn = except(({ pathname, searchParams }) => {
      if (pathname !== '/v1/sites') return undefined;
      return searchParams.has('nextToken')
        ? { status: 500 }
        : { body: cloudPage([site], { nextToken: 't' }) };
    });
    expect(consoleOf(await readingOf(torn))).not.toHaveProperty('offline');
  });

  it('lists clients with their device and leaves out those without a MAC', async () => {
    expect(consoleOf(await readingOf(healthy)).clients).toEqual([
      { mac: 'AABBCC000001', name: 'Till', uplinkMac: '245A4C000002', wired: true },
      { mac: 'AABBCC000002', name: 'AABBCC000002' },
    ]);
  });

  it('leaves clients unknown when the list is incomplete', async () => {
    const torn = () => page([{ ...clients()[0], macAddress: null }]);
    const short = () => page(clients().slice(0, 1), 3);
    for (const body of [torn, short]) {
      expect(consoleOf(await readingOf(at('/clients', body)))).not.toHaveProperty('clients');
    }
  });

  it('requests nothing from the connector that no rule needs or the console doesn’t offer', async () => {
    await using unifi = await serve(healthy);
    await readController(unifi.connection, { at: NOW, capabilities: [CAN], wants: NONE });
    await readController(unifi.connection, { at: NOW, capabilities: [], wants: ALL });
    await readController(unifi.connection, { at: NOW, hostIds: [SERVER], capabilities: [CAN], wants: ALL });
    expect(unifi.asked.filter((path) => path.includes('connector'))).toEqual([]);
    const lost = { ...CAN, hostId: SERVER };
    await readController(unifi.connection, { at: NOW, capabilities: [lost], wants: ALL });
    expect(unifi.asked.filter((path) => path.includes('connector'))).toEqual([]);
    const bare = { ...CAN, statistics: false, storage: false };
    await readController(unifi.connection, {
      at: NOW,
      capabilities: [bare],
      wants: { ...NONE, statistics: true, storage: true },
    });
    expect(unifi.asked.filter((path) => /statistics|stat\/device/.test(path))).toEqual([]);
    const wants = { ...NONE, statistics: true };
    await readController(unifi.connection, { at: NOW, capabilities: [CAN], wants });
    expect(unifi.asked.filter((path) => /clients|stat\/device|devices\/[^/]+$/.test(path))).toEqual([]);
  });

  it('doesn’t report the constant gigabit of an access point as traffic', async () => {
    const rate = { txRateBps: 1_000_000_000, rxRateBps: 1_000_000_000 };
    const reading = await readingOf(at('/statistics/latest', () => ({ ...statistics(), uplink: rate })));
    expect(deviceOf(reading, '03').uplinkBps).toBeUndefined();
    expect(deviceOf(reading, '02').uplinkBps).toBe(2_000_000_000);
  });

  it('has no uplink, CPU or memory of a device that doesn’t report them', async () => {
    const found = deviceOf(await readingOf(at('/statistics/latest', () => ({ interfaces: {} }))), '01');
    for (const figure of ['uplinkBps', 'cpuPercent', 'memoryPercent'])
      expect(found).not.toHaveProperty(figure);
  });

  it('includes the site of a device only if a console has several', async () => {
    const two = () =>
      page([
        { id: 'site-1', name: 'Shop' },
        { id: 'site-2', name: 'Store' },
      ]);
    const several = except(({ pathname }) => {
      if (pathname.endsWith('/v1/sites') && pathname.includes('connector')) return { body: two() };
      return pathname.endsWith('site-2/devices') || pathname.endsWith('site-2/clients')
        ? { body: page([]) }
        : undefined;
    });
    expect(deviceOf(await readingOf(several), '02').siteName).toBe('Shop');
    expect(deviceOf(await readingOf(healthy), '02')).not.toHaveProperty('siteName');
  });
});

describe('the state of a device', () => {
  it('comes from the console if that was read, or else from the cloud', async () => {
    expect(deviceOf(await readingOf(healthy), '03').state).toBe('online');
    expect(deviceOf(await readingOf(healthy, { wants: NONE }), '03').state).toBe('offline');
  });

  const words: [word: string, state: string, stateReason?: string][] = [
    ['ONLINE', 'online'],
    ['OFFLINE', 'offline'],
    ['DISCONNECTED', 'offline'],
    ['CONNECTION_INTERRUPTED', 'offline', 'interrupted'],
    ['ISOLATED', 'impaired', 'isolated'],
    ['U5G_INCORRECT_TOPOLOGY', 'impaired', 'incorrect_topology'],
    ['UPDATING', 'busy', 'updating'],
    ['GETTING_READY', 'busy', 'getting_ready'],
    ['ADOPTING', 'busy', 'adopting'],
    ['PENDING_ADOPTION', 'busy', 'adopting'],
    ['DELETING', 'busy', 'deleting'],
    ['DREAMING', 'unknown', 'unrecognized'],
    ['constructor', 'unknown', 'unrecognized'],
  ];

  it.each(words)(
    'is for %s of the console: %s, whatever the cloud says',
    async (word, state, stateReason) => {
      const said = at('/site-1/devices', () => page(rows().map((one) => ({ ...one, state: word }))));
      const { reportedState, ...found } = deviceOf(await readingOf(said), '02');
      expect([found.state, found.stateReason, reportedState]).toEqual([state, stateReason, word]);
    },
  );

  it.each([
    ...words,
    ['connectionInterrupted', 'offline', 'interrupted'] as const,
    ['disconnected', 'offline', undefined] as const,
    ['Online', 'online', undefined] as const,
  ])('is for %s of the cloud, if the console was not read: %s', async (word, state, stateReason) => {
    const [group] = devices();
    const said = [{ ...group, devices: group?.devices.map((one) => ({ ...one, status: word })) }];
    const reading = await readingOf(
      at('/v1/devices', () => cloudPage(said)),
      { wants: NONE },
    );
    const { reportedState, ...found } = deviceOf(reading, '02');
    expect([found.state, found.stateReason, reportedState]).toEqual([state, stateReason, word]);
  });

  it.each(['', null, 7, {}])('is never offline for %j, which is not a state', async (word) => {
    const groups = devices()
      .slice(0, 1)
      .map((group) => ({
        ...group,
        devices: group.devices.map((one) => ({ ...one, status: word })),
      }));
    const reading = await readingOf(
      at('/v1/devices', () => cloudPage(groups)),
      { wants: NONE },
    );
    expect(consoleOf(reading).devices.map((one) => one.state)).toEqual(Array(4).fill('unknown'));
    expect(deviceOf(reading, '02').stateReason).toBe('unreported');
  });

  it('comes from the cloud if the console lists a device without a state', async () => {
    const silent = at('/site-1/devices', () => page(rows().map((one) => ({ ...one, state: null }))));
    expect(deviceOf(await readingOf(silent), '03').state).toBe('offline');
  });

  it('is unknown below a console that lost the cloud, whatever its frozen list says', async () => {
    const reading = await readingOf(healthy);
    expect(consoleOf(reading, SERVER)).toMatchObject({
      link: 'disconnected',
      linkChangedAt: new Date('2026-11-18T08:00:00Z'),
    });
    expect(deviceOf(reading, 'F1', SERVER).state).toBe('unknown');
    expect(consoleOf(reading, SERVER)).not.toHaveProperty('offline');
  });

  it('is unknown below a lost console even while its report looks fresh', async () => {
    const fresh = devices().map((group) => ({ ...group, updatedAt: NOW.toISOString() }));
    const reading = await readingOf(at('/v1/devices', () => cloudPage(fresh)));
    expect(deviceOf(reading, 'F1', SERVER).state).toBe('unknown');
  });

  it('is unknown when UniFi says neither that the console is connected nor how old its report is', async () => {
    const undated = devices().map((group) => ({ ...group, updatedAt: '' }));
    const silent = hosts().map((host) => ({ ...host, reportedState: null }));
    const both = except(({ pathname }) => {
      if (pathname === '/v1/hosts') return { body: cloudPage(silent) };
      return pathname === '/v1/devices' ? { body: cloudPage(undated) } : undefined;
    });
    expect(deviceOf(await readingOf(both, { wants: NONE }), '03').state).toBe('unknown');
    const known = at('/v1/devices', () => cloudPage(undated));
    expect(deviceOf(await readingOf(known, { wants: NONE }), '03').state).toBe('offline');
  });

  it('does not expire while the console is connected, however old the date of its list', async () => {
    const old = devices().map((group) => ({ ...group, updatedAt: '2026-11-13T09:00:00Z' }));
    const reading = await readingOf(
      at('/v1/devices', () => cloudPage(old)),
      { wants: NONE },
    );
    expect(consoleOf(reading).devices.map((one) => one.state)).toEqual([
      'online',
      'online',
      'offline',
      'offline',
    ]);
    expect(consoleOf(reading).problem).toBeUndefined();
  });

  it('expires after ten minutes if UniFi does not say whether the console is connected', async () => {
    const silent = hosts().map((host) => ({ ...host, reportedState: null }));
    const dated = (updatedAt: string) =>
      except(({ pathname }) => {
        if (pathname === '/v1/hosts') return { body: cloudPage(silent) };
        const groups = devices().map((group) => ({ ...group, updatedAt }));
        return pathname === '/v1/devices' ? { body: cloudPage(groups) } : undefined;
      });
    const fresh = await readingOf(dated('2026-11-20T11:50:01Z'), { wants: NONE });
    expect(deviceOf(fresh, '03').state).toBe('offline');
    const stale = await readingOf(dated('2026-11-20T11:49:59Z'), { wants: NONE });
    expect(deviceOf(stale, '03')).toMatchObject({ state: 'unknown', stateReason: 'console_unknown' });
    expect(consoleOf(stale).problem).toEqual({ code: 'link_unreported' });
  });

  it('is not evaluated for devices that were never adopted', async () => {
    const reading = await readingOf(healthy);
    expect(deviceOf(reading, '04')).toMatchObject({ adopted: false, state: 'offline', role: 'other' });
  });
});
