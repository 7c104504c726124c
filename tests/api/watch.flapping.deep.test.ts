import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startChat } from '#api/demo/chat/chat.ts';
import { startHalopsa } from '#api/demo/halopsa/halopsa.ts';
import { doubleTickets } from '#tests/support/invariants.ts';
import { runJobs } from '#tests/support/mailbox.ts';
import { Rounds, time } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start({ config: { outboundAllow: ['127.0.0.1'] } });
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
  await rounds.addRule();
  await rounds.round(office, 0);
});
afterEach(async () => {
  await rounds.isSound();
  await rounds.end();
});

/** One round for every minute named, with the device up or down. */
async function see(device: string, states: Record<number, 'up' | 'down'>) {
  const known = rounds.network.device(device);
  for (const [minute, state] of Object.entries(states)) {
    if (state === 'up') known.comeOnline();
    else known.goOffline();
    await rounds.round(office, Number(minute));
  }
}
const well = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [from + index, 'up' as const]));

const entries = async (kind?: string) =>
  (
    await rounds.rows<{ kind: string; minute: string }>(
      `select kind, extract(epoch from at - ?::timestamptz) / 60 as minute from alert_entry ${kind ? 'where kind = ?' : ''} order by at`,
      [time(0), ...(kind ? [kind] : [])],
    )
  ).map((line) => `${Number(line.minute)} ${line.kind}`);
const stored = () =>
  rounds.rows<Record<string, unknown>>(
    'select id, raises, flapping_since, calm_since, resolved_at, resolution, snoozed_until from alert order by timestamp',
  );

describe('A device that fails again soon after its alert ended', () => {
  test('continues the same alert, marked as flapping, with its current problem', async () => {
    await see('AP Lobby', { 1: 'down', 2: 'down', 3: 'up' });
    const [before] = await stored();
    await see('AP Lobby', { 10: 'down', 11: 'down' });
    const [alert, ...others] = await rounds.alerts(office);
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      id: before!['id'],
      since: time(10),
      timestamp: time(11),
      resolvedAt: null,
      flappingSince: time(11),
      calmSince: null,
      raises: 2,
      message: 'AP Lobby (Office) has been offline since 12:10 UTC',
    });
    expect(await entries()).toEqual(['2 raised', '3 resolved', '11 flapping']);
    expect(await rounds.history()).toEqual(
      ['raised', 'resolved', 'raised'].map((kind) => `${kind} AP Lobby`),
    );
  });

  test('needs a new acknowledgement, which then holds while it flaps', async () => {
    const acknowledge = async () => {
      const [{ id } = { id: '' }] = await rounds.alerts(office);
      await rounds.rest(`POST /api/alerts/${id}/acknowledge`, {});
    };
    const isAcknowledged = async () =>
      (await rounds.alerts(office)).map(({ acknowledgedAt }) => acknowledgedAt !== null);
    await see('AP Lobby', { 1: 'down', 2: 'down' });
    await acknowledge();
    expect(await isAcknowledged()).toEqual([true]);
    await see('AP Lobby', { 3: 'up', 10: 'down', 11: 'down' });
    expect(await isAcknowledged()).toEqual([false]);
    await acknowledge();
    await see('AP Lobby', { 12: 'up', 13: 'down', 14: 'down' });
    expect(await isAcknowledged()).toEqual([true]);
  });

  test.each([
    [23, 'flapping'],
    [24, 'raised'],
  ])('%i minutes after noon, three after which it had recovered, it is %s', async (minute, kind) => {
    await see('AP Lobby', { 1: 'down', 2: 'down', ...well(3, minute - 2) });
    await see('AP Lobby', { [minute - 1]: 'down', [minute]: 'down' });
    expect((await entries()).at(-1)).toBe(`${minute} ${kind}`);
  });

  test('is not flapping if the previous alert ended because it was no longer watched', async () => {
    await see('AP Lobby', { 1: 'down', 2: 'down' });
    const [rule] = await rounds.rows<{ id: string }>('select id from alert_rule');
    await rounds.rest(`PUT /api/alert-rules/${rule!.id}`, { isActive: false });
    await rounds.rest(`PUT /api/alert-rules/${rule!.id}`, { isActive: true });
    await see('AP Lobby', { 3: 'down', 4: 'down' });
    expect(await stored()).toMatchObject([
      { raises: 1, resolution: 'no_longer_watched' },
      { raises: 1, resolution: null, flapping_since: null },
    ]);
  });

  test('doesn’t affect other devices, which start their own alerts', async () => {
    await see('AP Lobby', { 1: 'down', 2: 'down', 3: 'up' });
    await see('Switch', { 4: 'down', 5: 'down' });
    expect(await stored()).toMatchObject([{ flapping_since: null }, { flapping_since: null }]);
  });
});

