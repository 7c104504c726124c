import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import { PreviewSecuritySettingsDocument, type SecuritySettingsInput } from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

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
const minutes = 60_000;

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
const preview = async (input: SecuritySettingsInput, person: Person = cast.ada) =>
  (await as(person).run(PreviewSecuritySettingsDocument, { input })).previewSecuritySettings;
const entries = () => rows().find(AuditEntry, {}, { orderBy: { id: 'asc' } });
const idleFor = (person: Person, span: number) =>
  rows().nativeUpdate(
    Session,
    { id: person.sessionId },
    { lastSeenAt: new Date(Date.now() - span * minutes) },
  );

describe('The preview', () => {
  test('is empty if nothing would change', async () => {
    expect(await preview({})).toEqual(
      expect.objectContaining({ effects: [], blocked: null, affectedPeople: 0 }),
    );
    expect(await preview(defaults)).toMatchObject({ effects: [], affectedPeople: 0 });
  });

  test('counts who would have to set up two-factor authentication, and says if the reader is one of them', async () => {
    await rows().nativeUpdate(User, { id: cast.bob.userId }, { twoFactorEnabled: true });
    await addPerson(running, { firstName: 'Sue', suspended: true });
    await addPerson(running, { firstName: 'Una', emailVerifiedAt: null });
    expect(await preview({ requireTwoFactor: true })).toMatchObject({
      effects: [
        '3 people will have to set up two-factor authentication',
        "You haven't set up two-factor authentication yourself. You'll have to do that first",
      ],
      affectedPeople: 3,
    });
    await rows().nativeUpdate(User, { id: cast.ada.userId }, { twoFactorEnabled: true });
    await rows().nativeUpdate(User, { id: cast.grace.userId }, { twoFactorEnabled: true });
    expect(await preview({ requireTwoFactor: true })).toMatchObject({
      effects: ['1 person will have to set up two-factor authentication'],
    });
    await rows().nativeUpdate(User, { id: cast.alice.userId }, { twoFactorEnabled: true });
    expect(await preview({ requireTwoFactor: true })).toMatchObject({
      effects: ['Everyone has already set up two-factor authentication'],
      affectedPeople: 0,
    });
  });

  test('counts the sessions that a shorter limit would end, and each person once', async () => {
    await idleFor(cast.alice, 10);
    await idleFor(cast.bob, 29);
    await idleFor(cast.grace, 31);
    expect(await preview({ sessionTimeout: 5 })).toMatchObject({
      effects: ['2 sessions idle for longer than 5 minutes will end'],
      affectedPeople: 2,
    });
    expect(await preview({ sessionTimeout: 5, requireTwoFactor: true })).toMatchObject({ affectedPeople: 4 });
    expect(await preview({ sessionTimeout: 20 })).toMatchObject({
      effects: ['1 session idle for longer than 20 minutes will end'],
    });
    expect(await preview({ sessionTimeout: 29 })).toMatchObject({
      effects: ['1 session idle for longer than 29 minutes will end'],
    });
    await idleFor(cast.bob, 0);
    expect(await preview({ sessionTimeout: 15 })).toMatchObject({
      effects: ['Sessions will end after 15 idle minutes instead of 30'],
      affectedPeople: 0,
    });
    expect(await preview({ sessionTimeout: 60 })).toMatchObject({
      effects: ['Sessions will end after 60 idle minutes instead of 30'],
      affectedPeople: 0,
    });
  });

  test('says what would happen to passwords, lockouts and addresses', async () => {
    await rows().nativeUpdate(Session, { id: cast.grace.sessionId }, { ipAddress: '203.0.113.9' });
    const all = {
      maxLoginAttempts: 3,
      lockoutDuration: 60,
      passwordMinLength: 12,
      passwordRequireSpecial: false,
      allowedIpRanges: ['127.0.0.0/8', '::1'],
    };
    expect(await preview(all)).toEqual({
      effects: [
        'Accounts will be locked after 3 wrong attempts instead of 5',
        "New lockouts will last 60 minutes instead of 15. Current ones don't change",
        'New passwords will need 12 characters. Existing ones stay valid',
        "New passwords won't need a special character",
        'Administrators will only be able to connect from 2 addresses or ranges',
        'Your own address (127.0.0.1) stays allowed',
        'grace@netlantern.test will be locked out at their current address',
      ],
      blocked: null,
      affectedPeople: 1,
    });
    expect(await preview({ passwordMinLength: 6 })).toMatchObject({
      effects: ['New passwords will still need 8 characters, the minimum'],
    });
  });

  test('changes nothing', async () => {
    await idleFor(cast.alice, 10);
    await preview({ sessionTimeout: 5, requireTwoFactor: true, allowedIpRanges: ['198.51.100.1'] });
    expect((await rest(cast.ada).get('/api/admin/security')).body).toEqual(defaults);
    expect((await rest(cast.alice).get('/api/controllers')).status).toBe(200);
    expect(await entries()).toEqual([]);
  });
});
