import type { EntityManager } from '@mikro-orm/postgresql';
import type { App } from '#api/config/app.ts';
import { TooMany } from '#api/lib/errors.ts';
import { lockClasses } from '#api/db/lock-keys.ts';

/** Milliseconds that somebody waits for their turn. */
const lockTimeout = 45_000;

/** Milliseconds between two looks whether a turn has come. */
const pollMs = 25;

/** Does something while nobody else has the same turn, on any node, in one transaction. @throws TooMany */
export type ExclusiveLock = <T>(
  app: Pick<App, 'orm'>,
  id: string,
  work: (em: EntityManager) => Promise<T>,
) => Promise<T>;

/**
 * Turns of a kind: its class of advisory locks, and how many this process has at once. Each holds a connection while Stripe
 * is asked, so all kinds together leave most connections to others. Of the same turn only one in this process takes a
 * connection; the others wait without.
 */
export function exclusiveLock({ lockClass, most }: { lockClass: number; most: number }): ExclusiveLock {
  const atWork = new Set<string>();
  return async ({ orm }, id, work) => {
    const deadline = performance.now() + lockTimeout;
    while (atWork.has(id) || atWork.size >= most) {
      if (performance.now() > deadline)
        throw new TooMany('Your subscription is being changed at the moment. Try again in a minute.', 60);
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
 * Does what changes a team's subscription at Stripe while nobody else does. Within it come the customer's turn, the team's
 * lock and rows, never the other way round: no lock of rows waits for Stripe. What it does needs other connections than
 * its own.
 */
export const withTeamLock = exclusiveLock({ lockClass: lockClasses.team, most: 5 });
