// F30 of HARDENING.md: anyone who stops looking is named within two intervals, to customers too.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rest } from '#tests/support/rest.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;
let office: string;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin({ realTime: true });
  office = await rounds.addController();
});
afterEach(() => rounds.end());

interface Delays {
  readings: { controllerId: string; controllerName: string; dueAt: string }[];
  messagesSince: string | null;
}
const delays = async (person = rounds.alice) => (await rest(person).get('/api/delays')).body as Delays;
/** The evaluator fell silent so many seconds ago, right after a reading: the next was due an interval later. */
const silentFor = (seconds: number, everySeconds = 60) =>
  rounds.rows('update controller set next_poll_at = now() + make_interval(secs => ?)', [
    everySeconds - seconds,
  ]);

describe('When the product itself is late', () => {
  test('its customer sees which controller, and since when, within two intervals after the last reading', async () => {
    await silentFor(60);
    expect(await delays()).toEqual({ readings: [], messagesSince: null });
    await silentFor(121);
    const { readings } = await delays();
    expect(readings).toMatchObject([{ controllerId: office, controllerName: 'Office' }]);
    expect(Date.now() - Date.parse(readings[0]!.dueAt)).toBeGreaterThan(60_000);
    expect((await delays(await rounds.person('Bob'))).readings).toEqual([]);
  });

  test('a controller with a long interval is late by its own interval, and an unwatched one never', async () => {
    await rounds.rows('update controller set poll_seconds = 300');
    await silentFor(500, 300);
    expect((await delays()).readings).toEqual([]);
    await silentFor(601, 300);
    expect((await delays()).readings).toHaveLength(1);
    await rounds.rows('update controller set over_limit = true');
    expect((await delays()).readings).toEqual([]);
  });

  test('unsent messages are reported after two minutes', async () => {
    await rounds.addRule();
    const { alice } = rounds;
    await rounds.rows(
      `with channel as (insert into integration (team_id, type, sealed)
          values (?, 'slack', '') returning id)
       insert into delivery (id, team_id, integration_id, channel, kind, status, created_at)
       select gen_random_uuid(), ?, id, 'slack', 'opened', 'waiting', now() - interval '100 seconds' from channel`,
      [alice.teamId, alice.teamId],
    );
    expect((await delays()).messagesSince).toBeNull();
    await rounds.rows(`update delivery set created_at = now() - interval '130 seconds'`);
    const { messagesSince } = await delays();
    expect(Date.now() - Date.parse(messagesSince!)).toBeGreaterThan(129_000);
    expect((await delays(await rounds.person('Bob'))).messagesSince).toBeNull();
  });
});
