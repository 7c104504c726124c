import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { noRedis, startRedis } from '#tests/support/redis.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';
import { cursorsOf, devicesOf, settled, watch } from '#tests/support/watcher.ts';

const ways = [
  { by: 'the database alone', skipped: undefined },
  { by: `Redis${noRedis ? ` (skipped: ${noRedis})` : ''}`, skipped: noRedis },
] as const;

for (const { by, skipped } of ways)
  describe.skipIf(skipped)(`Two nodes that notify each other through ${by}`, () => {
    let redis: Awaited<ReturnType<typeof startRedis>> | undefined;
    let first: Running;
    let second: Running;
    let alice: Customer;
    let sockets: Socket[] = [];

    beforeAll(async () => {
      if (by !== ways[0].by) redis = await startRedis();
      const config = redis ? { redisUrl: redis.redisUrl } : {};
      first = await startServer({ config });
      second = await startServer({ config, databaseUrl: first.databaseUrl });
    });
    afterAll(async () => {
      await second.close();
      await first.close();
      await redis?.stop();
    });
    beforeEach(async () => {
      alice = await addCustomer(first);
    });
    afterEach(() => {
      for (const socket of sockets) socket.close();
      sockets = [];
    });

    async function connect(node: Pick<Running, 'url'>, after = '0'): Promise<Socket> {
      const socket = new Socket(node);
      sockets.push(socket);
      return settled(await watch(socket, alice, after));
    }

    test('deliver every event to the subscribers of both: all of them, once, in one order', async () => {
      const [one, other] = [await connect(first), await connect(second)];
      await Promise.all(
        Array.from({ length: 20 }, (_, nth) => raise(nth % 2 ? first : second, alice, `AP ${nth}`)),
      );
      for (const socket of [one, other]) await socket.until(() => devicesOf(socket).length >= 20);
      expect(cursorsOf(one)).toEqual(Array.from({ length: 20 }, (_, nth) => nth + 1));
      expect(cursorsOf(other)).toEqual(cursorsOf(one));
      expect(devicesOf(other)).toEqual(devicesOf(one));
    });

    test('take over from one another: a client that switches nodes misses nothing and sees nothing twice', async () => {
      const leaving = await startServer({ config: first.app.config, databaseUrl: first.databaseUrl });
      const socket = await connect(leaving);
      await raise(second, alice, 'before');
      await socket.until(() => devicesOf(socket).length === 1);
      const closed = leaving.close();
      await raise(second, alice, 'meanwhile');
      expect((await socket.closed).code).toBe(1001);
      await closed;
      const seen = devicesOf(socket);
      const again = await connect(second, String(cursorsOf(socket).at(-1)));
      await raise(first, alice, 'after');
      await again.until(() => devicesOf(again).includes('after'));
      expect([...seen, ...devicesOf(again)]).toEqual(['before', 'meanwhile', 'after']);
    });
  });
