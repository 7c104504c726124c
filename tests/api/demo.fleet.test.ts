import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '#api/config/config.ts';
import { seedDemo, startBox, subscribeDemoTeams } from '#api/demo/demo.ts';
import { FleetWeather, fleetKeys } from '#api/demo/unifi/network-fleet.ts';
import { makeNetwork } from '#api/demo/unifi/network.ts';
import { demoAccounts } from '#api/features/auth/demo-accounts.ts';
import { addFirstPackages } from '#api/features/packages/packages.service.ts';
import { Currency } from '#api/features/packages/package.entity.ts';
import { as } from '#tests/support/as.ts';
import { loopback } from '#tests/support/deliveries.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer } from '#tests/support/running.ts';

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

test('The demo’s service provider pays for a package, and can import the clients of its HaloPSA', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'demo-'));
  const box = await startBox({ ...readConfig({}), dataDir, demoFleet: true });
  const { stripeApiUrl, unifiApiUrl, standIns } = box;
  const running = await startServer({ config: { ...loopback, demo: true, stripeApiUrl, unifiApiUrl } });
  try {
    await emptyDatabase();
    const em = running.app.orm.em.fork();
    await addFirstPackages(em, Currency.USD);
    await seedDemo(em, running.app.config, box);
    await subscribeDemoTeams(running.app, standIns.stripe!);
    const credentials = { email: demoAccounts.serviceProvider, password: demoAccounts.password };
    const { body } = await rest({ server: running, token: null }).post('/api/auth/login', credentials);
    const robin = { server: running, token: body['token'] as string };
    expect((await rest(robin).get('/api/subscription')).body).toMatchObject({
      state: 'active',
      package: { name: 'Provider Plan' },
      activeUntil: null,
    });
    const { data } = await as(robin).ask('{ halopsaImport(first: 50) { rows { clientName action } } }');
    const { rows } = data!['halopsaImport'] as { rows: object[] };
    expect(rows).toContainEqual({ clientName: 'Acorn Dental Group', action: 'link' });
    expect(rows).toContainEqual({ clientName: 'Ivybridge Dental', action: 'create' });
  } finally {
    await running.close();
    await box.close();
    await rm(dataDir, { recursive: true });
  }
});
