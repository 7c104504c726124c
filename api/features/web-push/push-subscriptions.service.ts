import { createECDH } from 'node:crypto';
import { requireFreshProof } from '#api/graphql/access.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { Conflict, Invalid, NotFound, Unauthenticated } from '#api/lib/errors.ts';
import { isId } from '#api/db/id.ts';
import type { Limit } from '#api/security/attempts/attempts.ts';
import { sealFor } from '#api/security/secrets.ts';
import { hashToken } from '#api/security/token.ts';
import { deviceName } from '../auth/session/sessions.service.ts';
import { addPushChannel } from '../integrations/config.store.ts';
import { lockTeamFor } from '../teams/lock-team.store.ts';
import { Membership } from '../teams/membership.entity.ts';
import { publicPushKey } from './push-key.store.ts';
import { PushPreferences, PushSubscription } from './push-subscription.entity.ts';
import type { PushPreferencesInput, PushSettings, PushSubscriptionInput } from './push-subscription.input.ts';

/** Maximum browsers of one person in a team. */
const maxBrowsers = 20;

/** Each browser is called for every alert, so adding them all day isn't free. */
const additions: Limit = {
  name: 'push-subscriptions',
  attempts: 60,
  seconds: 3600,
  message: 'Push notifications were turned on too often. Try again in an hour.',
};

export async function pushSettings({ em, viewer }: ViewerContext): Promise<PushSettings> {
  const membership = await em.findOne(Membership, { user: viewer.user, team: viewer.team });
  if (!membership) throw new Unauthenticated();
  const { severities, criticalInQuietHours } =
    (await em.findOne(PushPreferences, { user: viewer.user })) ?? new PushPreferences();
  return {
    id: membership.id,
    publicKey: await publicPushKey(em),
    severities,
    criticalInQuietHours,
    subscriptions: await em.find(
      PushSubscription,
      { membership },
      { orderBy: { createdAt: 'desc', id: 'asc' } },
    ),
  };
}

/**
 * Turns push notifications on in a browser, or confirms that they still are. A browser belongs to one person: whoever
 * signed in there last. @throws Invalid, Conflict if there are too many, TooMany, or Refused without a recent sign-in
 */
export async function subscribeToPush(
  ctx: ViewerContext,
  { endpoint, p256dh, auth }: PushSubscriptionInput,
): Promise<PushSettings> {
  const { app, viewer, request } = ctx;
  const problem = isPublicKey(p256dh) ? app.outbound.problem(endpoint) : notKey;
  if (problem) throw new Invalid({ endpoint: problem });
  const endpointHash = hashToken(endpoint);
  await app.attempts.take(additions, viewer.user.id);
  await ctx.em.transactional(async (em) => {
    await lockTeamFor(em, ctx, 'person');
    const membership = await em.findOneOrFail(Membership, { user: viewer.user, team: viewer.team });
    const known = await em.findOne(PushSubscription, { membership, endpointHash });
    if (!known) {
      // It outlives the session that a thief might have.
      requireFreshProof(ctx);
      if ((await em.count(PushSubscription, { membership })) >= maxBrowsers)
        throw new Conflict(`You have ${maxBrowsers} browsers here. Remove one that you no longer use first.`);
      await em.nativeDelete(PushSubscription, {
        endpointHash,
        membership: { user: { $ne: viewer.user.id } },
      });
      await addPushChannel(em, membership.team);
    }
    const subscription = known ?? Object.assign(new PushSubscription(), { membership, endpointHash });
    const keys = JSON.stringify({ endpoint, p256dh, auth });
    subscription.sealed = sealFor(subscription, 'push_subscription.sealed', keys);
    subscription.session = viewer.session;
    subscription.name = deviceName(request.userAgent);
    await em.persist(subscription).flush();
  });
  return pushSettings(ctx);
}

const notKey = "This browser's push subscription isn't valid. Turn notifications off and on again.";

/** Whether it is a point of the curve that messages are encrypted with. */
function isPublicKey(p256dh: string): boolean {
  const ours = createECDH('prime256v1');
  ours.generateKeys();
  try {
    return ours.computeSecret(Buffer.from(p256dh, 'base64url')).length === 32;
  } catch {
    return false;
  }
}

/** Removes one of the viewer's browsers in this team. @throws NotFound */
export async function unsubscribeFromPush({ em, viewer }: ViewerContext, id: string): Promise<string> {
  const subscription = await ownSubscription({ em, viewer }, id);
  await em.remove(subscription).flush();
  return id;
}

/** One of the viewer's browsers in this team. @throws NotFound, also for another person's */
export async function ownSubscription(
  { em, viewer: { user, team } }: Pick<ViewerContext, 'em' | 'viewer'>,
  id: string,
): Promise<PushSubscription> {
  const found = isId(id) ? await em.findOne(PushSubscription, { id, membership: { user, team } }) : null;
  if (!found) throw new NotFound('Browser');
  return found;
}

/** Replaces what the viewer's browsers receive, in all of their teams. */
export async function savePushPreferences(
  ctx: ViewerContext,
  { severities, criticalInQuietHours }: PushPreferencesInput,
): Promise<PushSettings> {
  const changes = { user: ctx.viewer.user, severities, criticalInQuietHours };
  await ctx.em.upsert(PushPreferences, changes, { onConflictFields: ['user'] });
  return pushSettings(ctx);
}
