import type { EntityManager } from '@mikro-orm/postgresql';

/** Longer than any round may take: a worker that lost its claim cannot write any more (see record.ts). */
export const claimSeconds = 120;

/** The right to read one controller once. */
export interface Claim {
  controllerId: string;
  /** When the reading was due. */
  dueAt: Date;
  /** Fences off a worker that comes too late: whoever claimed since has another one. */
  until: Date;
}

/** Claims up to `limit` controllers that are due, for this worker alone. */
export async function claimDue(em: EntityManager, limit: number): Promise<Claim[]> {
  const rows: { id: string; due_at: string; claimed_until: string }[] = await em.getConnection().execute(
    `with due as (
       select id, next_poll_at from controller
       where next_poll_at <= now() and (claimed_until is null or claimed_until < now())
       order by next_poll_at limit ? for update skip locked
     )
     update controller set claimed_until = date_trunc('milliseconds', now()) + ? * interval '1 second'
     from due where due.id = controller.id
     returning controller.id, due.next_poll_at as due_at, controller.claimed_until`,
    [limit, claimSeconds],
  );
  return rows.map((row) => ({
    controllerId: row.id,
    dueAt: new Date(row.due_at),
    until: new Date(row.claimed_until),
  }));
}

/** Gives a claim back unused, so that another worker need not wait until it runs out. */
export async function release(em: EntityManager, { controllerId, until }: Claim): Promise<void> {
  await em
    .getConnection()
    .execute('update controller set claimed_until = null where id = ? and claimed_until = ?', [
      controllerId,
      until,
    ]);
}
