import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { rest } from '#tests/support/rest.ts';
import { loopback, Telling } from '#tests/support/deliveries.ts';
import { startServer } from '#tests/support/running.ts';

let telling: Telling;

beforeAll(async () => {
  telling = new Telling(await startServer({ config: loopback }));
});
afterAll(() => telling.running.close());
beforeEach(() => telling.begin());
afterEach(() => telling.end());

describe('The log', () => {
  test('is paged, newest first, without losing or repeating any', async () => {
    await telling.webhook();
    await telling.raise(await telling.rule(['webhook']), {}, 7);
    const { body } = await rest(telling.alice).get('/api/deliveries?first=3');
    const pages = [body as { nodes: { id: string }[]; nextCursor: string | null }];
    while (pages.at(-1)!.nextCursor) {
      const next = await rest(telling.alice).get(`/api/deliveries?first=3&after=${pages.at(-1)!.nextCursor}`);
      pages.push(next.body);
    }
    expect(pages.map(({ nodes }) => nodes.length)).toEqual([3, 3, 1]);
    expect(new Set(pages.flatMap(({ nodes }) => nodes.map(({ id }) => id))).size).toBe(7);
  });

  test('needs as many statements for a hundred deliveries as for one', async () => {
    await telling.webhook();
    // All of one kind: what the newest has to show, the others have too.
    await telling.raise(await telling.rule(['webhook']), {}, 100);
    await telling.deliver();
    const logged = vi.spyOn(telling.running.app.orm.config.getLogger(), 'logQuery');
    const fewest = async (first: number) => {
      const counts: number[] = [];
      // The program has statements of its own, now and then.
      while (counts.length < 5) {
        logged.mockClear();
        expect(await telling.log(`?first=${first}`)).toHaveLength(first);
        counts.push(logged.mock.calls.length);
      }
      return Math.min(...counts);
    };
    const [one, hundred] = [await fewest(1), await fewest(100)];
    logged.mockRestore();
    expect(one).toBeGreaterThan(2);
    expect(hundred).toBe(one);
  });

  test('can be filtered by alert, channel or status', async () => {
    const id = await telling.webhook();
    const [alert] = await telling.raise(await telling.rule(['webhook', 'slack']), {}, 2);
    expect(await telling.log(`?alertId=${alert}`)).toHaveLength(2);
    expect(await telling.log(`?integrationId=${id}`)).toHaveLength(2);
    expect(await telling.log('?status=skipped')).toHaveLength(2);
    expect(await telling.log(`?alertId=${alert}&status=waiting`)).toHaveLength(1);
  });

  test.each(['?first=0', '?first=101', '?first=x', '?status=gone', '?after=x', '?alertId=%00'])(
    'refuses %s',
    async (query) => {
      const { status } = await rest(telling.alice).get(`/api/deliveries${query}`);
      expect([400, 404]).toContain(status);
    },
  );

  test('shows and sends nothing of another team', async () => {
    const { alice, bob, vic } = telling.cast;
    const id = await telling.webhook(telling.chat.hookUrl('ops'));
    telling.chat.behave('ops', 410);
    const [alert] = await telling.raise(await telling.rule(['webhook']));
    await telling.deliver();
    const [failed] = await telling.log('', alice);
    expect(await telling.log('', bob)).toEqual([]);
    for (const query of [`alertId=${alert}`, `integrationId=${id}`, `after=${failed!.id}`])
      expect((await rest(bob).get(`/api/deliveries?${query}`)).status).toBe(404);
    expect((await rest(bob).post(`/api/deliveries/${failed!.id}/resend`)).status).toBe(404);
    expect((await rest(bob).post(`/api/integrations/${id}/test`)).status).toBe(404);
    expect((await rest(vic).get('/api/deliveries')).status).toBe(401);
    expect((await rest(vic).post(`/api/deliveries/${failed!.id}/resend`)).status).toBe(401);
    expect((await rest(vic).post(`/api/integrations/${id}/test`)).status).toBe(401);
  });
});
