import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertRule } from '#api/features/alerts/alert-rule.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { RegisterDocument } from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPackage, join, registration } from '#tests/support/joining.ts';
import { linkIn, mailsTo, runJobs, tokenIn } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const { email } = registration;
const answer = { message: 'Please check your email to verify your account.' };
const day = 86_400_000;

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
const found = () => rows().findOne(User, { email });
const register = (fields: Record<string, unknown> = {}) =>
  rest(cast.vic).post('/api/auth/register', { ...registration, packageId, ...fields });
const login = (address: string, pass: string) =>
  rest(cast.vic).post('/api/auth/login', { email: address, password: pass });
const verify = (token: string) => rest(cast.vic).post('/api/auth/verify-email', { token });

describe('Registering', () => {
  test('sends an email that leads to an account that can sign in', async () => {
    expect(await register()).toMatchObject({ status: 200, body: answer });
    const [mail, ...more] = await mailsTo(running, email);
    expect([mail?.subject, more]).toEqual(['Verify your email address', []]);
    expect(linkIn(mail!, running).pathname).toBe('/verify-email');

    expect(await login(email, registration.password)).toMatchObject({
      status: 403,
      body: { message: 'Please verify your email before logging in' },
    });
    expect(await verify(tokenIn(mail!, running))).toMatchObject({
      status: 200,
      body: { message: 'Your email address is verified. You can sign in now.' },
    });
    expect((await login(email, registration.password)).status).toBe(200);
  });

  test('creates a person who owns a team named after the company, with a rule and a 14-day trial', async () => {
    await register({ companyName: '  Novak Networks ', websiteUrl: 'https://novak.example/' });
    await runJobs(running);
    const user = await found();
    expect(user).toMatchObject({
      firstName: 'Nora',
      lastName: 'Novak',
      companyName: 'Novak Networks',
      websiteUrl: 'https://novak.example/',
      role: 'user',
      subscriptionStatus: 'active',
      suspended: false,
      emailVerifiedAt: null,
      agreedToTermsAt: null,
    });
    expect(user!.packageId).toBe(packageId);
    const [membership, ...others] = await rows().find(Membership, { user: user! }, { populate: ['team'] });
    expect(others).toEqual([]);
    const { team, role } = membership!;
    expect([role, team.name]).toEqual(['owner', 'Novak Networks']);
    expect((team.trialEndsAt!.getTime() - Date.now()) / day).toBeCloseTo(14, 2);
    const rules = await rows().find(AlertRule, { team });
    expect(rules.map(({ channels }) => channels)).toEqual([['email']]);
    expect(await rows().find(Integration, { team })).toMatchObject([
      { type: 'email', isActive: true, config: { recipients: [email] } },
    ]);
  });

  test('starts no trial with a free package', async () => {
    const free = await addPackage(running, { name: 'Free', price: '0' });
    await register({ packageId: free });
    await runJobs(running);
    const { team } = await rows().findOneOrFail(
      Membership,
      { user: (await found())! },
      { populate: ['team'] },
    );
    expect(team).toMatchObject({ package: { id: free }, trialEndsAt: null, activeUntil: null });
  });

  test('works the same through GraphQL', async () => {
    const { register: said } = await as(cast.vic).run(RegisterDocument, {
      input: { ...registration, packageId },
    });
    expect(said).toEqual(answer);
    expect(await mailsTo(running, email)).toHaveLength(1);
  });

  test('without a package picks the first paid one on sale, on trial, and stores the agreement', async () => {
    await addPackage(running, { name: 'Old', position: -2, isActive: false });
    await addPackage(running, { name: 'Free', price: '0', position: -2 });
    const first = await addPackage(running, { name: 'First', position: -1 });
    expect(await join(cast.vic)).toMatchObject({ status: 200, body: answer });
    await runJobs(running);
    const user = await found();
    expect(user?.packageId).toBe(first);
    expect(Date.now() - user!.agreedToTermsAt!.getTime()).toBeLessThan(60_000);
  });

  test.each([undefined, null, false, 'false'])(
    'without a package requires the agreement, not %j',
    async (agreeToTerms) => {
      expect(await join(cast.vic, { agreeToTerms })).toMatchObject({
        status: 400,
        body: { message: 'You must agree to the terms and conditions' },
      });
    },
  );

  test.each([
    ['none', undefined],
    ['an empty one', ''],
    ['one that never was', 'f2b5a0de-6c2e-4a53-9a44-111111111111'],
    ['no id', "'; drop table users; --"],
  ])('requires a package that is on sale, not %s', async (_what, chosen) => {
    expect(await register({ packageId: chosen })).toMatchObject({
      status: 400,
      body: { message: 'Please select a package', fields: { packageId: 'Please select a package' } },
    });
  });

  test('requires a package that is still on sale', async () => {
    const old = await addPackage(running, { isActive: false });
    expect(await register({ packageId: old })).toMatchObject({
      status: 400,
      body: { message: 'Please select a package' },
    });
  });

  test('ignores fields that grant more', async () => {
    const greedy = {
      role: 'super_admin',
      suspended: true,
      emailVerifiedAt: new Date().toISOString(),
      subscriptionStatus: 'inactive',
      stripeSubscriptionId: 'sub_1',
      twoFactorEnabled: true,
      teamId: cast.alice.teamId,
      team: { id: cast.alice.teamId },
      trialEndsAt: '2099-01-01T00:00:00Z',
    };
    expect((await register(greedy)).status).toBe(200);
    await runJobs(running);
    expect(await found()).toMatchObject({
      role: 'user',
      suspended: false,
      emailVerifiedAt: null,
      stripeSubscriptionId: null,
      twoFactorEnabled: false,
    });
    expect(await rows().count(Membership, { team: cast.alice.teamId })).toBe(1);
    expect((await register({ ['__proto__']: { role: 'admin' } })).status).toBe(400);
    const { errors } = await as(cast.vic).ask(
      'mutation ($input: RegisterInput!) { register(input: $input) { message } }',
      { input: { ...registration, packageId, role: 'super_admin' } },
    );
    expect(errors?.[0]?.message).toContain('"role" is not defined');
  });

  test('keeps neither the password nor personal data readable in the queue', async () => {
    await register();
    const waiting = await rows().execute<{ payload: unknown }[]>(
      'select payload from graphile_worker._private_jobs',
    );
    expect(waiting).toHaveLength(1);
    expect(JSON.stringify(waiting)).not.toMatch(/nora|novak|argon2|Correct/i);
  });
});

