// What becomes of integrations when the schema of their template changes.
import { LockMode } from '@mikro-orm/core';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sealedOf } from '#api/features/integrations/config.store.ts';
import { IntegrationTemplate } from '#api/features/integrations/integration-template.entity.ts';
import { Integration } from '#api/features/integrations/integration.entity.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { enter, type Cast } from '#tests/support/people.ts';
import { rest } from '#tests/support/rest.ts';
import { startServer, type Running } from '#tests/support/running.ts';
import { waitingFor } from '#tests/support/waiting.ts';

let running: Running;
let cast: Cast;
let templateId: string;

const schema = {
  type: 'object',
  properties: {
    apiKey: { type: 'string', writeOnly: true },
    account: { type: 'string' },
    contact: { type: 'string', format: 'email' },
  },
  required: ['apiKey'],
};
const secretAccount = {
  ...schema,
  properties: { ...schema.properties, account: { type: 'string', writeOnly: true } },
};
const filled = { apiKey: 'key-0123456789abcdef', account: '4711' };

beforeAll(async () => {
  running = await startServer();
});
afterAll(() => running.close());
beforeEach(async () => {
  await emptyDatabase();
  cast = await enter(running);
  const template = { name: 'PSA', type: 'psa', configSchema: schema };
  const { body } = await rest(cast.ada).post('/api/admin/integration-templates', template);
  templateId = (body as { id: string }).id;
});

const setUp = () => rest(cast.alice).post('/api/integrations', { type: 'psa', templateId, config: filled });
const made = async () => ((await setUp()).body as { id: string }).id;
const change = (id: string, body: object) => rest(cast.alice).put(`/api/integrations/${id}`, body);
const reshape = (configSchema: object) =>
  rest(cast.ada).put(`/api/admin/integration-templates/${templateId}`, { configSchema });

test('A changed schema applies when an integration is next saved', async () => {
  const id = await made();
  await reshape({ ...schema, required: ['contact'] });
  expect(await change(id, { isActive: false })).toMatchObject({ status: 200 });
  expect(await change(id, { config: filled })).toMatchObject({
    status: 400,
    body: { fields: { contact: 'Contact is required' } },
  });
});

test('A field that becomes secret is no longer shown, and its value is kept', async () => {
  const id = await made();
  await reshape(secretAccount);
  expect((await rest(cast.alice).get('/api/integrations')).body).toMatchObject([
    { config: { apiKey: '••••cdef', account: '••••' } },
  ]);
  const em = running.app.orm.em.fork();
  expect(await sealedOf(em, await em.findOneOrFail(Integration, { id }))).toEqual(filled);
});

test('A schema that changes while an integration is being saved already applies', async () => {
  const saving = await running.app.orm.em.fork().transactional(async (em) => {
    const held = { lockMode: LockMode.PESSIMISTIC_WRITE } as const;
    const template = await em.findOneOrFail(IntegrationTemplate, { id: templateId }, held);
    const answer = setUp();
    await vi.waitFor(async () => expect(await waitingFor(running)).toBe(1), { timeout: 3000 });
    template.configSchema = secretAccount;
    await em.flush();
    return { answer };
  });
  expect(await saving.answer).toMatchObject({ status: 200, body: { config: { account: '••••' } } });
});

test('A template that is deleted while an integration is being saved creates none', async () => {
  const saving = await running.app.orm.em.fork().transactional(async (em) => {
    await em.nativeDelete(IntegrationTemplate, { id: templateId });
    const answer = setUp();
    await vi.waitFor(async () => expect(await waitingFor(running)).toBe(1), { timeout: 3000 });
    return { answer };
  });
  expect(await saving.answer).toMatchObject({
    status: 404,
    body: { message: 'Integration template not found' },
  });
});
