import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { demoNetwork, campusKey, headOfficeKey, retailKey } from '#api/demo/unifi/network-demo.ts';
import { fleet } from '#api/demo/unifi/network-build.ts';
import { FleetWeather, fleetKeys } from '#api/demo/unifi/network-fleet.ts';
import { liveNetwork } from '#api/demo/unifi/network-live.ts';
import { registerNetwork } from '#api/demo/unifi/network.routes.ts';
import { makeNetwork, type Network } from '#api/demo/unifi/network.ts';
import { consolePath, defaultSite, get, noon, onConsole, start, unifi } from './demo.asking.ts';

const second = 1_000;
const minute = 60 * second;
const colons = (mac: string) => mac.toLowerCase().match(/../g)?.join(':');
const macOf = (name: string) => unifi.network.device(name).device.mac;

/** The gateway has a core switch with two floors. On each floor is a switch with an access point, and one by radio. */
const building = {
  value: 'test-key',
  consoles: [
    {
      name: 'Office',
      storageApi: true,
      devices: [
        { name: 'Core', model: 'USW Aggregation' },
        { name: 'Floor 1', model: 'USW Pro 24 PoE', uplink: 'Core' },
        { name: 'Floor 2', model: 'USW Pro 24 PoE', uplink: 'Floor 1' },
        { name: 'AP 1', uplink: 'Floor 1' },
        { name: 'AP 2', uplink: 'Floor 2' },
        { name: 'AP Yard', model: 'AC Mesh', uplink: 'AP 2', mesh: true },
      ],
      clients: [{ name: 'Laptop', uplink: 'AP 2' }],
    },
  ],
};

let now = noon;

async function startBuilding(): Promise<Network> {
  now = noon;
  const network = makeNetwork({ now: () => now, keys: [structuredClone(building)] });
  await start({ network });
  return network;
}

/** By name, as the console reports them. */
async function states(): Promise<Record<string, string>> {
  const { data } = (await onConsole('Office', `sites/${defaultSite}/devices?limit=200`)).body;
  return Object.fromEntries(data.map(({ name, state }: Record<string, string>) => [name, state]));
}

async function offline(): Promise<string[]> {
  return Object.entries(await states()).flatMap(([name, state]) => (state === 'OFFLINE' ? [name] : []));
}

const detail = async (name: string) =>
  (await onConsole('Office', `sites/${defaultSite}/devices/${unifi.network.device(name).device.id}`)).body;

/** The state of the port that a device is plugged into. */
async function portOf(name: string): Promise<string> {
  const { uplinkMac, uplinkPort } = unifi.network.device(name).device;
  const { interfaces } = await detail(uplinkMac!);
  return interfaces.ports.find(({ idx }: { idx: number }) => idx === uplinkPort).state;
}

type Edge = Record<'uplinkMac' | 'downlinkMac' | 'type', string> & { uplinkPortNumber?: number };
const topology = (console = 'Office', key = 'test-key') =>
  get(consolePath(console, 'v2/api/site/default/topology'), key);
const edgeOf = async (name: string): Promise<Edge | undefined> =>
  (await topology()).body.edges.find((edge: Edge) => edge.downlinkMac === colons(macOf(name)));
const lastUplinkOf = async (name: string) =>
  (await get(consolePath('Office', 'api/s/default/stat/device'))).body.data.find(
    (row: { name: string }) => row.name === name,
  ).last_uplink;

