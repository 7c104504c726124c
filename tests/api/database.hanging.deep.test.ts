// A PostgreSQL that takes connections and answers nothing, as when its disk or the network hangs.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '#api/wiring/routes.ts';
import { addCustomer, startServer, type Running } from '#tests/support/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());

test.each([
  ['POST', '/graphql'],
  ['POST', '/graphql/stream'],
  ['GET', '/api/controllers'],
])('%s %s answers with 503 and Retry-After while the database hangs', async (method, path) => {
  const { token } = await addCustomer(running);
  const server = await createServer(running.app, running.schema, { viewerTimeout: 300 });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    await running.app.orm.em.fork().transactional(async (em) => {
      await em.execute('lock table session in access exclusive mode', [], 'run');
      const response = await fetch(url + path, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(method === 'POST' && { body: JSON.stringify({ query: '{ me { id } }' }) }),
        signal: AbortSignal.timeout(10_000),
      });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('2');
    });
  } finally {
    await server.close();
  }
});

test('A REST call that hangs after its caller is known says that it may still be running', async () => {
  const { token, controllerId } = await addCustomer(running);
  await running.app.orm.em.fork().transactional(async (em) => {
    await em.execute('lock table controller in access exclusive mode', [], 'run');
    const response = await fetch(`${running.url}/api/controllers/${controllerId}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toMatchObject({ outcome: 'unknown' });
  });
});
