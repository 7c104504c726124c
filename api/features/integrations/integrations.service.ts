import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ViewerContext } from '#api/graphql/context.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { Conflict, Invalid, NotFound } from '#api/lib/errors.ts';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import type { Outbound } from '#api/security/outbound.ts';
import { UnreadableSecret } from '#api/security/secrets.ts';
import { NotificationChannel } from '../alerts/notification-channel.ts';
import type { AuditDetails } from '../audit/audit-entry.entity.ts';
import { record } from '../audit/audit.service.ts';
import type { CustomerUse } from '../customers/customer-uses.ts';
import { limitedTo, requireCustomers } from '../customers/customers.service.ts';
import { tidyTags } from '../customers/tags.ts';
import { withLockedTeam, findOwn } from '../teams/lock-team.store.ts';
import type { Team } from '../teams/team.entity.ts';
import { channelTypes, pushType, type ChannelConfig, type ChannelType } from './channel-config.ts';
import { wantedActiveState, addressProblem, channelConfig, normalAddress } from './channel-input.ts';
import {
  configOf,
  maxOldSecrets,
  newSigningSecret,
  rotated,
  seal,
  sealChannel,
  sealedOf,
  signingAt,
} from './config.store.ts';
import { IntegrationTemplate } from './integration-template.entity.ts';
import { Integration } from './integration.entity.ts';
import type { IntegrationChanges, IntegrationInput } from './integration.input.ts';
import { settingsOf, shownSettings } from './template-config.ts';
import { offeredTemplate } from './templates.service.ts';
import { unsubscribedOf } from './unsubscribe.service.ts';

export function integrations({ em, viewer }: ViewerContext): Promise<Integration[]> {
  const where = { team: viewer.team, ...withoutPush };
  return em.find(Integration, where, { orderBy: { createdAt: 'asc', id: 'asc' } });
}

/** A template may have any type, so only channels are compared. */
const withoutPush = { $or: [{ type: { $ne: pushType } }, { madeFrom: { $ne: null } }] };

/** One of the team's integrations. @throws NotFound */
export async function ownIntegration(
  ctx: Pick<ViewerContext, 'em' | 'viewer'>,
  id: string,
): Promise<Integration> {
  const found = await findOwn(ctx, Integration, id, 'Integration');
  if (found.type === pushType && !found.madeFrom) throw new NotFound('Integration');
  return found;
}

/**
 * Adds an integration, or updates the existing one: a team has one per channel type and template. @throws
 * Invalid or NotFound
 */
export function createIntegration(ctx: ViewerContext, input: IntegrationInput): Promise<Integration> {
  return withLockedTeam(ctx, 'manage', async (own) => {
    const { templateId, config, isActive, customerIds, tags, weeklyBudget } = input;
    const { team } = own.viewer;
    const template = templateId ? await offeredTemplate(own, templateId) : null;
    const type = template?.type ?? channelTypeOf(input.type);
    const where = template ? { team, template } : { team, type, madeFrom: null };
    const known = await own.em.findOne(Integration, where, { populate: ['template'] });
    const fresh = { team, type, template, madeFrom: template?.name ?? null };
    const changes = { config, isActive, customerIds, tags, weeklyBudget };
    return save(own, known ?? Object.assign(new Integration(), fresh), changes);
  });
}

/** Updates an integration and retries waiting deliveries. @throws Invalid or NotFound */
export function updateIntegration(
  ctx: ViewerContext,
  id: string,
  input: IntegrationChanges,
): Promise<Integration> {
  return withLockedTeam(ctx, 'manage', async (own) => {
    const integration = await ownIntegration(own, id);
    await own.em.populate(integration, ['template']);
    return save(own, integration, given(input));
  });
}

/** Past deliveries stay in the log. @throws NotFound */
export function deleteIntegration(ctx: ViewerContext, id: string): Promise<string> {
  return withLockedTeam(ctx, 'manage', async (own) => {
    const integration = await ownIntegration(own, id);
    const before = await factsOf(own, integration);
    await own.em.remove(integration).flush();
    await record(own.em, own, {
      action: 'integration.delete',
      subject: subjectOf(integration),
      subjectId: id,
      before,
    });
    return id;
  });
}

/** @throws Conflict if it has no signing secret, or rotates too often; NotFound */
export function rotateSigningSecret(ctx: ViewerContext, id: string): Promise<Integration> {
  return withLockedTeam(ctx, 'manage', async (own) => {
    const integration = await ownIntegration(own, id);
    const config = await configOf(own.em, integration);
    if (integration.madeFrom || !config.secrets) throw new Conflict('Only a webhook has a signing secret.');
    const now = new Date();
    if (signingAt(config.secrets, now).length > maxOldSecrets)
      throw new Conflict("You've rotated the signing secret too often today. Try again tomorrow.");
    const secret = newSigningSecret();
    sealChannel(integration, { ...config, secrets: rotated(config.secrets, secret, now) });
    await own.em.flush();
    await record(own.em, own, {
      action: 'integration.rotate_secret',
      subject: subjectOf(integration),
      subjectId: id,
      after: { team: own.viewer.team.name },
    });
    return Object.assign(integration, { signingSecret: secret });
  });
}

function channelTypeOf(type: string): ChannelType {
  const found = channelTypes.find((one) => one === type);
  if (!found) throw new Invalid({ type: `Type must be one of ${channelTypes.join(', ')}` });
  return found;
}

/** Maximum bytes of a configuration as JSON. */
const largest = 64 * 1024;

