// "Why was I (not) told?": of a device and a moment, through the front door.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertCondition } from '#api/features/alerts/alert.enums.ts';
import { DeviceState } from '#api/features/controllers/device.entity.ts';
import { explainRule } from '#api/features/explanations/explain-rule.ts';
import { reader } from '#api/lib/local-time.ts';
import { addPriceList, give } from '#tests/support/limits.ts';
import { rest } from '#tests/support/rest.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
/** The office: a gateway, a switch and an access point, read every minute. */
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
});
afterEach(() => rounds.end());

interface Rule {
  ruleName: string;
  outcome: string;
  saw: string;
  followed: string[];
  alertId: string | null;
}
interface Explanation {
  look: string;
  measuredAt: string | null;
  state: string | null;
  rules: Rule[];
  elsewhere: number;
}
const lobby = async () =>
  (await rounds.rows<{ id: string; mac: string }>(`select id, mac from device where name = 'AP Lobby'`))[0]!;
const path = (device: string, at: string) =>
  `/api/controllers/${office}/devices/${device}/explanation?at=${at}`;
const explain = async (minute: number): Promise<Explanation> => {
  const { id } = await lobby();
  const answer = await rounds.rest<Explanation>(`GET ${path(id, time(minute)) as '/api/x'}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
const minutes = async (from: number, to: number) => {
  for (let minute = from; minute <= to; minute++) await rounds.round(office, minute);
};

describe('Why you were or weren’t notified', () => {
  test('shows what was measured and each rule’s result: OK, pending, raised, and who was notified', async () => {
    await rounds.addRule({ name: 'Down', duration: 2 });
    await rounds.addRule({ name: 'Busy', condition: 'high_cpu', threshold: '80%', duration: 5 });
    await rounds.addRule({ name: 'Ports', condition: 'port_down' });
    await rounds.addRule({ name: 'Asleep', condition: 'high_memory', isActive: false });
    const device = rounds.network.device('AP Lobby');
    device.load({ cpuPercent: 43 });
    await minutes(1, 2);
    device.load({ cpuPercent: 97 });
    await rounds.round(office, 3);
    device.goOffline();
    await minutes(4, 7);

    const well = await explain(2);
    expect(well).toMatchObject({
      look: 'Its site was being monitored.',
      measuredAt: time(2),
      state: 'online',
    });
    expect(well.rules.map(({ ruleName, outcome, saw }) => [ruleName, outcome, saw])).toEqual([
      ['Busy', 'well', 'CPU was 43% at 12:02 UTC. The rule alerts above 80%.'],
      ['Down', 'well', 'The device was online at 12:02 UTC.'],
      ['Ports', 'unknown', 'Only alerts are stored for each port, and none was open.'],
      ['Asleep', 'absent', "The rule is turned off. When that happened isn't stored."],
    ]);
    expect((await explain(3)).rules[0]).toMatchObject({
      ruleName: 'Busy',
      outcome: 'holding',
      saw: 'CPU was 97% at 12:03 UTC. The rule alerts above 80%. No alert was open: the rule requires 5 minutes without a break.',
      followed: [],
      alertId: null,
    });
    const [holding] = (await explain(5)).rules;
    expect(holding).toMatchObject({
      ruleName: 'Down',
      outcome: 'holding',
      saw: 'The condition had held since 12:04 UTC. The alert was raised at 12:06 UTC.',
      followed: ['No one was notified: the rule had no channels.'],
    });
    const [raised] = (await explain(7)).rules;
    expect(raised).toMatchObject({ ruleName: 'Down', outcome: 'raised', alertId: holding!.alertId });
    expect(raised!.saw).toMatch(/AP Lobby .*offline/);
  });

  test('says which rules don’t cover the device, and why', async () => {
    const aps = { deviceRoles: ['access_point'] };
    await rounds.round(office, 1);
    const { body } = await rounds.rest('POST /api/customers', { name: 'Acme' });
    await rounds.rows('update team_site set customer_id = ?', [body['id']]);
    await rounds.addRule({ name: 'Covering', scope: { ...aps, customerIds: [body['id']] } });
    await rounds.addRule({ name: 'Switches', scope: { deviceRoles: ['switch'], customerIds: [body['id']] } });
    await rounds.addRule({
      name: 'Not guests',
      exceptions: [{ tags: ['x'] }, { ...aps, names: ['*lobby'] }],
    });
    await rounds.addRule({ name: 'Other sites', scope: { tags: ['gold'] } });
    await rounds.round(office, 2);
    const { rules, elsewhere } = await explain(2);
    expect(elsewhere).toBe(1);
    expect(rules.map(({ ruleName, outcome, saw }) => [ruleName, outcome, saw])).toEqual([
      ['Covering', 'well', 'The device was online at 12:02 UTC.'],
      [
        'Not guests',
        'absent',
        "This rule doesn't cover the device, because it's an exception: access points named *lobby.",
      ],
      ['Switches', 'absent', "This rule doesn't cover the device. It covers: switches of Acme."],
    ]);
  });

  test('matches the timeline of an alert that comes and goes', async () => {
    await rounds.addRule({ name: 'Down', duration: 1, channels: ['slack'] });
    const device = rounds.network.device('AP Lobby');
    await rounds.round(office, 1);
    device.goOffline();
    await minutes(2, 4);
    device.comeOnline();
    await minutes(5, 6);
    device.goOffline();
    await minutes(7, 9);
    device.comeOnline();
    await minutes(10, 11);
    const down = async (minute: number) =>
      (await explain(minute)).rules.find(({ ruleName }) => ruleName === 'Down')!;
    const kinds = await rounds.rows<{ kind: string; at: string }>(
      'select kind, at from alert_entry order by at',
    );
    expect(kinds.map(({ kind, at }) => [kind, new Date(at).toISOString()])).toEqual([
      ['raised', time(3)],
      ['resolved', time(5)],
      ['flapping', time(8)],
      ['calm', time(10)],
    ]);

    const [first, between, again, calm] = [await down(4), await down(6), await down(9), await down(11)];
    expect(first).toMatchObject({
      outcome: 'raised',
      saw: expect.stringMatching(/since 12:02 UTC/) as string,
    });
    expect(first.followed).toEqual([expect.stringMatching(/^Slack: not sent/)]);
    expect(between).toMatchObject({
      outcome: 'well',
      saw: 'The device was online at 12:06 UTC.',
      alertId: null,
    });
    expect(again).toMatchObject({
      outcome: 'raised',
      saw: expect.stringMatching(/since 12:07 UTC/) as string,
    });
    expect(again.followed).toEqual([
      expect.stringMatching(/^Slack: not sent/),
      expect.stringMatching(/^Slack \(flapping\): not sent/),
    ]);
    expect(calm).toMatchObject({ outcome: 'raised', alertId: again.alertId });
    expect(calm.saw).toMatch(/was offline from 12:07 to 12:10 UTC/);
  });

  test('uses the latest value of each figure, and its time', async () => {
    await rounds.addRule({ name: 'Busy', condition: 'high_cpu', threshold: '80%', duration: 5 });
    const device = rounds.network.device('AP Lobby');
    device.load({ cpuPercent: 43 });
    await minutes(1, 5);
    // The figures of this device have not had their turn since.
    await rounds.rows(`update metrics.device_sample set cpu = null where at > '${time(2)}'`);
    const [busy] = (await explain(5)).rules;
    expect(busy).toMatchObject({
      outcome: 'well',
      saw: 'CPU was 43% at 12:02 UTC. The rule alerts above 80%.',
    });
  });

  test('counts an impaired device as failing', async () => {
    const parts = {
      at: new Date(time(5)),
      reader: reader('UTC', new Date(time(5))),
      look: { seen: true as const, text: '' },
      isKept: true,
    };
    const none = { cpu: null, memory: null, diskFree: null, uplinkBps: null };
    const seen = (state: DeviceState) =>
      explainRule(
        {
          condition: AlertCondition.device_offline,
          threshold: null,
          duration: 5,
          isActive: true,
          fold: true,
          createdAt: new Date(0),
        },
        { ...parts, measured: { ...none, read: { at: parts.at, state } } },
      ).outcome;
    expect(Object.values(DeviceState).map((state) => [state, seen(state)])).toEqual([
      ['online', 'well'],
      ['offline', 'holding'],
      ['impaired', 'holding'],
      ['busy', 'unknown'],
      ['unknown', 'unknown'],
    ]);
  });

  test('says that the device was unreachable, or that nothing was read, and never that it was OK', async () => {
    await rounds.addRule({ name: 'Down' });
    await minutes(1, 2);
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await minutes(3, 5);
    const blind = await explain(5);
    expect(blind).toMatchObject({ measuredAt: null, state: null });
    expect(blind.look).toMatch(/^It had not been visible since 12:03 UTC: .+\.$/);
    expect(blind.rules).toMatchObject([{ outcome: 'unknown', saw: blind.look }]);

    rounds.at(60);
    const unread = await explain(30);
    expect(unread.look).toBe(
      "It wasn't monitored: its site wasn't read at that time. It was last read at 12:05 UTC.",
    );
    expect(unread.rules[0]).toMatchObject({ outcome: 'unknown' });
  });

  test('says that a rule did not exist yet, and counts those for other places', async () => {
    await minutes(1, 5);
    await rounds.addRule({ name: 'Later' });
    await rounds.addRule({ name: 'Other site', controllerId: office, siteId: 'another' });
    const { rules, elsewhere } = await explain(2);
    expect(rules).toMatchObject([
      { outcome: 'absent', saw: "The rule didn't exist yet. It was created at 12:05 UTC." },
    ]);
    expect(elsewhere).toBe(1);
  });

  test('accepts a MAC address for the device, but only within the team', async () => {
    await rounds.round(office, 1);
    const { id, mac } = await lobby();
    const status = async (address: string, person = rounds.alice) => (await rest(person).get(address)).status;
    expect(await status(path(mac, time(1)))).toBe(200);
    const stranger = await rounds.person('Bob');
    expect(await status(path(id, time(1)), stranger)).toBe(404);
    for (const device of ['AABBCCDDEEFF', 'nonsense', '🚨', '00000000-0000-4000-8000-000000000000'])
      expect(await status(path(encodeURIComponent(device), time(1))), device).toBe(404);
  });

  test('covers the past only, within the history of the package', async () => {
    await rounds.round(office, 1);
    const { id } = await lobby();
    const refused = async (at: string) => (await rest(rounds.alice).get(path(id, at))).body as unknown;
    expect(await refused(time(60))).toMatchObject({ message: 'Choose a time in the past' });
    await addPriceList(rounds.running);
    await give(rounds.running, rounds.alice.teamId, 'Starter Plan');
    expect(await refused(time(-15 * 24 * 60))).toMatchObject({
      message: 'Your package keeps 14 days of history',
    });
    expect(await rest(rounds.alice).get(path(id, 'yesterday'))).toMatchObject({ status: 400 });
  });
});
