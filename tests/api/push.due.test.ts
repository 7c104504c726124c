import { expect, test } from 'vitest';
import { nextPollAfterPush } from '#api/features/controllers/push-due.ts';
import { storedCursor } from '#api/features/unifi/cursor.ts';

/** Half a minute after a round, with the next one half a minute away. */
const now = 1_000_000;
const at = (seconds: number) => new Date(now + seconds * 1000);
const calls = (count: number, seconds: number) => Array<number>(count).fill(now + seconds * 1000);
const cursor = (...made: number[][]) => made.map((one, n) => ({ hostId: `h${n}`, failures: 0, calls: one }));
const waiting = (seconds: number) => storedCursor({ consoles: [], quietUntil: now + seconds * 1000 });
const read = { nextPollAt: at(30), lastRoundAt: at(-30), failures: 0, readCursor: null };

test.each([
  ['at once', {}, 0],
  ['at once where it was never read', { lastRoundAt: null }, 0],
  ['ten seconds after the last round at the earliest', { lastRoundAt: at(-4) }, 6],
  ['at once after a round of few calls', { readCursor: cursor(calls(40, -29)) }, 0],
  ['when enough of the minute is free', { lastRoundAt: at(-50), readCursor: cursor(calls(46, -45)) }, 15],
  [
    'when the fullest console has room',
    { lastRoundAt: at(-59), readCursor: cursor(calls(9, -50), calls(60, -55)) },
    5,
  ],
  ['no later than it is due anyhow', { readCursor: cursor(calls(80, -29)) }, 30],
  ['at its turn where that is over already', { nextPollAt: at(-1) }, -1],
  ['not before the time until which UniFi asked to wait', { readCursor: waiting(20) }, 20],
  ['at its turn after a failure', { failures: 1 }, 30],
])('After a push a controller is read %s', (_, more, seconds) => {
  expect(nextPollAfterPush({ ...read, ...more }, now)).toEqual(at(seconds));
});

test('A push never uses a key that UniFi has rejected', () => {
  expect(nextPollAfterPush({ ...read, nextPollAt: null }, now)).toBeNull();
});
