import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addPriceList, give, limitPackage } from '#tests/support/limits.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let controller: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

/** A key that sees three sites, each with an access point of its name. */
beforeEach(async () => {
  await rounds.begin({
    keys: [
      {
        value: 'test-key',
        consoles: ['Leeds', 'York', 'Hull'].map((name) => ({ name, devices: [{ name: `AP ${name}` }] })),
      },
      { value: 'foreign-key', consoles: [{ name: 'Bank' }] },
    ],
  });
  controller = await rounds.addController('test-key', 'Yorkshire');
});
afterEach(() => rounds.end());

const hostId = (name: string) => rounds.network.console(name).hostId;
const idsOf = (...names: string[]) => names.map(hostId);
const put = (input: object) => rounds.rest(`PUT /api/controllers/${controller}`, input);
const tick = async (...names: string[]) =>
  expect(await put({ selectedSiteIds: idsOf(...names) })).toMatchObject({ status: 200 });
const shown = () => rounds.controller(controller);
const open = async () => (await rounds.alerts(controller)).map(({ deviceName }) => deviceName).sort();
const isSelected = async () => {
  const { sites } = await rounds.ask<{ sites: { hostName: string; isSelected: boolean }[] }>(
    'query ($id: ID!) { sites(controller: $id) { hostName isSelected } }',
    { id: controller },
  );
  return sites.filter((site) => site.isSelected).map(({ hostName }) => hostName);
};
const siteName = async () =>
  (await rounds.rest(`GET /api/controllers/${controller}/alerts`)).body['siteName'];

