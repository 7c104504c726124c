import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { allowAnyAddress } from '#api/features/security/security.service.ts';
import { SecuritySettings as Policy } from '#api/features/security/security-settings.entity.ts';
import { MayAdminister } from '#web/app/shell.gql.ts';
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

/** Where the tests come from. */
const home = '127.0.0.1';

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
/** A policy that is there without anyone having saved it. */
const stored = async (fields: Partial<Policy>) => {
  await as(cast.ada).run(SecuritySettingsDocument);
  await rows().nativeUpdate(Policy, { id: 1 }, fields);
};
/** The request as a trusted proxy hands it on for someone at that address. */
const from = (address: string, person: Person, path: string, request: RequestInit = {}) =>
  rest(person).send(path, {
    ...request,
    headers: { 'x-forwarded-for': address, ...(request.body ? { 'content-type': 'application/json' } : {}) },
  });

describe('Allowed IP ranges', () => {
  const others = { allowedIpRanges: ['198.51.100.0/24'] };
  const sentence = "Your own address (127.0.0.1) isn't in this list, so you would lock yourself out";

  test('can’t be saved if they exclude the current address', async () => {
    expect(await preview(others)).toMatchObject({ blocked: sentence });
    await expect(save(others)).rejects.toMatchObject({ fields: { allowedIpRanges: sentence } });
    const put = await rest(cast.grace).put('/api/admin/security', others);
    expect(put).toMatchObject({ status: 400, body: { message: sentence } });
    expect(await entries()).toEqual([]);
  });

  test('apply to the address that a trusted proxy forwards, including IPv4 in IPv6', async () => {
    const body = JSON.stringify(others);
    for (const address of ['203.0.113.9', '2001:db8::1', 'unknown', '198.51.100.7:80']) {
      expect(
        (await from(address, cast.ada, '/api/admin/security', { method: 'PUT', body })).status,
        address,
      ).toBe(400);
    }
    const inside = await from('::ffff:198.51.100.7', cast.ada, '/api/admin/security', {
      method: 'PUT',
      body,
    });
    expect(inside).toMatchObject({ status: 200, body: others });
  });

  test('block everyone else from the administrator area and its API, and nothing else', async () => {
    await stored(others);
    const refused = "You can't administer the platform from your network address.";
    expect(await rest(cast.ada).get('/api/admin/security')).toMatchObject({
      status: 403,
      body: { message: refused },
    });
    await expect(as(cast.grace).run(SecuritySettingsDocument)).rejects.toMatchObject({ message: refused });
    await expect(save({ allowedIpRanges: [] })).rejects.toMatchObject({ message: refused });
    expect((await from('203.0.113.9', cast.ada, '/api/admin/security')).status).toBe(403);
    // What a stranger writes into the header stands left of what the proxy saw.
    expect((await from('198.51.100.7, 203.0.113.9', cast.ada, '/api/admin/security')).status).toBe(403);
    expect((await from('198.51.100.7', cast.ada, '/api/admin/security')).status).toBe(200);
    expect((await as(cast.ada).run(MeDocument)).me?.email).toBe(cast.ada.email);
    const { errors } = await as(cast.ada).ask('{ userCount }');
    expect(errors?.[0]?.extensions).toMatchObject({ reason: 'address' });
    const administers = async (person: Person) =>
      (await as(person).run(MayAdminister)).me.administersFromHere;
    expect([await administers(cast.ada), await administers(cast.bob)]).toEqual([false, false]);
    await rows().nativeUpdate(Policy, { id: 1 }, { allowedIpRanges: [] });
    expect([await administers(cast.ada), await administers(cast.bob)]).toEqual([true, false]);
    await stored(others);
    expect((await rest(cast.ada).get('/api/controllers')).status).toBe(200);
    expect((await rest(cast.alice).get('/api/controllers')).status).toBe(200);
  });

  test("that can't be parsed let no one in, without a server error", async () => {
    await stored({ allowedIpRanges: ['office', '10.0.0.0/99', '::ffff:127.0.0.1/120', ''] });
    expect((await rest(cast.ada).get('/api/admin/security')).status).toBe(403);
    expect((await rest(cast.alice).get('/api/controllers')).status).toBe(200);
  });

  test('can be reset by the operator when no one has an allowed address, which is recorded', async () => {
    await stored(others);
    expect(await allowAnyAddress(rows())).toEqual(['198.51.100.0/24']);
    expect((await rest(cast.ada).get('/api/admin/security')).status).toBe(200);
    expect(await entries()).toMatchObject([
      { actor: 'system', action: 'security.reset', before: others, after: { allowedIpRanges: [] } },
    ]);
    expect(await allowAnyAddress(rows())).toEqual([]);
    expect(await entries()).toHaveLength(1);
  });

  test('are cleared to allow everyone again', async () => {
    await save({ allowedIpRanges: [home] });
    await save({ allowedIpRanges: ['', '  '] });
    expect((await from('203.0.113.9', cast.ada, '/api/admin/security')).status).toBe(200);
  });
});
