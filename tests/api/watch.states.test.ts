import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());

beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
  await rounds.addRule();
});
afterEach(() => rounds.end());

interface Shown {
  name: string;
  state: string;
  stateReason: string | null;
  reportedState: string | null;
}

const lobby = () => rounds.network.device('AP Lobby');

/** What the customer is shown of the access point. */
async function shown(name = 'AP Lobby'): Promise<Shown | undefined> {
  const query = `query($id: ID!) { devices(controllerId: $id) { name state stateReason reportedState } }`;
  const { devices } = await rounds.ask<{ devices: Shown[] }>(query, { id: office });
  return devices.find((device) => device.name === name);
}

/** Rounds at these minutes. */
async function during(...minutes: number[]): Promise<void> {
  for (const minute of minutes) await rounds.round(office, minute);
}

describe('A device that its console calls', () => {
  test('interrupted is down, though the cloud still calls it online', async () => {
    lobby().become('CONNECTION_INTERRUPTED').cloudSays('online');
    await during(1, 2);
    expect(await rounds.alerts(office)).toMatchObject([{ type: 'device_offline', severity: 'error' }]);
    expect(await shown()).toMatchObject({
      state: 'offline',
      stateReason: 'interrupted',
      reportedState: 'CONNECTION_INTERRUPTED',
    });
  });

  test.each([
    ['ISOLATED', 'isolated', 'isolated'],
    ['U5G_INCORRECT_TOPOLOGY', 'incorrect_topology', 'in an incorrect topology'],
  ])('%s is impaired: shown as such, with an alert one severity lower', async (word, reason, said) => {
    lobby().become(word).cloudSays('online');
    await during(1, 2);
    expect(await rounds.alerts(office)).toMatchObject([
      {
        type: 'device_impaired',
        severity: 'warning',
        message: `AP Lobby (Office) has been ${said} since 12:01 UTC`,
      },
    ]);
    expect(await shown()).toMatchObject({ state: 'impaired', stateReason: reason, reportedState: word });
    expect(await rounds.figures()).toMatchObject({ onlineDevices: 2, offlineDevices: 0, impairedDevices: 1 });
  });

  test('by an unrecognized word is unknown with that word, and neither raises nor ends an alert', async () => {
    lobby().become('DREAMING').cloudSays('online');
    await during(1, 2, 3);
    expect(await rounds.alerts(office)).toEqual([]);
    expect(await shown()).toMatchObject({
      state: 'unknown',
      stateReason: 'unrecognized',
      reportedState: 'DREAMING',
    });
    lobby().become('OFFLINE').cloudSays(undefined);
    await during(4, 5);
    lobby().become('DREAMING').cloudSays('online');
    await during(6);
    expect(await rounds.alerts(office)).toMatchObject([{ unknownSince: time(6) }]);
  });
});

describe('A device whose console can’t be read, and that the cloud calls', () => {
  beforeEach(() => rounds.network.key('test-key').denyConnector());

  test.each([
    ['disconnected', 'device_offline', 'error'],
    ['connectionInterrupted', 'device_offline', 'error'],
    ['isolated', 'device_impaired', 'warning'],
  ])('%s raises %s with severity %s', async (word, type, severity) => {
    lobby().cloudSays(word);
    await during(1, 2);
    expect(await rounds.alerts(office)).toMatchObject([{ type, severity }]);
  });

  test('dreaming is unknown, without an alert', async () => {
    lobby().cloudSays('dreaming');
    await during(1, 2, 3);
    expect(await rounds.alerts(office)).toEqual([]);
    expect(await shown()).toMatchObject({ state: 'unknown', reportedState: 'dreaming' });
  });
});

describe('An impaired device that goes down', () => {
  const severities = () => rounds.rows('select type, severity, resolution from alert');

  test('keeps its alert, whose severity rises after the rule’s duration, and falls when it is only impaired again', async () => {
    lobby().become('ISOLATED');
    await during(1, 2);
    lobby().goOffline();
    await during(3);
    expect(await severities()).toEqual([{ type: 'device_impaired', severity: 'warning', resolution: null }]);
    await during(4);
    expect(await severities()).toEqual([{ type: 'device_offline', severity: 'error', resolution: null }]);
    lobby().become('ISOLATED');
    await during(5);
    expect(await severities()).toEqual([{ type: 'device_impaired', severity: 'warning', resolution: null }]);
    lobby().comeOnline();
    await during(6);
    expect(await severities()).toMatchObject([{ resolution: 'recovered' }]);
    const [alert] = await rounds.rows<{ id: string }>('select id from alert');
    const { body } = await rounds.rest(`GET /api/alerts/${alert!.id}/timeline`);
    const kinds = ['raised', 'escalated', 'eased', 'resolved'];
    const entries = (body as object as { kind: string; detail: string | null }[]).filter(({ kind }) =>
      kinds.includes(kind),
    );
    expect(entries).toMatchObject([
      { kind: 'raised', detail: 'AP Lobby (Office) has been isolated since 12:01 UTC' },
      { kind: 'escalated', detail: 'AP Lobby (Office) has been offline since 12:03 UTC' },
      { kind: 'eased', detail: 'AP Lobby (Office) has been isolated since 12:05 UTC' },
      { kind: 'resolved', detail: null },
    ]);
    expect(await rounds.history()).toEqual([
      'raised AP Lobby',
      'changed AP Lobby',
      'changed AP Lobby',
      'resolved AP Lobby',
    ]);
  });

  test('repeatedly notifies once, and its timeline records each change', async () => {
    await rounds.rows('delete from alert_rule');
    await rounds.addRule({ channels: ['webhook'] });
    lobby().become('ISOLATED');
    await during(1, 2);
    for (const minute of [3, 6, 9]) {
      lobby().goOffline();
      await during(minute, minute + 1);
      lobby().become('ISOLATED');
      await during(minute + 2);
    }
    const [alert] = await rounds.rows<{ id: string }>('select id from alert');
    const { body } = await rounds.rest(`GET /api/alerts/${alert!.id}/timeline`);
    const worse = (body as object as { kind: string; detail: string }[]).filter(
      ({ kind }) => kind === 'escalated',
    );
    expect(worse.map(({ detail }) => detail)).toEqual(
      ['12:03', '12:06', '12:09'].map((since) => `AP Lobby (Office) has been offline since ${since} UTC`),
    );
    const sent = await rounds.rows<{ kind: string }>('select kind from delivery order by created_at');
    expect(sent.map(({ kind }) => kind)).toEqual(['opened', 'escalated']);
  });
});

