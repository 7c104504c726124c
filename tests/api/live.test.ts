import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventsAfter } from '#api/events/log.ts';
import { Session } from '#api/features/auth/session.entity.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

const changed = `subscription($controllerId: ID!, $after: String) {
  alertChanged(controllerId: $controllerId, after: $after) { cursor change alert { id message } }
}`;

let running: Running;
let alice: Customer;
let executions = 0;
const sockets: Socket[] = [];

beforeAll(async () => {
  running = await startServer({
    schema: (schema) => {
      const field = schema.getSubscriptionType()?.getFields()['alertChanged'];
      const resolve = field?.resolve;
      if (!field || !resolve) throw new Error('There is no alertChanged');
      field.resolve = (...args) => {
        executions += 1;
        return resolve(...args) as unknown;
      };
    },
  });
});
afterAll(() => running.close());

beforeEach(async () => {
  alice = await addCustomer(running);
  executions = 0;
});
afterEach(() => sockets.splice(0).forEach((socket) => socket.close()));

function connect(
  ...args: ConstructorParameters<typeof Socket> extends [unknown, ...infer Rest] ? Rest : never
): Socket {
  const socket = new Socket(running, ...args);
  sockets.push(socket);
  return socket;
}

async function watching(customer: Customer, after?: string): Promise<Socket> {
  const socket = await connect().signIn(customer.token);
  return socket.subscribe('1', changed, { controllerId: customer.controllerId, after });
}

interface Shown {
  cursor: string;
  change: string;
  alert: { message: string };
}

const shown = (socket: Socket, id = '1'): Shown[] =>
  socket
    .of(id)
    .flatMap(({ type, payload }) =>
      type === 'next' ? ((payload?.data?.['alertChanged'] ?? []) as unknown as Shown) : [],
    );
const messagesOf = (socket: Socket) => shown(socket).map(({ alert }) => alert.message);
const cursorsOf = (socket: Socket) => shown(socket).map(({ cursor }) => Number(cursor));
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
/** Long enough for anything that is going to arrive to have arrived. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 400));
/** A subscription is opened without an answer: the reply to a query behind it says that it is. */
async function settled(socket: Socket): Promise<Socket> {
  await socket.subscribe('settled', '{ openAlertCount }');
  await socket.until(() => socket.of('settled').length > 0);
  await new Promise((resolve) => setTimeout(resolve, 100));
  return socket;
}

describe('An alert', () => {
  test('reaches those who watch its controller', async () => {
    const socket = await settled(await watching(alice));
    await raise(running, alice, 'Switch 1 is offline');
    await socket.until(() => shown(socket).length === 1);
    expect(shown(socket)).toEqual([
      {
        cursor: '1',
        change: 'raised',
        alert: { id: expect.any(String) as string, message: 'Switch 1 is offline' },
      },
    ]);
  });

  test('stays within its team', async () => {
    const bob = await addCustomer(running, { firstName: 'Bob' });
    const hers = await settled(await watching(alice));
    const his = await settled(await watching(bob));
    await raise(running, alice, 'Switch 1 is offline');
    await hers.until(() => shown(hers).length === 1);
    await aWhile();
    expect(shown(his)).toEqual([]);
  });

  test('is executed once for fifty who asked the same', async () => {
    const bySocket = await Promise.all(numbers(1, 5).map(() => connect().signIn(alice.token)));
    for (const socket of bySocket) {
      for (const id of numbers(1, 10))
        await socket.subscribe(String(id), changed, { controllerId: alice.controllerId });
      await settled(socket);
    }
    await raise(running, alice, 'Switch 1 is offline', 'Switch 2 is offline');
    for (const socket of bySocket) {
      await socket.until(() => numbers(1, 10).every((id) => shown(socket, String(id)).length === 2));
    }
    expect(executions).toBe(2);
  });

  test('is not asked for where another controller is watched', async () => {
    const elsewhere = await addCustomer(running);
    const socket = await settled(await watching(alice));
    await raise(running, { ...alice, controllerId: elsewhere.controllerId }, 'Elsewhere');
    await raise(running, alice, 'Here');
    await socket.until(() => shown(socket).length === 1);
    expect(messagesOf(socket)).toEqual(['Here']);
    expect(executions).toBe(1);
  });

  test('is not executed once the only subscription is completed', async () => {
    const socket = await settled(await watching(alice));
    await socket.send({ id: '1', type: 'complete' });
    await settled(socket);
    await raise(running, alice, 'Switch 1 is offline');
    await aWhile();
    expect(shown(socket)).toEqual([]);
    expect(executions).toBe(0);
  });

  test('that is gone with its controller is not told and holds nothing up', async () => {
    await raise(running, alice, 'Gone');
    await running.app.orm.em
      .fork()
      .getConnection()
      .execute('delete from "alert" where team_id = ?', [alice.teamId]);
    await raise(running, alice, 'Here');
    const socket = await watching(alice, '0');
    await socket.until(() => shown(socket).length === 1);
    expect(messagesOf(socket)).toEqual(['Here']);
  });
});

