import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { IntegrationTemplate } from '#api/features/integrations/integration-template.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { auditLog } from '#tests/support/audit-log.ts';
import { enter, type Cast, type Person } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';

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

const at = '/api/admin/integration-templates';
const psa = {
  type: 'object',
  properties: {
    zone: { type: 'string', title: 'Zone', enum: ['eu', 'us'], default: 'eu' },
    apiKey: { type: 'string', writeOnly: true },
  },
  required: ['apiKey'],
};
const template = { name: 'PSA', type: 'psa', description: 'Tickets', icon: 'settings', configSchema: psa };

interface Shown {
  id: string;
  name: string;
  inUse: number | null;
  configSchema: object;
}

const create = (fields: object = {}, person: Person = cast.ada) =>
  rest(person).post(at, { ...template, ...fields });
const made = async (fields: object = {}) => (await create(fields)).body as Shown;
const all = async () => (await rest(cast.ada).get(at)).body as Shown[];
const offered = async () => (await rest(cast.alice).get('/api/integration-templates')).body as Shown[];

describe('A template', () => {
  test('is created, listed by name, offered while it is active, changed and deleted', async () => {
    const { id } = await made({ name: ' Ünïcode 🎫 ' });
    expect(await all()).toMatchObject([{ name: 'Ünïcode 🎫', isActive: true, inUse: 0 }]);
    expect(await offered()).toMatchObject([{ id, description: 'Tickets', inUse: null }]);
    const changed = await rest(cast.grace).put(`${at}/${id}`, { isActive: false });
    expect(changed).toMatchObject({ status: 200, body: { isActive: false, name: 'Ünïcode 🎫' } });
    expect(await offered()).toEqual([]);
    expect(await rest(cast.ada).delete(`${at}/${id}`)).toMatchObject({ status: 200, body: { id } });
    expect(await all()).toEqual([]);
    expect((await auditLog(running)).map(([action]) => action)).toEqual([
      'integration_template.create',
      'integration_template.update',
      'integration_template.delete',
    ]);
  });

  test('keeps the order of its fields', async () => {
    const properties = Object.fromEntries(['zz', 'b', 'aaaa', 'c'].map((name) => [name, { type: 'string' }]));
    await made({ configSchema: { type: 'object', properties } });
    const [one] = (await all()) as { configSchema: { properties: object } }[];
    expect(Object.keys(one!.configSchema.properties)).toEqual(['zz', 'b', 'aaaa', 'c']);
  });

  test.each([
    [{ name: ' ' }, 'name', 'Name is required'],
    [{ name: 'x'.repeat(101) }, 'name', 'Name must be 100 characters or less'],
    [{ type: '' }, 'type', 'Type is required'],
    [{ type: 'x'.repeat(51) }, 'type', 'Type must be 50 characters or less'],
    [{ description: 'x'.repeat(501) }, 'description', 'Description must be 500 characters or less'],
    [{ icon: 'skull' }, 'icon', 'Icon must be one of settings, message-circle, mail, webhook'],
    [{ configSchema: undefined }, 'configSchema', 'Invalid JSON schema'],
    [{ configSchema: '' }, 'configSchema', 'Invalid JSON schema'],
    [{ configSchema: 'text' }, 'configSchema', 'Invalid JSON schema'],
    [{ configSchema: '{"type": "object"' }, 'configSchema', 'Invalid JSON schema'],
    [{ configSchema: '[]' }, 'configSchema', 'Invalid JSON schema: it must be an object'],
    [{ configSchema: 5 }, 'configSchema', 'Invalid JSON schema: it must be an object'],
  ])('is refused with %j', async (fields, field, sentence) => {
    expect(await create(fields)).toMatchObject({ status: 400, body: { fields: { [field]: sentence } } });
    expect(await all()).toEqual([]);
  });

  test.each(['email', 'Slack', ' teams ', 'discord', 'webhook', 'halopsa'])(
    'can’t use a built-in type: %s',
    async (type) => {
      const refused = {
        status: 400,
        body: { fields: { type: expect.stringContaining('This type is built in.') } },
      };
      expect(await create({ type })).toMatchObject(refused);
      const { id } = await made();
      expect(await rest(cast.ada).put(`${at}/${id}`, { type })).toMatchObject(refused);
      expect(await all()).toMatchObject([{ type: 'psa' }]);
    },
  );

  test('can have its schema sent as text', async () => {
    const { id } = await made({ configSchema: JSON.stringify(psa) });
    expect(await all()).toMatchObject([{ configSchema: psa }]);
    const configSchema = { ...psa, title: 'Anew' };
    const answer = await rest(cast.ada).put(`${at}/${id}`, { configSchema: JSON.stringify(configSchema) });
    expect(answer).toMatchObject({ status: 200, body: { configSchema } });
    expect(await rest(cast.ada).put(`${at}/${id}`, { configSchema: 'text' })).toMatchObject({
      status: 400,
      body: { fields: { configSchema: 'Invalid JSON schema' } },
    });
  });

  test('changed by two administrators at once loses neither change', async () => {
    const { id } = await made();
    const answers = await Promise.all([
      rest(cast.ada).put(`${at}/${id}`, { name: 'Tickets' }),
      rest(cast.grace).put(`${at}/${id}`, { description: 'Anew' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await all()).toMatchObject([{ name: 'Tickets', description: 'Anew', configSchema: psa }]);
  });

  test('deleted twice at once is deleted once, and then not found', async () => {
    const { id } = await made();
    const answers = await Promise.all(
      [cast.ada, cast.grace].map((person) => rest(person).delete(`${at}/${id}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    for (const absent of [id, 'nonsense', '00000000-0000-4000-8000-000000000000'])
      expect(await rest(cast.ada).put(`${at}/${absent}`, { name: 'X' })).toMatchObject({
        status: 404,
        body: { message: 'Integration template not found' },
      });
  });

  test('is not recorded if nothing changed, or when a customer tries', async () => {
    const { id } = await made();
    await rest(cast.ada).put(`${at}/${id}`, { name: 'PSA', configSchema: psa });
    expect((await rest(cast.alice).put(`${at}/${id}`, { name: 'Mine' })).status).toBe(403);
    expect(await auditLog(running)).toHaveLength(1);
  });
});

test('A schema without a type is an object, as documented, and can be used', async () => {
  const { type: _, ...configSchema } = psa;
  const { id: templateId } = await made({ configSchema });
  expect((await all())[0]!.configSchema).toEqual(configSchema);
  const post = (config: object) =>
    rest(cast.alice).post('/api/integrations', { type: 'psa', templateId, config });
  expect(await post({ zone: 'eu' })).toMatchObject({ status: 400 });
  expect(await post({ zone: 'us', apiKey: 'k-1' })).toMatchObject({ status: 200 });
});

const property = (fields: object) => ({ type: 'object', properties: { field: fields } });
const many = (length: number, fields: object) => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length }, (_, index) => [`field${index}`, fields])),
});

describe('A schema', () => {
  test.each([
    ['nothing', {}],
    ['no properties', { type: 'object', properties: {} }],
    ['another type', { ...psa, type: 'array' }],
    ['a reference', { ...psa, $ref: '#' }],
    ['a remote reference', { ...psa, $ref: 'https://schemas.example.test/a.json' }],
    ['a recursive reference', property({ $ref: '#' })],
    ['a name of its own', { ...psa, $id: 'https://schemas.example.test/a.json' }],
    ['definitions', { ...psa, $defs: { a: { $ref: '#/$defs/a' } } }],
    ['another vocabulary', { ...psa, allOf: [psa] }],
    ['nesting', property({ type: 'object', properties: { a: { type: 'string' } } })],
    ['a list', property({ type: 'array', items: { type: 'string' } })],
    ['several types', property({ type: ['string', 'null'] })],
    ['no type', property({ title: 'Field' })],
    ['nesting where a text belongs', property({ type: 'string', description: { a: { b: {} } } })],
    ['a pattern', property({ type: 'string', pattern: '^(a+)+$' })],
    ['an unknown format', property({ type: 'string', format: 'regex' })],
    ['a choice of another type', property({ type: 'string', enum: ['a', 5] })],
    ['no choices', property({ type: 'string', enum: [] })],
    ['a default that is no choice', property({ type: 'string', enum: ['a'], default: 'b' })],
    ['a default of another type', property({ type: 'number', default: '5' })],
    ['lengths of a number', property({ type: 'number', minLength: 5 })],
    ['a negative length', property({ type: 'string', minLength: -1 })],
    ['a secret number', property({ type: 'integer', writeOnly: true })],
    ['a number for a password', property({ type: 'number', format: 'password' })],
    ['a secret to be chosen', property({ type: 'string', writeOnly: true, enum: ['a', 'b'] })],
    ['a choice twice', property({ type: 'string', enum: ['a', 'a'] })],
    ['a demand for what is not there', { ...psa, required: ['apiKey', 'tenant'] }],
    ['a demand that is no list', { ...psa, required: 'apiKey' }],
    ['a demand made twice', { ...psa, required: ['apiKey', 'apiKey'] }],
    ['a name that objects have', { type: 'object', properties: { toString: { type: 'string' } } }],
    ['a name that no object keeps', '{"type":"object","properties":{"__proto__":{"type":"string"}}}'],
    ['a text never long enough', property({ type: 'string', minLength: 9, maxLength: 8 })],
    ['a number never high enough', property({ type: 'number', minimum: 2.5, maximum: 2 })],
    ['a name with a dot', { type: 'object', properties: { 'a.b': { type: 'string' } } }],
    ['no name', { type: 'object', properties: { '': { type: 'string' } } }],
    ['31 properties', many(31, { type: 'string' })],
    ['more than 20 KB', many(30, { type: 'string', description: 'x'.repeat(500), title: 'ü'.repeat(200) })],
  ])('with %s is refused', async (_what, configSchema) => {
    const answer = await create({ configSchema });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { configSchema: expect.stringMatching(/^Invalid JSON schema/) } },
    });
    const { id } = await made();
    expect((await rest(cast.ada).put(`${at}/${id}`, { configSchema })).status).toBe(400);
    expect(await all()).toMatchObject([{ configSchema: psa }]);
  });

  test.each([
    [
      'every kind of field',
      {
        ...many(30, { type: 'string', title: 'ü'.repeat(100) }),
        $schema: 'http://json-schema.org/draft-07/schema#',
      },
    ],
    ['bounds', property({ type: 'integer', minimum: 1, maximum: 5, default: 3, examples: [2] })],
    ['a secret', property({ type: 'string', format: 'password', writeOnly: true, minLength: 8 })],
    ['a switch', { ...property({ type: 'boolean', default: false }), additionalProperties: false }],
  ])('with %s is accepted', async (_what, configSchema) => {
    expect(await create({ configSchema })).toMatchObject({ status: 200, body: { configSchema } });
  });
});

test('The database allows deleting a template that is in use, and keeps its integrations', async () => {
  const { id } = await made();
  const setUp = (person: Person) =>
    rest(person).post('/api/integrations', { type: 'psa', templateId: id, config: { apiKey: 'key-of-psa' } });
  for (const person of [cast.alice, cast.bob]) expect(await setUp(person)).toMatchObject({ status: 200 });
  expect(await all()).toMatchObject([{ inUse: 2 }]);
  await rest(cast.ada).delete(`${at}/${id}`);
  expect(await running.app.orm.em.fork().count(IntegrationTemplate)).toBe(0);
  expect((await rest(cast.alice).get('/api/integrations')).body).toMatchObject([
    { type: 'psa', templateId: null, madeFrom: 'PSA' },
  ]);
});
