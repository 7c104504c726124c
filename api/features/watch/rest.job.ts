import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { resting } from '../controllers/settle-limits.ts';

/**
 * Every minute: controllers that nobody watches for now are not due any more, so that whoever claims what is does not step
 * over all of them each time; those of a team that is active again are due at once.
 */
export async function restControllers({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  await move(em, 'c.next_poll_at <= now() and (c.over_limit or t.active_until <= now())', resting);
  await move(
    em,
    `c.next_poll_at = '${resting}' and not c.over_limit and coalesce(t.active_until > now(), true)`,
  );
}

/** What somebody else is about to change is left to them. */
async function move(em: EntityManager, which: string, to: string = new Date().toISOString()): Promise<void> {
  await em.execute(
    `update controller set next_poll_at = ?::timestamptz
      where id in (select c.id from controller c join team t on t.id = c.team_id
                    where ${which} for update of c skip locked)`,
    [to],
  );
}