describe('The topology', () => {
  it('names the uplink and port of each device that is up, and those of clients beside them', async () => {
    const network = await startBuilding();
    const { edges, vertices } = (await topology()).body;
    expect(edges).toHaveLength(7);
    const { uplinkPort } = network.device('AP 2').device;
    expect(uplinkPort).toBeGreaterThan(1);
    expect(await edgeOf('AP 2')).toEqual({
      uplinkMac: colons(macOf('Floor 2')),
      uplinkPortNumber: uplinkPort,
      downlinkMac: colons(macOf('AP 2')),
      type: 'WIRED',
    });
    expect(await edgeOf('AP Yard')).toEqual({
      uplinkMac: colons(macOf('AP 2')),
      downlinkMac: colons(macOf('AP Yard')),
      type: 'WIRELESS',
    });
    expect(vertices.at(-1)).toMatchObject({ name: 'Laptop', type: 'CLIENT' });
    network.device('AP 1').goOffline();
    expect(await edgeOf('AP 1')).toBeUndefined();
    network.console('Office').offerTopology(false);
    expect((await topology()).status).toBe(404);
  });

  it('is a tree with known ports in the demo, several switches deep, and missing on some consoles', async () => {
    await start({ network: demoNetwork() });
    expect((await topology('Lindqvist Head Office', headOfficeKey)).status).toBe(200);
    expect((await topology('Northfield College', campusKey)).status).toBe(200);
    expect((await topology('Ottilie Leipzig Markt', retailKey)).status).toBe(404);
    for (const { devices, name } of unifi.network.consoles) {
      const byMac = new Map(devices.map((device) => [device.mac, device]));
      const ports = devices.flatMap(({ uplinkMac, uplinkPort }) =>
        uplinkPort === undefined ? [] : [`${uplinkMac} ${uplinkPort}`],
      );
      expect(new Set(ports).size, name).toBe(ports.length);
      for (const device of devices.filter(({ uplinkMac, mesh }) => uplinkMac !== undefined && !mesh)) {
        expect(device.uplinkPort, device.name).toBeTypeOf('number');
        const port = byMac.get(device.uplinkMac!)!.ports.find(({ idx }) => idx === device.uplinkPort);
        expect(port?.state, device.name).toBe('UP');
      }
    }
    const depth = (name: string, mac: string | undefined): number => {
      const device = unifi.network.console(name).console.devices.find((one) => one.mac === mac);
      return device ? 1 + depth(name, device.uplinkMac) : 0;
    };
    expect(depth('Northfield College', macOf('Library Second Floor AP 1'))).toBe(6);
    expect(depth('Lindqvist Head Office', macOf('AP Roof Terrace 🌿'))).toBe(5);
  });

  it('can be wrong: stale, unknown, circular, or in disagreement with the details', async () => {
    const network = await startBuilding();
    const yard = network.device('AP Yard');
    network.plugIn('AP 2', 'Floor 1', { stale: ['topology'] });
    expect((await edgeOf('AP 2'))?.uplinkMac).toBe(colons(macOf('Floor 2')));
    expect((await detail('AP 2')).uplink.deviceId).toBe(network.device('Floor 1').device.id);
    expect((await lastUplinkOf('AP 2')).uplink_mac).toBe(colons(macOf('Floor 1')));
    expect(await portOf('AP 2')).toBe('UP');
    network.device('AP 2').reportUplink(undefined);
    expect((await edgeOf('AP 2'))?.uplinkMac).toBe(colons(macOf('Floor 1')));

    yard.reportUplink('F0000000AAAA');
    expect((await edgeOf('AP Yard'))?.uplinkMac).toBe('f0:00:00:00:aa:aa');
    expect((await detail('AP Yard')).uplink.deviceId).toMatch(/^[0-9a-f-]{36}$/);
    yard.reportUplink(null, { sources: ['topology', 'detail'] });
    expect(await edgeOf('AP Yard')).toBeUndefined();
    expect(await detail('AP Yard')).not.toHaveProperty('uplink');
    expect((await lastUplinkOf('AP Yard')).uplink_mac).toBe('f0:00:00:00:aa:aa');
    network.device('Floor 1').reportUplink('Floor 2');
    expect((await edgeOf('Floor 1'))?.uplinkMac).toBe(colons(macOf('Floor 2')));
    expect((await edgeOf('Floor 2'))?.uplinkMac).toBe(colons(macOf('Floor 1')));
    network.console('Office').freezeTopology();
    network.plugIn('AP 1', 'Floor 2');
    expect((await edgeOf('AP 1'))?.uplinkMac).toBe(colons(macOf('Floor 1')));
    expect((await detail('AP 1')).uplink.deviceId).toBe(network.device('Floor 2').device.id);
    expect(() => network.plugIn('Floor 1', 'Floor 2')).toThrow('behind');
  });

  it('forms a tree of any size on request', () => {
    const network = makeNetwork({ keys: [{ value: 'k', consoles: fleet({ devices: 500, tree: true }) }] });
    network.instant = true;
    network.powerOff('Device 1.21');
    const down = network.consoles[0]!.devices.filter(({ state }) => state === 'OFFLINE').length;
    expect(down).toBe(9 * 20);
  });
});

