import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, NotFound } from '#api/lib/errors.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import type { Recorded } from '../audit/audit-entry.entity.ts';
import { record } from '../audit/audit.service.ts';
import type { ChannelConfig, ChannelType } from './channel-config.ts';
import { activityOf, channelConfig } from './channel-input.ts';
import { seal, sealChannel, sealedOf } from './config.ts';
import { IntegrationTemplate } from './integration-template.entity.ts';
import type { Integration } from './integration.entity.ts';
import type { IntegrationChanges } from './integration.input.ts';
import { readAddress } from './read-address.ts';
import { integrationSaved } from './saved.ts';
import { newSigningSecret } from './signing-secrets.ts';
import { settingsOf, shownSettings } from './template-config.ts';
import { unsubscribedOf } from './unsubscribe.ts';

/** Bytes of a configuration as JSON. */
const largest = 64 * 1024;

/**
 * Gives an integration, new or not, what was asked for, within the caller's transaction and under the team's lock.
 * What had failed is forgotten. @throws Invalid with a sentence for each field
 */
export async function save(
  ctx: CustomerContext,
  integration: Integration,
  { config, isActive }: IntegrationChanges,
): Promise<Integration> {
  const given = config ?? {};
  if (Buffer.byteLength(JSON.stringify(given)) > largest)
    throw new Invalid({ config: 'The configuration must be 64 KB or less' });
  const isNew = !integration.id;
  const before = isNew ? {} : factsOf(ctx, integration);
  // What a template asks for may be called "enabled" too: that is one of its settings.
  const wanted = integration.madeFrom ? isActive : activityOf(isActive, given);
  integration.isActive = wanted ?? integration.isActive;
  const stored = isNew ? {} : await storedOf(ctx.em, integration);
  const secret = integration.madeFrom
    ? await sealSettings(ctx, integration, config, stored)
    : await sealFields(ctx, integration, given, stored);
  Object.assign(integration, { disabledAt: null, failures: 0, failingSince: null, pausedUntil: null });
  await ctx.em.persist(integration).flush();
  await integrationSaved(ctx.em, integration.id);
  await record(ctx.em, ctx, {
    action: isNew ? 'integration.create' : 'integration.update',
    subject: subjectOf(integration),
    subjectId: integration.id,
    before,
    after: factsOf(ctx, integration),
  });
  return Object.assign(integration, { signingSecret: secret });
}

/** A channel. Returns the secret of a new webhook. */
async function sealFields(
  { app, em, viewer }: CustomerContext,
  integration: Integration,
  given: Record<string, unknown>,
  stored: ChannelConfig,
): Promise<string | null> {
  const type = integration.type as ChannelType;
  const read = (address: string) => readAddress(app.outbound, type, address);
  const config = channelConfig({ type, given, stored, isActive: integration.isActive, readAddress: read });
  if (config.recipients) config.unsubscribed = await unsubscribedOf(em, viewer.team.id, config.recipients);
  const secret = type === 'webhook' && !config.secrets ? newSigningSecret() : null;
  sealChannel(integration, secret ? { ...config, secrets: [{ secret }] } : config);
  return secret;
}

/** One made from a template, whose schema does not change meanwhile. */
async function sealSettings(
  { app, em }: CustomerContext,
  integration: Integration,
  given: Record<string, unknown> | undefined,
  stored: Record<string, unknown>,
): Promise<null> {
  if (!given && integration.id) return null;
  const schema = integration.templateId && (await heldSchema(em, integration.templateId));
  if (!schema && !integration.id) throw new NotFound('Integration template');
  if (!schema) throw new Conflict('Its template was removed. Delete it, and set up another.');
  const read = (address: string) => readAddress(app.outbound, integration.type, address);
  const settings = settingsOf({ schema, given: given ?? {}, stored, readAddress: read });
  seal(integration, settings);
  integration.config = shownSettings(schema, settings);
  return null;
}

/** Whoever changes it waits, and finds what was saved by it: what it makes a secret is masked there too. */
async function heldSchema(em: EntityManager, id: string): Promise<Record<string, unknown> | undefined> {
  const held = { lockMode: LockMode.PESSIMISTIC_READ, refresh: true };
  return (await em.findOne(IntegrationTemplate, { id }, held))?.configSchema;
}

/** What cannot be decrypted any more has to be entered again. */
async function storedOf(em: EntityManager, integration: Integration): Promise<Record<string, unknown>> {
  try {
    return await sealedOf(em, integration);
  } catch (error) {
    if (error instanceof UnreadableSecret) return {};
    throw error;
  }
}

/** What the audit log may know: no secrets, and of addresses what is shown. */
export function factsOf({ viewer }: CustomerContext, { isActive, config }: Integration): Recorded {
  return { ...(config as Recorded), team: viewer.team.name, isActive };
}

/** What the audit log calls it. */
export function subjectOf({ madeFrom, type }: Integration): string {
  return madeFrom ?? type;
}
