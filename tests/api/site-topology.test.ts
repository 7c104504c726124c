// The uplink tree of a site and its changes, from UniFi to the answer.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SiteTopology, TopologyDevice, UplinkMovePage } from '#api/features/sites/site-topology.ts';
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
            storageApi: true,
            devices: [
              { name: 'Core Switch', model: 'USW Pro 24 PoE' },
              { name: 'Floor Switch', model: 'USW Pro 24 PoE', uplink: 'Core Switch' },
              { name: 'AP Lobby', uplink: 'Floor Switch' },
              { name: 'AP Yard', model: 'AC Mesh', uplink: 'AP Lobby', mesh: true },
            ],
          },
          { name: 'Depot' },
        ],
      },
    ],
  });
  office = await rounds.addController();
  await pass(-40, -38);
});
afterEach(() => rounds.end());

/** A round each minute. */
async function pass(from: number, to: number): Promise<void> {
  for (let minute = from; minute <= to; minute++) await rounds.round(office, minute);
}

const siteId = (name = 'Office') => rounds.network.console(name).hostId;

const fields = `devices { id name model role isConsole state stateReason alertId alertSeverity causeAlertId causeName
  causePort uplinkDeviceId uplinkPort uplinkKind uplinkSource uplinkSeenAt uplinkProblem } unreadReason`;

const askTopology = (site = siteId(), person: Person = rounds.alice) =>
  as(person).ask(
    `query ($c: ID!, $s: String!) { siteTopology(controllerId: $c, siteId: $s) { ${fields} } }`,
    {
      c: office,
      s: site,
    },
  );
const askChanges = (args = '', site = siteId(), person: Person = rounds.alice) =>
  as(person).ask(
    `query ($c: ID!, $s: String!) { uplinkChanges(controllerId: $c, siteId: $s${args}) {
       nodes { id at deviceId deviceName fromName fromPort toName toPort } nextCursor } }`,
    { c: office, s: site },
  );

/** By name, with the name of the uplink device. */
async function tree(): Promise<Record<string, Partial<TopologyDevice> & { uplink: string | null }>> {
  const { data, errors } = await askTopology();
  if (errors) throw new Error(errors[0]!.message);
  const { devices } = data!['siteTopology'] as SiteTopology;
  const names = new Map(devices.map(({ id, name }) => [id, name]));
  return Object.fromEntries(
    devices.map((one) => [one.name, { ...one, uplink: names.get(one.uplinkDeviceId ?? '') ?? null }]),
  );
}

async function changes(args = ''): Promise<UplinkMovePage> {
  const { data, errors } = await askChanges(args);
  if (errors) throw new Error(errors[0]!.message);
  return data!['uplinkChanges'] as UplinkMovePage;
}

const messages = ({ errors }: { errors?: readonly { message: string }[] }) =>
  errors?.map((one) => one.message);

describe('The topology of a site', () => {
  test('says what each device connects to, through which port, how, and where that was read', async () => {
    const { 'AP Lobby': lobby, 'AP Yard': yard, Office: gateway, ...switches } = await tree();
    expect(lobby).toMatchObject({
      role: 'access_point',
      state: 'online',
      uplink: 'Floor Switch',
      uplinkPort: rounds.network.device('AP Lobby').device.uplinkPort,
      uplinkKind: 'wired',
      uplinkSource: 'topology',
      uplinkSeenAt: time(-40),
      uplinkProblem: null,
      alertId: null,
      causeAlertId: null,
    });
    expect(yard).toMatchObject({ uplink: 'AP Lobby', uplinkKind: 'wireless', uplinkPort: null });
    expect(switches).toMatchObject({
      'Core Switch': { uplink: 'Office' },
      'Floor Switch': { uplink: 'Core Switch' },
    });
    expect(gateway).toMatchObject({ isConsole: true, uplink: null, uplinkProblem: null });
  });

  test('marks the devices that are down because of another one, and the alert of that one', async () => {
    await rounds.addRule({});
    await pass(0, 1);
    rounds.network.powerOff('Floor Switch');
    await pass(2, 5);
    const [alert] = await rounds.alerts(office);
    const shown = await tree();
    const cause = { causeAlertId: alert!['id'], causeName: 'Floor Switch', causePort: null, alertId: null };
    expect(shown).toMatchObject({
      'Core Switch': { state: 'online', alertId: null, causeAlertId: null },
      'Floor Switch': {
        state: 'offline',
        alertId: alert!['id'],
        alertSeverity: 'critical',
        causeAlertId: null,
      },
      'AP Lobby': { state: 'offline', uplink: 'Floor Switch', ...cause },
      'AP Yard': { state: 'offline', uplink: 'AP Lobby', ...cause },
    });
    rounds.network.powerOn('Floor Switch');
    await pass(6, 20);
    expect(await tree()).toMatchObject({
      'Floor Switch': { state: 'online', alertId: null },
      'AP Lobby': { state: 'online', causeAlertId: null },
    });
  });

  test('says why an uplink doesn’t count', async () => {
    const mac = (name: string) => rounds.network.device(name).device.mac;
    await rounds.rows('update device set uplink_mac = null, uplink_seen_at = null where mac = ?', [
      mac('AP Yard'),
    ]);
    await rounds.rows('update device set uplink_mac = ? where mac = ?', [mac('Depot'), mac('AP Lobby')]);
    await rounds.rows('update device set uplink_mac = ? where mac = ?', [
      mac('Floor Switch'),
      mac('Core Switch'),
    ]);
    expect(await tree()).toMatchObject({
      'AP Yard': { uplink: null, uplinkProblem: 'unknown' },
      'AP Lobby': { uplink: null, uplinkProblem: 'elsewhere' },
      'Core Switch': { uplink: 'Floor Switch', uplinkProblem: 'circular' },
      'Floor Switch': { uplink: 'Core Switch', uplinkProblem: 'circular' },
    });
    const old = `uplink_seen_at = now() - interval '9 days'`;
    await rounds.rows(`update device set ${old} where mac = ?`, [mac('Floor Switch')]);
    expect(await tree()).toMatchObject({
      'Floor Switch': { uplink: 'Core Switch', uplinkProblem: 'outdated' },
      'Core Switch': { uplink: 'Floor Switch', uplinkProblem: null },
    });
  });

  test('keeps the uplink of a device that was connected when it went down long ago', async () => {
    await rounds.rows(
      `update device set uplink_seen_at = now() - interval '30 days', state = 'offline',
              state_since = now() - interval '29.5 days' where name = 'AP Lobby'`,
    );
    expect(await tree()).toMatchObject({ 'AP Lobby': { uplink: 'Floor Switch', uplinkProblem: null } });
  });

  test('has no devices that left the site', async () => {
    await rounds.rows(`update device set left_at = now() where name = 'Core Switch'`);
    const shown = await tree();
    expect(shown['Core Switch']).toBeUndefined();
    expect(shown['Floor Switch']).toMatchObject({ uplink: null, uplinkProblem: 'elsewhere' });
  });

  test('can have 5,000 devices in one chain', async () => {
    await rounds.rows(
      `insert into device (controller_id, host_id, mac, name, role, is_console, state, state_since, uplink_mac, uplink_seen_at)
       select ?, ?, 'CHAIN' || n, 'Link ' || n, 'switch', false, 'online', now(), 'CHAIN' || n - 1, now()
         from generate_series(1, 5000) n`,
      [office, siteId()],
    );
    const shown = await tree();
    expect(Object.keys(shown)).toHaveLength(5005);
    expect(shown['Link 5000']).toMatchObject({ uplink: 'Link 4999', uplinkProblem: null });
    expect(shown['Link 1']).toMatchObject({ uplink: null, uplinkProblem: 'elsewhere' });
  });
});

