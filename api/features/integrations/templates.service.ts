import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { int, notNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { isId } from '#api/db/id.ts';
import type { Context, ViewerContext } from '#api/graphql/context.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { Invalid, NotFound } from '#api/lib/errors.ts';
import { record } from '../audit/audit.service.ts';
import { channelTypes } from './channel-config.ts';
import { IntegrationTemplate } from './integration-template.entity.ts';
import type { IntegrationTemplateChanges, IntegrationTemplateInput } from './integration-template.input.ts';
import { Integration } from './integration.entity.ts';
import { readSchema, shownSettings } from './template-config.ts';

/** Built-in types, which need no template. */
const ownTypes: readonly string[] = [...channelTypes, 'halopsa'];

const byName = { name: 'asc', createdAt: 'asc', id: 'asc' } as const;

/** Active templates. */
export function offeredTemplates({ em }: Context): Promise<IntegrationTemplate[]> {
  return em.find(IntegrationTemplate, { isActive: true }, { orderBy: byName });
}

/** @throws NotFound */
export async function offeredTemplate({ em }: Context, id: string): Promise<IntegrationTemplate> {
  const template = isId(id) && (await em.findOne(IntegrationTemplate, { id, isActive: true }));
  if (!template) throw new NotFound('Integration template');
  return template;
}

/** All templates, with the number of integrations made from each. */
export async function allTemplates({ em }: Context): Promise<IntegrationTemplate[]> {
  const templates = await em.find(IntegrationTemplate, {}, { orderBy: byName });
  const made = await madeFrom(em);
  return templates.map((template) => Object.assign(template, { inUse: made.get(template.id) ?? 0 }));
}

/** @throws Invalid for a schema that is not a flat JSON Schema object */
export function createTemplate(
  ctx: ViewerContext,
  input: IntegrationTemplateInput,
): Promise<IntegrationTemplate> {
  const fields = tidy({ ...input, configSchema: readSchema(input.configSchema) });
  return ctx.em.transactional(async (em) => {
    const template = em.assign(new IntegrationTemplate(), fields);
    await em.persist(template).flush();
    await record(em, ctx, {
      action: 'integration_template.create',
      subject: template.name,
      subjectId: template.id,
      after: facts(template),
    });
    return Object.assign(template, { inUse: 0 });
  });
}

/** Existing integrations stay unchanged. @throws Invalid or NotFound */
export function updateTemplate(
  ctx: ViewerContext,
  id: string,
  input: IntegrationTemplateChanges,
): Promise<IntegrationTemplate> {
  const { configSchema, ...rest } = given(input);
  const changes = tidy({
    ...rest,
    ...(configSchema !== undefined && { configSchema: readSchema(configSchema) }),
  });
  return ctx.em.transactional(async (em) => {
    const template = await locked(em, id);
    const before = facts(template);
    em.assign(template, changes, { mergeObjectProperties: false });
    const after = facts(template);
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      await em.flush();
      if (before.configSchema !== after.configSchema) await maskAnew(em, template);
      await record(em, ctx, {
        action: 'integration_template.update',
        subject: template.name,
        subjectId: id,
        before,
        after,
      });
    }
    return Object.assign(template, { inUse: (await madeFrom(em, id)).get(id) ?? 0 });
  });
}

/** Existing integrations stay without their template. @throws NotFound */
export function deleteTemplate(ctx: ViewerContext, id: string): Promise<string> {
  return ctx.em.transactional(async (em) => {
    const template = await locked(em, id);
    const before = { ...facts(template), inUse: (await madeFrom(em, id)).get(id) ?? 0 };
    await em.remove(template).flush();
    await record(em, ctx, {
      action: 'integration_template.delete',
      subject: template.name,
      subjectId: id,
      before,
    });
    return id;
  });
}

/** Masks values that a new schema marks as secret. */
async function maskAnew(em: EntityManager, template: IntegrationTemplate): Promise<void> {
  const integrations = await em.find(
    Integration,
    { template },
    { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
  );
  for (const one of integrations) one.config = shownSettings(template.configSchema, one.config);
  await em.flush();
}

async function locked(em: EntityManager, id: string): Promise<IntegrationTemplate> {
  const template =
    isId(id) &&
    (await em.findOne(IntegrationTemplate, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }));
  if (!template) throw new NotFound('Integration template');
  return template;
}

/** Number of integrations per template, or of one template. */
async function madeFrom(em: EntityManager, id: string | null = null): Promise<Map<string, number>> {
  const rows = await queryRows(
    em,
    { id: notNull(tables.integration.template_id), made: int },
    `select template_id as id, count(*)::int as made from integration
        where template_id = coalesce(?::uuid, template_id) group by template_id`,
    [id],
  );
  return new Map(rows.map((row) => [row.id, row.made]));
}

function facts({ name, type, description, icon, configSchema, isActive }: IntegrationTemplate) {
  return { name, type, description, icon, configSchema: JSON.stringify(configSchema), isActive };
}

/** @throws Invalid for a built-in type */
function tidy<T extends { name?: string; type?: string; description?: string }>(fields: T): T {
  const texts = (['name', 'type', 'description'] as const).filter((key) => fields[key] !== undefined);
  const tidied = { ...fields, ...Object.fromEntries(texts.map((key) => [key, fields[key]!.trim()])) };
  if (ownTypes.includes(tidied.type?.toLowerCase() ?? ''))
    throw new Invalid({ type: `This type is built in. Choose one other than ${ownTypes.join(', ')}` });
  return tidied;
}
