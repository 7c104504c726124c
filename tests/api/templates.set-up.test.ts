// What a customer makes from a template.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sealedOf } from '#api/features/integrations/config.store.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

let running: Running;
let cast: Cast;
let templateId: string;

const schema = {
  type: 'object',
  properties: {
    apiUrl: { type: 'string', format: 'uri' },
    apiKey: { type: 'string', writeOnly: true, minLength: 8 },
    'client-id': { type: 'string' },
    tenant: { type: 'string', title: 'Tenant name', enum: ['North', 'South'] },
    retries: { type: 'integer', minimum: 1, maximum: 5 },
    quiet: { type: 'boolean' },
    contact: { type: 'string', format: 'email' },
  },
  required: ['apiUrl', 'apiKey', 'client-id', 'tenant'],
};
const filled = {
  apiUrl: 'https://psa.example.test/api',
  apiKey: 'key-0123456789abcdef',
  'client-id': '4711',
  tenant: 'North',
};

const masked = { apiUrl: 'psa.example.test ••••', apiKey: '••••cdef' };

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  templateId = await offer({});
});

async function offer(fields: object): Promise<string> {
  const input = { name: 'PSA', type: 'psa', configSchema: schema, ...fields };
  const { body } = await rest(cast.ada).post('/api/admin/integration-templates', input);
  return (body as { id: string }).id;
}

interface Shown {
  id: string;
  isActive: boolean;
  config: Record<string, unknown>;
}
const setUp = (config: object, person: Person = cast.alice) =>
  rest(person).post('/api/integrations', { type: 'psa', templateId, config });
const change = (id: string, body: object) => rest(cast.alice).put(`/api/integrations/${id}`, body);
const made = async () => (await setUp(filled)).body as Shown;
const list = async () => (await rest(cast.alice).get('/api/integrations')).body as Shown[];

async function stored(id: string) {
  const em = running.app.orm.em.fork();
  return sealedOf(em, await em.findOneOrFail(Integration, { id }));
}