describe('The date of a list', () => {
  test('doesn’t make it expire while the console is connected', async () => {
    rounds.network.key('test-key').denyConnector();
    rounds.network.console('Office').goQuiet();
    await during(1);
    lobby().goOffline();
    for (let minute = 20; minute <= 40; minute++) await rounds.round(office, minute);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby', unknownSince: null }]);
    expect(await shown('Switch')).toMatchObject({ state: 'online' });
    expect(await rounds.controller(office)).toMatchObject({ status: 'online' });
  });
});

describe('A console whose connector does not respond and that UniFi calls', () => {
  const console = () => rounds.network.console('Office');

  test('offline is down, and nothing behind it is online', async () => {
    console().disconnect('offline');
    await during(1, 2);
    expect(await rounds.alerts(office)).toMatchObject([{ type: 'console_offline', severity: 'critical' }]);
    expect(await rounds.controller(office)).toMatchObject({ status: 'offline' });
    expect(await rounds.figures()).toMatchObject({ onlineDevices: 0 });
  });

  test.each(['sleeping', 'updating', null])('%j is unknown, and so is everything behind it', async (word) => {
    lobby().goOffline();
    await during(1, 2);
    console().disconnect(word);
    // Its list may look as fresh as it likes.
    console().dateGroup(undefined);
    await during(3, 4);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby', unknownSince: time(3) }]);
    expect(await rounds.figures()).toMatchObject({ onlineDevices: 0, offlineDevices: 0, unknownDevices: 3 });
    expect(await shown()).toMatchObject({ state: 'unknown', stateReason: 'console_unknown' });
    expect(await rounds.controller(office)).toMatchObject({
      status: 'unknown',
      statusReason: expect.stringContaining(word ? `“${word}”` : "doesn't report whether") as string,
    });
  });

  test('sleeping is up when its own Network application responds', async () => {
    await during(1);
    console().sayState('sleeping');
    lobby().goOffline();
    await during(2, 3);
    expect(await rounds.alerts(office)).toMatchObject([{ deviceName: 'AP Lobby', unknownSince: null }]);
    expect(await rounds.controller(office)).toMatchObject({ status: 'online' });
  });
});

describe('An account', () => {
  test('whose lists are all empty is unknown, and says why', async () => {
    await during(1);
    for (const list of ['hosts', 'sites', 'devices'])
      rounds.unifi.faults.add({ path: `/v1/${list}`, respond: () => ({ data: [], httpStatusCode: 200 }) });
    await rounds.rows('update controller set selected_site_id = null');
    await during(2);
    expect(await rounds.controller(office)).toMatchObject({
      status: 'unknown',
      statusReason: 'UniFi lists no consoles for this API key.',
    });
    expect(await rounds.figures()).toMatchObject({ onlineDevices: 0, unknownDevices: 3 });
  });

  test('that lists a console without any device is unknown, and says why', async () => {
    rounds.network.key('test-key').denyConnector();
    for (const list of ['sites', 'devices'])
      rounds.unifi.faults.add({ path: `/v1/${list}`, respond: () => ({ data: [], httpStatusCode: 200 }) });
    await during(1);
    expect(await rounds.controller(office)).toMatchObject({ status: 'unknown' });
    await during(2);
    const { statusReason } = await rounds.controller(office);
    expect(statusReason).toMatch(/lists no devices|may not use the connector/);
  });

  test('shows the version of the Network application, or none if it is not reported', async () => {
    await during(1);
    expect(await rounds.controller(office)).toMatchObject({ version: '10.3.55' });
    rounds.network.console('Office').trap('noControllers');
    await during(2);
    expect(await rounds.controller(office)).toMatchObject({ version: null });
  });
});
