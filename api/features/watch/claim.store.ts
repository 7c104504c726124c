import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { float, notNull, orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { isWatched, pausedPollAt } from '../controllers/limits.store.ts';

/** Seconds before an unrenewed claim expires. A killed worker delays a controller by at most this. */
const claimSeconds = 20;

/** How often an active worker renews its claim, in ms. */
const renewEveryMs = 6000;

/** The right to read one controller once. */
export interface Claim {
  controllerId: string;
  /** When the reading was due. */
  dueAt: Date;
  /** Fencing token against late workers: a later claim has a different one. Extended on each renewal. */
  until: Date;
}

/** The claiming process, and the controllers it knows it has claimed. */
export interface Worker {
  id: string;
  known: readonly string[];
}

/**
 * Claims up to `limit` due controllers for this worker alone. Controllers that it claimed without knowing,
 * because a broken connection cut off the response, are due as well. `restControllers` parks unmonitored
 * ones.
 */
export async function claimDue(
  em: EntityManager,
  limit: number,
  worker: Worker = { id: randomUUID(), known: [] },
): Promise<Claim[]> {
  const rows = await queryRows(
    em,
    {
      id: tables.controller.id,
      due_at: notNull(tables.controller.next_poll_at),
      claimed_until: notNull(tables.controller.claimed_until),
    },
    `with due as (
       select id, next_poll_at from controller
       where next_poll_at <= now()
         and (claimed_until is null or claimed_until < now() or (claimed_by = ? and id <> all(?::uuid[])))
         and ${isWatched}
       order by next_poll_at limit ? for update of controller skip locked
     )
     update controller set claimed_until = date_trunc('milliseconds', now()) + ? * interval '1 second', claimed_by = ?
     from due where due.id = controller.id
     returning controller.id, due.next_poll_at as due_at, controller.claimed_until`,
    [worker.id, `{${worker.known.join(',')}}`, limit, claimSeconds, worker.id],
  );
  return rows.map((row) => ({
    controllerId: row.id,
    dueAt: new Date(row.due_at),
    until: new Date(row.claimed_until),
  }));
}

/**
 * Milliseconds until a controller is due, or until the claim on a due one expires. `null` if there are none.
 */
export async function nextDueIn(em: EntityManager): Promise<number | null> {
  const [row] = await queryRows(
    em,
    { next_in: orNull(float) },
    `select ceil(extract(epoch from least(
              (select min(next_poll_at) from controller where next_poll_at > now()),
              (select min(claimed_until) from controller where next_poll_at <= now() and claimed_until > now())
            ) - now()) * 1000)::float8 as next_in`,
  );
  return row?.next_in ?? null;
}

/**
 * After the clock was set back, controllers would only be due once it has caught up. What was read in the
 * future becomes due now, and claims beyond the maximum length are dropped.
 */
export async function fixSchedulesAfterClockChange(em: EntityManager): Promise<void> {
  await em.execute(
    `update controller set next_poll_at = now(),
            claimed_until = case when claimed_until < now() + interval '1 minute' then claimed_until end
     where last_round_at > now() + interval '1 minute' and next_poll_at > now()`,
    [],
    'run',
  );
}

/** Releases a claim unused, so that another worker needn't wait until it expires. */
export async function releaseClaim(em: EntityManager, { controllerId, until }: Claim): Promise<void> {
  await em.nativeUpdate(Controller, { id: controllerId, claimedUntil: until }, { claimedUntil: null });
}

/** Renews a claim until it is released. A lost claim stays lost, and its worker writes nothing. */
export function keepClaim(em: EntityManager, claim: Claim): { letGo(): Promise<void> } {
  let renewing = Promise.resolve();
  const timer = setInterval(() => {
    renewing = renewing.then(() => renew(em, claim)).catch(() => undefined);
  }, renewEveryMs);
  return {
    letGo() {
      clearInterval(timer);
      return renewing;
    },
  };
}

async function renew(em: EntityManager, claim: Claim): Promise<void> {
  const [row] = await queryRows(
    em,
    { claimed_until: notNull(tables.controller.claimed_until) },
    `update controller set claimed_until = date_trunc('milliseconds', now()) + ? * interval '1 second'
     where id = ? and claimed_until = ? returning claimed_until`,
    [claimSeconds, claim.controllerId, claim.until],
  );
  if (row) claim.until = new Date(row.claimed_until);
}

/**
 * Every minute: takes unmonitored controllers off the schedule, so that claiming doesn't skip over all of
 * them each time. Controllers of a team that is active again become due immediately.
 */
export async function pauseUnwatchedControllers(
  { orm }: App,
  _payload: Record<string, never>,
): Promise<void> {
  const em = orm.em.fork();
  await move(em, 'c.next_poll_at <= now() and (c.over_limit or t.active_until <= now())', pausedPollAt);
  await move(
    em,
    `c.next_poll_at = '${pausedPollAt}' and not c.over_limit and coalesce(t.active_until > now(), true)`,
  );
}

/** Skips rows locked by others. */
async function move(em: EntityManager, which: string, to: string = new Date().toISOString()): Promise<void> {
  await em.execute(
    `update controller set next_poll_at = ?::timestamptz
      where id in (select c.id from controller c join team t on t.id = c.team_id
                    where ${which} for update of c skip locked)`,
    [to],
    'run',
  );
}