describe('An integration from a template', () => {
  test('stores the fields of its schema, and shows secrets masked', async () => {
    const answer = await setUp({
      ...filled,
      retries: '3',
      quiet: 'true',
      contact: '',
      extra: 'x',
      enabled: true,
    });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        type: 'psa',
        templateId,
        madeFrom: 'PSA',
        config: { ...filled, ...masked, retries: 3, quiet: true },
      },
    });
    expect(await stored((answer.body as Shown).id)).toEqual({ ...filled, retries: 3, quiet: true });
  });

  test('reports what is wrong, field by field', async () => {
    expect(await setUp({})).toMatchObject({
      status: 400,
      body: {
        fields: {
          apiUrl: 'Api url is required',
          apiKey: 'Api key is required',
          'client-id': 'Client id is required',
          tenant: 'Tenant name is required',
        },
      },
    });
    const wrong = {
      apiUrl: 'http://psa',
      apiKey: 'short',
      'client-id': 5,
      tenant: 'East',
      retries: 9,
      quiet: 'maybe',
      contact: '@',
    };
    expect(await setUp(wrong)).toMatchObject({
      status: 400,
      body: {
        fields: {
          apiUrl: 'Please enter an address that begins with https://',
          apiKey: 'Api key must be at least 8 characters',
          'client-id': 'Client id must be text',
          tenant: 'Tenant name must be one of North, South',
          retries: 'Retries must be at most 5',
          quiet: 'Quiet must be true or false',
          contact: 'Contact must be an email address',
        },
      },
    });
    expect(await setUp({ ...filled, 'client-id': 'x'.repeat(4001) })).toMatchObject({
      body: { fields: { 'client-id': 'Client id must be 4000 characters or less' } },
    });
    expect(await list()).toEqual([]);
  });

  test.each(['https://10.0.0.1/api', 'https://[::1]/', 'https://169.254.169.254/'])(
    'can’t point to %s',
    async (apiUrl) => {
      expect(await setUp({ ...filled, apiUrl })).toMatchObject({
        status: 400,
        body: { fields: { apiUrl: expect.stringContaining('not on the public internet') } },
      });
    },
  );

  test('keeps a secret that is left out, blank or masked, and nothing else', async () => {
    const { id } = await made();
    for (const apiKey of [undefined, '', '••••cdef']) {
      const answer = await change(id, { config: { ...filled, apiKey, tenant: 'South' } });
      expect(answer).toMatchObject({
        status: 200,
        body: { config: { apiKey: '••••cdef', tenant: 'South' } },
      });
    }
    expect(await stored(id)).toEqual({ ...filled, tenant: 'South' });
    expect(await change(id, { config: { apiKey: 'another-key-of-psa' } })).toMatchObject({
      status: 400,
      body: { fields: { tenant: 'Tenant name is required' } },
    });
    await change(id, { config: { ...filled, apiKey: 'another-key-of-psa' } });
    expect(await stored(id)).toEqual({ ...filled, apiKey: 'another-key-of-psa' });
  });

  test('needs its secrets again for another address, and keeps them for the same one', async () => {
    const { id } = await made();
    const moved = { ...filled, apiUrl: 'https://elsewhere.example.test/api' };
    for (const apiKey of [undefined, '', '••••cdef'])
      expect(await change(id, { config: { ...moved, apiKey } })).toMatchObject({
        status: 400,
        body: { fields: { apiKey: 'Api key must be entered again because the URL has changed' } },
      });
    expect(await stored(id)).toEqual(filled);
    for (const apiUrl of [undefined, masked.apiUrl, filled.apiUrl])
      expect(await change(id, { config: { ...filled, apiUrl, apiKey: '' } })).toMatchObject({
        status: 200,
        body: { config: masked },
      });
    expect(await change(id, { config: { ...moved, apiKey: 'another-key-of-psa' } })).toMatchObject({
      status: 200,
    });
    expect(await stored(id)).toEqual({ ...moved, apiKey: 'another-key-of-psa' });
  });

  test('has no signing secret, whatever its fields are named', async () => {
    const secrets = { type: 'object', properties: { secrets: { type: 'string' } } };
    templateId = await offer({ name: 'Other', type: 'other', configSchema: secrets });
    const { body } = await setUp({ secrets: 'a-secret-of-another-service' });
    const { id } = body as Shown;
    expect(await rest(cast.alice).post(`/api/integrations/${id}/signing-secret`)).toMatchObject({
      status: 409,
      body: { message: 'Only a webhook has a signing secret.' },
    });
  });

  test('exists once per template and team, even if it is set up repeatedly at once', async () => {
    const answers = await Promise.all([setUp(filled), setUp({ ...filled, tenant: 'South' }), setUp(filled)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await list()).toHaveLength(1);
    expect(await setUp(filled, cast.bob)).toMatchObject({ status: 200 });
  });

  test('coexists with a channel of its type and with others, even after their templates were deleted', async () => {
    const chat = { type: 'object', properties: { webhookUrl: { type: 'string' } }, required: ['webhookUrl'] };
    const config = { webhookUrl: 'https://chat.example.test/hooks/0123456789' };
    for (const name of ['Chat', 'Other chat']) {
      templateId = await offer({ name, type: 'chat', configSchema: chat });
      expect(await setUp(config)).toMatchObject({
        status: 200,
        body: { type: 'chat', config: { webhookUrl: 'chat.example.test ••••6789' } },
      });
      await rest(cast.ada).delete(`/api/admin/integration-templates/${templateId}`);
    }
    await rest(cast.alice).post('/api/integrations', { type: 'slack', config });
    expect(await list()).toMatchObject([
      { madeFrom: 'Chat', templateId: null },
      { madeFrom: 'Other chat', templateId: null },
      { madeFrom: null, templateId: null },
    ]);
  });

  test('stays when its template is deleted: it can be turned on or off and deleted, but not changed', async () => {
    const { id } = await made();
    await rest(cast.ada).delete(`/api/admin/integration-templates/${templateId}`);
    expect(await change(id, { isActive: false })).toMatchObject({ status: 200, body: { isActive: false } });
    expect(await change(id, { config: filled })).toMatchObject({
      status: 409,
      body: { message: 'Its template was deleted. Delete this integration and set up another one.' },
    });
    expect(await stored(id)).toEqual(filled);
    expect(await rest(cast.alice).delete(`/api/integrations/${id}`)).toMatchObject({ status: 200 });
  });
});

describe('An inactive template', () => {
  test('creates no integrations, and keeps existing ones', async () => {
    const { id } = await made();
    await rest(cast.ada).put(`/api/admin/integration-templates/${templateId}`, { isActive: false });
    for (const absent of [templateId, 'nonsense', '00000000-0000-4000-8000-000000000000']) {
      templateId = absent;
      expect(await setUp(filled, cast.bob)).toMatchObject({
        status: 404,
        body: { message: 'Integration template not found' },
      });
    }
    expect(await change(id, { config: { ...filled, tenant: 'South' } })).toMatchObject({ status: 200 });
  });
});

test('A setting can be named "enabled"', async () => {
  const properties = { enabled: { type: 'string' } };
  templateId = await offer({ name: 'Other', type: 'other', configSchema: { type: 'object', properties } });
  expect(await setUp({ enabled: 'yes' })).toMatchObject({
    status: 200,
    body: { isActive: true, config: { enabled: 'yes' } },
  });
});

test('Only strings are secrets: switches, numbers and choices with such names are shown', async () => {
  const properties = {
    useToken: { type: 'boolean' },
    keyCount: { type: 'integer' },
    tokenKind: { type: 'string', enum: ['a', 'b'] },
  };
  templateId = await offer({ name: 'Other', type: 'other', configSchema: { type: 'object', properties } });
  const config = { useToken: false, keyCount: 5, tokenKind: 'a' };
  expect(await setUp(config)).toMatchObject({ status: 200, body: { config } });
});
