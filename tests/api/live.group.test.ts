import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Event } from '#api/live/event.entity.ts';
import { Group, type Member } from '#api/live/group.ts';

const events = Array.from({ length: 1200 }, (_, index) => ({ seq: String(index + 1) }) as Event);

/** A group over a log of 1,200 events, which counts what it executes. */
function makeGroup() {
  const counts = { executed: 0, ended: 0 };
  const group = new Group({
    position: events.length,
    replay: true,
    accepts: () => true,
    execute: async (event) => `${(counts.executed += 1)}: ${event?.seq}`,
    eventsAfter: async (seq, limit) => events.slice(seq, seq + limit),
    ended: () => (counts.ended += 1),
  });
  return { group, counts };
}

function makeMember(sendSlowly: Member['sendSlowly'] = async () => undefined): Member {
  return { left: false, send: () => undefined, sendSlowly, fail: () => undefined };
}

test('Clients that catch up at the same pace share every result', async () => {
  const { group, counts } = makeGroup();
  await Promise.all([1, 2, 3].map(() => group.join(makeMember(), 0, false)));
  expect(counts.executed).toBe(events.length);
});

test('A client that joins a moment later shares the results, too', async () => {
  const { group, counts } = makeGroup();
  await group.join(makeMember(), 0, false);
  await group.join(makeMember(), events.length - 500, false);
  expect(counts.executed).toBe(events.length);
});

test('Results are sent in chunks that a client reads one after another', async () => {
  const { group } = makeGroup();
  const pieces: (readonly string[])[] = [];
  await group.join(
    makeMember(async (payloads) => void pieces.push(payloads)),
    0,
    false,
  );
  expect(pieces.map(({ length }) => length)).toEqual(Array(12).fill(100));
  expect(pieces.flat().at(-1)).toBe('1200: 1200');
});

test('Buffered results are limited, however slow one of the clients is', async () => {
  const { group, counts } = makeGroup();
  const stuck = makeMember(() => new Promise(() => undefined));
  void group.join(stuck, 0, false);
  await group.join(makeMember(), 0, false);
  expect(counts.executed).toBe(events.length);
  await group.join(makeMember(), events.length - 500, false);
  expect(counts.executed).toBe(events.length);
  await group.join(makeMember(), 0, false);
  expect(counts.executed).toBe(2 * events.length);
});

test('A group ends with its last client', async () => {
  const { group, counts } = makeGroup();
  const [one, two] = [makeMember(), makeMember()];
  await Promise.all([one, two].map((member) => group.join(member, undefined, false)));
  group.leave(one);
  expect(counts.ended).toBe(0);
  group.leave(two);
  expect(counts.ended).toBe(1);
});

test.each([
  { pauseMs: 60_000, when: 'only at once within a pause', last: '1' },
  { pauseMs: 1, when: 'for the latest of them after the pause', last: '50' },
])('A value that changes many times is sent $when', async ({ pauseMs, last }) => {
  const sent: string[] = [];
  const group = new Group({
    position: 0,
    replay: false,
    accepts: () => true,
    execute: async (event) => event?.seq ?? 'now',
    eventsAfter: async () => [],
    pauseMs,
    ended: () => undefined,
  });
  await group.join({ ...makeMember(), send: (payload) => void sent.push(payload) }, undefined, true);
  for (const event of events.slice(0, 50)) {
    group.publish([event]);
    await nextTurn();
  }
  await expect.poll(() => sent.at(-1)).toBe(last);
  expect(sent.slice(0, 2)).toEqual(['now', '1']);
});
