import type { App } from '#api/app.ts';
import { TooMany } from '#api/errors.ts';

/** Class of the advisory locks that teams' turns at Stripe are. */
const lockClass = 427_107;

/**
 * Turns of this process at once: each holds a connection while Stripe is asked, and what it does needs others, so they
 * may never be all.
 */
const most = 5;

/** Milliseconds that somebody waits for their turn. */
const patience = 45_000;

/** Milliseconds between two looks whether a turn has come. */
const lookEvery = 25;

const atWork = new Set<string>();

/**
 * Does what changes a team's subscription at Stripe while nobody else does, on any node. Within it come the customer's
 * turn, the team's lock and rows, never the other way round: no lock of rows waits for Stripe. Of a team only one in this
 * process takes a connection. @throws TooMany where the turn does not come
 */
export async function teamTurn<T>({ orm }: App, teamId: string, work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + patience;
  while (atWork.has(teamId) || atWork.size >= most) {
    if (performance.now() > deadline)
      throw new TooMany('Your subscription is being changed at the moment. Try again in a minute.', 60);
    await new Promise((look) => setTimeout(look, lookEvery));
  }
  atWork.add(teamId);
  try {
    return await orm.em.fork().transactional(async (em) => {
      const take = 'select pg_advisory_xact_lock(?, hashtext(?))';
      await em.getConnection().execute(take, [lockClass, teamId], 'run', em.getTransactionContext());
      return work();
    });
  } finally {
    atWork.delete(teamId);
  }
}