describe('A flapping alert', () => {
  beforeEach(() => see('AP Lobby', { 1: 'down', 2: 'down', 3: 'up', 4: 'down', 5: 'down' }));

  test('does not end when the device is OK for a moment, and is no longer calm when it fails again', async () => {
    await see('AP Lobby', { 6: 'up', 7: 'up', 8: 'down', 9: 'down' });
    expect(await rounds.alerts(office)).toMatchObject([
      { raises: 3, calmSince: null, since: time(8), pastMessage: null },
    ]);
    expect((await entries()).slice(3)).toEqual(['6 calm', '8 disturbed']);
  });

  test('is stable, and ends, once the device was OK for 20 minutes', async () => {
    await see('AP Lobby', well(6, 25));
    expect(await rounds.alerts(office)).toMatchObject([
      {
        calmSince: time(6),
        pastMessage: 'AP Lobby (Office) was offline from 12:04 to 12:06 UTC (2 min)',
      },
    ]);
    await see('AP Lobby', well(26, 27));
    expect(await rounds.alerts(office)).toEqual([]);
    expect((await entries()).slice(3)).toEqual(['6 calm', '26 stable']);
    expect(await stored()).toMatchObject([{ resolution: 'recovered', raises: 2, calm_since: null }]);
  });

  test('starts its 20 minutes over after the device was unknown', async () => {
    await see('AP Lobby', well(6, 15));
    rounds.unifi.faults.add({ path: '/v1/', respond: 500 });
    await rounds.round(office, 16);
    expect(await rounds.alerts(office)).toMatchObject([{ calmSince: null, unknownSince: time(16) }]);
    rounds.unifi.faults.clear();
    await see('AP Lobby', well(17, 36));
    expect(await rounds.alerts(office)).toMatchObject([{ calmSince: time(17), unknownSince: null }]);
    await see('AP Lobby', well(37, 37));
    expect(await rounds.alerts(office)).toEqual([]);
  });

  test('does not become stable during a time without readings', async () => {
    await see('AP Lobby', well(6, 7));
    await rounds.round(office, 29);
    expect(await rounds.alerts(office)).toMatchObject([{ calmSince: time(29) }]);
  });

  test('ends immediately when the device is no longer watched', async () => {
    const [rule] = await rounds.rows<{ id: string }>('select id from alert_rule');
    await rounds.rest(`DELETE /api/alert-rules/${rule!.id}`);
    expect(await stored()).toMatchObject([{ resolution: 'no_longer_watched' }]);
  });
});

test('sends three messages and one ticket for 400 changes in an hour, takes back its one recovery, and stores every change', async () => {
  const chat = rounds.later(await startChat({ limited: false }));
  const halo = rounds.later(await startHalopsa());
  const { authServer, resourceServer, clientId, clientSecret } = halo;
  await rounds.rest('POST /api/integrations/halopsa', { authServer, resourceServer, clientId, clientSecret });
  const config = { enabled: true, webhookUrl: chat.hookUrl('ops') };
  await rounds.rest('POST /api/integrations', { type: 'webhook', config, isActive: true });
  await rounds.rows(
    `update alert_rule set channels = '{webhook}', halo_enabled = true, halo_client_id = 246, halo_site_id = 553, halo_priority = 5, halo_category = 7, halo_category_name = 'Hardware>Network',
        halo_severity_levels = '{info,warning,error,critical}'`,
  );
  const work = async () => {
    await rounds.rows('update graphile_worker._private_jobs set run_at = now() where run_at > now()');
    await runJobs(rounds.running);
  };
  await work();
  await see('AP Lobby', { 1: 'down', 2: 'down' });
  await work();
  await see('AP Lobby', { 3: 'up' });
  await work();
  await see('AP Lobby', { 4: 'down', 5: 'down' });
  const lobby = rounds.network.device('AP Lobby');
  for (let change = 0; change < 400; change++) {
    if (change % 2) lobby.goOffline();
    else lobby.comeOnline();
    await rounds.round(office, 5.1 + change * 0.15);
    if (change % 40 === 0) await work();
  }
  await see('AP Lobby', well(66, 87));
  await work();
  await work();
  const lines = await rounds.rows<{ kind: string; count: number }>(
    `select kind, count(*)::int from alert_entry where kind !~ 'ticket' group by kind order by min(at)`,
  );
  expect(lines).toEqual([
    { kind: 'raised', count: 1 },
    { kind: 'resolved', count: 1 },
    { kind: 'flapping', count: 1 },
    { kind: 'calm', count: 201 },
    { kind: 'disturbed', count: 200 },
    { kind: 'stable', count: 1 },
  ]);
  expect(await stored()).toMatchObject([{ raises: 202, resolution: 'recovered' }]);
  const told = chat.requests.map(({ body }) => (JSON.parse(body) as { type: string }).type);
  expect(told).toEqual(['alert.opened', 'alert.flapping', 'alert.stable']);
  expect(halo.tickets).toHaveLength(1);
  expect(doubleTickets(halo.tickets)).toEqual([]);
}, 480_000);