describe('A switch that loses its power', () => {
  it('takes everything behind it down, each device after its own heartbeats, and its uplink port at once', async () => {
    const network = await startBuilding();
    network.powerOff(macOf('Floor 1'));
    expect(await offline()).toEqual([]);
    expect(await portOf('Floor 1')).toBe('DOWN');
    const wentDown = new Map<string, number>();
    for (; now <= noon + 2 * minute; now += second)
      for (const name of await offline()) wentDown.set(name, wentDown.get(name) ?? (now - noon) / second);
    expect([...wentDown.keys()].toSorted()).toEqual(['AP 1', 'AP 2', 'AP Yard', 'Floor 1', 'Floor 2']);
    expect(Math.min(...wentDown.values())).toBeGreaterThanOrEqual(5);
    expect(Math.max(...wentDown.values())).toBeLessThanOrEqual(106);
    expect(new Set(wentDown.values()).size).toBe(5);
    const { id } = network.device('AP 2').device;
    const statistics = (await onConsole('Office', `sites/${defaultSite}/devices/${id}/statistics/latest`))
      .body;
    expect(statistics.lastHeartbeatAt).toBe(new Date(noon).toISOString());
  });

  it('comes back before the devices behind it, which have booted or kept running', async () => {
    const network = await startBuilding();
    network.powerOff('Floor 1');
    now += 5 * minute;
    expect(await offline()).toHaveLength(5);
    network.powerOn('Floor 1');
    expect(await portOf('Floor 1')).toBe('UP');
    const began = now;
    const cameUp: string[] = [];
    for (; now < began + 8 * minute; now += second)
      for (const [name, state] of Object.entries(await states()))
        if (state === 'ONLINE' && !cameUp.includes(name)) cameUp.push(name);
    expect(cameUp).toEqual(['Office', 'Core', 'Floor 1', 'Floor 2', 'AP 2', 'AP Yard', 'AP 1']);
    const booted = Object.fromEntries(
      network.consoles[0]!.devices.map(({ name, startedAt }) => [name, startedAt > noon]),
    );
    // Access points draw their power from the switch. A switch, and an access point behind a mesh link, have their own.
    expect(booted).toMatchObject({
      'Floor 1': true,
      'AP 1': true,
      'Floor 2': false,
      'AP 2': false,
      Core: false,
    });
    expect(await portOf('AP 1')).toBe('UP');
  });

  it('leaves what had failed by itself as it was, and a test’s word about a device counts', async () => {
    const network = await startBuilding();
    network.instant = true;
    network.device('AP 1').goOffline();
    network.powerOff('Floor 1');
    expect(await offline()).toEqual(['Floor 1', 'Floor 2', 'AP 1', 'AP 2', 'AP Yard']);
    network.device('AP 2').comeOnline();
    expect(await offline()).toEqual(['Floor 1', 'Floor 2', 'AP 1', 'AP Yard']);
    network.powerOn('Floor 1');
    expect(await offline()).toEqual(['AP 1']);
  });

  it('does not come back while its own uplink is away, nor does what hangs on a second break', async () => {
    const network = await startBuilding();
    network.instant = true;
    network.powerOff('Core');
    network.cutCable('Floor 2');
    network.powerOff('Floor 1');
    network.powerOn('Core');
    expect(await offline()).toEqual(['Floor 1', 'Floor 2', 'AP 1', 'AP 2', 'AP Yard']);
    network.powerOn('Floor 1');
    expect(await offline()).toEqual(['Floor 2', 'AP 2', 'AP Yard']);
    expect(await portOf('Floor 2')).toBe('DOWN');
    network.repairCable('Floor 2');
    expect(await offline()).toEqual([]);
    expect(await portOf('Floor 2')).toBe('UP');
  });

  it('is one outage in a live network too, which goes on afterwards', () => {
    let at = noon;
    const [network, other] = [0, 1].map(() => liveNetwork(demoNetwork(() => at)));
    network!.instant = true;
    const floor = network!.device('Switch Ground Floor').device;
    const devices = ({ consoles }: Network) =>
      consoles[0]!.devices.filter(({ uplinkMac, mac }) => [uplinkMac, mac].includes(floor.mac));
    const statesIn = (one: Network) => devices(one).map(({ name, state }) => `${name} ${state}`);
    network!.powerOff('Switch Ground Floor');
    for (; at < noon + 10 * minute; at += 5 * second) {
      network!.settle();
      expect(devices(network!).every(({ state }) => state === 'OFFLINE')).toBe(true);
    }
    network!.powerOn('Switch Ground Floor');
    for (const one of [network!, other!]) one.settle();
    expect(statesIn(network!)).toEqual(statesIn(other!));
    expect(floor.since).toBe(at);
  });
});

