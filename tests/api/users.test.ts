import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Session } from '#api/features/auth/session/session.entity.ts';
import { Package } from '#api/features/packages/package.entity.ts';
import { User, UserRole } from '#api/features/users/user.entity.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { addPerson, enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { UpdateUserDocument } from '#web/gql/graphql.ts';

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
const stored = ({ userId }: Person) => rows().findOneOrFail(User, { id: userId });
const audited = () => rows().find(AuditEntry, {}, { orderBy: { id: 'asc' } });

type Changes = {
  firstName?: string;
  lastName?: string;
  companyName?: string;
  role?: 'user' | 'admin' | 'super_admin';
  suspended?: boolean;
};

/** Both doors, with what each says when it refuses. */
const doors = {
  async GraphQL(actor: Person, { userId }: Person, input: Changes) {
    await as(actor).run(UpdateUserDocument, { id: userId, input });
  },
  async REST(actor: Person, { userId }: Person, input: Changes) {
    const { status, body } = await rest(actor).put(`/api/admin/users/${userId}`, input);
    if (status === 200) return;
    const code = { 400: 'BAD_USER_INPUT', 403: 'UNAUTHORIZED', 404: 'NOT_FOUND' }[status];
    throw Object.assign(new Error((body as { message: string }).message), { code: code ?? status });
  },
};
const throughBoth = Object.entries(doors);

describe.each(throughBoth)('Through %s an administrator', (_door, change) => {
  test('changes names, company and role of a customer', async () => {
    const input = { firstName: ' Zoë ', lastName: '李雷', companyName: '🏢 Büro', role: 'admin' } as const;
    await change(cast.ada, cast.bob, input);
    expect(await stored(cast.bob)).toMatchObject({ ...input, firstName: 'Zoë', suspended: false });
  });

  test('suspends and activates', async () => {
    await change(cast.ada, cast.bob, { suspended: true });
    expect((await stored(cast.bob)).suspended).toBe(true);
    expect((await rest(cast.bob).get('/api/auth/user')).status).toBe(401);
    await change(cast.ada, cast.bob, { suspended: false });
    expect((await stored(cast.bob)).suspended).toBe(false);
  });

  test.each<[string, Changes]>([
    ['suspend', { suspended: true }],
    ['demote', { role: 'admin' }],
    ['rename', { firstName: 'Nobody' }],
  ])('may not %s a super administrator', async (_what, input) => {
    const before = await stored(cast.grace);
    await expect(change(cast.ada, cast.grace, input)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: input.firstName
        ? 'Only a super administrator can change a super administrator.'
        : "You can't demote or suspend the last super administrator.",
    });
    await addPerson(running, { firstName: 'Greta', role: UserRole.super_admin });
    await expect(change(cast.ada, cast.grace, input)).rejects.toMatchObject({
      message: 'Only a super administrator can change a super administrator.',
    });
    expect(await stored(cast.grace)).toEqual(before);
    expect(await audited()).toEqual([]);
  });

  test('may not promote anyone to super administrator, but a super administrator may', async () => {
    const message = 'Only a super administrator can promote someone to super administrator.';
    for (const person of [cast.bob, cast.alice]) {
      await expect(change(cast.ada, person, { role: 'super_admin' })).rejects.toMatchObject({ message });
    }
    await change(cast.grace, cast.bob, { role: 'super_admin' });
    expect((await stored(cast.bob)).role).toBe('super_admin');
  });

  test.each<[string, Changes, string]>([
    ['role', { role: 'user' }, "You can't change your own role."],
    ['role upwards', { role: 'super_admin' }, "You can't change your own role."],
    ['suspension', { suspended: true }, "You can't suspend your own account."],
  ])('may not change their own %s', async (_what, input, message) => {
    await expect(change(cast.ada, cast.ada, input)).rejects.toMatchObject({ code: 'UNAUTHORIZED', message });
    expect(await stored(cast.ada)).toMatchObject({ role: 'admin', suspended: false });
  });

  test('may change their own name and send their own role along', async () => {
    await change(cast.ada, cast.ada, { firstName: 'Augusta', role: 'admin' });
    expect((await stored(cast.ada)).firstName).toBe('Augusta');
    expect((await rest(cast.ada).get('/api/auth/user')).status).toBe(200);
  });

  test('can’t be demoted or suspended as the last super administrator', async () => {
    await addPerson(running, { firstName: 'Off', role: UserRole.super_admin, suspended: true });
    await addPerson(running, { firstName: 'Unread', role: UserRole.super_admin, emailVerifiedAt: null });
    const message = "You can't demote or suspend the last super administrator.";
    for (const input of [{ suspended: true }, { role: 'user' as const }]) {
      await expect(change(cast.grace, cast.grace, input)).rejects.toMatchObject({ message });
    }
  });

  test.each(['alice', 'bob'] as const)('must be signed in as one: %s is refused', async (name) => {
    await expect(change(cast[name], cast.ada, { firstName: 'Eve' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: "You don't have permission to access this page.",
    });
    expect((await stored(cast.ada)).firstName).toBe('Ada');
  });

  test.each<[Changes, string]>([
    [{ firstName: '' }, 'First name is required'],
    [{ lastName: ' \t ' }, 'Last name is required'],
    [{ companyName: '' }, 'Company name is required'],
    [{ firstName: 'x'.repeat(101) }, 'First name must be 100 characters or less'],
    [{ lastName: '\0' }, 'The text contains characters that cannot be stored'],
    [{ companyName: '\ud800' }, 'The text contains characters that cannot be stored'],
  ])('gets an error for %j', async (input, message) => {
    const before = await stored(cast.bob);
    const wrong = { code: 'BAD_USER_INPUT', message };
    await expect(change(cast.ada, cast.bob, input)).rejects.toMatchObject(wrong);
    expect(await stored(cast.bob)).toEqual(before);
  });

  test.each(['', '1', "' or 1=1 --", '00000000-0000-4000-8000-000000000000', 'é'.repeat(400)])(
    'finds no one with the ID %j',
    async (userId) => {
      const nobody = { ...cast.bob, userId: encodeURIComponent(userId) };
      await expect(change(cast.ada, nobody, { suspended: true })).rejects.toMatchObject({
        message: expect.stringMatching(/not found|cannot|could not|No such|^Use GET|URL is invalid/i),
      });
    },
  );
});

