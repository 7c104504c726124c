import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SecuritySettings } from '#api/features/security/security-settings.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { linkIn, mailsTo, tokenIn } from '#tests/support/mailbox.ts';
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

const wrong = 'Wrong-Horse-9!';

const attempt = (email: string, given: string, address = '192.0.2.1') =>
  signInAt(running, { email, password: given }, { address });
/** What each of so many wrong passwords is answered, one after the other. */
async function guess(email: string, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n++) statuses.push((await attempt(email, wrong)).status);
  return statuses;
}
/** As if so many minutes had gone by since everything was counted. */
const pass = (minutes: number) =>
  running.app.orm.em.execute('update attempt set expire = expire - ?', [minutes * 60_000]);
async function demand(policy: Partial<SecuritySettings>): Promise<void> {
  const em = running.app.orm.em.fork();
  await em.upsert(SecuritySettings, { id: 1, ...policy });
}

describe('The owner of a locked account', () => {
  const unlock = (unlockToken: string, given = password, email = alice.email) =>
    signInAt(running, { email, password: given, unlockToken }, { address: '192.0.2.9' });

  async function lockAndRead(): Promise<string> {
    await guess(alice.email, 8);
    const [mail] = await mailsTo(running, alice.email);
    if (!mail) throw new Error('No mail');
    return tokenIn(mail, running);
  }

  test('is emailed once per lockout: what happened, from where, and a link to sign in', async () => {
    await guess(alice.email, 9);
    const mails = await mailsTo(running, alice.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Your account is temporarily locked');
    expect(mails[0]?.text).toContain('192.0.2.1');
    expect(mails[0]?.text).toContain('5 times');
    expect(mails[0] && linkIn(mails[0], running).pathname).toBe('/unlock');
    await pass(15);
    await guess(alice.email, 9);
    expect(await mailsTo(running, alice.email)).toHaveLength(2);
  });

  test('is emailed once when the wrong passwords arrive all at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => attempt(alice.email, wrong)));
    expect(await mailsTo(running, alice.email)).toHaveLength(1);
  });

  test('can sign in through the link while others keep guessing, which ends the lockout', async () => {
    const token = await lockAndRead();
    await guess(alice.email, 10);
    expect(await unlock(token)).toMatchObject({ status: 200, body: { userId: alice.userId } });
    expect((await attempt(alice.email, password)).status).toBe(200);
  });

  test('can sign in even if the network has no attempts left', async () => {
    const token = await lockAndRead();
    for (let n = 0; n < 50; n++) await attempt(`absent${n}@netlantern.test`, wrong, '192.0.2.9');
    expect((await unlock(token)).status).toBe(200);
  });

  test('can use the link once', async () => {
    const token = await lockAndRead();
    await unlock(token);
    expect(await unlock(token)).toMatchObject({
      status: 400,
      body: { message: 'This link has already been used.' },
    });
  });

  test('can use it once even with ten attempts at the same moment', async () => {
    const token = await lockAndRead();
    await demand({ maxLoginAttempts: 10 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => unlock(token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('still needs the password, and has as many attempts as anyone', async () => {
    const token = await lockAndRead();
    const answers = await Promise.all(Array.from({ length: 12 }, () => unlock(token, wrong)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
    expect((await unlock(token)).status).toBe(429);
  });

  test('can’t use it for another account', async () => {
    const token = await lockAndRead();
    const bob = await addPerson(running, { firstName: 'Bob' });
    expect(await unlock(token, password, bob.email)).toMatchObject({
      status: 400,
      body: { message: 'This link is not valid.' },
    });
  });

  test('can’t use it after an hour', async () => {
    const token = await lockAndRead();
    await running.app.orm.em.execute("update mailed_link set expires_at = now() - interval '1 second'");
    expect(await unlock(token)).toMatchObject({ status: 400, body: { message: 'This link has expired.' } });
  });

  test.each(['x', '', 'x'.repeat(100), 'null'])('can’t forge one: %j', async (token) => {
    await lockAndRead();
    expect([400, 429]).toContain((await unlock(token)).status);
  });

  test('is not emailed while nobody may sign in to the account anyway', async () => {
    const eve = await addPerson(running, { firstName: 'Eve', suspended: true });
    const newcomer = await addPerson(running, { firstName: 'Newcomer', emailVerifiedAt: null });
    await guess(eve.email, 6);
    await guess(newcomer.email, 6);
    expect(await mailsTo(running, eve.email)).toEqual([]);
    expect(await mailsTo(running, newcomer.email)).toEqual([]);
  });
});