describe('A cursor', () => {
  test('brings what was missed, in order, and then goes live', async () => {
    await raise(running, alice, ...numbers(1, 250).map(String));
    const socket = await watching(alice, '100');
    await socket.until(() => shown(socket).length === 150);
    await raise(running, alice, '251');
    await socket.until(() => shown(socket).length === 151);
    expect(cursorsOf(socket)).toEqual(numbers(101, 251));
    expect(messagesOf(socket)).toEqual(numbers(101, 251).map(String));
  });

  test('leaves no gap and no double while events are appended from two connections', async () => {
    const total = 300;
    const writing = [0, 1].map(async (writer) => {
      for (let made = 0; made < total / 2; made += 3) {
        await raise(running, alice, ...[0, 1, 2].map((offset) => `${writer}-${made + offset}`));
      }
    });
    const joining = numbers(0, 15).map(async (index) => {
      await new Promise((resolve) => setTimeout(resolve, index * 30));
      return { socket: await watching(alice, '0') };
    });
    await Promise.all(writing);
    for (const { socket } of await Promise.all(joining)) {
      await socket.until(() => shown(socket).length >= total, 15_000);
      expect(cursorsOf(socket)).toEqual(numbers(1, total));
    }
    const events = await eventsAfter(running.app.orm.em.fork(), alice.teamId, 0, 1000);
    expect(events.map(({ seq }) => Number(seq))).toEqual(numbers(1, total));
  });

  test.each([
    ['not a number', 'abc'],
    ['of the future', '17'],
    ['negative', '-1'],
    ['absurdly long', '9'.repeat(400)],
  ])('that is %s is refused', async (_what, after) => {
    await raise(running, alice, 'Switch 1 is offline');
    const socket = await watching(alice, after);
    await socket.until(() => socket.of('1').length === 1);
    expect(socket.of('1')).toEqual([
      expect.objectContaining({
        type: 'error',
        payload: [
          expect.objectContaining({
            message: 'Unknown cursor: load the alerts again',
            extensions: expect.objectContaining({ code: 'BAD_USER_INPUT' }) as unknown,
          }),
        ],
      }),
    ]);
  });

  test('whose successors were removed is refused', async () => {
    await raise(running, alice, '1', '2', '3');
    await running.app.orm.em
      .fork()
      .getConnection()
      .execute('delete from "event" where team_id = ? and seq < 3', [alice.teamId]);
    const old = await watching(alice, '1');
    await old.until(() => old.of('1').length === 1);
    expect(old.of('1')[0]?.type).toBe('error');
    const recent = await watching(alice, '2');
    await recent.until(() => shown(recent).length === 1);
    expect(messagesOf(recent)).toEqual(['3']);
  });

  test('that stands in the document itself works too', async () => {
    await raise(running, alice, '1', '2');
    const socket = await connect().signIn(alice.token);
    await socket.subscribe(
      '1',
      `subscription { alertChanged(controllerId: "${alice.controllerId}", after: "1") { cursor } }`,
    );
    await socket.until(() => shown(socket).length === 1);
    expect(cursorsOf(socket)).toEqual([2]);
  });
});

describe('The number of open alerts', () => {
  const counts = (socket: Socket) =>
    socket.of('1').map(({ payload }) => payload?.data?.['openAlertCountChanged'] as unknown);

  test('is told at once, and again when it changes', async () => {
    await raise(running, alice, 'one', 'two');
    const socket = await connect().signIn(alice.token);
    await socket.subscribe('1', 'subscription { openAlertCountChanged }');
    await socket.until(() => counts(socket).length === 1);
    expect(counts(socket)).toEqual([2]);
    await raise(running, alice, 'three');
    await socket.until(() => counts(socket).at(-1) === 3);
  });
});

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
