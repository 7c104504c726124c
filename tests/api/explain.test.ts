import { createServer, type ListenOptions } from 'node:net';
import { expect, test } from 'vitest';
import { openDatabase } from '#api/boot/database.ts';
import { explain } from '#api/boot/explain.ts';
import { readConfig } from '#api/config/config.ts';

const read = (env: NodeJS.ProcessEnv) => readConfig({ APP_SECRET: 'a secret that only tests use', ...env });

/** The error of a program that wants to listen there. */
function listen(options: ListenOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', resolve);
    server.listen(options, () => {
      server.close();
      reject(new Error('It listens'));
    });
  });
}

test('A port in use is explained in one line', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const error = await listen({ port, host: '127.0.0.1' });
  taken.close();
  expect(explain(error, read({ PORT: String(port) }))).toBe(
    `Port ${port} is in use by another program. Set PORT to a free one.`,
  );
});

test.each(['192.0.2.1', 'no-such-host.invalid'])(
  'A HOST that isn’t an address of this machine is not blamed on the database: %s',
  async (HOST) => {
    const error = await listen({ port: 0, host: HOST });
    const config = read({ HOST, DATABASE_URL: 'postgres://app:pw@db/netlantern' });
    expect(explain(error, config)).toMatch(
      /^The program can't listen on .* Set HOST to an address of this machine\.$/,
    );
  },
);

test.each([
  ['that nobody listens at', 'postgres://app:hunter2@127.0.0.1:1/netlantern', 'ECONNREFUSED'],
  ['that is no PostgreSQL’s', 'postgres://app:hunter2@mute/netlantern', 'ECONNRESET'],
])('a database address %s is explained in one line without the password', async (_name, url, reason) => {
  const other = createServer((connection) => connection.resetAndDestroy());
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as { port: number };
  const DATABASE_URL = url.replace('mute', `127.0.0.1:${port}`);
  const config = read({ DATABASE_URL });
  const error: unknown = await openDatabase(config).catch((failure: unknown) => failure);
  other.close();
  expect(explain(error, config)).toBe(
    `We couldn't connect to the database (${reason}). Check the address, name, user and password in DATABASE_URL and DATABASE_MIGRATION_URL.`,
  );
});

test('other errors are shown unchanged', () => {
  const error = new TypeError('A mistake of ours');
  expect(explain(error, read({}))).toBe(error);
});