describe('Selecting sites', () => {
  test('several of them leaves the documented fields for one site empty', async () => {
    const { updateController } = await rounds.ask<{ updateController: object }>(
      `mutation ($id: ID!, $input: ControllerChanges!) { updateController(id: $id, input: $input) {
         selectedSiteIds selectedSiteNames selectedSiteCount selectedSiteId selectedSiteName deviceCount } }`,
      { id: controller, input: { selectedSiteIds: idsOf('Hull', 'Leeds', 'Hull') } },
    );
    expect(updateController).toEqual({
      selectedSiteIds: idsOf('Leeds', 'Hull'),
      selectedSiteNames: ['Leeds', 'Hull'],
      selectedSiteCount: 2,
      selectedSiteId: null,
      selectedSiteName: null,
      deviceCount: 4,
    });
    expect(await isSelected()).toEqual(['Leeds', 'Hull']);
    expect(await siteName()).toBe('Leeds and 1 more');
  });

  test('only one of them is the documented selection, whichever field selects it', async () => {
    const one = {
      selectedSiteId: hostId('York'),
      selectedSiteName: 'York',
      selectedSiteIds: idsOf('York'),
      selectedSiteCount: 1,
    };
    for (const input of [
      { selectedSiteIds: idsOf('York') },
      { selectedSiteId: hostId('York'), selectedSiteName: 'York' },
      { selectedSiteId: hostId('York'), selectedSiteIds: idsOf('York') },
    ]) {
      await tick('Leeds', 'Hull');
      expect(await put(input)).toMatchObject({ status: 200, body: one });
      expect([await isSelected(), await siteName()]).toEqual([['York'], 'York']);
    }
  });

  test.each([['selectedSiteId'], ['selectedSiteIds']])(
    'with null in %s monitors all again',
    async (field) => {
      await tick('Leeds', 'Hull');
      const all = { selectedSiteId: null, selectedSiteIds: null, selectedSiteCount: null };
      expect(await put({ [field]: null })).toMatchObject({ status: 200, body: all });
      expect([await isSelected(), await siteName()]).toEqual([[], 'Unknown Site']);
    },
  );

  test.each<[string, () => Record<string, unknown>, RegExp]>([
    ['none', () => ({ selectedSiteIds: [] }), /^Tick at least one site, or choose all sites$/],
    [
      'a site of another account',
      () => ({ selectedSiteIds: idsOf('Leeds', 'Bank') }),
      /^Site not found: \S+\. Choose from the sites that the API key can see\.$/,
    ],
    ['something that is no ID', () => ({ selectedSiteIds: ['x'.repeat(201)] }), /^Site not found$/],
    [
      'too many',
      () => ({ selectedSiteIds: Array.from({ length: 1001 }, (_, nth) => `HOST:${nth}`) }),
      /^Tick at most 1,000 sites, or choose all sites$/,
    ],
    [
      'two things at once',
      () => ({ selectedSiteId: hostId('York'), selectedSiteIds: idsOf('Leeds') }),
      /^`selectedSiteId` doesn't match this list\. Leave one of them out\.$/,
    ],
    [
      'all and one at once',
      () => ({ selectedSiteId: null, selectedSiteIds: idsOf('Leeds') }),
      /^`selectedSiteId` doesn't match this list\. Leave one of them out\.$/,
    ],
  ])('%s is refused and changes nothing', async (_, input, message) => {
    await tick('Leeds', 'Hull');
    const before = await shown();
    const said = expect.stringMatching(message) as string;
    expect(await put(input())).toEqual({
      status: 400,
      body: { message: said, fields: { selectedSiteIds: said } },
    });
    expect(await shown()).toEqual(before);
  });

  test('of another team’s controller finds none', async () => {
    const bob = await rounds.person('Bob');
    expect((await rest(bob).get(`/api/controllers/${controller}`)).status).toBe(404);
    const { status } = await rest(bob).put(`/api/controllers/${controller}`, {
      selectedSiteIds: idsOf('Leeds'),
    });
    expect(status).toBe(404);
    expect(await shown()).toMatchObject({ selectedSiteIds: null });
  });

  test('finds the controller by each of their names', async () => {
    await tick('Leeds', 'Hull');
    const found = async (search: string) =>
      (await rounds.ask<{ controllerCount: number }>(`{ controllerCount(search: "${search}") }`))
        .controllerCount;
    expect(await Promise.all(['hull', 'leeds york', 'york'].map(found))).toEqual([1, 1, 1]);
    await rounds.rest(`PUT /api/controllers/${controller}`, { name: 'North' });
    expect(await Promise.all(['hull', 'north leeds', 'york'].map(found))).toEqual([1, 1, 0]);
  });

  test('that a node of the previous release writes wins over the list it doesn’t know', async () => {
    await tick('Leeds', 'Hull');
    await rounds.rows(`update controller set selected_site_id = ?, selected_site_name = 'York'`, [
      hostId('York'),
    ]);
    expect(await shown()).toMatchObject({ selectedSiteIds: idsOf('York'), selectedSiteNames: ['York'] });
    await rounds.rows('update controller set selected_site_id = null, selected_site_name = null');
    expect(await shown()).toMatchObject({ selectedSiteIds: null, selectedSiteNames: null });
  });
});