describe('A cable', () => {
  it('that is cut takes down what is behind it, and a short break goes unnoticed', async () => {
    const network = await startBuilding();
    network.cutCable('Floor 2');
    now += 2 * second;
    expect(await portOf('Floor 2')).toBe('DOWN');
    network.repairCable('Floor 2');
    now += 5 * minute;
    expect(await offline()).toEqual([]);
    expect(network.device('AP 2').device.since).toBeLessThan(noon);
    network.cutCable('Floor 2');
    now += 2 * minute;
    expect(await offline()).toEqual(['Floor 2', 'AP 2', 'AP Yard']);
    expect(() => network.cutCable('Office')).toThrow('no uplink');
  });
});

describe('A gateway that loses its power', () => {
  it('disconnects its console, whose devices nobody can read until it is back', async () => {
    const network = await startBuilding();
    network.powerOff('Office');
    const state = async () => (await get('/v1/hosts')).body.data[0].reportedState.state;
    const statuses = async () =>
      (await get('/v1/devices')).body.data[0].devices.map(({ status }: { status: string }) => status);
    now += 3 * minute;
    expect(await state()).toBe('disconnected');
    expect(new Set(await statuses())).toEqual(new Set(['online']));
    expect((await onConsole('Office', 'sites')).status).toBe(408);
    network.powerOn('Office');
    expect(await state()).toBe('disconnected');
    now += 150 * second;
    expect(await state()).toBe('connected');
    now += 3 * minute;
    expect(await offline()).toEqual([]);
  });

  it('stays disconnected until its line works as well', async () => {
    const network = await startBuilding();
    network.instant = true;
    const state = async () => (await get('/v1/hosts')).body.data[0].reportedState.state;
    const line = network.console('Office').line();
    network.powerOff('Office');
    line.goDown();
    network.powerOn('Office');
    expect(await state()).toBe('disconnected');
    network.powerOff('Office');
    line.clear();
    expect(await state()).toBe('disconnected');
    network.powerOn('Office');
    expect(await state()).toBe('connected');
  });
});

