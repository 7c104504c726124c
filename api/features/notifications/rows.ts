import type { EntityManager } from '@mikro-orm/postgresql';

/** Rows of a statement, in the caller's transaction where there is one. */
export function rowsOf<Row extends object>(
  em: EntityManager,
  sql: string,
  values: readonly unknown[],
): Promise<Row[]> {
  return em.execute<Row[]>(sql, [...values]);
}

/** A statement of which nothing comes back. */
export async function run(em: EntityManager, sql: string, values: readonly unknown[]): Promise<void> {
  await em.execute(sql, [...values], 'run');
}

/** A time of a row: raw statements give texts. */
export function dateOf(value: string | Date | null): Date | null {
  return value === null ? null : new Date(value);
}