describe('With two of three sites selected', () => {
  beforeEach(async () => {
    await rounds.addRule();
    await tick('Leeds', 'York');
    for (const name of ['AP Leeds', 'AP York', 'AP Hull']) rounds.network.device(name).goOffline();
    for (const minute of [1, 2]) await rounds.round(controller, minute);
  });

  test('only those raise alerts, are counted, measured, found and asked', async () => {
    expect(await open()).toEqual(['AP Leeds', 'AP York']);
    expect(await rounds.figures()).toMatchObject({ totalDevices: 4, offlineDevices: 2 });
    expect(await shown()).toMatchObject({ status: 'online', deviceCount: 4, totalSites: 3 });
    const { devices, search } = await rounds.ask<Record<string, { name: string }[] & { devices: unknown[] }>>(
      `query ($id: ID!) { devices(controllerId: $id) { name } search(text: "AP") { devices { device { name } } } }`,
      { id: controller },
    );
    expect(devices?.map(({ name }) => name)).toEqual(['AP Leeds', 'AP York', 'Leeds', 'York']);
    expect(search?.devices).toHaveLength(2);
    const measured = await rounds.rows<{ host_id: string }>(
      'select distinct host_id from device join metrics.device_sample on device_id = device.id',
    );
    expect(measured.map(({ host_id }) => host_id).sort()).toEqual(idsOf('Leeds', 'York').sort());
    const asked = (name: string) =>
      rounds.unifi.requests.some(({ path }) => decodeURIComponent(path).includes(hostId(name)));
    expect(['Leeds', 'York', 'Hull'].map(asked)).toEqual([true, true, false]);
  });

  test('a removed one ends its alerts with the next reading, with their event, and a rule’s duration starts over', async () => {
    const live = await rounds.history();
    await tick('York');
    expect(await rounds.figures()).toMatchObject({ totalDevices: 2 });
    await rounds.round(controller, 3);
    expect(await open()).toEqual(['AP York']);
    expect((await rounds.history()).slice(live.length)).toEqual(['resolved AP Leeds']);
    expect(
      await rounds.rows('select device_name, resolution from alert where resolved_at is not null'),
    ).toEqual([{ device_name: 'AP Leeds', resolution: 'no_longer_watched' }]);
    await tick('York', 'Leeds');
    await rounds.round(controller, 4);
    expect(await open()).toEqual(['AP York']);
    await rounds.round(controller, 5);
    expect(await open()).toEqual(['AP Leeds', 'AP York']);
  });

  test('a removed one drops its pending conditions in the next round', async () => {
    await rounds.addRule({ duration: 60 });
    const pending = () => rounds.rows('select subject from pending_condition');
    await rounds.round(controller, 3);
    expect(await pending()).toHaveLength(2);
    await tick('York');
    await rounds.round(controller, 4);
    expect(await pending()).toHaveLength(1);
  });

  test('a removed one keeps its history, which its charts still show', async () => {
    await tick('York');
    rounds.at(10);
    const samples = async (siteId: string | null) => {
      const { siteMetrics } = await rounds.ask<{ siteMetrics: { offline: (number | null)[] } }>(
        `query ($id: ID!, $siteId: String, $from: DateTimeISO!, $until: DateTimeISO!) {
           siteMetrics(controllerId: $id, siteId: $siteId, from: $from, until: $until) { offline } }`,
        { id: controller, siteId, from: time(0), until: time(5) },
      );
      return siteMetrics.offline.filter((value) => value !== null);
    };
    expect(await samples(hostId('Leeds'))).toEqual(await samples(hostId('York')));
    expect(await samples(hostId('Leeds'))).toContain(1);
    expect(await samples(hostId('Hull'))).toEqual([]);
    expect(await samples(null)).toEqual(await samples(hostId('York')));
  });

  test('a new one is monitored only once all sites are', async () => {
    rounds.network.addConsole('test-key', { name: 'Ripon', devices: [{ name: 'AP Ripon' }] });
    rounds.network.device('AP Ripon').goOffline();
    for (const minute of [3, 4]) await rounds.round(controller, minute);
    expect(await shown()).toMatchObject({ totalSites: 4, deviceCount: 4 });
    expect(await open()).toEqual(['AP Leeds', 'AP York']);
    await put({ selectedSiteIds: null });
    for (const minute of [5, 6]) await rounds.round(controller, minute);
    expect(await open()).toEqual(['AP Hull', 'AP Leeds', 'AP Ripon', 'AP York']);
    expect(await shown()).toMatchObject({ deviceCount: 8 });
  });

  test('a renamed one is renamed in the next round', async () => {
    rounds.network.console('Leeds').change({ name: 'Leeds HQ' });
    await rounds.round(controller, 3);
    expect(await siteName()).toBe('Leeds HQ and 1 more');
  });
});

