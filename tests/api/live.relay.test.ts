import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRelay, type Relay } from '#api/live/event-log.ts';
import { addCustomer, raise, startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let relay: Relay;
const published: string[] = [];

beforeAll(async () => {
  running = await startServer();
  const publish = (teamId: string, events: { seq: string }[]) =>
    void published.push(...events.map(({ seq }) => `${teamId} ${seq}`));
  relay = startRelay({ ...running.app, publish });
});
afterAll(async () => {
  relay.close();
  await running.close();
});

test('A team whose last subscriber left before it was followed is not read', async () => {
  const [alice, bob] = [await addCustomer(running), await addCustomer(running, { firstName: 'Bob' })];
  await raise(running, alice, 'before');
  const following = relay.follow(alice.teamId);
  relay.unfollow(alice.teamId);
  await Promise.all([following, relay.follow(bob.teamId)]);
  expect(relay.position(alice.teamId)).toBe(0);
  await raise(running, alice, 'Switch 1');
  await raise(running, bob, 'Router 1');
  await expect.poll(() => published).toEqual([`${bob.teamId} 1`]);
});

test('A team that gets a subscriber again immediately is followed from its current position, once', async () => {
  const alice = await addCustomer(running);
  await raise(running, alice, 'before');
  published.length = 0;
  const given = relay.follow(alice.teamId);
  relay.unfollow(alice.teamId);
  await Promise.all([given, relay.follow(alice.teamId)]);
  expect(relay.position(alice.teamId)).toBe(1);
  await raise(running, alice, 'Switch 1');
  await expect.poll(() => published).toEqual([`${alice.teamId} 2`]);
});
