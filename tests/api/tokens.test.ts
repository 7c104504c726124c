import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { subjectKey } from '#api/security/attempts/attempts.ts';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { ApiToken } from '#api/features/tokens/api-token.entity.ts';
import { hashToken } from '#api/security/token.ts';
import {
  type ApiTokenInput,
  type TokenScope,
  ApiTokensDocument,
  CreateApiTokenDocument,
  RevokeApiTokenDocument,
} from '#web/gql/graphql.ts';
import { as } from '#tests/support/as.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { mailsTo } from '#tests/support/mailbox.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { Socket } from '#tests/support/socket.ts';

let running: Running;
let cast: Cast;

beforeAll(async () => {
  running = await startServer({ config: { unifiApiUrl: 'http://127.0.0.1:9' } });
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
});

const rows = () => running.app.orm.em.fork();
const make = async (person: Person, changes: Partial<ApiTokenInput> = {}) => {
  const input: ApiTokenInput = { name: 'Grafana', scopes: ['read'], ...changes };
  return (await as(person).run(CreateApiTokenDocument, { input })).createApiToken;
};
const list = async (person: Person) => (await as(person).run(ApiTokensDocument)).apiTokens;
/** A program with a token. */
const program = (token: string) => ({ server: running, token });

describe('A new token', () => {
  test('is shown once, recognizable by its prefix, and stored as a hash', async () => {
    const { token, apiToken } = await make(cast.alice, { name: '  Grafana ' });
    expect(token).toMatch(/^nl_[\w-]{43}$/);
    expect(apiToken).toMatchObject({
      name: 'Grafana',
      scopes: ['read'],
      tail: token.slice(-4),
      lastUsedAt: null,
    });
    const stored = await rows().findOneOrFail(ApiToken, apiToken.id);
    expect(stored.tokenHash).toBe(hashToken(token));
    expect(JSON.stringify(await list(cast.alice))).not.toContain(token);
    expect(running.logged.join()).not.toContain(token);
  });

  test('gives a program access to the team, with a last-used time', async () => {
    const { token } = await make(cast.alice);
    const { status, body } = await rest(program(token)).get('/api/controllers');
    expect({ status, body }).toMatchObject({ status: 200, body: [{ id: cast.alice.controllerId }] });
    expect((await list(cast.alice))[0]?.lastUsedAt).toEqual(expect.any(String));
  });

  test('is emailed and recorded, without the token', async () => {
    const { token, apiToken } = await make(cast.alice, { scopes: ['alerts'] });
    const [mail] = await mailsTo(running, cast.alice.email);
    expect(mail?.text).toContain('Grafana');
    expect(mail?.text).not.toContain(token.slice(3));
    const entries = await rows().find(AuditEntry, { subjectId: apiToken.id });
    expect(apiToken.expiresAt).toEqual(expect.any(String));
    const after = { scopes: ['alerts'], expiresAt: apiToken.expiresAt };
    expect(entries).toMatchObject([{ action: 'api_token.create', actor: cast.alice.email, after }]);
    expect(JSON.stringify(entries)).not.toContain(hashToken(token));
  });

  test('is limited to a hundred an hour per person, even if they are revoked', async () => {
    const attempt = { key: `api-tokens:${subjectKey(cast.alice.userId)}`, amount: 99 };
    await running.app.attempts.add([{ ...attempt, ends: Date.now() + 3_600_000 }]);
    const { apiToken } = await make(cast.alice);
    await as(cast.alice).run(RevokeApiTokenDocument, { id: apiToken.id });
    await expect(make(cast.alice)).rejects.toThrow("You've created too many API tokens. Try again later.");
    await make(cast.bob);
  });

  test('expires on its day', async () => {
    const { token, apiToken } = await make(cast.alice, { expiresInDays: 30 });
    const days = (new Date(apiToken.expiresAt!).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(30, 1);
    await rows().nativeUpdate(ApiToken, { id: apiToken.id }, { expiresAt: new Date(Date.now() - 1) });
    expect((await rest(program(token)).get('/api/controllers')).status).toBe(401);
  });

  test.each([
    ['no name', { name: ' ' }, 'name'],
    ['a name of 101 characters', { name: '🚨'.repeat(101) }, 'name'],
    ['a name on two lines', { name: 'a\nb' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a scope twice', { scopes: ['read', 'read'] as TokenScope[] }, 'scopes'],
    ['no day', { expiresInDays: 0 }, 'expiresInDays'],
    ['more than a year', { expiresInDays: 366 }, 'expiresInDays'],
  ])('with %s is not created', async (_what, changes, field) => {
    await expect(make(cast.alice, changes)).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { [field]: expect.any(String) },
    });
    expect(await list(cast.alice)).toEqual([]);
  });

  test('is limited to fifty, also when the last two are created at once', async () => {
    const em = rows();
    for (let n = 0; n < 49; n += 1) {
      em.create(ApiToken, {
        name: `Program ${n}`,
        tokenHash: `hash ${n}`,
        tail: 'tail',
        scopes: ['read'],
        user: cast.alice.userId,
        team: cast.alice.teamId,
      } as never);
    }
    await em.flush();
    const both = await Promise.allSettled([make(cast.alice), make(cast.alice)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } });
    expect(await list(cast.alice)).toHaveLength(50);
    await make(cast.bob);
  });
});

