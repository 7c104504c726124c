import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, password, type Cast } from '#tests/support/people.ts';
import { behindProxy, signInAt } from '#tests/support/sign-in.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer({ config: behindProxy });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

/** The address that a sign-in is written down with. */
async function seenAs(address: string): Promise<string | null | undefined> {
  const answer = await signInAt(running, { email: cast.bob.email, password }, { address });
  expect(answer.status).toBe(200);
  const [session] = await running.app.orm.em
    .fork()
    .find(Session, { user: cast.bob.userId }, { orderBy: { createdAt: 'desc' }, limit: 1 });
  return session?.ipAddress;
}

describe('Behind a trusted proxy', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['2001:DB8:0::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['198.51.100.9, 203.0.113.7', '203.0.113.7'],
    ['203.0.113.7, 127.0.0.1', '203.0.113.7'],
  ])('a forwarded address is the caller’s: %s', async (given, seen) => {
    expect(await seenAs(given)).toBe(seen);
  });

  test.each([
    'garbage',
    '-',
    ', ,',
    '203.0.113.7:555',
    '203.0.113.256',
    '"><script>alert(1)</script>',
    'x'.repeat(500),
    '203.0.113.7, garbage',
    '203.0.113.7, garbage, 127.0.0.1',
  ])('an invalid address is replaced by the proxy’s own: %s', async (given) => {
    expect(await seenAs(given)).toBe('127.0.0.1');
  });

  test('invented addresses don’t create new networks: attempts keep counting', async () => {
    const answers = [];
    for (let at = 0; at < 60; at += 1) {
      const credentials = { email: `nobody-${at}@example.com`, password: 'nope-nope' };
      answers.push((await signInAt(running, credentials, { address: `made-up-${at}` })).status);
    }
    expect(answers).toContain(429);
  });
});