describe('An action', () => {
  const act = (path: string, action: string, key = 'test-key') =>
    get(consolePath('Office', `integration/v1/sites/${defaultSite}/devices/${path}/actions`), key, {
      method: 'POST',
      body: JSON.stringify({ action }),
    });
  const restart = (name: string) => act(unifi.network.device(name).device.id, 'RESTART');
  const cycle = (name: string) => {
    const { uplinkMac, uplinkPort } = unifi.network.device(name).device;
    return act(`${unifi.network.device(uplinkMac!).device.id}/interfaces/ports/${uplinkPort}`, 'POWER_CYCLE');
  };
  const uptimeOf = async (name: string) => {
    const { id } = unifi.network.device(name).device;
    const { body } = await onConsole('Office', `sites/${defaultSite}/devices/${id}/statistics/latest`);
    return body.uptimeSec;
  };

  it('restarts a device, which is away for a while and then has just started', async () => {
    await startBuilding();
    expect(await restart('AP 2')).toMatchObject({ status: 200, body: '' });
    expect(await offline()).toEqual([]);
    now += 10 * second;
    expect(await offline()).toEqual(['AP 2']);
    now += 3 * minute;
    expect(await offline()).toEqual([]);
    expect(await uptimeOf('AP 2')).toBeLessThan(3 * 60);
    expect(await uptimeOf('AP 1')).toBeGreaterThan(86_400);
    const { startupTime } = (await get('/v1/devices')).body.data[0].devices.find(
      ({ name }: { name: string }) => name === 'AP 2',
    );
    expect(Date.parse(startupTime)).toBeGreaterThan(noon);
  });

  it('can be accepted in vain: the device never starts again, or was offline and does not hear of it', async () => {
    const network = await startBuilding();
    network.device('AP 2').bootInVain();
    expect((await restart('AP 2')).status).toBe(200);
    now += 60 * minute;
    expect(await offline()).toEqual(['AP 2', 'AP Yard']);
    network.device('AP 1').goOffline();
    expect((await restart('AP 1')).status).toBe(200);
    now += 60 * minute;
    expect(await offline()).toEqual(['AP 1', 'AP 2', 'AP Yard']);
  });

  it('takes the power from what hangs on a port, which starts again even if it hung', async () => {
    const network = await startBuilding();
    network.instant = true;
    network.device('AP 1').goOffline();
    expect((await cycle('AP 1')).status).toBe(200);
    expect(await offline()).toEqual([]);
    network.device('AP 1').bootInVain().goOffline();
    expect((await cycle('AP 1')).status).toBe(200);
    expect(await offline()).toEqual(['AP 1']);
    network.device('AP 1').bootInVain(false);
    await cycle('AP 1');
    expect(await offline()).toEqual([]);
    expect(await cycle('Floor 1')).toMatchObject({ status: 400, body: { statusCode: 400 } });
  });

  it('is refused to a key that may only read, and if it is unknown or about nothing', async () => {
    const network = await startBuilding();
    const { id } = network.device('AP 1').device;
    expect((await act(id, 'EXPLODE')).status).toBe(400);
    expect((await act(`${id}/interfaces/ports/99`, 'POWER_CYCLE')).status).toBe(404);
    expect((await act(defaultSite, 'RESTART')).status).toBe(404);
    expect((await onConsole('Office', `sites/${defaultSite}/devices/${id}/actions`)).status).toBe(404);
    network.addKey({ value: 'reader', sees: ['Office'], writes: false });
    expect(await act(id, 'RESTART', 'reader')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(network.device('AP 1').device.outage).toBeUndefined();
  });
});

describe('The demo’s page', () => {
  async function pageOf(network: Network, weather?: FleetWeather) {
    const fastify = Fastify();
    registerNetwork(fastify, network, weather);
    return async (path: string) => {
      const { body } = await fastify.inject({ method: 'POST', url: `/dev/network/${path}` });
      return /<p role="status">(.*?)<\/p>/.exec(body)?.[1];
    };
  }

  it('breaks the switch with most devices behind it, and mends what is broken', async () => {
    const network = demoNetwork();
    network.instant = true;
    const post = await pageOf(network);
    const down = () =>
      network.consoles.flatMap(({ devices }) => devices).filter(({ outage }) => outage).length;
    const core = network.device('Core Switch').device;
    const said = await post('power-off');
    expect(said).toBe(
      `Core Switch (${colons(core.mac)}, Lindqvist Head Office) has lost its power. 43 devices are behind it.`,
    );
    expect(down()).toBe(44);
    expect(await post('power-off')).toMatch(/^Switch Back Office .*Ottilie Leipzig Markt/);
    expect(await post('power-on')).toContain('has power again');
    expect(down()).toBe(0);
    expect(await post('power-on')).toBe('No device changed.');
    const floor = network.device('Switch Ground Floor').device;
    expect(await post(`cut?device=${colons(floor.mac)}`)).toMatch(
      /^Switch Ground Floor .* has lost its uplink cable/,
    );
    expect(floor.state).toBe('OFFLINE');
    expect(await post(`repair?device=${floor.mac}`)).toContain('has its uplink cable again');
    expect(down()).toBe(0);
  });

  it('breaks a switch of the fleet, if there is one', async () => {
    const network = makeNetwork({ keys: fleetKeys() });
    network.instant = true;
    const post = await pageOf(network, new FleetWeather(network));
    expect(await post('cut')).toMatch(/^\w+ Switch 1 .* 8 devices are behind it\.$/);
    expect(await post('repair')).toMatch(/Switch 1/);
  });
});
