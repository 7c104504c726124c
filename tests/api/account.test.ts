import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { TeamSite } from '#api/features/sites/team-site.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { User } from '#api/features/users/user.entity.ts';
import {
  CreateApiTokenDocument,
  type NotificationPreferencesInput,
  PreferencesDocument,
  type ProfileInput,
  SavePreferencesDocument,
  UpdateProfileDocument,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { raise, startServer, type Running } from '#tests/support/running.ts';
import { addEntries } from './waitlist.list.ts';

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
const profile = (changes: Partial<ProfileInput> = {}): ProfileInput => ({
  firstName: 'Alicia',
  lastName: 'Archer',
  companyName: 'Archer Networks',
  ...changes,
});

describe('The profile', () => {
  test("is changed and trimmed, and no one else's changes", async () => {
    const { updateProfile } = await as(cast.alice).run(UpdateProfileDocument, {
      input: profile({ firstName: '  Alicia ' }),
    });
    expect(updateProfile).toMatchObject({ firstName: 'Alicia', companyName: 'Archer Networks' });
    expect(await rows().findOneOrFail(User, cast.alice.userId)).toMatchObject({ firstName: 'Alicia' });
    expect(await rows().findOneOrFail(User, cast.bob.userId)).toMatchObject({ firstName: 'Bob' });
  });

  test('keeps the website when it is left out, and clears it when it is null or empty', async () => {
    const websiteOf = async (input: ProfileInput) => {
      await as(cast.alice).run(UpdateProfileDocument, { input });
      return (await rows().findOneOrFail(User, cast.alice.userId)).websiteUrl;
    };
    expect(await websiteOf(profile({ websiteUrl: 'https://archer.test' }))).toBe('https://archer.test');
    expect(await websiteOf(profile())).toBe('https://archer.test');
    expect(await websiteOf(profile({ websiteUrl: null }))).toBeNull();
    await websiteOf(profile({ websiteUrl: 'https://archer.test' }));
    expect(await websiteOf(profile({ websiteUrl: '' }))).toBeNull();
  });

  test.each([
    ['a blank name', { firstName: '   ' }, { firstName: 'First name is required' }],
    [
      'a name of 101 characters',
      { lastName: 'é'.repeat(101) },
      { lastName: 'Last name must be 100 characters or less' },
    ],
    [
      'a name that begins a header line',
      { companyName: 'Archer\r\nBcc: all@example.test' },
      { companyName: 'Company name must be on one line' },
    ],
    [
      'a script for a website',
      { websiteUrl: 'javascript:alert(1)' },
      { websiteUrl: 'Please enter a valid URL' },
    ],
  ])('cannot be set to %s', async (_what, changes, fields) => {
    const asked = as(cast.alice).run(UpdateProfileDocument, { input: profile(changes) });
    await expect(asked).rejects.toMatchObject({ code: 'BAD_USER_INPUT', fields });
  });

  test.each(['role', 'email', 'suspended', 'twoFactorEnabled', 'packageId', 'emailVerifiedAt'])(
    'has no place for %s, through either door',
    async (field) => {
      const before = await rows().findOneOrFail(User, cast.alice.userId);
      const document = 'mutation ($input: ProfileInput!) { updateProfile(input: $input) { id } }';
      const { errors } = await as(cast.alice).ask(document, { input: { ...profile(), [field]: 'admin' } });
      expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
      await rest(cast.alice).put('/api/auth/user', { ...profile(), [field]: 'admin' });
      const after = await rows().findOneOrFail(User, cast.alice.userId);
      expect(after[field as keyof User]).toEqual(before[field as keyof User]);
    },
  );

  test('can be changed by viewers, too', async () => {
    await rows().nativeUpdate(Membership, { user: cast.bob.userId }, { role: TeamRole.viewer });
    const { status, body } = await rest(cast.bob).put('/api/auth/user', profile());
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { id: cast.bob.userId, lastName: 'Archer' },
    });
  });
});

const quiet = (changes: Partial<NotificationPreferencesInput> = {}): NotificationPreferencesInput => ({
  emailNotifications: true,
  alertNotifications: false,
  channels: ['email', 'teams'],
  severities: ['critical'],
  quietHours: true,
  quietFrom: '22:30',
  quietUntil: '06:15',
  timeZone: 'Europe/London',
  ...changes,
});

