import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());

test('The migrations make what the entities say: the next one would be empty', async () => {
  expect(await running.app.orm.schema.getUpdateSchemaSQL()).toBe('');
});