/**
 * Saves an integration, within the caller's transaction and the team's lock. Clears its failures. @throws
 * Invalid with a message for each field
 */
export async function save(
  ctx: ViewerContext,
  integration: Integration,
  { config, isActive, weeklyBudget, ...siteLimit }: IntegrationChanges,
): Promise<Integration> {
  const given = config ?? {};
  if (Buffer.byteLength(JSON.stringify(given)) > largest)
    throw new Invalid({ config: 'The configuration must be 64 KB or less' });
  const isNew = !integration.id;
  const before = isNew ? {} : await factsOf(ctx, integration);
  if (!integration.madeFrom) await limit(ctx, integration, siteLimit);
  else if (siteLimit.customerIds?.length || siteLimit.tags?.length)
    throw new Invalid({ customerIds: 'Only channels can be limited to customers or tags' });
  if (integration.madeFrom && weeklyBudget)
    throw new Invalid({ weeklyBudget: 'Only channels can have a budget' });
  if (weeklyBudget !== undefined) integration.weeklyBudget = weeklyBudget;
  // A template may have a setting of its own named "enabled".
  const wanted = integration.madeFrom ? isActive : wantedActiveState(isActive, given);
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
    after: await factsOf(ctx, integration),
  });
  return Object.assign(integration, { signingSecret: secret });
}

/** Saves a channel. Returns the secret of a new webhook. */
async function sealFields(
  { app, em, viewer }: ViewerContext,
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

/** Saves an integration from a template, and locks its schema while saving. */
async function sealSettings(
  { app, em }: ViewerContext,
  integration: Integration,
  given: Record<string, unknown> | undefined,
  stored: Record<string, unknown>,
): Promise<null> {
  if (!given && integration.id) return null;
  const schema = integration.templateId && (await heldSchema(em, integration.templateId));
  if (!schema && !integration.id) throw new NotFound('Integration template');
  if (!schema)
    throw new Conflict('Its template was deleted. Delete this integration and set up another one.');
  const read = (address: string) => readAddress(app.outbound, integration.type, address);
  const settings = settingsOf({ schema, given: given ?? {}, stored, readAddress: read });
  seal(integration, settings);
  integration.config = shownSettings(schema, settings);
  return null;
}

/** Locks the template, so that a concurrent schema change waits and then masks what was saved. */
async function heldSchema(em: EntityManager, id: string): Promise<Record<string, unknown> | undefined> {
  const held = { lockMode: LockMode.PESSIMISTIC_READ, refresh: true };
  return (await em.findOne(IntegrationTemplate, { id }, held))?.configSchema;
}

/** Settings that can't be decrypted must be entered again. */
async function storedOf(em: EntityManager, integration: Integration): Promise<Record<string, unknown>> {
  try {
    return await sealedOf(em, integration);
  } catch (error) {
    if (error instanceof UnreadableSecret) return {};
    throw error;
  }
}

/** Limits a channel to customers and tags. @throws NotFound for another team's customer, Invalid for a blank tag */
async function limit(
  ctx: ViewerContext,
  channel: Integration,
  { customerIds, tags }: Pick<IntegrationChanges, 'customerIds' | 'tags'>,
): Promise<void> {
  if (customerIds !== undefined) {
    await requireCustomers(ctx, customerIds ?? []);
    channel.customerIds = [...new Set(customerIds)];
  }
  if (tags !== undefined) channel.tags = tidyTags(tags ?? []);
}

/** Channels that are limited to a customer, so that it can't be deleted. */
export async function channelsOfCustomer(
  em: EntityManager,
  customerId: string,
  teamId: string,
): Promise<CustomerUse[]> {
  const rows = await queryRows(
    em,
    { type: tables.integration.type },
    `select type from integration where team_id = ? and customer_ids @> array[?::uuid] order by type`,
    [teamId, customerId],
  );
  return rows.map(({ type }) => ({ kind: 'channel', type }));
}

/** Values for the audit log: no secrets, and URLs masked. */
async function factsOf(ctx: ViewerContext, integration: Integration): Promise<AuditDetails> {
  const { isActive, config, weeklyBudget } = integration;
  const limits = await limitedTo(ctx, integration);
  return {
    ...(config as AuditDetails),
    team: ctx.viewer.team.name,
    isActive,
    ...(limits && { limitedTo: limits }),
    ...(weeklyBudget && { weeklyBudget }),
  };
}

/** Name in the audit log. */
function subjectOf({ madeFrom, type }: Integration): string {
  return madeFrom ?? type;
}

/** The normalized URL, or what is wrong with it. */
function readAddress(
  outbound: Pick<Outbound, 'problem'>,
  type: string,
  address: string,
): { url: string } | { problem: string } {
  const url = normalAddress(type, address);
  const problem = outbound.problem(url) ?? addressProblem(type, url);
  return problem ? { problem } : { url };
}

/** Runs the reactions to a saved integration, in the same transaction. */
type SavedHandler = (em: EntityManager, integrationId: string) => Promise<void>;

export const integrationSavedHandlers = new ExtensionPoint<readonly SavedHandler[]>('saved integrations');

async function integrationSaved(em: EntityManager, integrationId: string): Promise<void> {
  for (const handle of integrationSavedHandlers.value) await handle(em, integrationId);
}

/** A new account's first channel: email to its owner, so that alerts reach someone. */
export function newEmailChannel(team: Team, address: string): Integration {
  const channel = Object.assign(new Integration(), { team, type: NotificationChannel.email });
  sealChannel(channel, { recipients: [address] });
  return channel;
}
