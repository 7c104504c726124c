import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fleet } from '#api/demo/unifi/network-build.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let controller: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
afterEach(() => rounds.end());

const faces = async () => {
  const { status, statusReason } = await rounds.controller(controller);
  return { status, statusReason };
};
/** Seconds from so many minutes after noon until the next reading. */
const nextIn = async (minutes: number) => {
  const [row] = await rounds.rows<{ next: number }>(
    'select extract(epoch from next_poll_at - ?::timestamptz)::float as next from controller',
    [time(minutes)],
  );
  return row?.next;
};

describe('A page of consoles that fails', () => {
  beforeEach(async () => {
    await rounds.begin({
      keys: [{ value: 'test-key', consoles: fleet({ consoles: 4, devices: 2 }) }],
      largestPage: 2,
    });
    controller = await rounds.addController();
    await rounds.addRule();
    await rounds.round(controller, 1);
    expect(await faces()).toEqual({ status: 'online', statusReason: null });
  });
  const fail = () => rounds.unifi.faults.add({ path: /\/v1\/hosts.*nextToken=/, respond: 502 });

  test.each(['Console 4', null])(
    'leaves %s unknown with the reason, raises nothing, and is retried within seconds',
    async (site) => {
      if (site) {
        const selectedSiteId = rounds.network.console(site).hostId;
        await rounds.rest(`PUT /api/controllers/${controller}`, { selectedSiteId });
      }
      await rounds.round(controller, 2);
      const fault = fail();
      await rounds.round(controller, 3);
      expect(await faces()).toEqual({
        status: 'unknown',
        statusReason: "UniFi's list of consoles couldn't be read completely.",
      });
      expect(await nextIn(3)).toBeLessThan(10);
      const unread = await rounds.rows<{ state: string }>(
        `select distinct state from device where host_id = ?`,
        [rounds.network.console('Console 4').hostId],
      );
      expect(unread).toEqual([{ state: 'unknown' }]);
      expect(await rounds.history()).toEqual([]);
      fault.clear();
      await rounds.round(controller, 3.1);
      expect(await faces()).toEqual({ status: 'online', statusReason: null });
    },
  );

  test('doesn’t affect a selected console that was read', async () => {
    const selectedSiteId = rounds.network.console('Console 1').hostId;
    await rounds.rest(`PUT /api/controllers/${controller}`, { selectedSiteId });
    await rounds.round(controller, 2);
    fail();
    await rounds.round(controller, 3);
    expect(await faces()).toEqual({ status: 'online', statusReason: null });
  });

  test('and succeeds at the second attempt is not a failure', async () => {
    rounds.unifi.faults.add({ path: /\/v1\/hosts.*nextToken=/, respond: 502, times: 1 });
    await rounds.round(controller, 2);
    expect(await faces()).toEqual({ status: 'online', statusReason: null });
  });
});

test('A wired client that disconnects raises an alert', async () => {
  const devices = [{ name: 'Switch', model: 'USW Lite 8 PoE' }];
  const clients = [{ name: 'Printer', uplink: 'Switch', kind: 'WIRED' as const }];
  await rounds.begin({ keys: [{ value: 'test-key', consoles: [{ name: 'Office', devices, clients }] }] });
  controller = await rounds.addController();
  await rounds.addRule({ name: 'Gone', condition: 'client_disconnect', duration: 1 });
  await rounds.round(controller, 1);
  rounds.network.client('Printer').leave();
  for (const minute of [2, 3]) await rounds.round(controller, minute);
  expect(await rounds.history()).toEqual(['raised Printer']);
});
