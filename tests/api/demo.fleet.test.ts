import { expect, test } from 'vitest';
import { FleetWeather, fleetKeys } from '#api/demo/unifi/network-fleet.ts';
import { makeNetwork } from '#api/demo/unifi/network.ts';

test('The demo’s service provider has 600 sites with 6,000 devices, and a storm that ends as it began', () => {
  const network = makeNetwork({ keys: fleetKeys() });
  const weather = new FleetWeather(network);
  const devices = network.consoles.flatMap((console) => console.devices);
  const down = () => devices.filter(({ state }) => state === 'OFFLINE').length;
  expect([network.keys.length, network.consoles.length, devices.length]).toEqual([30, 600, 6000]);
  expect(down()).toBe(40);
  expect(weather.storm(400)).toBe(400);
  expect(down()).toBe(440);
  expect(weather.clear()).toBe(400);
  expect(down()).toBe(40);
});