describe('The changes of uplinks at a site', () => {
  test('are listed newest first, in pages, with the names of the devices', async () => {
    expect(await changes()).toEqual({ nodes: [], nextCursor: null });
    const port = rounds.network.device('AP Lobby').device.uplinkPort;
    rounds.network.plugIn('AP Lobby', 'Core Switch', { port: 9 });
    await rounds.round(office, 1);
    rounds.network.plugIn('AP Lobby', 'Core Switch', { port: 10 });
    await rounds.round(office, 20);
    const { nodes, nextCursor } = await changes(', first: 1');
    const { id } = (await tree())['AP Lobby']!;
    expect(nodes).toMatchObject([
      {
        at: time(20),
        deviceId: id,
        deviceName: 'AP Lobby',
        fromName: 'Core Switch',
        fromPort: 9,
        toName: 'Core Switch',
        toPort: 10,
      },
    ]);
    expect(nextCursor).toBe(nodes[0]!.id);
    expect(await changes(`, first: 1, after: "${nextCursor}"`)).toMatchObject({
      nodes: [{ at: time(1), fromName: 'Floor Switch', fromPort: port, toName: 'Core Switch', toPort: 9 }],
      nextCursor: null,
    });
  });

  test('name devices that the site no longer has', async () => {
    rounds.network.plugIn('AP Lobby', 'Core Switch', { port: 9 });
    await rounds.round(office, 1);
    await rounds.rows(`update device set left_at = now() where name = 'AP Lobby'`);
    await rounds.rows(`delete from device where name = 'Floor Switch'`);
    expect((await changes()).nodes).toMatchObject([
      { deviceId: null, deviceName: 'AP Lobby', fromName: rounds.network.device('Floor Switch').device.mac },
    ]);
  });

  test('refuse pages that are too long, and cursors of other sites', async () => {
    expect(messages(await askChanges(', first: 201'))).toEqual(['`first` must be 200 or less']);
    expect(messages(await askChanges(', first: 0'))).toEqual(['`first` must be 1 or more']);
    rounds.network.plugIn('AP Lobby', 'Core Switch', { port: 9 });
    await rounds.round(office, 1);
    const { nodes } = await changes();
    for (const after of ['nonsense', office])
      expect(messages(await askChanges(`, after: "${after}"`))).toEqual(['Uplink change not found']);
    await rounds.rows('update controller set selected_site_id = null');
    await rounds.round(office, 2);
    expect(messages(await askChanges(`, after: "${nodes[0]!.id}"`, siteId('Depot')))).toEqual([
      'Uplink change not found',
    ]);
  });
});

test('The topology of an unknown site or another team isn’t found', async () => {
  const bob = await rounds.person('Bob');
  for (const ask of [askTopology, (site: string, person: Person) => askChanges('', site, person)]) {
    for (const site of ['', 'nowhere'])
      expect(messages(await ask(site, rounds.alice))).toEqual(['Site not found']);
    expect(messages(await ask(siteId(), bob))).toEqual(['Controller not found']);
  }
});
