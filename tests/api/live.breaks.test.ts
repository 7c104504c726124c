import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Session } from '#api/features/auth/session.entity.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { aWhile, cursorsOf, messagesOf, settled, shown, watch } from '#tests/support/watcher.ts';

let running: Running;
let alice: Customer;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  alice = await addCustomer(running);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

function watching(customer: Customer): Promise<Socket> {
  const socket = new Socket(running);
  sockets.push(socket);
  return watch(socket, customer);
}

describe('The bell', () => {
  test('comes back after its connection was cut, and events go on meanwhile', async () => {
    const socket = await settled(await watching(alice));
    const admin = new pg.Client(running.databaseUrl);
    await admin.connect();
    const cut = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'netlantern bell' and datname = current_database()",
    );
    expect(cut.rowCount).toBe(1);
    await expect.poll(() => running.app.bell.ready()).toBe(false);
    await raise(running, alice, 'while it was silent');
    await expect.poll(() => running.app.bell.ready(), { timeout: 5000 }).toBe(true);
    await raise(running, alice, 'after');
    await socket.until(() => shown(socket).length === 2);
    expect(messagesOf(socket)).toEqual(['while it was silent', 'after']);
    const listening = await admin.query(
      "select from pg_stat_activity where application_name = 'netlantern bell' and datname = current_database()",
    );
    expect(listening.rowCount).toBe(1);
    await admin.end();
  });

  test('is heard within a second even when a ring from another process is lost', async () => {
    const socket = await settled(await watching(alice));
    const other = new pg.Client(running.databaseUrl);
    await other.connect();
    await raise(running, alice, 'first');
    await other.query(
      `with counted as (update "team" set last_event_seq = last_event_seq + 1 where id = $1 returning last_event_seq)
       insert into "event" (team_id, seq, kind, alert_id, controller_id)
       select $1, last_event_seq, 'changed', (select id from "alert" where team_id = $1 limit 1), $2 from counted`,
      [alice.teamId, alice.controllerId],
    );
    await other.end();
    await socket.until(() => shown(socket).length === 2, 2500);
    expect(cursorsOf(socket)).toEqual([1, 2]);
  });
});

describe('A session that ends', () => {
  test('closes its sockets within a second, and nothing is sent after', async () => {
    const socket = await settled(await watching(alice));
    const started = Date.now();
    const signedOut = await fetch(`${running.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${alice.token}` },
      body: JSON.stringify({ query: 'mutation { signOut }' }),
    });
    expect(await signedOut.json()).toEqual({ data: { signOut: true } });
    await raise(running, alice, 'too late');
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden' });
    expect(Date.now() - started).toBeLessThan(1000);
    expect(shown(socket)).toEqual([]);
  });

  test('closes them also when its end was not rung for, once the bell comes back', async () => {
    const socket = await settled(await watching(alice));
    await running.app.orm.em.fork().nativeDelete(Session, { id: alice.sessionId });
    await running.app.orm.em
      .fork()
      .getConnection()
      .execute(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'netlantern bell' and datname = current_database()",
      );
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Forbidden' });
    await expect.poll(() => running.app.bell.ready(), { timeout: 5000 }).toBe(true);
  });

  test('leaves the sockets of other sessions open', async () => {
    const bob = await addCustomer(running, { firstName: 'Bob' });
    const his = await settled(await watching(bob));
    running.app.bell.ring({ topic: 'session', sessionId: alice.sessionId });
    await aWhile();
    expect(his.raw.readyState).toBe(his.raw.OPEN);
  });
});
