import { createServer, type AddressInfo, type Socket as Connection } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noRedis, redisPlace, startRedis } from '#tests/support/redis.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
import { Programs } from '#tests/support/programs.ts';
import { Socket } from '#tests/support/socket.ts';

const title = `Two nodes on one Redis${noRedis ? ` (skipped: ${noRedis})` : ''}`;

describe.skipIf(noRedis)(title, () => {
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let nodes: [Running, Running];

  beforeAll(async () => {
    redis = await startRedis();
    const config = { redisUrl: redis.redisUrl, requestsPerMinute: 40 };
    const first = await startServer({ config });
    nodes = [first, await startServer({ config, databaseUrl: first.databaseUrl })];
  });
  afterAll(async () => {
    for (const node of nodes.toReversed()) await node.close();
    await redis.stop();
  });

  const ask = ({ url }: Running, token: string) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: '{ openAlertCount }' }),
    });

  /** @returns somebody whose minute does not end while a test counts in it */
  async function withTime(): Promise<Customer> {
    for (;;) {
      const bob = await addCustomer(nodes[0], { firstName: 'Bob' });
      const [requests] = nodes[0].app.rates.status(`person:${bob.userId}`);
      if ((requests?.reset ?? 0) > 30) return bob;
    }
  }

  test('share events: subscribers on one get what the other raises', async () => {
    const alice = await addCustomer(nodes[0]);
    const socket = await new Socket(nodes[1]).signIn(alice.token);
    await socket.subscribe('1', 'subscription { openAlertCountChanged }');
    await socket.until(() => socket.of('1').length === 1);
    await raise(nodes[0], alice, 'Switch 1');
    await socket.until(() => socket.of('1').length === 2);
    expect(socket.of('1')[1]).toMatchObject({ payload: { data: { openAlertCountChanged: 1 } } });
    socket.close();
  });

  test('share the request count of a person', async () => {
    const bob = await withTime();
    let went = 0;
    for (let asked = 0; asked < 60; asked++) {
      const { status } = await ask(nodes[asked % 2 ? 1 : 0], bob.token);
      if (status === 200) went += 1;
    }
    // A fortieth each may not be told yet when the limit is reached.
    expect(went).toBeGreaterThanOrEqual(40);
    expect(went).toBeLessThanOrEqual(44);
    expect([(await ask(nodes[0], bob.token)).status, (await ask(nodes[1], bob.token)).status]).toEqual([
      429, 429,
    ]);
  });
});

/** What a load balancer sees. */
async function readiness(url: string): Promise<[status: number, body: unknown]> {
  const answer = await fetch(`${url}/readyz`);
  return [answer.status, await answer.json()];
}

const degraded = [200, { status: 'degraded', missing: ['pubsub'] }];

describe('Without Redis', () => {
  let writer: Running;

  beforeAll(async () => {
    writer = await startServer();
  });
  afterAll(() => writer.close());

  test('a program starts, is degraded, and still shows events of another node within two seconds', async () => {
    const programs = new Programs(writer);
    const { url } = await programs.start({ redisUrl: 'redis://127.0.0.1:1' });
    expect(await readiness(url)).toEqual(degraded);
    const alice = await addCustomer(writer);
    const socket = await new Socket({ url }).signIn(alice.token);
    await socket.subscribe('1', 'subscription { openAlertCountChanged }');
    await socket.until(() => socket.of('1').length === 1);
    await raise(writer, alice, 'Switch 1 is offline');
    await socket.until(() => socket.of('1').length === 2, 2000);
    socket.close();
    await programs.end();
  });

  test('a start does not wait for a Redis that accepts connections and never responds', async () => {
    const open = new Set<Connection>();
    const mute = createServer((connection) => void open.add(connection));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const { port } = mute.address() as AddressInfo;
    const begun = performance.now();
    const node = await startServer({
      databaseUrl: writer.databaseUrl,
      config: { redisUrl: `redis://127.0.0.1:${port}` },
    });
    // It waits for two; opening the database takes the rest.
    expect(performance.now() - begun).toBeLessThan(8000);
    expect(await readiness(node.url)).toEqual(degraded);
    await node.close();
    for (const connection of open) connection.destroy();
    mute.close();
  });

  const title = `a node is ready once Redis is there, and degraded again once it is gone`;
  test.skipIf(noRedis)(title, async () => {
    const redisUrl = redisPlace();
    const node = await startServer({ databaseUrl: writer.databaseUrl, config: { redisUrl } });
    expect(await readiness(node.url)).toEqual(degraded);
    const redis = await startRedis(redisUrl);
    await expect.poll(() => readiness(node.url), { timeout: 5000 }).toEqual([200, { status: 'ready' }]);
    await redis.stop();
    await expect.poll(() => readiness(node.url), { timeout: 5000 }).toEqual(degraded);
    await node.close();
  });

  test.skipIf(noRedis)('a node is degraded while Redis hangs, and ready again once it responds', async () => {
    const redis = await startRedis();
    const node = await startServer({
      databaseUrl: writer.databaseUrl,
      config: { redisUrl: redis.redisUrl },
    });
    await expect.poll(() => readiness(node.url), { timeout: 5000 }).toEqual([200, { status: 'ready' }]);
    redis.freeze();
    await expect.poll(() => readiness(node.url), { timeout: 8000 }).toEqual(degraded);
    redis.thaw();
    await expect.poll(() => readiness(node.url), { timeout: 8000 }).toEqual([200, { status: 'ready' }]);
    await node.close();
    await redis.stop();
  });
});
