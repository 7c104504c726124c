import type { EntityManager } from '@mikro-orm/postgresql';

/** Statement timeouts in milliseconds, by purpose of the connection. */
export const statementTimeouts = {
  usual: 30_000,
  /** Jobs that aggregate or delete a backlog, which is large after a node was off for weeks. */
  maintenance: 600_000,
  /** Migrations may rewrite a table, and nodes wait here for the one that migrates. */
  migration: 3_600_000,
};

/** The URL of a database with a statement timeout for its connections. */
export function withStatementTimeout(databaseUrl: string, milliseconds = statementTimeouts.usual): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('statement_timeout', String(milliseconds));
  return url.href;
}

/** Runs a maintenance statement with a longer timeout, in its own transaction. */
export function maintain<T>(em: EntityManager, work: (em: EntityManager) => Promise<T>): Promise<T> {
  return em.transactional(async (tx) => {
    await allowMaintenance(tx);
    return work(tx);
  });
}

/** Raises the statement timeout of a transaction. */
export async function allowMaintenance(em: EntityManager): Promise<void> {
  await em.execute(`set local statement_timeout = ${statementTimeouts.maintenance}`, [], 'run');
}
