import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { key, selfSigned } from '#tests/support/certificates.ts';
import { Programs } from '#tests/support/programs.ts';
import { Rounds, time, until } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin();
  office = await rounds.addController();
  await rounds.addRule({ duration: 10 });
  for (const minute of [0, 1]) await rounds.round(office, minute);
  rounds.network.device('AP Lobby').goOffline();
  for (const minute of [2, 3]) await rounds.round(office, minute);
});
afterEach(async () => {
  await rounds.isSound();
  await rounds.end();
});

/** The first minute from there on whose round raises the alert. */
async function raisedAt(from: number, most = 200): Promise<number> {
  for (let minute = from; minute < from + most; minute++) {
    await rounds.round(office, minute);
    if ((await rounds.alerts(office)).length > 0) return minute;
  }
  return Infinity;
}

describe('A clock that jumps', () => {
  test('two hours ahead does not make a device look offline for two hours', async () => {
    // Two minutes were seen, eight are left.
    expect(await raisedAt(123)).toBe(131);
  });

  test('two hours back delays nothing by two hours: earlier readings still count', async () => {
    expect(await raisedAt(-117)).toBe(-109);
    const [low] = await rounds.rows<{ seconds: number }>(
      'select min(online_seconds)::int as seconds from daily_measurement',
    );
    expect(low!.seconds).toBeGreaterThanOrEqual(0);
  });
});

test('After the clock was set back, controllers are read immediately, not when the old time is reached again', async () => {
  await rounds.end();
  await rounds.begin({ realTime: true });
  office = await rounds.addController();
  await rounds.rows(
    `update controller set last_round_at = now() + interval '2 hours', next_poll_at = now() + interval '2 hours',
            claimed_until = now() + interval '2 hours'`,
  );
  const programs = new Programs(rounds.running);
  rounds.later({ close: () => programs.end() });
  await programs.start();
  const read = () => rounds.rows('select from controller where last_round_at < now()');
  await until(async () => (await read()).length === 1, 20_000);
});

test('A UniFi with an untrusted certificate counts as unreachable: its state is unknown, and nothing is raised', async () => {
  const server = createServer({ key, cert: selfSigned }, (_, answer) => answer.end('{}'));
  rounds.later({ close: () => server.close() });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  rounds.running.app.config.unifiApiUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  for (const minute of [4, 5, 20]) await rounds.round(office, minute);
  expect(await rounds.controller(office)).toMatchObject({
    status: 'error',
    statusReason: expect.stringContaining("couldn't reach") as string,
    lastSync: time(3),
  });
  expect(await rounds.alerts(office)).toEqual([]);
  expect(await rounds.history()).toEqual([]);
});
