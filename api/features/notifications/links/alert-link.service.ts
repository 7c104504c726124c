import type { EntityManager } from '@mikro-orm/postgresql';
import { isId } from '#api/db/id.ts';
import { readerOf, type Context } from '#api/graphql/context.ts';
import { ProductError } from '#api/lib/errors.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { networkOf } from '#api/security/ip-address.ts';
import { acknowledgeFor, type Actor, snoozeFor } from '#api/features/alerts/alert-actions.service.ts';
import { Alert } from '#api/features/alerts/alert.entity.ts';
import { isAboutProvider, messageOf } from '#api/features/alerts/message.ts';
import { DeliveryChannel, NotificationChannel } from '../../alerts/notification-channel.ts';
import { Integration } from '../../integrations/integration.entity.ts';
import { lockTeam } from '#api/features/teams/lock-team.store.ts';
import { Membership } from '#api/features/teams/membership.entity.ts';
import type { Team } from '#api/features/teams/team.entity.ts';
import { nameOf, normalEmail } from '#api/features/users/user.entity.ts';
import { PushSubscription } from '#api/features/web-push/push-subscription.entity.ts';
import { channelAdjective } from '../reason-text.ts';
import type {
  AcknowledgeByLinkArgs,
  AlertByLink,
  LinkOutcome,
  SnoozeByLinkArgs,
} from './alert-link.input.ts';
import { linksFor, readAlertLink, type AlertLink } from './links.ts';

/** Read-only, because email scanners follow links. @throws the same NotFound for every invalid link */
export async function alertByLink(ctx: Context, token: string): Promise<AlertByLink> {
  const { link, alert } = await openLink(ctx, token);
  return shown(ctx, link, alert, await actorOf(ctx, alert, link));
}

/** @throws NotFound for an invalid link */
export function acknowledgeByLink(
  ctx: Context,
  { token, note }: AcknowledgeByLinkArgs,
): Promise<LinkOutcome> {
  return act(ctx, token, (em, { id, team }, by) => acknowledgeFor(em, team.id, id, by, note));
}

/** @throws NotFound for an invalid link, or Conflict if someone else's snooze can't be changed */
export function snoozeByLink(ctx: Context, { token, minutes }: SnoozeByLinkArgs): Promise<LinkOutcome> {
  const until = new Date(Date.now() + minutes * 60_000);
  return act(ctx, token, (em, { id, team }, by) => snoozeFor(em, team.id, id, by, until));
}

/** Resolves the person and their permissions once the lock is held. */
async function act(
  ctx: Context,
  token: string,
  change: (em: EntityManager, alert: Alert, by: Actor) => Promise<Alert | null>,
): Promise<LinkOutcome> {
  const { link, alert } = await openLink(ctx, token);
  const { by, changed } = await ctx.em.transactional(
    async (em) => {
      await lockTeam(em, alert.team.id);
      const actor = await actorOf({ ...ctx, em }, alert, link);
      return { by: actor, changed: await change(em, alert, actor) };
    },
    { clear: true },
  );
  const now = await findAlert(ctx.em, alert.id);
  return { changed: changed !== null, alert: shown(ctx, link, now ?? alert, by) };
}

async function openLink(ctx: Context, token: string): Promise<{ link: AlertLink; alert: Alert }> {
  await countLink(ctx);
  const link = readAlertLink(ctx.app.config, token, new Date());
  const alert = link && (await findAlert(ctx.em, link.alertId));
  if (!alert) throw invalidAlertLink();
  return { link, alert };
}

function findAlert(em: EntityManager, id: string): Promise<Alert | null> {
  if (!isId(id)) return Promise.resolve(null);
  return em.findOne(Alert, { id }, { populate: ['controller'], refresh: true });
}

/**
 * Who used the link: the signed-in member of the team, else the member whose email or push notification it was, the email
 * address, or the channel.
 * @throws NotFound if the recipient no longer receives alerts
 */
async function actorOf(
  { em, viewer }: Context,
  { team }: Alert,
  { channel, recipient, browser }: AlertLink,
): Promise<Actor> {
  const isMail = channel === NotificationChannel.email;
  const isPush = channel === DeliveryChannel.push;
  const isPersonal = isMail || isPush;
  const mailed = isPersonal ? await memberOf(em, team, { email: normalEmail(recipient) }) : null;
  const isValid = mailed
    ? !mailed.user.suspended && (!isPush || (await receives(em, mailed, browser)))
    : isMail && (await isRecipient(em, team, recipient));
  if (isPersonal && !isValid) throw invalidAlertLink();
  const signedIn = viewer?.session && !viewer.mustSetUpTwoFactor;
  const member = (signedIn ? await memberOf(em, team, { id: viewer.user.id }) : null) ?? mailed;
  if (member) return { name: nameOf(member.user), member: { userId: member.user.id, role: member.role } };
  return { name: isMail ? recipient : `someone with the link in ${messageIn[channel]}` };
}

/** Whether the member's browser is still subscribed. Ending the session that subscribed it ends the subscription too. */
async function receives(em: EntityManager, membership: Membership, browser: string | undefined) {
  return browser !== undefined && (await em.count(PushSubscription, { id: browser, membership })) > 0;
}

function memberOf(
  em: EntityManager,
  team: Team,
  user: { email: string } | { id: string },
): Promise<Membership | null> {
  return em.findOne(Membership, { team, user }, { populate: ['user'], refresh: true });
}

async function isRecipient(em: EntityManager, team: Team, address: string): Promise<boolean> {
  const type = NotificationChannel.email;
  const channel = await em.findOne(Integration, { team, type, madeFrom: null }, { refresh: true });
  const recipients = (channel?.config['recipients'] ?? []) as string[];
  return recipients.some((one) => normalEmail(one) === normalEmail(address));
}

/** The channel whose message contained the link. */
const messageIn = { ...channelAdjective, webhook: 'a webhook' };

function shown(ctx: Context, link: AlertLink, alert: Alert, { name: actingAs }: Actor): AlertByLink {
  return {
    severity: alert.severity,
    message: messageOf(alert, readerOf(ctx)),
    ruleName: alert.ruleName,
    deviceName: alert.deviceName ?? null,
    // An outage is stored at the site that failed first, which may not be one that the channel is for.
    controllerName: isAboutProvider(alert.type) ? '' : alert.controller.name,
    siteName: isAboutProvider(alert.type) ? '' : alert.siteName,
    since: alert.since,
    resolvedAt: alert.resolvedAt ?? null,
    flappingSince: alert.flappingSince ?? null,
    acknowledgedAt: alert.acknowledgedAt ?? null,
    acknowledgedBy: alert.acknowledgedByName ?? null,
    snoozedUntil: alert.snoozedUntil ?? null,
    snoozedBy: alert.snoozedBy ?? null,
    actingAs,
    openUrl: linksFor(ctx.app.config, alert.id, link, new Date()).open,
  };
}

/** Limits opening and using links. A signature has 256 bits, so this is about load, not guessing. */
const links: Limit = {
  name: 'message-link',
  attempts: 600,
  seconds: 3600,
  message: 'Too many attempts from your network. Try again later.',
};

/**
 * Counts each opened or used link, valid or not.
 * @throws TooMany
 */
export async function countLink({ app, request }: Pick<Context, 'app' | 'request'>): Promise<void> {
  await app.attempts.take(links, networkOf(request.ip));
}

/** The same error for every invalid link, so that it reveals nothing. */
const invalidAlertLink = (): ProductError =>
  new ProductError('NOT_FOUND', 'This link is no longer valid. Sign in to open the alert.');
