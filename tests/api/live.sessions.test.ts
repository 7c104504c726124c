import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { settled, shown, watch } from '#tests/support/watcher.ts';

let running: Running;
let alice: Customer;
const sockets: Socket[] = [];

// Nothing looks at intervals unless a test says so: what happens otherwise, the bell has done.
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  running = await startServer();
});
afterAll(async () => {
  await running.close();
  vi.useRealTimers();
});
beforeEach(async () => {
  alice = await addCustomer(running);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

async function watching(customer: Customer): Promise<Socket> {
  const socket = new Socket(running);
  sockets.push(socket);
  return settled(await watch(socket, customer));
}

const forbidden = { code: 4403, reason: 'Forbidden' };
const rows = () => running.app.orm.em.fork();

describe('A session that ends', () => {
  test('closes its sockets as soon as it is announced, and nothing is sent after', async () => {
    const socket = await watching(alice);
    const signedOut = await fetch(`${running.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${alice.token}` },
      body: JSON.stringify({ query: 'mutation { signOut }' }),
    });
    expect(await signedOut.json()).toEqual({ data: { signOut: true } });
    await raise(running, alice, 'too late');
    expect(await socket.closed).toEqual(forbidden);
    expect(shown(socket)).toEqual([]);
  });

  test('closes them even if its end was not announced, once wakeups are back', async () => {
    const socket = await watching(alice);
    await rows().nativeDelete(Session, { id: alice.sessionId });
    await rows().execute(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'netlantern bell' and datname = current_database()",
    );
    expect(await socket.closed).toEqual(forbidden);
    await expect.poll(() => running.app.pubsub.ready(), { timeout: 5000 }).toBe(true);
  });

  test('doesn’t affect the sockets of other sessions', async () => {
    const bob = await addCustomer(running, { firstName: 'Bob' });
    const [hers, his] = [await watching(alice), await watching(bob)];
    running.app.pubsub.publish({ topic: 'session', sessionId: alice.sessionId });
    expect(await hers.closed).toEqual(forbidden);
    await settled(his);
    expect(his.raw.readyState).toBe(his.raw.OPEN);
  });
});

test.each([
  ['whose session is idle', () => rows().nativeUpdate(Session, { id: alice.sessionId }, idle())],
  ['whose session has expired', () => rows().nativeUpdate(Session, { id: alice.sessionId }, past())],
  ['who was suspended', () => rows().nativeUpdate(User, { id: alice.userId }, { suspended: true })],
  ['who was taken out of the team', () => rows().nativeDelete(Membership, { user: alice.userId })],
])('A person %s has no socket after a second, without a wakeup', async (_what, change) => {
  const bob = await addCustomer(running, { firstName: 'Bob' });
  const [hers, his] = [await watching(alice), await watching(bob)];
  await change();
  vi.advanceTimersByTime(1000);
  expect(await hers.closed).toEqual(forbidden);
  await settled(his);
});

/** The policy's default is half an hour. */
const idle = () => ({ lastSeenAt: new Date(Date.now() - 31 * 60_000) });
const past = () => ({ expiresAt: new Date(Date.now() - 1000) });
