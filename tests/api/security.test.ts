import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { SecuritySettings as Policy } from '#api/features/security/security-settings.entity.ts';
import {
  MeDocument,
  PreviewSecuritySettingsDocument,
  SaveSecuritySettingsDocument,
  SecuritySettingsDocument,
  type SecuritySettingsInput,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

const defaults = {
  sessionTimeout: 30,
  maxLoginAttempts: 5,
  lockoutDuration: 15,
  requireTwoFactor: false,
  passwordMinLength: 8,
  passwordRequireSpecial: true,
  allowedIpRanges: [],
  shareOutageHints: false,
  apiTokenMaxDays: 365,
};
/** Where the tests come from. */
const home = '127.0.0.1';
const minutes = 60_000;
const hostile: unknown[] = [
  [null, -1, 1.5, 2 ** 31, 1e308, [[]], {}, [{}], ['::/0', null]],
  ['', ' ', 'NaN', '\0', '\ud83d', '\u202eevil', "'; drop table users; --", '%s%n$1', '__proto__'],
  ['x'.repeat(50_000), '0.0.0.0/0', '10.0.0.1\n'.repeat(150)],
].flat();

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer({ config: { trustProxy: ['127.0.0.1'] } });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const rows = () => running.app.orm.em.fork();
const save = (input: SecuritySettingsInput, person: Person = cast.ada) =>
  as(person).run(SaveSecuritySettingsDocument, { input });
const preview = async (input: SecuritySettingsInput, person: Person = cast.ada) =>
  (await as(person).run(PreviewSecuritySettingsDocument, { input })).previewSecuritySettings;
const entries = () => rows().find(AuditEntry, {}, { orderBy: { id: 'asc' } });
const idleFor = (person: Person, span: number) =>
  rows().nativeUpdate(
    Session,
    { id: person.sessionId },
    { lastSeenAt: new Date(Date.now() - span * minutes) },
  );

describe('The policy', () => {
  test('has the documented defaults until someone changes it, over GraphQL and REST', async () => {
    const { securitySettings } = await as(cast.ada).run(SecuritySettingsDocument);
    expect(securitySettings).toMatchObject(defaults);
    expect((await rest(cast.grace).get('/api/admin/security')).body).toEqual(defaults);
  });

  test('is changed field by field, keeping the fields that weren’t sent', async () => {
    await save({ sessionTimeout: 60 });
    const put = await rest(cast.grace).put('/api/admin/security', {
      passwordMinLength: '12',
      id: 7,
      more: 1,
    });
    expect(put).toMatchObject({ status: 200 });
    expect(put.body).toEqual({ ...defaults, sessionTimeout: 60, passwordMinLength: 12 });
    await save({ sessionTimeout: null, allowedIpRanges: null });
    expect((await rest(cast.ada).get('/api/admin/security')).body).toEqual(put.body);
    expect(await rows().count(Policy)).toBe(1);
  });

  test.each<[string, unknown, string]>([
    ['sessionTimeout', 4, 'Session timeout must be at least 5 minutes'],
    ['sessionTimeout', 1441, 'Session timeout cannot exceed 1440 minutes'],
    ['sessionTimeout', 2 ** 31 - 1, 'Session timeout cannot exceed 1440 minutes'],
    ['sessionTimeout', -1, 'Session timeout must be at least 5 minutes'],
    ['maxLoginAttempts', 2, 'Max login attempts must be at least 3'],
    ['maxLoginAttempts', 11, 'Max login attempts cannot exceed 10'],
    ['lockoutDuration', 4, 'Lockout duration must be at least 5 minutes'],
    ['lockoutDuration', 1441, 'Lockout duration cannot exceed 1440 minutes'],
    ['passwordMinLength', 5, 'Minimum password length must be at least 6'],
    ['passwordMinLength', 51, 'Minimum password length cannot exceed 50'],
    ['allowedIpRanges', Array(201).fill('10.0.0.1'), 'Allowed IP ranges can have at most 200 lines'],
    ['allowedIpRanges', [home, '10.0.0.0/33'], 'Line 2: “10.0.0.0/33” must end in a number from /1 to /32'],
    ['allowedIpRanges', ['a\0b'], 'The text contains characters that cannot be stored'],
    ['allowedIpRanges', ['\ud83d'], 'The text contains characters that cannot be stored'],
  ])('is refused with the error of its field: %s %j', async (field, value, sentence) => {
    const answer = await rest(cast.ada).put('/api/admin/security', { [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { message: sentence } });
    const refusal = { message: sentence, code: 'BAD_USER_INPUT' };
    await expect(save({ [field]: value })).rejects.toMatchObject(refusal);
    await expect(preview({ [field]: value })).rejects.toMatchObject(refusal);
    expect((await rest(cast.ada).get('/api/admin/security')).body).toEqual(defaults);
    expect(await entries()).toEqual([]);
  });

  test.each([
    { sessionTimeout: 7.5 },
    { sessionTimeout: 'soon' },
    { requireTwoFactor: 'yes' },
    { allowedIpRanges: [null] },
    { allowedIpRanges: [{}] },
  ])('refuses another type, naming the field: %j', async (body) => {
    const answer = await rest(cast.ada).put('/api/admin/security', body);
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { [Object.keys(body)[0]!]: expect.any(String) } },
    });
  });

  test.each(Object.keys(defaults))(
    'accepts only values that a form could send, and never fails: %s',
    async (field) => {
      running.logged.length = 0;
      for (const value of hostile) {
        const put = await rest(cast.ada).put('/api/admin/security', { [field]: value });
        expect([200, 400], JSON.stringify(value)?.slice(0, 40)).toContain(put.status);
        const { errors } = await as(cast.ada).ask(
          'query($input: SecuritySettingsInput!) { previewSecuritySettings(input: $input) { effects } }',
          { input: { [field]: value } },
        );
        expect(errors?.[0]?.extensions.code ?? 'none').not.toBe('INTERNAL_SERVER_ERROR');
      }
      expect(running.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
      expect((await rest(cast.ada).get('/api/admin/security')).status).toBe(200);
    },
  );

  test('is for administrators only', async () => {
    for (const person of [cast.alice, cast.bob]) {
      await expect(save({ sessionTimeout: 60 }, person)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
      expect((await rest(person).get('/api/admin/security')).status).toBe(403);
    }
    expect((await rest(cast.vic).put('/api/admin/security', {})).status).toBe(401);
  });

  test('saved by two administrators at once keeps both changes', async () => {
    await Promise.all([save({ sessionTimeout: 60 }), save({ lockoutDuration: 20 }, cast.grace)]);
    expect((await rest(cast.ada).get('/api/admin/security')).body).toEqual({
      ...defaults,
      sessionTimeout: 60,
      lockoutDuration: 20,
    });
    expect(await entries()).toHaveLength(2);
  });

  test('saved many times at once leaves entries that each start where the previous one ended', async () => {
    const timeouts = [31, 32, 33, 34, 35, 36];
    await Promise.all(timeouts.map((sessionTimeout) => save({ sessionTimeout })));
    const written = await entries();
    expect(written.map(({ after }) => after['sessionTimeout']).sort()).toEqual(timeouts);
    const begins = written.map(({ before }) => before['sessionTimeout']);
    expect(begins).toEqual([30, ...written.slice(0, -1).map(({ after }) => after['sessionTimeout'])]);
  });
});

describe('A save is recorded', () => {
  test('with the changed fields, before and after', async () => {
    await save({ sessionTimeout: 60, maxLoginAttempts: 5, allowedIpRanges: [' 127.0.0.0/8 ', ''] });
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toMatchObject({
      actor: cast.ada.email,
      actorId: cast.ada.userId,
      action: 'security.update',
      subject: 'Security policy',
      before: { sessionTimeout: 30, allowedIpRanges: [] },
      after: { sessionTimeout: 60, allowedIpRanges: ['127.0.0.0/8'] },
      ipAddress: home,
    });
  });

  test('only if it changed something', async () => {
    await save(defaults);
    await save({});
    expect(await entries()).toEqual([]);
  });
});

describe('A saved policy takes effect immediately', () => {
  test('a shorter limit ends idle sessions, and their sockets within a second', async () => {
    const socket = await new Socket(running).signIn(cast.alice.token);
    await idleFor(cast.alice, 10);
    await idleFor(cast.bob, 4);
    await save({ sessionTimeout: 5 });
    const started = Date.now();
    await socket.closed;
    expect(Date.now() - started).toBeLessThan(1000);
    expect((await rest(cast.alice).get('/api/controllers')).status).toBe(401);
    expect((await rest(cast.bob).get('/api/controllers')).status).toBe(200);
  });

  test('a longer limit revives no ended session', async () => {
    await idleFor(cast.alice, 40);
    await save({ sessionTimeout: 60 });
    expect((await rest(cast.alice).get('/api/controllers')).status).toBe(401);
  });

  test('a required second factor ends no session: people must set it up, including the administrator', async () => {
    await save({ requireTwoFactor: true });
    for (const person of [cast.alice, cast.ada]) {
      const { me } = await as(person).run(MeDocument);
      expect(me).toMatchObject({ email: person.email, mustSetUpTwoFactor: true });
    }
    const answer = await rest(cast.ada).get('/api/admin/security');
    expect(answer).toMatchObject({
      status: 403,
      body: { message: 'Set up two-factor authentication first.' },
    });
  });
});