describe('A selected site that leaves the account', () => {
  beforeEach(async () => {
    await rounds.addRule();
    await tick('Leeds', 'York');
    await rounds.round(controller, 1);
    rounds.network.console('Leeds').leaveAccount();
  });

  test('is reported by name, while the others are still monitored', async () => {
    rounds.network.device('AP York').goOffline();
    for (const minute of [2, 3, 90]) await rounds.round(controller, minute);
    expect(await shown()).toMatchObject({
      status: 'unknown',
      statusReason:
        'A selected site (“Leeds”) is no longer in this UniFi account. The others are still monitored. ' +
        'Select sites again, or give the API key access to it.',
      selectedSiteNames: ['Leeds', 'York'],
    });
    expect(await open()).toEqual(['AP York']);
  });

  test('stays selected until it is removed, and then can’t be selected again', async () => {
    const [leeds, york] = (await shown())['selectedSiteIds'] as string[];
    expect(await put({ selectedSiteIds: [leeds, york, hostId('Hull')] })).toMatchObject({
      body: { selectedSiteNames: ['York', 'Hull', 'Leeds'] },
    });
    await tick('York', 'Hull');
    expect(await put({ selectedSiteIds: [leeds, york] })).toMatchObject({ status: 400 });
    await rounds.round(controller, 2);
    expect(await shown()).toMatchObject({ status: 'online', statusReason: null });
  });

  test('is an error if no other is left', async () => {
    rounds.network.console('York').leaveAccount();
    await rounds.round(controller, 2);
    expect(await shown()).toMatchObject({
      status: 'error',
      statusReason: 'None of the selected sites is in this UniFi account any longer. Select other sites.',
    });
  });
});

test('Two controllers with one key can share its sites out, and each counts as monitored', async () => {
  await tick('Leeds');
  const other = await rounds.addController('test-key', 'Humberside');
  await rounds.rest(`PUT /api/controllers/${other}`, { selectedSiteIds: idsOf('Hull', 'York') });
  for (const one of [controller, other]) await rounds.round(one, 1);
  const { fleetOverview } = await rounds.ask<{ fleetOverview: { quiet: { siteName: string }[] } }>(
    '{ fleetOverview { quiet { siteName controllerId } } }',
  );
  expect(fleetOverview.quiet).toEqual([
    { siteName: 'Hull', controllerId: other },
    { siteName: 'Leeds', controllerId: controller },
    { siteName: 'York', controllerId: other },
  ]);
  await rounds.rest(`PUT /api/controllers/${other}`, { selectedSiteIds: idsOf('York') });
  const { fleetOverview: later } = await rounds.ask<{ fleetOverview: { quiet: object[] } }>(
    '{ fleetOverview { quiet { siteName } } }',
  );
  expect(later.quiet).toEqual([{ siteName: 'Leeds' }, { siteName: 'York' }]);
});

test('The package’s limit covers the devices of selected sites only, and moves on with the selection', async () => {
  await addPriceList(rounds.running);
  await limitPackage(rounds.running, 'Professional Plan', { maxDevices: 4 });
  await give(rounds.running, rounds.alice.teamId, 'Professional Plan');
  await rounds.round(controller, 0);
  const beyond = async () => {
    const { subscription } = await rounds.ask<{ subscription: { usage: object } }>(
      '{ subscription { usage { devices devicesBeyond } } }',
    );
    return subscription.usage;
  };
  expect(await beyond()).toEqual({ devices: 6, devicesBeyond: 2 });
  await tick('Leeds', 'Hull');
  expect(await beyond()).toEqual({ devices: 4, devicesBeyond: 0 });
  await put({ selectedSiteIds: null });
  expect(await beyond()).toEqual({ devices: 6, devicesBeyond: 2 });
});

test('The devices of a controller are counted by state, on its monitored sites only', async () => {
  await tick('Leeds', 'York');
  rounds.network.device('AP Leeds').goOffline();
  rounds.network.device('AP Hull').goOffline();
  for (const minute of [1, 2]) await rounds.round(controller, minute);
  const { controllers } = await rounds.ask<{ controllers: { devices: object }[] }>(
    '{ controllers { devices { total online offline } } }',
  );
  expect(controllers[0]?.devices).toEqual({ total: 4, online: 3, offline: 1 });
});