describe('An address', () => {
  test('is one account in any case, with spaces around it, in any Unicode form', async () => {
    for (const spelling of [' JOSÉ@Example.COM ', 'jose\u0301@example.com', 'josé@example.com']) {
      expect((await register({ email: spelling })).status, spelling).toBe(200);
    }
    await runJobs(running);
    expect(await rows().count(User, { email: 'josé@example.com' })).toBe(1);
    expect(await mailsTo(running, 'josé@example.com')).toHaveLength(3);
  });

  test('may be in any script', async () => {
    expect((await register({ email: 'нора@почта.рф' })).status).toBe(200);
    expect(await mailsTo(running, 'нора@почта.рф')).toHaveLength(1);
  });
});

test('A password of more than 64 characters of any script works at sign-in, in any Unicode form', async () => {
  const long = `Zażółć-Gęślą-Jaźń-9 ${'ü'.repeat(45)} 🐎`;
  await register({ password: long, confirmPassword: long });
  const [mail] = await mailsTo(running, email);
  await verify(tokenIn(mail!, running));
  for (const form of ['NFC', 'NFD']) {
    expect((await login(email, long.normalize(form))).status, form).toBe(200);
  }
  expect((await login(email, long.slice(0, -2))).status).toBe(401);
});

test('Registering does not sign in', async () => {
  const before = await rows().count(Session);
  await register();
  await runJobs(running);
  expect(await rows().count(Session)).toBe(before);
});
