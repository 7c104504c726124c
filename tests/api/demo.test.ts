import { describe, expect, it } from 'vitest';
import { campusKey, demoNetwork, headOfficeKey, retailKey } from '#api/demo/unifi/network-demo.ts';
import { advance, liveNetwork } from '#api/demo/unifi/network-live.ts';
import type { Network } from '#api/demo/unifi/network.ts';
import { consolePath, get, noon, start, unifi } from './demo.asking.ts';

describe('The demo world', () => {
  const outages = (network: Network, key: string) =>
    network.key(key).key.consoles[0]!.devices.filter((device) => device.state === 'OFFLINE');

  it('has some three hundred devices, including duplicate and long names, emoji and umlauts', () => {
    const network = demoNetwork();
    const names = network.consoles.flatMap((console) => console.devices.map((device) => device.name));
    expect(names.length).toBeGreaterThan(300);
    const office = network.console('Lindqvist Head Office').console.devices.map((device) => device.name);
    expect(office.filter((name) => name === 'AP Corridor')).toHaveLength(2);
    expect(names.some((name) => name.length > 100)).toBe(true);
    expect(names.some((name) => /\p{Emoji_Presentation}/u.test(name))).toBe(true);
    const macs = network.consoles.flatMap((console) => console.devices.map((device) => device.mac));
    expect(new Set(macs).size).toBe(macs.length);
  });

  it('starts in progress: a recent outage where a visitor looks first, and some on each key', () => {
    const network = liveNetwork(demoNetwork(() => noon));
    expect(outages(network, headOfficeKey).some((device) => noon - device.since <= 60_000)).toBe(true);
    for (const key of [headOfficeKey, retailKey, campusKey])
      expect(outages(network, key).length).toBeGreaterThan(1);
  });

  it('reaches the same state from the same seed, however often it was read', () => {
    const [often, once, other] = ['a', 'a', 'b'].map((seed) =>
      liveNetwork(
        demoNetwork(() => noon),
        { seed },
      ),
    );
    const hour = noon + 3_600_000;
    for (let at = noon; at < hour; at += 60_000) advance(often!, at);
    for (const network of [often!, once!, other!]) advance(network, hour);
    const states = (network?: Network) =>
      network?.consoles.map(({ connected, devices, clients }) => ({
        connected,
        devices: devices.map(({ state, since, ports }) => ({ state, since, ports })),
        clients: clients.map(({ connected: here, uplinkMac }) => ({ here, uplinkMac })),
      }));
    expect(states(often)).toEqual(states(once));
    expect(states(other)).not.toEqual(states(once));
  });

  it('has peaks, updates, closing ports, wandering clients and lost consoles within half an hour', () => {
    const network = liveNetwork(demoNetwork(() => noon));
    const seen = new Set<string>();
    const homes = new Map(
      network.consoles.flatMap((c) => c.clients.map((client) => [client.mac, client.uplinkMac])),
    );
    const upPorts = (all: Network) =>
      all.consoles.flatMap((c) => c.devices.flatMap((d) => d.ports.filter((port) => port.state === 'UP')))
        .length;
    const before = upPorts(demoNetwork(() => noon));
    for (let at = noon; at < noon + 1_800_000; at += 5_000) {
      advance(network, at);
      for (const { connected, devices, clients } of network.consoles) {
        if (!connected) seen.add('console lost');
        for (const device of devices) {
          if ((device.cpuPercent ?? 0) > 90) seen.add('cpu');
          if ((device.memoryPercent ?? 0) > 90) seen.add('memory');
          if (device.state === 'UPDATING') seen.add('update');
          if (device.volumes.some((volume) => volume.usedPercent > 90)) seen.add('disk');
        }
        for (const client of clients) {
          if (!client.connected) seen.add('client gone');
          if (client.uplinkMac !== homes.get(client.mac)) seen.add('client roamed');
        }
      }
      if (upPorts(network) < before) seen.add('port down');
    }
    const all = [
      'client gone',
      'client roamed',
      'console lost',
      'cpu',
      'disk',
      'memory',
      'port down',
      'update',
    ];
    expect([...seen].toSorted()).toEqual(all);
  });

  it('doesn’t change what was changed by hand', () => {
    const network = liveNetwork(demoNetwork(() => noon));
    network.device('AP Reception').goOffline();
    for (let at = noon; at < noon + 1_200_000; at += 10_000) {
      advance(network, at);
      expect(network.device('AP Reception').device.state).toBe('OFFLINE');
    }
  });

  it('always includes odd shapes, and a device that left the list long ago', async () => {
    await start({ network: demoNetwork(() => noon) });
    const hosts = (await get('/v1/hosts', retailKey)).body.data;
    expect(hosts.some((host: { reportedState: object }) => !('state' in host.reportedState))).toBe(true);
    const sites = (await get('/v1/sites', retailKey)).body.data;
    expect(sites).toHaveLength(5);
    const groups = (await get('/v1/devices', retailKey)).body.data;
    const { hostId } = unifi.network.console('Ottilie Dresden Neustadt');
    const of = (rows: { hostId: string }[]) => rows.find((row) => row.hostId === hostId) as never;
    const { devices } = of(groups) as { devices: { name: string }[] };
    expect(devices.map((device) => device.name)).not.toContain('AP Lager Rampe');
    expect((of(sites) as { statistics: { counts: object } }).statistics.counts).toMatchObject({
      offlineDevice: 1,
    });
    const path = consolePath('Ottilie Halle Hauptbahnhof', 'integration/v1/sites');
    const zipped = await fetch(unifi.url + path, { headers: { 'X-API-Key': retailKey } });
    expect([...new Uint8Array(await zipped.arrayBuffer()).slice(0, 2)]).toEqual([0x1f, 0x8b]);
  });
});
