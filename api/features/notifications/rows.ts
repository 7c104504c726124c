import type { EntityManager } from '@mikro-orm/postgresql';

/** Rows of a statement, in the caller's transaction where there is one. */
export function rowsOf<Row extends object>(
  em: EntityManager,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return em.getConnection().execute<Row[]>(sql, [...values], 'all', em.getTransactionContext());
}

/** A statement of which nothing comes back. */
export async function run(em: EntityManager, sql: string, values: readonly unknown[]): Promise<void> {
  await em.getConnection().execute(sql, [...values], 'run', em.getTransactionContext());
}

/** A time of a row: raw statements give texts. */
export function dateOf(value: string | Date | null): Date | null {
  return value === null ? null : new Date(value);
}
