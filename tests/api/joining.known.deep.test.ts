import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sealed } from '#api/security/secrets.ts';
import { Team } from '#api/features/teams/team.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { addJob } from '#api/jobs/queue.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPackage, registration, takeJobs, timeRatio } from '#tests/support/joining.ts';
import { mailsTo, runJobs, tokenIn } from '#tests/support/mailbox.ts';
import { addPerson, enter, password, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const { email } = registration;
const answer = { message: 'Please check your email to verify your account.' };

let running: Running;
let cast: Cast;
let packageId: string;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  packageId = await addPackage(running);
});

const rows = () => running.app.orm.em.fork();
const register = (fields: Record<string, unknown> = {}) =>
  rest(cast.vic).post('/api/auth/register', { ...registration, packageId, ...fields });
const login = (address: string, pass: string) =>
  rest(cast.vic).post('/api/auth/login', { email: address, password: pass });
const verify = (token: string) => rest(cast.vic).post('/api/auth/verify-email', { token });

describe('Registering with an address that has an account', () => {
  const same = async (address: string) => {
    const { status, text, headers } = await register({ email: address });
    return { status, text, headers: [...headers.keys()] };
  };

  test('gets the usual response', async () => {
    expect(await same(cast.alice.email)).toEqual(await same('nobody@example.com'));
  });

  test('changes nothing and emails the owner, who may sign in or choose a new password', async () => {
    const before = await rows().findOneOrFail(User, { email: cast.alice.email });
    const people = await rows().count(User);
    await register({ email: cast.alice.email });
    const [mail, ...more] = await mailsTo(running, cast.alice.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('You already have an account');
    expect(mail?.text).toContain(`${running.app.config.publicUrl}/auth\n`);
    expect(mail?.text).toMatch(/http:\/\/netlantern\.test\/reset-password\?token=[\w-]{43}\n/);
    expect(await rows().findOneOrFail(User, { email: cast.alice.email })).toEqual(before);
    expect(await rows().count(User)).toBe(people);
    expect((await login(cast.alice.email, password)).status).toBe(200);
  });

  test('includes nothing from the registration in the email', async () => {
    const spam = { firstName: 'Click http://evil.example', lastName: '<b>now</b>', companyName: 'Evil Ltd' };
    await register({ email: cast.alice.email, ...spam });
    await register(spam);
    await register(spam);
    const mails = [...(await mailsTo(running, cast.alice.email)), ...(await mailsTo(running, email))];
    expect(mails).toHaveLength(3);
    for (const { subject, text, html } of mails) expect(subject + text + html).not.toMatch(/evil|<b>now/i);
  });

  test('takes as long as with an unused address', async () => {
    for (const at of [0, 1, 2, 3, 4, 5, 6, 7]) {
      await addPerson(running, { firstName: `K${at}`, email: `known-${at}@example.com` });
    }
    const ratio = await timeRatio(
      (at) => register({ email: `known-${at}@example.com` }),
      (at) => register({ email: `stranger-${at}@example.com` }),
    );
    // Without the hash an answer takes a quarter. A busy machine blurs the rest: the next test holds that.
    expect(ratio).toBeGreaterThan(0.3);
    expect(ratio).toBeLessThan(3.3);
  });

  test('adds the same jobs as with an unused address', async () => {
    await register({ email: 'bob@netlantern.test' });
    const known = await takeJobs(running);
    await register({ email: 'eve@netlantern.test' });
    expect(known).toHaveLength(1);
    expect(known).toEqual(await takeJobs(running));
  });
});

describe('Two registrations with one address', () => {
  test('at once create one account and get the same response', async () => {
    const answers = await Promise.all([register(), register(), register()]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual(
      answers.map(() => [200, JSON.stringify(answer)]),
    );
    await Promise.all([runJobs(running), runJobs(running), runJobs(running)]);
    expect(await rows().count(User, { email })).toBe(1);
    expect(await rows().count(Team, { name: 'Novak Networks' })).toBe(1);
    expect(await mailsTo(running, email)).toHaveLength(3);
  });

  test('allow no sign-in with the password of either one', async () => {
    const squatted = { password: 'Squatters-Own-9!', confirmPassword: 'Squatters-Own-9!' };
    await register(squatted);
    const [first] = await mailsTo(running, email);
    await register();
    const [second] = await mailsTo(running, email);
    expect(second?.subject).toBe('Finish your registration');
    expect(await verify(tokenIn(first!, running))).toMatchObject({
      status: 400,
      body: { message: 'This link has expired.' },
    });
    // Even a plain verification, asked for again, opens nothing.
    await rest(cast.vic).post('/api/auth/resend-verification', { email });
    const [third] = await mailsTo(running, email);
    expect((await verify(tokenIn(third!, running))).status).toBe(200);
    for (const tried of [squatted.password, registration.password]) {
      expect((await login(email, tried)).status, tried).toBe(401);
    }
    const chosen = 'Owners-Very-Own-9!';
    const reset = { token: tokenIn(second!, running), password: chosen, confirmPassword: chosen };
    expect((await rest(cast.vic).post('/api/auth/reset-password', reset)).status).toBe(200);
    expect((await login(email, chosen)).status).toBe(200);
  });
});

describe('Someone who registers first with another’s address', () => {
  const squatted = { password: 'Squatters-Own-9!', confirmPassword: 'Squatters-Own-9!' };
  const resend = () => rest(cast.vic).post('/api/auth/resend-verification', { email });
  const times = async (count: number, what: () => Promise<unknown>) => {
    for (let at = 0; at < count; at += 1) await what();
  };

  test('can’t use up its emails by requesting links: the owner’s registration still replaces theirs', async () => {
    await register(squatted);
    await runJobs(running);
    await times(6, resend);
    const [before] = await mailsTo(running, email);
    await register();
    const [newest] = await mailsTo(running, email);
    expect(newest?.subject).toBe('Finish your registration');
    expect((await verify(tokenIn(before!, running))).status).toBe(400);
    expect((await login(email, squatted.password)).status).toBe(401);
  });

  test('can’t use up its emails by registering: then the password is removed without an email', async () => {
    await register(squatted);
    const [first] = await mailsTo(running, email);
    await times(5, () => register(squatted));
    await runJobs(running);
    await resend();
    const [older] = await mailsTo(running, email);
    expect(await register({ firstName: 'Owner' })).toMatchObject({ status: 200, body: answer });
    await runJobs(running);
    expect((await verify(tokenIn(first!, running))).status).toBe(400);
    // The newest link still opens the owner's way, to a password that no one has.
    expect((await verify(tokenIn(older!, running))).status).toBe(200);
    expect((await login(email, squatted.password)).status).toBe(401);
    expect(await rows().findOneOrFail(User, { email })).toMatchObject({ firstName: 'Owner' });
    // The owner is not kept out: other purposes have emails of their own.
    await rest(cast.vic).post('/api/auth/forgot-password', { email });
    const [reset] = await mailsTo(running, email);
    const chosen = { password: 'Owners-Very-Own-9!', confirmPassword: 'Owners-Very-Own-9!' };
    const token = tokenIn(reset!, running);
    expect((await rest(cast.vic).post('/api/auth/reset-password', { token, ...chosen })).status).toBe(200);
    expect((await login(email, squatted.password)).status).toBe(401);
    expect((await login(email, chosen.password)).status).toBe(200);
  });

  test('can’t use up the emails of a verified account', async () => {
    const forgot = () => rest(cast.vic).post('/api/auth/forgot-password', { email: cast.bob.email });
    await times(6, () => register({ email: cast.bob.email }));
    await forgot();
    const [newest] = await mailsTo(running, cast.bob.email);
    expect(newest?.subject).toBe('Choose a new password');
  });
});

describe('A registration job that runs twice, because its process was killed in between,', () => {
  const payloads = async () =>
    rows().execute<{ payload: { id: string; sealed: Sealed } }[]>(
      'select payload from graphile_worker._private_jobs',
    );

  test('creates the account and emails its link once', async () => {
    await register();
    const [{ payload }] = (await payloads()) as [{ payload: { id: string; sealed: Sealed } }];
    await runJobs(running);
    await addJob(rows(), 'register', payload);
    const [mail, ...more] = await mailsTo(running, email);
    expect([mail?.subject, more]).toEqual(['Verify your email address', []]);
    expect((await verify(tokenIn(mail!, running))).status).toBe(200);
    expect((await login(email, registration.password)).status).toBe(200);
  });

  test('notifies the owner of an account once', async () => {
    await register({ email: cast.bob.email });
    const [{ payload }] = (await payloads()) as [{ payload: { id: string; sealed: Sealed } }];
    await runJobs(running);
    await addJob(rows(), 'register', payload);
    expect(await mailsTo(running, cast.bob.email)).toHaveLength(1);
  });
});

describe('Too many registrations', () => {
  test('from one network are refused, even in a single document', async () => {
    const one = (at: number) =>
      `r${at}: register(input: {firstName: "N", lastName: "N", companyName: "N", email: "n${at}@example.com", password: "Correct-Horse-9!", confirmPassword: "Correct-Horse-9!", agreeToTerms: true}) { message }`;
    const pack = (from: number) =>
      as(cast.vic).ask(`mutation { ${[0, 1, 2, 3, 4].map((at) => one(from + at)).join(' ')} }`);
    for (const from of [0, 5, 10, 15]) expect((await pack(from)).errors).toBeUndefined();
    const { errors } = await pack(20);
    expect(errors).toHaveLength(1);
    expect(errors?.[0]).toMatchObject({
      message: 'Too many registrations from your network. Try again later.',
      extensions: { code: 'TOO_MANY' },
    });
    const { status, headers } = await register();
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  test('with one address email it five times an hour and get the same response', async () => {
    for (let tries = 0; tries < 7; tries++) {
      expect(await register({ email: cast.bob.email })).toMatchObject({ status: 200, body: answer });
    }
    expect(await mailsTo(running, cast.bob.email)).toHaveLength(5);
  });
});
