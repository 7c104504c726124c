import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { TooMany } from '#api/lib/errors.ts';

/** Milliseconds that somebody waits for their turn. */
const patience = 45_000;

/** Milliseconds between two looks whether a turn has come. */
const lookEvery = 25;

/** Does something while nobody else has the same turn, on any node, in one transaction. @throws TooMany */
export type Turn = <T>(
  app: Pick<App, 'orm'>,
  id: string,
  work: (em: EntityManager) => Promise<T>,
) => Promise<T>;

/**
 * Turns of a kind: its class of advisory locks, and how many this process has at once. Each holds a connection while Stripe
 * is asked, so all kinds together leave most connections to others. Of the same turn only one in this process takes a
 * connection; the others wait without.
 */
export function turnsOf({ lockClass, most }: { lockClass: number; most: number }): Turn {
  const atWork = new Set<string>();
  return async ({ orm }, id, work) => {
    const deadline = performance.now() + patience;
    while (atWork.has(id) || atWork.size >= most) {
      if (performance.now() > deadline)
        throw new TooMany('Your subscription is being changed at the moment. Try again in a minute.', 60);
      await new Promise((look) => setTimeout(look, lookEvery));
    }
    atWork.add(id);
    try {
      return await orm.em.fork().transactional(async (em) => {
        const take = 'select pg_advisory_xact_lock(?, hashtext(?))';
        await em.execute(take, [lockClass, id], 'run');
        return work(em);
      });
    } finally {
      atWork.delete(id);
    }
  };
}
