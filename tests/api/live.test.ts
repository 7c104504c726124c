import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeOldEvents, eventsAfter } from '#api/live/event-log.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { changed, cursorsOf, devicesOf, settled, shown, watch } from '#tests/support/watcher.ts';

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

function connect(): Socket {
  const socket = new Socket(running);
  sockets.push(socket);
  return socket;
}

const watching = (customer: Customer, after?: string) => watch(connect(), customer, after);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('An alert', () => {
  test('reaches the subscribers of its controller', async () => {
    const socket = await settled(await watching(alice));
    await raise(running, alice, 'Switch 1');
    await socket.until(() => shown(socket).length === 1);
    expect(shown(socket)).toEqual([
      {
        cursor: '1',
        change: 'raised',
        alert: { id: expect.any(String) as string, deviceName: 'Switch 1' },
      },
    ]);
  });

  test('stays within its team', async () => {
    const bob = await addCustomer(running, { firstName: 'Bob' });
    const hers = await settled(await watching(alice));
    const his = await settled(await watching(bob));
    await raise(running, alice, 'Switch 1');
    await hers.until(() => shown(hers).length === 1);
    await raise(running, bob, 'Router 1');
    await his.until(() => shown(his).length > 0);
    expect(devicesOf(his)).toEqual(['Router 1']);
  });

  test('is resolved once for fifty identical subscriptions', async () => {
    const bySocket = await Promise.all(numbers(1, 5).map(() => connect().signIn(alice.token)));
    const all = async (count: number) => {
      for (const socket of bySocket)
        await socket.until(() => numbers(1, 10).every((id) => shown(socket, String(id)).length === count));
    };
    for (const socket of bySocket)
      for (const id of numbers(1, 10))
        await socket.subscribe(String(id), changed, { controllerId: alice.controllerId, after: '0' });
    // Whoever has seen one is there, and hears of the next ones live.
    await raise(running, alice, 'Switch 1');
    await all(1);
    executions = 0;
    await raise(running, alice, 'Switch 2', 'Switch 3');
    await all(3);
    expect(executions).toBe(2);
  });

  test('is not resolved if the subscriptions are for another controller', async () => {
    const elsewhere = await addCustomer(running);
    const socket = await settled(await watching(alice));
    await raise(running, { ...alice, controllerId: elsewhere.controllerId }, 'Elsewhere');
    await raise(running, alice, 'Here');
    await socket.until(() => shown(socket).length === 1);
    expect(devicesOf(socket)).toEqual(['Here']);
    expect(executions).toBe(1);
  });

  test('is not resolved once the only subscription is completed', async () => {
    const socket = await settled(await watching(alice));
    await socket.send({ id: '1', type: 'complete' });
    await settled(socket);
    await socket.subscribe('count', 'subscription { openAlertCountChanged }');
    await socket.until(() => socket.of('count').length === 1);
    await raise(running, alice, 'Switch 1');
    await socket.until(() => socket.of('count').length === 2);
    expect(shown(socket)).toEqual([]);
    expect(executions).toBe(0);
  });

  test('that is deleted with its controller is not sent and blocks nothing', async () => {
    await raise(running, alice, 'Gone');
    await running.app.orm.em.fork().execute('delete from "alert" where team_id = ?', [alice.teamId]);
    await raise(running, alice, 'Here');
    const socket = await watching(alice, '0');
    await socket.until(() => shown(socket).length === 1);
    expect(devicesOf(socket)).toEqual(['Here']);
  });
});

