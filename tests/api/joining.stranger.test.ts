import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { RecoveryCode } from '#api/features/auth/two-factor/recovery-code.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import { ApiToken } from '#api/features/tokens/api-token.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { join, registration } from '#tests/support/joining.ts';
import { mailsTo, runJobs, tokenIn } from '#tests/support/mailbox.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

const { email } = registration;
const chosen = 'Another-Horse-10!';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const rows = () => running.app.orm.em.fork();
const post = (path: string, body: unknown) => rest(cast.vic).post(`/api/auth/${path}`, body);
const reset = (token: string, pass = chosen) =>
  post('reset-password', { token, password: pass, confirmPassword: pass });
const login = (address: string, pass: string) => post('login', { email: address, password: pass });

/** The token of the newest email to an address. */
async function newest(address: string): Promise<string> {
  const [mail] = await mailsTo(running, address);
  return tokenIn(mail!, running);
}

/** The token of a reset email. */
async function asked(address = cast.alice.email): Promise<string> {
  await post('forgot-password', { email: address });
  return newest(address);
}

test('Someone who registered another person’s address loses access once its owner uses an emailed link', async () => {
  await join(cast.vic);
  await runJobs(running);
  const em = rows();
  const user = await em.findOneOrFail(User, { email });
  const { team } = await em.findOneOrFail(Membership, { user }, { populate: ['team'] });
  // None of this can be had without signing in; all of it goes none the less.
  Object.assign(user, {
    twoFactorEnabled: true,
    twoFactorSecret: 'A'.repeat(32),
    pendingTwoFactorSecret: 'B',
  });
  const expiresAt = new Date(Date.now() + 3_600_000);
  const session = newToken();
  const key = `nl_${newToken()}`;
  em.persist([
    Object.assign(new Session(), { user, team, tokenHash: hashToken(session), expiresAt }),
    Object.assign(new ApiToken(), {
      user,
      team,
      name: 'x',
      tokenHash: hashToken(key),
      scopes: [],
      tail: 'xxxx',
    }),
    Object.assign(new RecoveryCode(), { user, codeHash: hashToken('code') }),
  ]);
  await em.flush();

  expect((await reset(await asked(email))).status).toBe(200);
  for (const token of [session, key]) {
    expect((await rest({ ...cast.vic, token }).get('/api/auth/user')).status).toBe(401);
  }
  expect((await login(email, registration.password)).status).toBe(401);
  expect(await login(email, chosen)).toMatchObject({ status: 200, body: { requiresMFA: false } });
  expect(await rows().count(ApiToken, { user })).toBe(0);
  expect(await rows().count(RecoveryCode, { user })).toBe(0);
  expect(await rows().findOneOrFail(User, { email })).toMatchObject({
    twoFactorEnabled: false,
    twoFactorSecret: null,
    pendingTwoFactorSecret: null,
  });
});