describe('A change', () => {
  test('ends the user’s sessions if it changes their role, and otherwise not', async () => {
    const sessions = () => rows().count(Session, { user: cast.bob.userId });
    await doors.REST(cast.ada, cast.bob, { firstName: 'Robert', role: 'user', suspended: false });
    expect(await sessions()).toBe(1);
    await doors.REST(cast.ada, cast.bob, { role: 'admin' });
    expect(await sessions()).toBe(0);
    expect(await rows().count(Session, { user: cast.alice.userId })).toBe(1);
  });

  test('is recorded with the previous values, one entry for each kind', async () => {
    await doors.REST(cast.ada, cast.bob, { firstName: 'Robert', lastName: 'Tester', role: 'admin' });
    await doors.REST(cast.grace, cast.bob, { suspended: true });
    await doors.REST(cast.grace, cast.bob, { suspended: false });
    const about = { subject: cast.bob.email, subjectId: cast.bob.userId, ipAddress: '127.0.0.1' };
    expect(await audited()).toMatchObject([
      {
        ...about,
        action: 'user.update',
        actor: cast.ada.email,
        before: { firstName: 'Bob' },
        after: { firstName: 'Robert' },
      },
      { ...about, action: 'user.role', before: { role: 'user' }, after: { role: 'admin' } },
      { ...about, action: 'user.suspend', actor: cast.grace.email, before: { suspended: false } },
      { ...about, action: 'user.activate', before: { suspended: true }, after: { suspended: false } },
    ]);
    expect((await audited())[0]?.after).toEqual({ firstName: 'Robert' });
  });

  test('without a difference is not recorded', async () => {
    for (const input of [{}, { suspended: false }, { firstName: 'Bob ', role: 'user' as const }]) {
      await doors.GraphQL(cast.ada, cast.bob, input);
    }
    expect(await audited()).toEqual([]);
  });

  test('ignores other fields of a body', async () => {
    const { body } = await rest(cast.ada).put(`/api/admin/users/${cast.bob.userId}`, {
      lastName: 'Baker',
      email: 'eve@netlantern.test',
      id: cast.alice.userId,
      passwordHash: 'none',
      emailVerifiedAt: null,
      stripeSubscriptionId: 'sub_free',
      twoFactorEnabled: true,
      team: cast.alice.teamId,
      packageId: 'free',
    });
    expect(body).toMatchObject({ id: cast.bob.userId, email: cast.bob.email, lastName: 'Baker' });
    expect(await stored(cast.bob)).toMatchObject({
      email: cast.bob.email,
      lastName: 'Baker',
      role: 'user',
      twoFactorEnabled: false,
      suspended: false,
    });
    expect((await stored(cast.bob)).stripeSubscriptionId).toBeNull();
    const { errors } = await as(cast.ada).ask(
      `mutation { updateUser(id: "${cast.bob.userId}", input: { email: "eve@netlantern.test" }) { id } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  test.each([
    [{ role: 'root' }, 'Role must be one of user, admin, super_admin'],
    [{ role: ['admin'] }, 'Role must be one of user, admin, super_admin'],
    [{ suspended: 'yes' }, 'Suspended must be true or false'],
    [{ suspended: 1 }, 'Suspended must be true or false'],
    [{ firstName: 7 }, 'First name must be text'],
    [{ firstName: { a: 1 } }, 'First name must be text'],
  ])('with another type is refused: %j', async (body, message) => {
    const answer = await rest(cast.ada).put(`/api/admin/users/${cast.bob.userId}`, body);
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  test('ignores null', async () => {
    const before = await stored(cast.bob);
    const body = { firstName: null, lastName: null, companyName: null, role: null, suspended: null };
    expect((await rest(cast.ada).put(`/api/admin/users/${cast.bob.userId}`, body)).status).toBe(200);
    expect(await stored(cast.bob)).toEqual(before);
  });
});

describe('The visible data of a user', () => {
  const About = 'query About($id: ID!) { user(id: $id) { email packageName emailVerified team { id } } }';

  test('includes the package and verification for an administrator, but not the team', async () => {
    const em = rows();
    const pack = Object.assign(new Package(), { name: 'Professional', price: '29.99' });
    await em.persist(pack).flush();
    const eve = await addPerson(running, { firstName: 'Eve', emailVerifiedAt: null, package: pack });
    const { data } = await as(cast.ada).ask(About, { id: eve.userId });
    expect(data).toEqual({
      user: { email: eve.email, packageName: 'Professional', emailVerified: false, team: null },
    });
  });

  test('is limited to their own for themselves', async () => {
    const { data } = await as(cast.bob).ask('{ me { packageName emailVerified } }');
    expect(data).toEqual({ me: { packageName: null, emailVerified: true } });
  });

  test('is empty for a customer, by ID or in a list', async () => {
    for (const document of [
      `{ user(id: "${cast.bob.userId}") { id } }`,
      '{ users { id } }',
      '{ userCount(search: "bob") }',
    ]) {
      const { errors } = await as(cast.bob).ask(document);
      expect(errors, document).toMatchObject([{ extensions: { code: 'UNAUTHORIZED' } }]);
    }
    expect((await rest(cast.bob).get('/api/admin/users')).status).toBe(403);
    expect((await rest(cast.vic).get('/api/admin/users')).status).toBe(401);
  });

  test('contains no secret', async () => {
    const { text } = await rest(cast.ada).get('/api/admin/users');
    expect(text).not.toMatch(/argon2|password|secret|hash/i);
  });
});
