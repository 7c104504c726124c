import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { RecoveryCode } from '#api/features/auth/two-factor/recovery-code.entity.ts';
import { UserRole, User } from '#api/features/users/user.entity.ts';
import {
  DisableTwoFactorDocument,
  EnableTwoFactorDocument,
  MeDocument,
  RegenerateRecoveryCodesDocument,
  TwoFactorDocument,
  TwoFactorSetupDocument,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { addPerson, enter, password, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { beginSetUp, codeOf, setUpTwoFactor, stopTheClock } from '#tests/support/two-factor.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  stopTheClock();
  await emptyDatabase();
  cast = await enter(running);
});
afterEach(() => vi.useRealTimers());

const rows = () => running.app.orm.em.fork();
const login = (mfaToken?: string) =>
  rest(cast.vic).post('/api/auth/login', { email: cast.alice.email, password, mfaToken });
const subjects = async (email: string) => (await mailsTo(running, email)).map(({ subject }) => subject);
const actions = async () => (await rows().find(AuditEntry, {})).map(({ action }) => action);

describe('Setting up a second factor', () => {
  test('shows a QR code and a key, and ten recovery codes after a code has confirmed it', async () => {
    const { twoFactorSetup } = await as(cast.alice).run(TwoFactorSetupDocument);
    expect(twoFactorSetup.qrCodeUrl).toMatch(/^data:image\/png;base64,/);
    expect(twoFactorSetup.manualEntryKey).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    const code = await codeOf(twoFactorSetup.manualEntryKey.replaceAll(' ', ''));
    const { enableTwoFactor } = await as(cast.alice).run(EnableTwoFactorDocument, { code });
    expect(enableTwoFactor).toMatchObject({ success: true, message: 'Two-factor authentication enabled' });
    expect(new Set(enableTwoFactor.recoveryCodes).size).toBe(10);
    for (const one of enableTwoFactor.recoveryCodes)
      expect(one).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{4}$/);
    expect((await as(cast.alice).run(MeDocument)).me.twoFactorEnabled).toBe(true);
    expect(await as(cast.alice).run(TwoFactorDocument)).toEqual({
      twoFactor: { enabled: true, required: false, recoveryCodesLeft: 10 },
    });
    expect(await subjects(cast.alice.email)).toEqual(['Two-factor authentication is on']);
    expect(await actions()).toEqual(['2fa.enable']);
  });

  test('works through the documented calls', async () => {
    const setup = await rest(cast.alice).get('/api/auth/2fa/setup');
    expect(Object.keys(setup.body)).toEqual(['qrCodeUrl', 'manualEntryKey']);
    expect(setup.headers.get('cache-control')).toBe('no-store');
    const { manualEntryKey } = setup.body as { manualEntryKey: string };
    const wrong = await rest(cast.alice).post('/api/auth/2fa/enable', { code: '000000' });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { message: 'Invalid verification code', fields: { code: 'Invalid verification code' } },
    ]);
    const secret = manualEntryKey.replaceAll(' ', '');
    const enabled = await rest(cast.alice).post('/api/auth/2fa/enable', { code: await codeOf(secret) });
    expect([enabled.status, enabled.body]).toMatchObject([200, { success: true }]);
    const disabled = await rest(cast.alice).post('/api/auth/2fa/disable', { code: await codeOf(secret, 1) });
    expect([disabled.status, disabled.body]).toMatchObject([200, { success: true }]);
  });

  test('with mistyped codes locks no one out', async () => {
    await beginSetUp(cast.alice);
    const type = () => rest(cast.alice).post('/api/auth/2fa/enable', { code: '000000' });
    for (let tried = 0; tried < 5; tried += 1) expect((await type()).status).toBe(400);
    expect((await type()).status).toBe(429);
    expect((await as(cast.grace).ask('{ lockouts { lockedUntil } }')).data).toEqual({ lockouts: [] });
    expect((await login()).body).toMatchObject({ requiresMFA: false, token: expect.any(String) });
  });

  test('that isn’t confirmed by a code doesn’t affect signing in', async () => {
    await beginSetUp(cast.alice);
    expect((await login()).body).toMatchObject({ requiresMFA: false, token: expect.any(String) });
  });

  test('shows the same key again in the same session, and another one in another', async () => {
    const secret = await beginSetUp(cast.alice);
    expect(await beginSetUp(cast.alice)).toBe(secret);
    const { token } = (await login()).body as { token: string };
    const elsewhere = { ...cast.alice, token };
    const other = await beginSetUp(elsewhere);
    expect(other).not.toBe(secret);
    const withOld = as(elsewhere).run(EnableTwoFactorDocument, { code: await codeOf(secret) });
    await expect(withOld).rejects.toThrow('Invalid verification code');
    const withHers = as(cast.alice).run(EnableTwoFactorDocument, { code: await codeOf(other) });
    await expect(withHers).rejects.toThrow('Invalid verification code');
  });

  test('ends the other sessions, which started without a code, and keeps this one', async () => {
    const { token } = (await login()).body as { token: string };
    await setUpTwoFactor(cast.alice);
    expect((await rest({ ...cast.vic, token }).get('/api/auth/user')).status).toBe(401);
    expect((await rest(cast.alice).get('/api/auth/user')).status).toBe(200);
  });

  test("uses the code up, so it can't be used to sign in", async () => {
    const secret = await beginSetUp(cast.alice);
    const code = await codeOf(secret);
    await as(cast.alice).run(EnableTwoFactorDocument, { code });
    expect((await login(code)).status).toBe(401);
    expect((await login(await codeOf(secret, 1))).status).toBe(200);
  });

  test('twice at once creates one set of recovery codes', async () => {
    const code = await codeOf(await beginSetUp(cast.alice));
    const tried = await Promise.allSettled([
      as(cast.alice).run(EnableTwoFactorDocument, { code }),
      as(cast.alice).run(EnableTwoFactorDocument, { code }),
    ]);
    expect(tried.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rows().count(RecoveryCode, {})).toBe(10);
  });

  test('is limited to thirty QR codes', async () => {
    const ask = () => rest(cast.alice).get('/api/auth/2fa/setup');
    const asked = await Promise.all(Array.from({ length: 31 }, ask));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(30);
    expect((await ask()).status).toBe(429);
  });

  test('is refused while it is on', async () => {
    await setUpTwoFactor(cast.alice);
    await expect(as(cast.alice).run(TwoFactorSetupDocument)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await rest(cast.alice).get('/api/auth/2fa/setup')).status).toBe(409);
  });

  test('keeps the secret and the recovery codes out of every table, log line and audit entry', async () => {
    const { secret, recoveryCodes } = await setUpTwoFactor(cast.alice);
    const stored = await rows().execute(
      `select row_to_json(u)::text as text from "user" u union all select row_to_json(r)::text from recovery_code r
         union all select row_to_json(a)::text from audit_entry a union all select row_to_json(m)::text from mail m`,
    );
    const everything = JSON.stringify(stored) + running.logged.join('\n');
    expect(everything).toContain(cast.alice.email);
    for (const hidden of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
      expect(everything).not.toContain(hidden);
  });
});

