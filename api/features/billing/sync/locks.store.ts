import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { TooMany } from '#api/lib/errors.ts';
import { lockClasses } from '#api/db/lock-keys.ts';

/** Milliseconds to wait for the lock. */
const lockTimeout = 45_000;

/** Milliseconds between attempts to take the lock. */
const pollMs = 25;

/** Runs work under an advisory lock across all nodes, in one transaction. @throws TooMany */
export type ExclusiveLock = <T>(
  app: Pick<App, 'orm'>,
  id: string,
  work: (em: EntityManager) => Promise<T>,
) => Promise<T>;

/**
 * Creates a kind of advisory lock: its lock class, and how many this process may hold at once. Each holds a
 * connection while Stripe responds, so the limits leave most connections to others. Waiters for the same lock
 * in this process share one connection.
 */
export function exclusiveLock({ lockClass, most }: { lockClass: number; most: number }): ExclusiveLock {
  const atWork = new Set<string>();
  return async ({ orm }, id, work) => {
    const deadline = performance.now() + lockTimeout;
    while (atWork.has(id) || atWork.size >= most) {
      if (performance.now() > deadline)
        throw new TooMany('Another change to your subscription is in progress. Try again in a minute.', 60);
      await new Promise((look) => setTimeout(look, pollMs));
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

/**
 * Serializes changes to a team's subscription in Stripe. Take the customer's lock, then the team's lock and
 * rows within it, never the other way round, so that no row lock waits for Stripe. The work needs connections
 * of its own.
 */
export const withTeamLock = exclusiveLock({ lockClass: lockClasses.team, most: 5 });
