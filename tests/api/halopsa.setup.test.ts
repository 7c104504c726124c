import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import { TeamRole } from '#api/features/teams/membership.entity.ts';
import { addMember } from '#tests/support/members.ts';
import { rest } from '#tests/support/rest.ts';
import { HalopsaTeam } from './halopsa.team.ts';

let team: HalopsaTeam;

beforeAll(async () => {
  team = await HalopsaTeam.start();
});
afterAll(() => team.running.close());
beforeEach(() => team.begin({ connected: false }));
afterEach(() => team.end());

const alice = () => rest(team.cast.alice);
const shown = async () => (await alice().get('/api/integrations/halopsa')).body as Record<string, unknown>;
const tried = async () => (await alice().post('/api/integrations/halopsa/test')).body;

describe('Connecting', () => {
  test('starts empty', async () => {
    expect(await shown()).toBeNull();
    expect((await alice().get('/api/halopsa/clients')).body).toEqual([]);
    expect(await tried()).toEqual({
      success: false,
      message: 'HaloPSA is not configured. Set it up, then try again.',
    });
    expect((await alice().delete('/api/integrations/halopsa')).status).toBe(409);
  });

  test('accepts the four documented fields, detects the tenant, and shows no secret', async () => {
    const { status, body, text } = await team.connect();
    expect(status).toBe(200);
    const { authServer, resourceServer, clientId, clientSecret } = team.halo;
    expect(body).toMatchObject({
      authServer,
      resourceServer,
      clientId,
      tenant: 'lantern',
      clientSecretTail: clientSecret.slice(-4),
      scope: 'read:customers read:tickets edit:tickets',
      problems: [],
    });
    expect(text).not.toContain(clientSecret);
    expect(await tried()).toEqual({
      success: true,
      message: 'Connected to HaloPSA: 3 clients and 2 ticket types.',
    });
    const [entry] = await team.rows().find(AuditEntry, { action: 'halopsa.connect' });
    expect(entry).toMatchObject({ actor: team.cast.alice.email, subject: 'HaloPSA' });
    expect(JSON.stringify(entry)).not.toContain(clientSecret);
  });

  test('completes bare addresses and removes trailing slashes', async () => {
    const { url } = team.halo;
    const { body } = await team.connect({ authServer: `${url}/`, resourceServer: url });
    expect(body).toMatchObject({ authServer: `${url}/auth`, resourceServer: `${url}/api` });
    const again = await team.connect({ authServer: `${url}/auth/token/`, resourceServer: `${url}/api//` });
    expect(again.body).toMatchObject({ authServer: `${url}/auth`, resourceServer: `${url}/api` });
  });

  test('supports servers without tenants', async () => {
    await team.end();
    await team.begin({ tenant: null, connected: false });
    await team.connect();
    expect(await tried()).toMatchObject({ success: true });
    const asked = team.halo.requests.find(({ path }) => path === '/auth/token');
    expect(asked!.query.has('tenant')).toBe(false);
  });

  test.each([
    [{ authServer: 'nope', resourceServer: '', clientId: '', clientSecret: '' }],
    [{ authServer: '', resourceServer: '', clientId: '', clientSecret: '' }],
    [{ authServer: 'nope', clientId: ' ' }],
    [{ authServer: 'https://10.0.0.7/auth', resourceServer: 'https://10.0.0.7/api' }],
  ])('lists all problems at once: %j', async (changes) => {
    const { status, body } = await team.connect(changes);
    expect(status).toBe(400);
    const { fields } = body as { fields: Record<string, string> };
    expect(Object.keys(fields).toSorted()).toEqual(Object.keys(changes).toSorted());
  });

  test.each([
    [{ authServer: '' }, 'Please enter a valid URL'],
    [{ authServer: 'halo' }, 'Please enter a valid URL'],
    [{ resourceServer: 'ftp://halo.example' }, 'Please enter a valid URL'],
    [{ resourceServer: `https://halo.example/${'x'.repeat(500)}` }, 'Please enter a valid URL'],
    [{ clientId: '  ' }, 'Client ID is required'],
    [{ clientSecret: '' }, 'Client Secret is required'],
    [{ clientSecret: null }, 'Client Secret is required'],
    [{ authServer: 'https://10.0.0.7/auth' }, 'not on the public internet'],
    [{ authServer: 'http://169.254.169.254/auth' }, 'not on the public internet'],
    [{ tenant: 'a b' }, 'Tenant must be the name used in your HaloPSA URL'],
    [{ ticketTypeId: 'many' }, 'Ticket type id must be a whole number'],
  ])('refuses %j', async (changes, sentence) => {
    const { status, body } = await team.connect(changes);
    expect(status).toBe(400);
    expect((body as { message: string }).message).toContain(sentence);
    expect(await shown()).toBeNull();
  });

  test('keeps the stored secret if none is sent, but not for another server', async () => {
    await team.connect();
    expect((await team.connect({ clientSecret: '', closesTickets: true })).status).toBe(200);
    expect(await tried()).toMatchObject({ success: true });
    for (const field of ['authServer', 'resourceServer']) {
      const { status, body } = await team.connect({ clientSecret: '', [field]: 'https://elsewhere.example' });
      expect(status).toBe(400);
      expect(body).toMatchObject({ fields: { clientSecret: 'Client Secret is required' } });
    }
    expect(await shown()).toMatchObject({ authServer: team.halo.authServer, closesTickets: true });
  });

  test('can be undone by a member, which deletes everything stored and is recorded', async () => {
    await team.connect();
    expect((await alice().delete('/api/integrations/halopsa')).status).toBe(200);
    expect(await shown()).toBeNull();
    expect(await team.rows().count(AuditEntry, { action: 'halopsa.disconnect' })).toBe(1);
  });

  test('is not available to anyone else', async () => {
    await team.connect();
    expect((await rest(team.cast.bob).get('/api/integrations/halopsa')).body).toBeNull();
    expect((await rest(team.cast.bob).get('/api/halopsa/clients')).body).toEqual([]);
    expect((await rest(team.cast.vic).get('/api/integrations/halopsa')).status).toBe(401);
    const viewer = rest(await addMember(team.cast.alice, TeamRole.viewer));
    expect((await viewer.get('/api/integrations/halopsa')).status).toBe(200);
    expect((await viewer.post('/api/integrations/halopsa/test')).status).toBe(403);
    expect((await viewer.post('/api/integrations/halopsa', { ...team.halo.auth.settings })).status).toBe(403);
    expect((await viewer.delete('/api/integrations/halopsa')).status).toBe(403);
  });
});

