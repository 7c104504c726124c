import { Field, GraphQLISODateTime, ObjectType } from 'type-graphql';
import type { EntityManager } from '@mikro-orm/postgresql';
import { bool } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import type { ViewerContext } from '#api/graphql/context.ts';
import { sealFor, UnreadableSecret, vault } from '#api/security/secrets.ts';
import { hashToken, newToken } from '#api/security/token.ts';
import type { App } from '#api/config/app.ts';
import { appendEvents } from '#api/live/event-log.ts';
import { maintain } from '#api/db/statement-timeout.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { withLockedTeam, findOwn, lockTeam } from '../teams/lock-team.store.ts';
import { PushAddress, PushedMessage } from './push.entity.ts';
import { countPush, pushHealthOf, removeOldHealth } from './push-health.store.ts';
import type { ConsolePushHealth } from './push-health.entity.ts';
import { isWatched } from '../controllers/limits.store.ts';
import { nextPollAfterPush } from '../controllers/push-due.ts';

@ObjectType('PushAddress', {
  description: "Address that UniFi's Alarm Manager pushes events of a controller's consoles to.",
})
export class ShownAddress {
  @Field({
    description:
      'URL for POST requests with a JSON object of up to 64 KiB, 60 per minute. Keep it secret: each request triggers a reading of the controller.',
  })
  url!: string;

  @Field(() => GraphQLISODateTime, { description: 'When this address was created.' })
  madeAt!: Date;
}

/** Path prefix of all push URLs. */
export const pushPath = '/hooks/unifi';

/**
 * A controller's push URL, created if there is none.
 * @throws NotFound
 */
export function showPushAddress(ctx: ViewerContext, controllerId: string): Promise<ShownAddress> {
  return withLockedTeam(ctx, 'manage', async (own) => {
    const controller = await ownController(own, controllerId);
    const known = await own.em.findOne(PushAddress, { controller });
    const token = known && (await tokenOf(own, known));
    return token ? shown(own, token, known.madeAt) : make(own, controller);
  });
}

/**
 * Creates a new URL. The previous one stops working immediately.
 * @throws NotFound
 */
export function renewPushAddress(ctx: ViewerContext, controllerId: string): Promise<ShownAddress> {
  return withLockedTeam(ctx, 'manage', async (own) => make(own, await ownController(own, controllerId)));
}

/**
 * The latest pushed messages, newest first.
 * @throws NotFound
 */
export async function pushedMessages(
  ctx: ViewerContext,
  controllerId: string,
  first: number,
): Promise<PushedMessage[]> {
  const controller = await ownController(ctx, controllerId);
  return ctx.em.find(PushedMessage, { controller }, { orderBy: { id: 'desc' }, limit: first });
}

/** How reliably a controller's consoles push. @throws NotFound */
export async function pushHealth(ctx: ViewerContext, controllerId: string): Promise<ConsolePushHealth[]> {
  const { id } = await ownController(ctx, controllerId);
  return pushHealthOf(ctx.em, id);
}

const ownController = (ctx: ViewerContext, id: string): Promise<Controller> =>
  findOwn(ctx, Controller, id, 'Controller');

/** Undefined if it can't be decrypted. */
async function tokenOf({ em }: ViewerContext, address: PushAddress): Promise<string | undefined> {
  try {
    await em.populate(address, ['token']);
    return vault.unseal(address.token, 'push_address.token', address.id);
  } catch (error) {
    if (error instanceof UnreadableSecret) return undefined;
    throw error;
  }
}

async function make(ctx: ViewerContext, controller: Controller): Promise<ShownAddress> {
  const token = newToken();
  const madeAt = new Date();
  await ctx.em.nativeDelete(PushAddress, { controller });
  const address = new PushAddress();
  Object.assign(address, { controller, tokenHash: hashToken(token), madeAt });
  address.token = sealFor(address, 'push_address.token', token);
  await ctx.em.insert(PushAddress, address);
  return shown(ctx, token, madeAt);
}

const shown = ({ app }: ViewerContext, token: string, madeAt: Date): ShownAddress => ({
  url: `${app.config.publicUrl}${pushPath}/${token}`,
  madeAt,
});

/** Messages kept per controller, however many arrive. */
export const mostKept = 100;

/** The push URL for a token's hash. `null` if the token is unknown or was renewed. */
export function findAddress(em: EntityManager, tokenHash: string): Promise<PushAddress | null> {
  return em.findOne(PushAddress, { tokenHash }, { populate: ['controller'] });
}

/**
 * Stores a message and has its controller read soon, in one transaction, so that a crash afterwards loses
 * nothing. For an unmonitored controller it is only stored.
 * @param body the text of a JSON object
 */
export async function takePush({ orm, pubsub }: App, tokenHash: string, body: string): Promise<void> {
  const controllerId = await orm.em.fork().transactional(async (em) => {
    const address = await findAddress(em, tokenHash);
    if (!address) return undefined;
    const { id } = address.controller;
    const teamId = address.controller.team.id;
    // All writers lock in this order (teams/lock-team.store.ts).
    await lockTeam(em, teamId);
    const [row] = await queryRows(
      em,
      { is_watched: bool },
      `select ${isWatched} as is_watched from controller where id = ? for no key update`,
      [id],
    );
    const controller = await em.findOne(Controller, { id }, { refresh: true });
    if (!row || !controller) return undefined;
    const at = new Date();
    controller.lastPushAt = at;
    if (row.is_watched) controller.nextPollAt = nextPollAfterPush(controller, at.getTime());
    const counted = await countPush(em, id);
    em.create(PushedMessage, { controller, at, body, counted } as PushedMessage);
    await em.flush();
    await forgetMost(em, id);
    await appendEvents(em, teamId, [{ kind: 'controller', controllerId: id }]);
    return id;
  });
  if (controllerId) pubsub.publish({ topic: 'poll', controllerId });
}

async function forgetMost(em: EntityManager, controllerId: string): Promise<void> {
  await em.execute(
    `delete from pushed_message where controller_id = ? and id <=
       (select id from pushed_message where controller_id = ? order by id desc offset ? limit 1)`,
    [controllerId, controllerId, mostKept],
    'run',
  );
}

/** How long a message is kept, in ms. */
const kept = 86_400_000;

/**
 * Every hour: deletes messages older than a day, and counts of pushes older than 90 days. There are few, because each controller keeps at most its
 * latest 100.
 */
export async function removeOldPushes({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const old = { at: { $lt: new Date(Date.now() - kept) } };
  await maintain(orm.em.fork(), (tx) => tx.nativeDelete(PushedMessage, old));
  await maintain(orm.em.fork(), removeOldHealth);
}
