import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { as } from '#tests/support/as.ts';
import { asOwner, emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addPerson, password, type Person } from '#tests/support/people.ts';
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

const nobody = 'nobody@netlantern.test';
const wrong = 'Wrong-Horse-9!';
const locked = 'Too many failed sign-ins. Try again later, or use the link that was emailed to the owner.';

const attempt = (email: string, given: string, address = '192.0.2.1') =>
  signInAt(running, { email, password: given }, { address });
/** What each of so many wrong passwords is answered, one after the other. */
async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await attempt(email, wrong)).status);
  return statuses;
}
const counters = () => running.app.orm.em.execute<{ key: string }[]>('select key, expire from attempt');
/** As if so many minutes had gone by since everything was counted. */
const pass = (minutes: number) =>
  running.app.orm.em.execute('update attempt set expire = expire - ?', [minutes * 60_000]);
async function demand(policy: Partial<SecuritySettings>): Promise<void> {
  const em = running.app.orm.em.fork();
  await em.upsert(SecuritySettings, { id: 1, ...policy });
}

describe('An account', () => {
  test('is locked after the policy’s number of wrong passwords, also for the right one', async () => {
    expect(await guess(alice.email, 7)).toEqual([401, 401, 401, 401, 401, 429, 429]);
    const right = await attempt(alice.email, password);
    expect(right).toMatchObject({ status: 429, body: { message: locked } });
    const wait = Number(right.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(14 * 60);
    expect(wait).toBeLessThanOrEqual(15 * 60);
  });

  test('is locked by guesses from fifty addresses as by those from one', async () => {
    const answers = [];
    for (let n = 1; n <= 50; n++) answers.push((await attempt(alice.email, wrong, `198.51.100.${n}`)).status);
    expect(answers.filter((status) => status === 401)).toHaveLength(5);
    expect(answers.filter((status) => status === 429)).toHaveLength(45);
  });

  test('has no more than that many passwords checked when thirty arrive at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => attempt(alice.email, wrong, `198.51.100.${n}`)),
    );
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25);
  });

  test('is one account in every spelling of its address', async () => {
    for (const email of ['alice@netlantern.test', 'ALICE@netlantern.test ', ' Alice@Netlantern.test'])
      expect((await attempt(email, wrong)).status).toBe(401);
    await guess(alice.email, 2);
    expect((await attempt('aLiCe@netlantern.test', password)).status).toBe(429);
  });

  test('doesn’t affect others while it is locked', async () => {
    const bob = await addPerson(running, { firstName: 'Bob' });
    await guess(alice.email, 6);
    expect((await attempt(bob.email, password)).status).toBe(200);
  });

  test('is unlocked automatically, and guesses in the meantime do not prolong it', async () => {
    await guess(alice.email, 5);
    await pass(10);
    await guess(alice.email, 3);
    await pass(5);
    expect((await attempt(alice.email, password)).status).toBe(200);
  });

  test('has no more than that many checked within any such period, however they are spread', async () => {
    await guess(alice.email, 1);
    await pass(14);
    expect(await guess(alice.email, 4)).toEqual([401, 401, 401, 401]);
    await pass(2);
    expect((await attempt(alice.email, wrong)).status).toBe(429);
  });

  test('has its wrong passwords reset by the right one', async () => {
    for (let round = 0; round < 3; round++) {
      await guess(alice.email, 4);
      expect((await attempt(alice.email, password)).status).toBe(200);
    }
  });

  test('stays locked when the program restarts, and on every node', async () => {
    await guess(alice.email, 5);
    const other = await startServer({ databaseUrl: running.databaseUrl });
    try {
      expect((await signInAt(other, { email: alice.email, password })).status).toBe(429);
    } finally {
      await other.close();
    }
  });

  test('cannot be guessed at ten times by aliases in one document', async () => {
    const guesses = Array.from(
      { length: 10 },
      (_, n) => `g${n}: signIn(input: { email: "${alice.email}", password: "${n}" }) { token }`,
    );
    const answer = await as({ server: running, token: null }).ask(`mutation { ${guesses.join(' ')} }`);
    expect(answer.data).toBeUndefined();
    expect(await counters()).toEqual([]);
  });

  test('is reported over GraphQL with the lock’s remaining time', async () => {
    await guess(alice.email, 5);
    const answer = await as({ server: running, token: null }).ask(
      `mutation { signIn(input: { email: "${alice.email}", password: "x" }) { token } }`,
    );
    expect(answer.errors?.[0]).toMatchObject({
      message: locked,
      extensions: { code: 'TOO_MANY', retryAfter: expect.any(Number) },
    });
  });

  test('stays locked when the connections to the database are cut', async () => {
    await guess(alice.email, 5);
    await asOwner(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    expect([429, 503]).toContain((await attempt(alice.email, password)).status);
    await expect.poll(async () => (await attempt(alice.email, password)).status).toBe(429);
  });

  test('has its attempts counted without its address being recorded', async () => {
    await guess(alice.email, 1);
    expect(JSON.stringify(await counters())).not.toContain('alice');
    expect(await counters()).toHaveLength(2);
  });
});