describe('The rights of a token', () => {
  const rule = { name: 'Any', condition: 'device_offline' };
  const statuses = async (token: string) => ({
    read: (await rest(program(token)).get('/api/controllers')).status,
    alerts: (await rest(program(token)).post('/api/alert-rules', rule)).status,
    manage: (await rest(program(token)).delete(`/api/controllers/${randomUUID()}`)).status,
  });

  test.each([
    ['read', { read: 200, alerts: 403, manage: 403 }],
    ['alerts', { read: 200, alerts: 200, manage: 403 }],
    ['manage', { read: 200, alerts: 200, manage: 404 }],
  ] as const)('match the scope %s', async (scope, expected) => {
    const { token } = await make(cast.alice, { scopes: [scope] });
    expect(await statuses(token)).toEqual(expected);
  });

  test('never exceed its person’s: a viewer’s token only reads', async () => {
    await rows().nativeUpdate(Membership, { user: cast.alice.userId }, { role: TeamRole.viewer });
    const { token } = await make(cast.alice, { scopes: ['manage'] });
    expect(await statuses(token)).toEqual({ read: 200, alerts: 403, manage: 403 });
  });

  test.each([
    ['{ me { id } }'],
    ['{ apiTokens { id } }'],
    ['{ accountData }'],
    ['{ notificationPreferences { timeZone } }'],
    ['mutation { createApiToken(input: { name: "More", scopes: [manage] }) { token } }'],
    ['mutation { deleteAccount(input: { password: "x" }) }'],
    ['mutation { updateProfile(input: { firstName: "M", lastName: "M", companyName: "M" }) { id } }'],
    ['{ users { id } }'],
  ])('don’t include %s, whatever its scope and owner', async (document) => {
    for (const person of [cast.alice, cast.grace]) {
      const { token } = await make(person, { scopes: ['read', 'alerts', 'manage'] });
      const { errors } = await as(program(token)).ask(document);
      expect(errors).toMatchObject([
        { message: "API tokens can't do that.", extensions: { code: 'UNAUTHORIZED' } },
      ]);
    }
  });
});

describe('The end of a token', () => {
  test('is immediate when it is revoked, for its sockets too, and is recorded', async () => {
    const { token, apiToken } = await make(cast.alice);
    const socket = await new Socket(running).signIn(token);
    expect(await as(cast.alice).run(RevokeApiTokenDocument, { id: apiToken.id })).toEqual({
      revokeApiToken: apiToken.id,
    });
    expect((await socket.closed).code).toBe(4403);
    expect((await rest(program(token)).get('/api/controllers')).status).toBe(401);
    expect(await list(cast.alice)).toEqual([]);
    expect(await rows().count(AuditEntry, { action: 'api_token.revoke', subject: 'Grafana' })).toBe(1);
  });

  test('comes when it is older than the security policy allows, for its sockets too', async () => {
    const { token, apiToken } = await make(cast.alice, { expiresInDays: 365 });
    const socket = await new Socket(running).signIn(token);
    const createdAt = new Date(Date.now() - 366 * 86_400_000);
    await rows().nativeUpdate(ApiToken, { id: apiToken.id }, { createdAt });
    expect((await socket.closed).code).toBe(4403);
    expect((await rest(program(token)).get('/api/controllers')).status).toBe(401);
  });

  test('comes when its person leaves the team', async () => {
    const { token } = await make(cast.alice);
    await rows().nativeDelete(Membership, { user: cast.alice.userId });
    expect((await rest(program(token)).get('/api/controllers')).status).toBe(401);
  });

  test("can't be done by others, not even colleagues: it isn't found", async () => {
    const { apiToken } = await make(cast.alice);
    await rows().insert(Membership, {
      team: cast.alice.teamId,
      user: cast.bob.userId,
      role: TeamRole.owner,
      createdAt: new Date(),
    } as never);
    for (const person of [cast.bob, cast.ada, cast.grace]) {
      for (const id of [apiToken.id, randomUUID(), '', "' or 1=1", '\0']) {
        const revoked = as(person).run(RevokeApiTokenDocument, { id });
        await expect(revoked).rejects.toMatchObject({ code: 'NOT_FOUND', message: 'API token not found' });
      }
      expect(await list(person)).toEqual([]);
    }
    expect(await list(cast.alice)).toHaveLength(1);
  });

  test('happens only once when requested twice at the same moment', async () => {
    const { apiToken } = await make(cast.alice);
    const revoke = () => as(cast.alice).run(RevokeApiTokenDocument, { id: apiToken.id });
    const both = await Promise.allSettled([revoke(), revoke()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rows().count(AuditEntry, { action: 'api_token.revoke' })).toBe(1);
  });
});
