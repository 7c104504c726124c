import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noRedis, startRedis } from '#tests/support/redis.ts';
import { addCustomer, raise, startServer, type Customer, type Running } from '#tests/support/running.ts';
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
      const [requests] = nodes[0].app.rates.standing(`person:${bob.userId}`);
      if ((requests?.reset ?? 0) > 30) return bob;
    }
  }

  test('tell each other what happens: what one raises, the other’s subscribers hear', async () => {
    const alice = await addCustomer(nodes[0]);
    const socket = await new Socket(nodes[1]).signIn(alice.token);
    await socket.subscribe('1', 'subscription { openAlertCountChanged }');
    await socket.until(() => socket.of('1').length === 1);
    await raise(nodes[0], alice, 'Switch 1 is offline');
    await socket.until(() => socket.of('1').length === 2);
    expect(socket.of('1')[1]).toMatchObject({ payload: { data: { openAlertCountChanged: 1 } } });
    socket.close();
  });

  test('count the requests of a person together', async () => {
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