describe('A code for turning it on or off', () => {
  const sixDigits = 'Please enter a 6-digit verification code';
  const shapes = [
    '',
    '12345',
    '1234567',
    '12345a',
    '１２３４５６',
    '١٢٣٤٥٦',
    '-12345',
    '1e5',
    'x'.repeat(5000),
  ];

  test.each(shapes)('has six digits (%#)', async (code) => {
    await beginSetUp(cast.alice);
    await expect(as(cast.alice).run(EnableTwoFactorDocument, { code })).rejects.toThrow(sixDigits);
    const off = as(cast.alice).run(DisableTwoFactorDocument, { code });
    await expect(off).rejects.toThrow(`${sixDigits} to disable 2FA`);
  });

  test.each([[123456], [null], [['123456']], [{}], [true]])('is a string: %j is refused', async (code) => {
    await setUpTwoFactor(cast.alice);
    const { errors } = await as(cast.alice).ask(
      'mutation ($code: String!) { disableTwoFactor(code: $code) { success } }',
      {
        code,
      },
    );
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect((await as(cast.alice).run(MeDocument)).me.twoFactorEnabled).toBe(true);
  });
});

describe('Turning it off', () => {
  test('requires a correct code, and deletes the secret and the recovery codes', async () => {
    const { secret } = await setUpTwoFactor(cast.alice);
    await expect(as(cast.alice).run(DisableTwoFactorDocument, { code: '000000' })).rejects.toMatchObject({
      fields: { code: 'Invalid verification code' },
    });
    expect((await as(cast.alice).run(MeDocument)).me.twoFactorEnabled).toBe(true);
    await as(cast.alice).run(DisableTwoFactorDocument, { code: await codeOf(secret) });
    const alice = await rows().findOneOrFail(User, { id: cast.alice.userId });
    expect(alice).toMatchObject({ twoFactorEnabled: false, twoFactorSecret: null, lastTotpStep: null });
    expect(await rows().count(RecoveryCode, {})).toBe(0);
    expect((await login()).body).toMatchObject({ requiresMFA: false });
    expect(await subjects(cast.alice.email)).toContain('Two-factor authentication is off');
    expect(await actions()).toEqual(['2fa.enable', '2fa.disable']);
  });

  test('accepts a recovery code from someone who lost their phone', async () => {
    const { recoveryCodes } = await setUpTwoFactor(cast.alice);
    await as(cast.alice).run(DisableTwoFactorDocument, { code: recoveryCodes[0]! });
    expect((await as(cast.alice).run(MeDocument)).me.twoFactorEnabled).toBe(false);
  });

  test('rejects someone else’s code', async () => {
    await setUpTwoFactor(cast.alice);
    const bobs = await setUpTwoFactor(cast.bob);
    for (const code of [await codeOf(bobs.secret), bobs.recoveryCodes[0]!])
      await expect(as(cast.alice).run(DisableTwoFactorDocument, { code })).rejects.toThrow(
        'Invalid verification code',
      );
  });

  test('is refused while it is off', async () => {
    await expect(as(cast.alice).run(DisableTwoFactorDocument, { code: '123456' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

describe('New recovery codes', () => {
  test('invalidate the old ones, and require a code', async () => {
    const { secret, recoveryCodes } = await setUpTwoFactor(cast.alice);
    await expect(as(cast.alice).run(RegenerateRecoveryCodesDocument, { code: '000000' })).rejects.toThrow(
      'Invalid verification code',
    );
    const { regenerateRecoveryCodes } = await as(cast.alice).run(RegenerateRecoveryCodesDocument, {
      code: await codeOf(secret),
    });
    expect(regenerateRecoveryCodes.recoveryCodes).toHaveLength(10);
    expect((await login(recoveryCodes[0])).status).toBe(401);
    expect((await login(regenerateRecoveryCodes.recoveryCodes[0])).status).toBe(200);
    expect(await actions()).toEqual(['2fa.enable', '2fa.renew-recovery-codes']);
  });
});

describe('A reset by an administrator', () => {
  const reset = (person: Cast['ada'], id: string) =>
    as(person).ask('mutation ($id: ID!) { resetTwoFactor(id: $id) }', { id });

  test('turns it off, ends the person’s sessions, emails them, and is recorded', async () => {
    await setUpTwoFactor(cast.alice);
    expect((await reset(cast.ada, cast.alice.userId)).data).toEqual({ resetTwoFactor: true });
    expect((await rest(cast.alice).get('/api/auth/user')).status).toBe(401);
    expect((await login()).body).toMatchObject({ requiresMFA: false });
    expect(await subjects(cast.alice.email)).toContain('Your two-factor authentication was reset');
    expect(await rows().findOne(AuditEntry, { action: '2fa.reset' })).toMatchObject({
      actor: cast.ada.email,
      subject: cast.alice.email,
    });
  });

  test('for a super administrator requires a super administrator', async () => {
    const gina = await addPerson(running, { firstName: 'Gina', role: UserRole.super_admin });
    await setUpTwoFactor(gina);
    expect((await reset(cast.ada, gina.userId)).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
    expect((await as(gina).run(MeDocument)).me.twoFactorEnabled).toBe(true);
    expect((await reset(cast.grace, gina.userId)).data).toEqual({ resetTwoFactor: true });
  });

  test('for oneself is refused, however the ID is written', async () => {
    await setUpTwoFactor(cast.grace);
    for (const id of [cast.grace.userId, cast.grace.userId.toUpperCase()])
      expect((await reset(cast.grace, id)).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
    expect((await as(cast.grace).run(MeDocument)).me.twoFactorEnabled).toBe(true);
  });

  test("isn't found for unknown IDs, and conflicts where it is off", async () => {
    for (const id of ['x', '', '00000000-0000-4000-8000-000000000000'])
      expect((await reset(cast.ada, id)).errors?.[0]?.message).toBe('User not found');
    expect((await reset(cast.ada, cast.bob.userId)).errors?.[0]?.extensions.code).toBe('CONFLICT');
  });

  test('is not available to customers', async () => {
    await setUpTwoFactor(cast.alice);
    expect((await reset(cast.bob, cast.alice.userId)).errors?.[0]?.extensions.code).toBe('UNAUTHORIZED');
  });
});
