import { get } from 'node:http';
import { expect, test } from 'vitest';
import { startServer } from '#tests/support/running.ts';

test('A server that shuts down finishes requests in progress and accepts no new ones', async () => {
  const entered = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const closing = await startServer({
    schema: (schema) => {
      const field = schema.getQueryType()?.getFields()['packages'];
      if (!field) throw new Error('There is no query of packages');
      field.resolve = async () => {
        entered.resolve();
        await finish.promise;
        return [];
      };
    },
  });
  const underWay = fetch(`${closing.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"query":"{ packages { id } }"}',
  });
  await entered.promise;
  const closed = closing.close();
  await expect.poll(() => closing.server.server.listening).toBe(false);
  await expect(fetch(`${closing.url}/healthz`)).rejects.toThrow();
  finish.resolve();
  expect(await (await underWay).json()).toEqual({ data: { packages: [] } });
  await closed;
});

test('A server that shuts down answers those whose connections it has not accepted yet', async () => {
  const closing = await startServer();
  const answers = Array.from(
    { length: 20 },
    () =>
      new Promise<unknown>((resolve) => {
        get(`${closing.url}/healthz`, { agent: false }, (answer) => {
          answer.resume().once('end', () => resolve(answer.statusCode));
        }).once('error', (error: NodeJS.ErrnoException) => resolve(error.code));
      }),
  );
  const closed = closing.close();
  expect(await Promise.all(answers)).toEqual(answers.map(() => 200));
  await closed;
});