describe('Notification preferences', () => {
  const preferencesOf = async (person: Cast['bob']) =>
    (await as(person).run(PreferencesDocument)).notificationPreferences;

  test('are all on for every channel until they are changed', async () => {
    expect(await preferencesOf(cast.alice)).toEqual({
      emailNotifications: true,
      alertNotifications: true,
      channels: ['email', 'slack', 'teams', 'discord', 'webhook'],
      severities: ['info', 'warning', 'error', 'critical'],
      quietHours: false,
      quietFrom: '22:00',
      quietUntil: '07:00',
      timeZone: 'UTC',
    });
  });

  test('are saved, can be saved again, and don’t affect other people', async () => {
    const { saveNotificationPreferences } = await as(cast.alice).run(SavePreferencesDocument, {
      input: quiet(),
    });
    expect(saveNotificationPreferences).toEqual(quiet());
    expect(await preferencesOf(cast.alice)).toEqual(quiet());
    await as(cast.alice).run(SavePreferencesDocument, { input: quiet({ channels: [], severities: [] }) });
    expect(await preferencesOf(cast.alice)).toEqual(quiet({ channels: [], severities: [] }));
    expect(await preferencesOf(cast.bob)).toMatchObject({ alertNotifications: true, timeZone: 'UTC' });
  });

  test('leave the time zone open if it was only shown as the fallback', async () => {
    const zone = async () => (await rows().findOneOrFail(User, cast.alice.userId)).timeZone;
    const input = quiet({ quietHours: false, timeZone: 'UTC' });
    await as(cast.alice).run(SavePreferencesDocument, { input });
    expect(await zone()).toBeNull();
    await as(cast.alice).run(SavePreferencesDocument, { input: { ...input, timeZone: 'Asia/Kolkata' } });
    expect(await zone()).toBe('Asia/Kolkata');
    await as(cast.alice).run(SavePreferencesDocument, { input });
    expect(await zone()).toBe('UTC');
  });

  test('are saved as a whole when two first saves arrive at the same moment', async () => {
    const [first, second] = [quiet({ quietFrom: '20:00' }), quiet({ quietFrom: '21:00' })];
    await Promise.all([first, second].map((input) => as(cast.alice).run(SavePreferencesDocument, { input })));
    expect([first, second]).toContainEqual(await preferencesOf(cast.alice));
  });

  test.each([
    ['24:00 as a time', { quietFrom: '24:00' }, 'quietFrom'],
    ['7:00 as a time', { quietUntil: '7:00' }, 'quietUntil'],
    ['a planet as a time zone', { timeZone: 'Mars/Olympus_Mons' }, 'timeZone'],
    ['an offset as a time zone', { timeZone: '+01:00' }, 'timeZone'],
    ['no time zone', { timeZone: '' }, 'timeZone'],
    ['quiet hours without length', { quietFrom: '06:15' }, 'quietUntil'],
    ['a channel twice', { channels: ['email', 'email'] }, 'channels'],
  ] as const)('do not accept %s', async (_what, changes, field) => {
    const input = quiet(changes as Partial<NotificationPreferencesInput>);
    const asked = as(cast.alice).run(SavePreferencesDocument, { input });
    await expect(asked).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [field]: expect.any(String) },
    });
    expect(await preferencesOf(cast.alice)).toMatchObject({ quietHours: false });
  });
});

