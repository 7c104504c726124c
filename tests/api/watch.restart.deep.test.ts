import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectorError } from '#api/demo/unifi/network-state.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

/** A healthy office, with rules about what is offline and about CPU, both after a minute. */
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
  await rounds.addRule();
  await rounds.addRule({ name: 'Hot', condition: 'high_cpu', threshold: '90%', duration: 1 });
  for (const minute of [1, 2]) await rounds.round(office, minute);
});
afterEach(() => rounds.end());

const devices = ['AP Lobby', 'Switch'];
const theConsole = () => rounds.network.consoles[0]!.name;
const status = async () => {
  const { status, statusReason } = await rounds.controller(office);
  return [status, statusReason] as const;
};
/** Devices whose CPU the last round measured. */
const measured = async () => {
  const rows = await rounds.rows<{ name: string }>(
    `select name from metrics.device_sample sample join device on device.id = device_id
      where cpu is not null and at = (select last_round_at from controller) order by name`,
  );
  return rows.map(({ name }) => name);
};

const refusals: [string, ConnectorError][] = [
  ['503 of the console', { status: 503, shape: 'edge' }],
  ['503 of the cloud', { status: 503 }],
  ['401 of the cloud', { status: 401 }],
  ['401 of the console', { status: 401, shape: 'edge' }],
  ['401 of the application', { status: 401, shape: 'network' }],
  ['403 of the cloud', { status: 403 }],
];

describe.each(refusals)('A Network application that restarts, with %s', (_, refusal) => {
  test.each([
    ['says so', true],
    ['does not say so', false],
  ])(
    'and a console that %s, raises no alert, and is read completely again within a minute',
    async (__, saysSo) => {
      expect(await measured()).toEqual(expect.arrayContaining(devices));
      const there = rounds.network.console(theConsole());
      if (saysSo) there.stopNetwork(refusal);
      else there.failConnector(refusal);
      // The cloud repeats what the application says of devices that it has not heard from.
      for (const name of devices) rounds.network.device(name).cloudSays('offline');
      for (let minute = 3; minute < 9; minute++) {
        await rounds.round(office, minute);
        const [state, reason] = await status();
        expect(state).not.toBe('error');
        expect(reason).toMatch(/Network application on this console/);
      }
      there.startNetwork();
      for (const name of devices) rounds.network.device(name).cloudSays(undefined).become('OFFLINE');
      await rounds.round(office, 9);
      for (const name of devices) rounds.network.device(name).comeOnline();
      await rounds.round(office, 10);
      expect(await measured()).toEqual(expect.arrayContaining(devices));
      expect(await status()).toEqual(['online', null]);
      await rounds.round(office, 11);
      expect(await rounds.history()).toEqual([]);
    },
  );
});

describe('A Network application that restarts', () => {
  test('keeps the alert of a device that was down before, and one that stays down raises an alert', async () => {
    rounds.network.device('AP Lobby').goOffline();
    await rounds.round(office, 3);
    await rounds.round(office, 4);
    expect(await rounds.history()).toEqual(['raised AP Lobby']);
    const there = rounds.network.console(theConsole()).stopNetwork();
    for (const minute of [5, 6]) await rounds.round(office, minute);
    rounds.network.device('Switch').goOffline();
    there.startNetwork();
    for (const minute of [7, 8, 9, 10]) await rounds.round(office, minute);
    const names = (await rounds.alerts(office)).map(({ deviceName }) => deviceName).sort();
    expect(names).toEqual(devices);
    expect(await rounds.history()).not.toContain('resolved AP Lobby');
  });

  test('while its console is probed is not mistaken for a missing application', async () => {
    await rounds.rows(`update controller set probed_at = null`);
    const there = rounds.network.console(theConsole()).stopNetwork({ status: 403 });
    await rounds.round(office, 3);
    there.startNetwork();
    await rounds.round(office, 4);
    expect(await measured()).toEqual(expect.arrayContaining(devices));
  });

  test('when its console is added is detected within ten minutes', async () => {
    await rounds.rows(`update controller set capabilities = '[]', probed_at = null, read_cursor = null`);
    const there = rounds.network.console(theConsole()).stopNetwork({ status: 403 });
    await rounds.round(office, 3);
    expect((await status())[1]).toMatch(/isn't running/);
    there.startNetwork();
    for (let minute = 4; minute <= 13; minute++) await rounds.round(office, minute);
    expect(await measured()).toEqual(expect.arrayContaining(devices));
  });
});
