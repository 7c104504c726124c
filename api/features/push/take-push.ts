import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { append } from '#api/live/log.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { isWatched } from '../controllers/limits.store.ts';
import { dueAfterPush } from '../controllers/push-due.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { PushAddress } from './push-address.entity.ts';
import { PushedMessage } from './pushed-message.entity.ts';

/** Messages of one controller that are kept: a flood leaves no more than that. */
export const mostKept = 100;

/** The address behind the hash of a token; null for one that is unknown or was renewed. */
export function findAddress(em: EntityManager, tokenHash: string): Promise<PushAddress | null> {
  return em.findOne(PushAddress, { tokenHash }, { populate: ['controller'] });
}

/**
 * Keeps a message and has its controller read soon, all in one transaction: whoever is stopped after it has lost nothing.
 * Of a controller that is not watched it is only kept.
 * @param body the text of a JSON object
 */
export async function takePush({ orm, bell }: App, tokenHash: string, body: string): Promise<void> {
  const controllerId = await orm.em.fork().transactional(async (em) => {
    const address = await findAddress(em, tokenHash);
    if (!address) return undefined;
    const { id } = address.controller;
    const teamId = address.controller.team.id;
    // The order of all that writes (teams/lock-team.store.ts).
    await lockTeam(em, teamId);
    const [row] = await em.execute<{ is_watched: boolean }[]>(
      `select ${isWatched} as is_watched from controller where id = ? for no key update`,
      [id],
    );
    const controller = await em.findOne(Controller, { id }, { refresh: true });
    if (!row || !controller) return undefined;
    const at = new Date();
    controller.lastPushAt = at;
    if (row.is_watched) controller.nextPollAt = dueAfterPush(controller, at.getTime());
    em.create(PushedMessage, { controller, at, body } as PushedMessage);
    await em.flush();
    await forgetMost(em, id);
    await append(em, teamId, [{ kind: 'controller', controllerId: id }]);
    return id;
  });
  if (controllerId) bell.ring({ topic: 'poll', controllerId });
}

async function forgetMost(em: EntityManager, controllerId: string): Promise<void> {
  await em.execute(
    `delete from pushed_message where controller_id = ? and id <=
       (select id from pushed_message where controller_id = ? order by id desc offset ? limit 1)`,
    [controllerId, controllerId, mostKept],
    'run',
  );
}
