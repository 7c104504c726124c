import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { expect, vi } from 'vitest';
import { User } from '#api/features/users/user.entity.ts';
import type { Running } from './running.ts';

/** Statements that wait for someone else's lock, in the database of a server. */
export async function waitingFor({ app }: Running): Promise<number> {
  const [found] = await app.orm.em.fork().execute<{ count: number }[]>(
    `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return found!.count;
}

/**
 * Has requests come one by one to where each waits for the row of a person, then changes something before they go on.
 * Returns what became of them.
 */
export async function atThePerson<T>(
  running: Running,
  userId: string,
  requests: readonly (() => Promise<T>)[],
  change: (em: EntityManager) => Promise<unknown> = async () => undefined,
): Promise<PromiseSettledResult<T>[]> {
  const asked = await running.app.orm.em.fork().transactional(async (em) => {
    await em.findOneOrFail(User, { id: userId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const going: Promise<PromiseSettledResult<T>>[] = [];
    for (const request of requests) {
      going.push(Promise.allSettled([request()]).then(([settled]) => settled));
      await vi.waitFor(async () => expect(await waitingFor(running)).toBe(going.length), { timeout: 3000 });
    }
    await change(em);
    return { going };
  });
  return Promise.all(asked.going);
}
