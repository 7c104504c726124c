import type { CustomerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid } from '#api/lib/errors.ts';
import { given } from '#api/graphql/schema/partial-input.ts';
import { record } from '../audit/audit.service.ts';
import { inTurn } from '../teams/lock-team.ts';
import { findOwn } from '../teams/own.ts';
import { Integration } from './integration.entity.ts';
import type { IntegrationChanges, IntegrationInput } from './integration.input.ts';
import { channelTypes, type ChannelType } from './channel-config.ts';
import { configOf, sealChannel } from './config.ts';
import { factsOf, save, subjectOf } from './save-integration.ts';
import { mostOldSecrets, newSigningSecret, rotated, signingAt } from './signing-secrets.ts';
import { offeredTemplate } from './templates.service.ts';

/** The team's, oldest first. */
export function integrations({ em, viewer }: CustomerContext): Promise<Integration[]> {
  return em.find(Integration, { team: viewer.team }, { orderBy: { createdAt: 'asc', id: 'asc' } });
}

/** One for each channel and each template: where it exists, it is changed. @throws Invalid or NotFound */
export function createIntegration(ctx: CustomerContext, input: IntegrationInput): Promise<Integration> {
  return inTurn(ctx, 'manage', async (own) => {
    const { templateId, config, isActive } = input;
    const { team } = own.viewer;
    const template = templateId ? await offeredTemplate(own, templateId) : null;
    const type = template?.type ?? channelTypeOf(input.type);
    const where = template ? { team, template } : { team, type, madeFrom: null };
    const known = await own.em.findOne(Integration, where, { populate: ['template'] });
    const fresh = { team, type, template, madeFrom: template?.name ?? null };
    return save(own, known ?? Object.assign(new Integration(), fresh), { config, isActive });
  });
}

/** Changes what is given; what waits is tried again. @throws Invalid or NotFound */
export function updateIntegration(
  ctx: CustomerContext,
  id: string,
  input: IntegrationChanges,
): Promise<Integration> {
  return inTurn(ctx, 'manage', async (own) => {
    const integration = await findOwn(own, Integration, id, 'Integration');
    await own.em.populate(integration, ['template']);
    return save(own, integration, given(input));
  });
}

/** What was delivered stays in the log. @throws NotFound */
export function deleteIntegration(ctx: CustomerContext, id: string): Promise<string> {
  return inTurn(ctx, 'manage', async (own) => {
    const integration = await findOwn(own, Integration, id, 'Integration');
    const before = factsOf(own, integration);
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

/** @throws Conflict for what signs nothing, and when it is done too often; NotFound */
export function rotateSigningSecret(ctx: CustomerContext, id: string): Promise<Integration> {
  return inTurn(ctx, 'manage', async (own) => {
    const integration = await findOwn(own, Integration, id, 'Integration');
    const config = await configOf(own.em, integration);
    if (integration.madeFrom || !config.secrets) throw new Conflict('Only a webhook has a signing secret.');
    const now = new Date();
    if (signingAt(config.secrets, now).length > mostOldSecrets)
      throw new Conflict('The signing secret was changed too often within a day. Try again tomorrow.');
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