describe('My data', () => {
  const dataOf = async (person: Cast['bob']) => {
    const { text, body: accountData } = await rest(person).get('/api/auth/data');
    return { text, accountData };
  };

  test('contains everything kept about me and the teams I own', async () => {
    await raise(running, cast.alice, 'AP Lobby');
    const { id } = await rows().findOneOrFail(Alert, { team: cast.alice.teamId });
    await rest(cast.alice).post(`/api/alerts/${id}/acknowledge`, { note: 'On my way' });
    await rest(cast.alice).post(`/api/alerts/${id}/snooze`, { minutes: 30 });
    await as(cast.alice).run(CreateApiTokenDocument, { input: { name: 'Grafana', scopes: ['read'] } });
    await as(cast.alice).run(SavePreferencesDocument, { input: quiet() });
    await addEntries(running, null, [cast.alice.email, cast.bob.email]);
    const { accountData } = await dataOf(cast.alice);
    expect(accountData).toMatchObject({
      profile: { email: cast.alice.email, firstName: 'Alice', twoFactorEnabled: false },
      teams: [{ name: "Alice's company", role: 'owner' }],
      sessions: [{ lastSeenAt: expect.any(String), createdAt: expect.any(String) }],
      apiTokens: [{ name: 'Grafana', scopes: ['read'], team: "Alice's company" }],
      notificationPreferences: { timeZone: 'Europe/London', channels: ['email', 'teams'] },
      acknowledgedAlerts: [{ id, acknowledgeNote: 'On my way' }],
      snoozedAlerts: [{ id, snoozedUntil: expect.any(String) }],
      ownedTeams: [
        {
          name: "Alice's company",
          controllers: [{ name: 'Head Office', status: 'online' }],
          alertRules: [{ isActive: true }],
          alerts: [
            {
              message: expect.stringMatching(
                /^AP Lobby \(Office\) has been offline since \d\d:\d\d GMT$/,
              ) as string,
              severity: 'error',
            },
          ],
        },
      ],
      waitlist: { packageName: 'Old Plan', createdAt: expect.any(String), unsubscribedAt: null },
      auditEntries: [],
    });
  });

  test('contains the customers, sites, maintenance, reports and wall links of the teams I own', async () => {
    const ask = (query: string) => as(cast.alice).ask(`mutation { ${query} }`);
    const { data } = await ask('createCustomer(input: { name: "Acme", tags: ["vip"] }) { id }');
    const { id } = data!['createCustomer'] as { id: string };
    const { userId, teamId } = cast.alice;
    await rows().insert(TeamSite, { team: teamId, hostId: 'HOST:7', name: 'Leeds', customer: id } as never);
    const { id: member } = await rows().findOneOrFail(Membership, { user: userId });
    await ask(`saveReportSchedule(input: { customerId: "${id}", isActive: true, memberIds: ["${member}"],
      addresses: ["boss@acme.test"] }) { isActive }`);
    await ask(`createMaintenanceWindow(input: { name: "Cabling", startsAt: "2030-01-01T22:00",
      timeZone: "Europe/London", minutes: 60, customerIds: ["${id}"] }) { id }`);
    const wall = await ask('createWallLink(input: { name: "Office TV" }) { url }');
    const { text, accountData } = await dataOf(cast.alice);
    expect(accountData).toMatchObject({
      ownedTeams: [
        {
          customers: [{ id, name: 'Acme', tags: ['vip'] }],
          sites: expect.arrayContaining([
            expect.objectContaining({ hostId: 'HOST:7', name: 'Leeds', customerId: id }),
          ]) as object[],
          maintenanceWindows: [{ name: 'Cabling', customerIds: [id], timeZone: 'Europe/London' }],
          reportSchedules: [{ customerName: 'Acme', memberIds: [member], addresses: ['boss@acme.test'] }],
          wallLinks: [{ name: 'Office TV', createdBy: 'Alice Tester', lastOpenedAt: null }],
        },
      ],
    });
    const { url } = wall.data!['createWallLink'] as { url: string };
    expect(text).not.toContain(url.split('#')[1]);
    const bobs = await dataOf(cast.bob);
    expect(bobs.text).not.toContain('Acme');
  });

  test('contains no secret: no key, no hash, no token', async () => {
    const { createApiToken } = await as(cast.alice).run(CreateApiTokenDocument, {
      input: { name: 'Grafana', scopes: ['read'] },
    });
    const { passwordHash } = await rows().findOneOrFail(User, cast.alice.userId);
    const { tokenHash } = await rows().findOneOrFail(Session, cast.alice.sessionId);
    const { text } = await dataOf(cast.alice);
    const secrets = [passwordHash, tokenHash, createApiToken.token, cast.alice.token, 'site-manager-key'];
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/hash|secret|"apiKey/i);
  });

  test("contains nothing about other people, or about teams that I don't own", async () => {
    await rows().insert(Membership, {
      team: cast.alice.teamId,
      user: cast.bob.userId,
      role: TeamRole.member,
      createdAt: new Date(),
    } as never);
    const { text, accountData } = await dataOf(cast.bob);
    expect(accountData).toMatchObject({
      teams: [{ name: "Bob's company" }, { name: "Alice's company", role: 'member' }],
      ownedTeams: [{ name: "Bob's company", controllers: [] }],
    });
    expect(text).not.toContain('Head Office');
    expect(text).not.toContain(cast.alice.email);
  });

  test('shows changes to my account, but not which administrator made them', async () => {
    await rest(cast.grace).put(`/api/admin/users/${cast.bob.userId}`, { companyName: 'Renamed' });
    const { text, accountData } = await dataOf(cast.bob);
    expect(await rows().count(AuditEntry)).toBeGreaterThan(0);
    expect(accountData['auditEntries']).toMatchObject([
      { by: 'the platform', ipAddress: null, after: { companyName: 'Renamed' } },
    ]);
    expect(text).not.toContain(cast.grace.email);
  });

  test('is limited to ten an hour, even when requested concurrently', async () => {
    const document = `{ ${Array.from({ length: 12 }, (_, n) => `a${n}: accountData`).join(' ')} }`;
    const { errors } = await as(cast.alice).ask(document);
    const again = await rest(cast.alice).get('/api/auth/data');
    expect(errors?.length ?? 0).toBeGreaterThan(0);
    expect([200, 429]).toContain(again.status);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await rest(cast.alice).get('/api/auth/data')).status);
    expect(statuses).toContain(429);
    expect((await rest(cast.bob).get('/api/auth/data')).status).toBe(200);
  });
});