describe('A cursor', () => {
  test('replays missed events in order, and then goes live', async () => {
    await raise(running, alice, ...numbers(1, 250).map(String));
    const socket = await watching(alice, '100');
    await socket.until(() => shown(socket).length === 150);
    await raise(running, alice, '251');
    await socket.until(() => shown(socket).length === 151);
    expect(cursorsOf(socket)).toEqual(numbers(101, 251));
    expect(devicesOf(socket)).toEqual(numbers(101, 251).map(String));
  });

  test('leaves no gap and no duplicate while events are appended from two connections', async () => {
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
    await raise(running, alice, 'Switch 1');
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

  test('whose next events were deleted is refused', async () => {
    await raise(running, alice, '1', '2', '3');
    await running.app.orm.em
      .fork()
      .execute('delete from "event" where team_id = ? and seq < 3', [alice.teamId]);
    const old = await watching(alice, '1');
    await old.until(() => old.of('1').length === 1);
    expect(old.of('1')[0]?.type).toBe('error');
    const recent = await watching(alice, '2');
    await recent.until(() => shown(recent).length === 1);
    expect(devicesOf(recent)).toEqual(['3']);
  });

  test('that missed a change older than seven days is refused, before and after that change is deleted', async () => {
    await raise(running, alice, '1', '2', '3', '4');
    // The second one was written by a transaction that began before the first one's.
    const em = running.app.orm.em.fork();
    const age = `update event set created_at = now() - ? * interval '1 day' where team_id = ? and seq = ?`;
    for (const [seq, days] of [
      [1, 6.9],
      [2, 7.1],
      [3, 6.8],
    ] as const)
      await em.execute(age, [days, alice.teamId, seq]);
    const refused = async () => {
      const socket = await watching(alice, '1');
      await socket.until(() => socket.of('1').length === 1);
      expect(socket.of('1')).toMatchObject([
        { type: 'error', payload: [{ message: 'Unknown cursor: load the alerts again' }] },
      ]);
    };
    await refused();
    await removeOldEvents(running.app, {});
    expect((await eventsAfter(em, alice.teamId, 0, 10)).map(({ seq }) => seq)).toEqual(['3', '4']);
    await refused();
    const recent = await watching(alice, '2');
    await recent.until(() => shown(recent).length === 2);
    expect(devicesOf(recent)).toEqual(['3', '4']);
  });

  test('that missed nothing is accepted, however old it is', async () => {
    await raise(running, alice, '1');
    const em = running.app.orm.em.fork();
    await em.execute(`update event set created_at = now() - interval '8 days' where team_id = ?`, [
      alice.teamId,
    ]);
    await removeOldEvents(running.app, {});
    const socket = await watching(alice, '1');
    await raise(running, alice, '2');
    await socket.until(() => shown(socket).length === 1);
    expect(devicesOf(socket)).toEqual(['2']);
  });

  test('that is more than 10,000 events behind is refused', async () => {
    const elsewhere = await addCustomer(running);
    await running.app.orm.em.fork().execute(
      `with counted as (update "team" set last_event_seq = 10000 where id = ? returning id)
         insert into "event" (team_id, seq, kind, alert_id, controller_id)
         select id, seq, 'changed', gen_random_uuid(), ? from counted, generate_series(1, 10000) seq`,
      [alice.teamId, elsewhere.controllerId],
    );
    await raise(running, alice, 'The last');
    const tooOld = await watching(alice, '0');
    await tooOld.until(() => tooOld.of('1').length === 1);
    expect(tooOld.of('1')).toMatchObject([
      { type: 'error', payload: [{ message: 'Unknown cursor: load the alerts again' }] },
    ]);
    const oldEnough = await watching(alice, '1');
    await oldEnough.until(() => shown(oldEnough).length === 1);
    expect(devicesOf(oldEnough)).toEqual(['The last']);
  });

  test('in the document itself works too', async () => {
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

  test('is sent immediately, and again when it changes', async () => {
    await raise(running, alice, 'one', 'two');
    const socket = await connect().signIn(alice.token);
    await socket.subscribe('1', 'subscription { openAlertCountChanged }');
    await socket.until(() => counts(socket).length === 1);
    expect(counts(socket)).toEqual([2]);
    await raise(running, alice, 'three');
    await socket.until(() => counts(socket).at(-1) === 3);
  });
});
