import type { EntityManager } from '@mikro-orm/postgresql';
import { isId } from '#api/db/id.ts';
import type { Context } from '#api/graphql/context.ts';
import { ProductError } from '#api/lib/errors.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { record, type NewAuditEntry } from '../../audit/audit.service.ts';
import { addEmail } from '#api/features/email/outbox.store.ts';
import { plainName } from '#api/features/email/email-content.ts';
import { configOf } from '../../integrations/config.store.ts';
import type { Integration } from '../../integrations/integration.entity.ts';
import {
  emailChannelOf,
  subscribeAgain,
  unsubscribe,
  unsubscribedOf,
} from '../../integrations/unsubscribe.service.ts';
import { Membership, TeamRole } from '#api/features/teams/membership.entity.ts';
import { normalEmail } from '#api/features/users/user.entity.ts';
import type { UnsubscribeLink } from './alert-link.input.ts';
import { countLink } from './alert-link.service.ts';
import { readUnsubscribeToken } from './links.ts';

/**
 * Read-only, because email scanners follow links.
 * @throws the same NotFound for every invalid link
 */
export async function unsubscribeLink(ctx: Context, token: string): Promise<UnsubscribeLink> {
  const { address, teamName, unsubscribed } = await openLink(ctx, token);
  return { address, teamName, unsubscribed };
}

/** Stops the team's alert emails to an address, and notifies the team's owner. @throws NotFound */
export async function unsubscribeByLink(ctx: Context, token: string): Promise<UnsubscribeLink> {
  const { teamId, address, teamName } = await openLink(ctx, token);
  await ctx.em.transactional(
    async (em) => {
      const integration = await unsubscribe(em, teamId, address);
      if (!integration) return;
      await tellOwner(em, ctx, integration, { address, teamName });
      const after = { team: teamName, unsubscribed: address };
      await note(em, ctx, { action: 'integration.unsubscribe', subjectId: integration.id, after }, address);
    },
    { clear: true },
  );
  return { address, teamName, unsubscribed: true };
}

/**
 * Resumes alert emails to the address.
 * @throws NotFound, or TooMany
 */
export async function subscribeByLink(ctx: Context, token: string): Promise<UnsubscribeLink> {
  const { teamId, address, teamName, unsubscribed } = await openLink(ctx, token);
  if (!unsubscribed) return { address, teamName, unsubscribed };
  await countReturn(ctx, `${teamId} ${address}`);
  await ctx.em.transactional(
    async (em) => {
      if (!(await subscribeAgain(em, teamId, address))) return;
      const after = { team: teamName, subscribed: address };
      await note(em, ctx, { action: 'integration.subscribe', after }, address);
    },
    { clear: true },
  );
  return { address, teamName, unsubscribed: false };
}

/** Records the link's recipient as the actor, even if someone else is signed in. */
function note(
  em: EntityManager,
  ctx: Context,
  auditEntry: Pick<NewAuditEntry, 'action' | 'subjectId' | 'after'>,
  actor: string,
): Promise<void> {
  return record(em, { ...ctx, viewer: null }, { ...auditEntry, subject: 'email', actor });
}

async function openLink(ctx: Context, token: string): Promise<UnsubscribeLink & { teamId: string }> {
  await countLink(ctx);
  const link = readUnsubscribeToken(ctx.app.config, token);
  const channel = link && isId(link.teamId) ? await emailChannelOf(ctx.em, link.teamId) : null;
  if (!link || !channel) throw invalidUnsubscribeLink();
  const { recipients = [] } = await configOf(ctx.em, channel);
  const address = recipients.find(link.isFor);
  if (address === undefined) throw invalidUnsubscribeLink();
  await ctx.em.populate(channel, ['team']);
  const [unsubscribed] = await unsubscribedOf(ctx.em, link.teamId, [address]);
  return {
    teamId: link.teamId,
    address,
    teamName: channel.team.name,
    unsubscribed: unsubscribed !== undefined,
  };
}

async function tellOwner(
  em: EntityManager,
  { app }: Context,
  { team }: Integration,
  { address, teamName }: { address: string; teamName: string },
): Promise<void> {
  const owner = await em.findOne(Membership, { team, role: TeamRole.owner }, { populate: ['user'] });
  if (!owner || normalEmail(owner.user.email) === normalEmail(address)) return;
  await addEmail(em, owner.user.email, {
    kind: 'unsubscribed',
    subject: `${address} no longer receives alert emails`,
    heading: "Someone unsubscribed from your team's alert emails",
    paragraphs: [
      `${address} unsubscribed from alert emails of the team ${plainName(teamName)}. It no longer receives any.`,
      'Make sure that someone else receives these alerts.',
    ],
    action: {
      label: 'Open integrations',
      url: `${app.config.publicUrl}/integrations?channel=email#channels`,
    },
  });
}

/** Limits resubscribing, because the team's owner gets an email for each later unsubscribe. */
const returns: Limit = {
  name: 'subscribe-again',
  attempts: 5,
  seconds: 86_400,
  message: 'Too many changes. Try again tomorrow.',
};

/**
 * Counts resubscriptions of an address.
 * @throws TooMany
 */
async function countReturn({ app }: Pick<Context, 'app'>, address: string): Promise<void> {
  await app.attempts.take(returns, address);
}

const invalidUnsubscribeLink = (): ProductError =>
  new ProductError('NOT_FOUND', "This link is no longer valid. Ask the team's owner to remove your address.");
