// Passwords are hashed slowly, on purpose: anyone who has many hashed must not keep others waiting.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LinkPurpose } from '#api/features/auth/registration/email-link.entity.ts';
import { issueLink } from '#api/features/auth/registration/email-links.store.ts';
import { User } from '#api/features/users/user.entity.ts';
import { fairQueue } from '#api/lib/concurrency.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, password, type Person } from '#tests/support/people.ts';
import { until } from '#tests/support/rounds.ts';
import { rest, type RestAnswer } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { behindProxy, signInAt } from '#tests/support/sign-in.ts';

let running: Running;
let alice: Person;

beforeAll(async () => {
  running = await startServer({ config: behindProxy });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  alice = await addPerson(running, { firstName: 'Alice' });
});

const crowd = '203.0.113.7';

async function resetToken(): Promise<string> {
  return running.app.orm.em.fork().transactional(async (em) => {
    const user = await em.findOneOrFail(User, { id: alice.userId });
    return issueLink(em, user, LinkPurpose.reset_password);
  });
}

/** No one's row can be read until all have asked, so that they come to the hashing at the same moment. */
function allAtOnce<T>(ask: () => T): Promise<T> {
  return running.app.orm.em.fork().transactional(async (em) => {
    await em.execute('lock table "user" in access exclusive mode', [], 'run');
    const asked = ask();
    // More than one network may have hashed and waiting. Other requests wait for a connection.
    await until(async () => {
      const [row] = await em.execute<[{ waiting: number }]>(
        `select count(*)::int as waiting from pg_locks where relation = '"user"'::regclass and not granted`,
      );
      return row.waiting > 12;
    });
    return asked;
  });
}

const floods: Record<string, () => Promise<(at: number) => Promise<RestAnswer>>> = {
  'sign-ins': async () => (at) =>
    signInAt(running, { email: `guess${at}@x.test`, password: 'nope' }, { address: crowd }),
  resets: async () => {
    const token = await resetToken();
    const body = JSON.stringify({ token, password: 'Queue-Fills-99!', confirmPassword: 'Queue-Fills-99!' });
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': crowd };
    return () =>
      rest({ server: running, token: null }).send('/api/auth/reset-password', {
        method: 'POST',
        headers,
        body,
      });
  },
};

describe.each(Object.keys(floods))('Many %s at once from one network', (name) => {
  test('are processed up to the queue limit, and another network still gets a place', async () => {
    const bob = await addPerson(running, { firstName: 'Bob' });
    const one = await floods[name]!();
    const { answers, other } = await allAtOnce(() => ({
      answers: Array.from({ length: 40 }, (_, at) => one(at)),
      other: signInAt(running, { email: bob.email, password }, { address: '198.51.100.4' }),
    }));
    expect((await other).status).toBe(200);
    const all = await Promise.all(answers);
    const full = all.filter(({ status }) => status === 429);
    expect(full.length).toBeGreaterThan(0);
    expect(full[0]?.body).toMatchObject({
      message: 'Too many people are signing in. Try again in a moment.',
    });
    expect(all.filter(({ status }) => status >= 500)).toEqual([]);
  });
});

describe('Networks with many requests', () => {
  const bounds = { atOnce: 1, mostOfOne: 8, mostOfAll: 12, message: 'Full' };

  test('take turns: a newcomer waits for one request of each other', async () => {
    const withLockedTeam = fairQueue(bounds);
    const done: string[] = [];
    const ask = (party: string) => withLockedTeam(party, async () => void done.push(party));
    await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(ask));
    expect(done).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  test('are refused only what exceeds their share, and the busiest gives way to a newcomer', async () => {
    const withLockedTeam = fairQueue(bounds);
    const ask = (party: string) => withLockedTeam(party, async () => party);
    const refusals = async (...parties: string[]) =>
      (await Promise.allSettled(parties.map(ask))).flatMap(({ status }, at) =>
        status === 'rejected' ? parties[at]! : [],
      );
    expect(await refusals(...Array.from({ length: 10 }, () => 'a'), 'b')).toEqual(['a']);
    expect(await refusals(...'aabbbccddeeffgg')).toEqual(['b', 'g']);
    expect(await refusals('a', 'b')).toEqual([]);
  });

  test('continue after a failure', async () => {
    const withLockedTeam = fairQueue(bounds);
    const fails = withLockedTeam('a', () => Promise.reject(new Error('broken')));
    await expect(Promise.all([fails, withLockedTeam('b', async () => 'done')])).rejects.toThrow('broken');
    expect(await withLockedTeam('b', async () => 'done')).toBe('done');
  });
});