describe('The policy', () => {
  test('sets the number of attempts from the next one on', async () => {
    await guess(alice.email, 3);
    await demand({ maxLoginAttempts: 3 });
    expect((await attempt(alice.email, password)).status).toBe(429);
    await demand({ maxLoginAttempts: 10 });
    expect(await guess(alice.email, 8)).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  });

  test('sets how long an account stays locked', async () => {
    await demand({ lockoutDuration: 60 });
    await guess(alice.email, 5);
    await pass(59);
    expect((await attempt(alice.email, password)).status).toBe(429);
    await pass(1);
    expect((await attempt(alice.email, password)).status).toBe(200);
  });
});

describe('An address without an account', () => {
  test('gets exactly the same response as one with an account', async () => {
    for (let n = 0; n < 7; n++) {
      const [known, unknown] = [await attempt(alice.email, wrong), await attempt(nobody, wrong)];
      expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
      expect(unknown.headers.has('retry-after')).toBe(known.headers.has('retry-after'));
    }
  });

  test('gets a response in the same time, before, at and after the lockout', async () => {
    await demand({ maxLoginAttempts: 3 });
    const took: Record<'known' | 'unknown', number[][]> = { known: [[], [], []], unknown: [[], [], []] };
    for (let round = 0; round < 15; round++) {
      const { email } = await addPerson(running, { firstName: `Someone${round}` });
      const pairs = [
        ['known', email],
        ['unknown', `absent${round}@netlantern.test`],
      ] as const;
      for (let n = 0; n < 5; n++) {
        for (const [which, address] of round % 2 ? pairs : pairs.toReversed()) {
          const start = performance.now();
          await attempt(address, wrong, `198.51.100.${round}`);
          // Two that are looked at, the one that locks, and two that are refused.
          took[which][n < 2 ? 0 : n === 2 ? 1 : 2]?.push(performance.now() - start);
        }
      }
    }
    for (const phase of [0, 1, 2]) {
      const ratio = median(took.unknown[phase] ?? []) / median(took.known[phase] ?? []);
      expect(ratio, `phase ${phase}`).toBeGreaterThan(0.5);
      expect(ratio, `phase ${phase}`).toBeLessThan(2);
    }
  });

  test('gets no email when it is locked', async () => {
    await guess(nobody, 6);
    expect(await mailsTo(running, nobody)).toEqual([]);
  });
});

describe('A network address', () => {
  test('runs out of wrong passwords, whatever the account, and others do not', async () => {
    const from = (n: number, address: string) => attempt(`absent${n}@netlantern.test`, wrong, address);
    for (let n = 0; n < 50; n++) expect((await from(n, '203.0.113.7')).status).toBe(401);
    const refused = await attempt(alice.email, password, '203.0.113.7');
    expect(refused).toMatchObject({
      status: 429,
      body: { message: 'Too many failed sign-ins from your network. Try again later.' },
    });
    expect((await attempt(alice.email, password, '203.0.113.8')).status).toBe(200);
  });

  test('is not limited by successful sign-ins', async () => {
    await guess(alice.email, 1);
    await attempt(alice.email, password);
    const [counter] = await running.app.orm.em.execute<{ points: number }[]>(
      "select points from attempt where key like 'sign-in-network:%'",
    );
    expect(counter?.points).toBe(1);
  });

  test('is one network in IPv6, whichever of its own addresses is used', async () => {
    for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9', '2001:0db8:0001:0002:a:b:c:d'])
      await attempt(nobody, wrong, address);
    await attempt(nobody, wrong, '2001:db8:1:3::1');
    const found = await running.app.orm.em.execute<{ points: number }[]>(
      "select points from attempt where key like 'sign-in-network:%' order by points",
    );
    expect(found.map(({ points }) => points)).toEqual([1, 3]);
  });
});

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
