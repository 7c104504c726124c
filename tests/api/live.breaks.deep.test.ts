import { ConnectionException } from '@mikro-orm/core';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ownerUrl } from '#tests/support/database.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { changed, cursorsOf, devicesOf, settled, shown, watch } from '#tests/support/watcher.ts';

let running: Running;
let alice: Customer;
/** So many executions of an event find the database away. */
let failures = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startServer({
    schema: (schema) => {
      const field = schema.getSubscriptionType()?.getFields()['alertChanged'];
      const resolve = field?.resolve;
      if (!field || !resolve) throw new Error('There is no alertChanged');
      field.resolve = (...args) => {
        if (failures-- > 0) throw new ConnectionException(new Error('Connection terminated unexpectedly'));
        return resolve(...args) as unknown;
      };
    },
  });
});
afterAll(() => running.close());
beforeEach(async () => {
  alice = await addCustomer(running);
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

function connect(): Socket {
  const socket = new Socket(running);
  sockets.push(socket);
  return socket;
}

const watching = (customer: Customer) => watch(connect(), customer);

describe('The wakeup connection', () => {
  test('reconnects after it was cut, and events continue in the meantime', async () => {
    const socket = await settled(await watching(alice));
    const admin = new pg.Client(running.databaseUrl);
    await admin.connect();
    const cut = await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'netlantern bell' and datname = current_database()",
    );
    expect(cut.rowCount).toBe(1);
    await expect.poll(() => running.app.pubsub.ready()).toBe(false);
    await raise(running, alice, 'while it was silent');
    await expect.poll(() => running.app.pubsub.ready(), { timeout: 5000 }).toBe(true);
    await raise(running, alice, 'after');
    await socket.until(() => shown(socket).length === 2);
    expect(devicesOf(socket)).toEqual(['while it was silent', 'after']);
    const listening = await admin.query(
      "select from pg_stat_activity where application_name = 'netlantern bell' and datname = current_database()",
    );
    expect(listening.rowCount).toBe(1);
    await admin.end();
  });

  test('isn’t the only trigger: a lost notification is noticed within a second', async () => {
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
    await socket.until(() => shown(socket).length === 2);
    expect(cursorsOf(socket)).toEqual([1, 2]);
  });
});

describe('An event written while the database is unavailable', () => {
  test('is delivered once the database is back', async () => {
    const socket = await settled(await watching(alice));
    failures = 2;
    await raise(running, alice, 'Switch 1');
    await socket.until(() => socket.of('1').length > 0);
    expect(socket.of('1')).toMatchObject([{ payload: { data: { alertChanged: { cursor: '1' } } } }]);
  });

  test('that stays unavailable is delivered to nobody, and later to everybody who resumes with a cursor', async () => {
    const first = await settled(await watching(alice));
    const second = await settled(await connect().signIn(alice.token));
    // It does not answer the close, so its subscription is still there when the second asks the same.
    first.raw.pause();
    failures = 4;
    await raise(running, alice, 'Switch 1', 'Switch 2');
    await expect.poll(() => failures, { timeout: 10_000, interval: 10 }).toBe(0);
    await second.subscribe('1', changed, { controllerId: alice.controllerId, after: '0' });
    await second.until(() => shown(second).length === 2);
    first.raw.resume();
    expect((await first.closed).code).toBe(1013);
    expect(first.of('1')).toEqual([]);
  });
});

describe('While the database is unavailable', () => {
  let operator: pg.Client;
  const name = () => new URL(running.databaseUrl).pathname.slice(1);

  beforeAll(async () => {
    operator = new pg.Client(ownerUrl('postgres'));
    await operator.connect();
  });
  afterEach(async () => {
    await operator.query(`alter database ${name()} allow_connections true`);
    await expect.poll(() => running.app.pubsub.ready(), { timeout: 10_000 }).toBe(true);
  });
  afterAll(() => operator.end());

  const takeAway = async () => {
    await operator.query(`alter database ${name()} allow_connections false`);
    await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name(),
    ]);
    await expect.poll(() => running.app.pubsub.ready()).toBe(false);
  };

  test('a subscription is refused with a retryable error, and a new socket is closed the same way', async () => {
    const socket = await connect().signIn(alice.token);
    await takeAway();
    await socket.subscribe('1', changed, { controllerId: alice.controllerId });
    await socket.until(() => socket.of('1').length > 0);
    expect(socket.of('1')).toMatchObject([
      { type: 'error', payload: [{ extensions: { code: 'NOT_READY' } }] },
    ]);
    const another = await connect().send({
      type: 'connection_init',
      payload: { authToken: alice.token },
    });
    expect(await another.closed).toEqual({ code: 1013, reason: 'Try again later' });
  });

  test('the first subscriptions of a team reconnect later, and those that start then are served', async () => {
    const [slow, socket] = [await connect().signIn(alice.token), await connect().signIn(alice.token)];
    await takeAway();
    // It does not answer the close, so it still counts as a subscriber when the next one comes.
    slow.raw.pause();
    for (const each of [slow, socket]) await each.subscribe('1', 'subscription { openAlertCountChanged }');
    expect(await socket.closed).toEqual({ code: 1013, reason: 'Try again later' });
    await operator.query(`alter database ${name()} allow_connections true`);
    await settled(await watching(alice));
    slow.raw.resume();
    expect((await slow.closed).code).toBe(1013);
  });
});
