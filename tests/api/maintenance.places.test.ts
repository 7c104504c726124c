// Where a window can be: a controller, a site of it, a device of it; and how a device is found to choose it.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Device } from '#api/features/controllers/device.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addController, enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const path = '/api/maintenance-windows';
type Window = { id: string; [field: string]: unknown };
/** Begins in a moment. */
const soon = () => ({
  name: 'Firmware',
  startsAt: new Date(Date.now() + 60_000).toISOString().slice(0, 16),
  minutes: 120,
  timeZone: 'UTC',
});
const create = async (body: object) => (await rest(cast.alice).post(path, body)).body as Window;

async function addDevice(controllerId: string, fields: Partial<Device>): Promise<void> {
  const em = running.app.orm.em.fork();
  const device = em.assign(new Device(), {
    controller: controllerId,
    hostId: 'HOST:1',
    mac: 'AABBCCDDEE01',
    name: 'AP Lobby',
    model: 'U6 Pro',
    role: 'access_point',
    isConsole: false,
    state: 'online',
    stateSince: new Date(),
    ...fields,
  });
  await em.persist(device).flush();
}

describe('The place of a window', () => {
  test('can be a controller, one of its sites, or one of its devices by any spelling of the MAC address', async () => {
    const { controllerId } = cast.alice;
    await addDevice(controllerId, {});
    const site = { controllerId, siteId: 'HOST:1', siteName: 'Head Office' };
    const window = await create({ ...soon(), ...site, deviceMac: 'aa:bb:cc:dd:ee:01' });
    expect(window).toMatchObject({ ...site, deviceMac: 'AABBCCDDEE01', deviceName: 'AP Lobby' });
    const unknown = await create({ ...soon(), controllerId, deviceMac: '00-11-22-33-44-55' });
    expect(unknown).toMatchObject({ deviceMac: '001122334455', deviceName: null });
    const renamed = await rest(cast.alice).put(`${path}/${window.id}`, { name: 'Lobby' });
    expect(renamed.body).toEqual({ ...window, name: 'Lobby' });
  });

  test('changes when it is moved to another controller', async () => {
    const { controllerId } = cast.alice;
    const window = await create({ ...soon(), controllerId, siteId: 'HOST:1', siteName: 'Head Office' });
    const other = await addController(cast.alice, { name: 'Branch' });
    const moved = await rest(cast.alice).put(`${path}/${window.id}`, { controllerId: other });
    expect(moved.body).toMatchObject({ controllerId: other, siteId: null, siteName: null });
    const everywhere = await rest(cast.alice).put(`${path}/${window.id}`, { controllerId: null });
    expect(everywhere.body).toMatchObject({ controllerId: null });
  });

  test('can become another site, with its name, and a device that has left keeps its own', async () => {
    const { controllerId } = cast.alice;
    await addDevice(controllerId, {});
    const site = { siteId: 'HOST:1', siteName: 'Head Office' };
    const window = await create({ ...soon(), controllerId, ...site, deviceMac: 'AABBCCDDEE01' });
    await running.app.orm.em.fork().nativeDelete(Device, { controller: controllerId });
    const change = async (body: object) =>
      (await rest(cast.alice).put(`${path}/${window.id}`, body)).body as Window;
    expect(await change({ name: 'Lobby' })).toMatchObject({ ...site, deviceName: 'AP Lobby' });
    expect(await change({ siteId: 'HOST:2' })).toMatchObject({ siteId: 'HOST:2', siteName: null });
  });

  test('can’t be another team’s controller', async () => {
    const body = { ...soon(), controllerId: cast.alice.controllerId };
    const foreign = await rest(cast.bob).post(path, body);
    expect([foreign.status, foreign.body]).toEqual([404, { message: 'Controller not found' }]);
  });
});

describe('A controller’s devices', () => {
  const search = async (query: string) => {
    const url = `/api/controllers/${cast.alice.controllerId}/devices${query}`;
    return ((await rest(cast.alice).get(url)).body as { name: string }[]).map(({ name }) => name);
  };

  test('are found by name, model and MAC address, at one site or all', async () => {
    const { controllerId } = cast.alice;
    const all = 'update controller set selected_site_id = null, selected_site_ids = null';
    await running.app.orm.em.execute(all);
    await addDevice(controllerId, {});
    await addDevice(controllerId, {
      mac: 'AABBCCDDEE02',
      name: 'Switch 100%',
      model: 'USW',
      hostId: 'HOST:2',
    });
    expect(await search('')).toEqual(['AP Lobby', 'Switch 100%']);
    expect(await search('?search=lobby%20u6')).toEqual(['AP Lobby']);
    expect(await search('?search=cc:dd:ee:02')).toEqual(['Switch 100%']);
    expect(await search(`?search=${encodeURIComponent('%')}`)).toEqual(['Switch 100%']);
    expect(await search('?search=_')).toEqual([]);
    expect(await search('?siteId=HOST:2')).toEqual(['Switch 100%']);
    expect(await search('?first=1')).toEqual(['AP Lobby']);
    expect(await search('?siteId=')).toEqual(['AP Lobby', 'Switch 100%']);
  });

  test('are not available to other teams', async () => {
    const answer = await rest(cast.bob).get(`/api/controllers/${cast.alice.controllerId}/devices`);
    expect([answer.status, answer.body]).toEqual([404, { message: 'Controller not found' }]);
  });
});
