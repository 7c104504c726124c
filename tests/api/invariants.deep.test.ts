// The checker that ends each test of a fault finds what it is for.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { brokenInvariants, doubleTickets } from '#tests/support/invariants.ts';
import { Rounds } from '#tests/support/rounds.ts';

let rounds: Rounds;

beforeAll(async () => {
  rounds = await Rounds.start();
});
afterAll(() => rounds.running.close());
beforeEach(async () => {
  await rounds.begin();
  const office = await rounds.addController();
  await rounds.addRule({ channels: ['email'] });
  const lobby = rounds.network.device('AP Lobby');
  const minutes = async (from: number, to: number) => {
    for (let minute = from; minute <= to; minute++) await rounds.round(office, minute);
  };
  await minutes(0, 1);
  lobby.goOffline();
  await minutes(2, 4);
  lobby.comeOnline();
  await minutes(5, 6);
  lobby.goOffline();
  await minutes(7, 9);
});
afterEach(() => rounds.end({ isBroken: true }));

describe('The invariants', () => {
  test('hold after an alert was raised, ended, and came back', async () => {
    const [alert] = await rounds.rows<{ raises: number }>('select raises from alert');
    expect(alert!.raises).toBeGreaterThan(1);
    expect(await brokenInvariants(rounds.running)).toEqual([]);
  });

  test.each([
    ['an event is lost', `delete from event where seq = 2`, 'I1'],
    ['a number is taken twice over', `update team set last_event_seq = last_event_seq + 1`, 'I1'],
    [
      'a raise is told twice',
      `insert into event (team_id, seq, kind, controller_id, alert_id)
        select team_id, max(seq) over () + 1, kind, controller_id, alert_id from event where kind = 'raised' limit 1`,
      'I1',
    ],
    ['a channel is forgotten', `delete from delivery where kind = 'opened'`, 'I2'],
    ['an alert is over without a word', `update alert set resolved_at = now()`, 'I5'],
    ['a raise is counted twice', `update alert set raises = raises + 1`, 'I5'],
    ['somebody sees to it whom nobody saw', `update alert set acknowledged_at = now()`, 'I5'],
  ])('report what is broken: %s', async (_, sql, which) => {
    await rounds.rows(sql);
    const broken = await brokenInvariants(rounds.running);
    expect(broken).toEqual(expect.arrayContaining([expect.stringMatching(`^${which}:`)]));
  });

  test('report an alert with two open tickets, but not one whose first ticket was closed', () => {
    const ticket = (nth: number, dateclosed: Date | null = null) => ({
      summary: `Down [NL-${nth}]`,
      dateclosed,
    });
    expect(doubleTickets([ticket(1), ticket(2), ticket(1)])).toEqual(['NL-1']);
    expect(doubleTickets([ticket(1, new Date()), ticket(2), ticket(1)])).toEqual([]);
  });

  test.each(['alert', 'alert_entry', 'delivery', 'event'])(
    'report %s that belongs to another team',
    async (table) => {
      const stranger = await rounds.person('Bob');
      await rounds.rows(`update ${table} set team_id = ?`, [stranger.teamId]);
      expect(await brokenInvariants(rounds.running)).toEqual(
        expect.arrayContaining([expect.stringMatching(/^I4:/)]),
      );
    },
  );
});