describe('The connection test says what is wrong', () => {
  test.each([
    ['a wrong secret', { clientSecret: 'wrong' }, 'rejected the client ID and secret'],
    ['a wrong tenant', { tenant: 'other' }, 'Check the authorization server and the tenant.'],
    [
      'a scope that is not allowed',
      { scope: 'read:tickets read:teams' },
      'allow one of the scopes "read:tickets read:teams"',
    ],
  ])('%s', async (_, changes, said) => {
    await team.connect(changes);
    const { success, message } = (await tried()) as { success: boolean; message: string };
    expect(success).toBe(false);
    expect(message).toContain(said);
    expect(await shown()).toMatchObject({ lastFailure: message, problems: [message] });
  });

  test('missing permissions, compared with those granted', async () => {
    await team.connect({ scope: 'read:tickets' });
    expect(((await tried()) as { message: string }).message).toContain(
      'no access to Client. Granted: read:tickets.',
    );
    team.halo.requests.length = 0;
    await tried();
    // A new token might have had more rights: it was worth one try.
    expect(team.asked('GET /api/Client')).toBe(2);
  });

  test('an address where something else responds, and one where nothing does', async () => {
    await team.connect({ resourceServer: `${team.halo.url}/elsewhere`, tenant: 'lantern' });
    expect(((await tried()) as { message: string }).message).toContain('Check the resource server.');
    await team.connect();
    await team.halo.close();
    expect(((await tried()) as { message: string }).message).toContain('The server refused the connection');
  });

  test('and a repaired one is OK again', async () => {
    await team.connect({ clientSecret: 'wrong' });
    await tried();
    await team.connect();
    expect(await tried()).toMatchObject({ success: true });
    expect(await shown()).toMatchObject({ lastFailure: null, problems: [] });
  });
});
