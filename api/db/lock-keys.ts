/**
 * Every advisory lock of the product, so that no two purposes share a number. PostgreSQL keeps locks with one argument and
 * locks with two apart, but a number that means one thing is easier to find in `pg_locks`.
 */
export const lockKeys = {
  /** Held in the database `postgres` by the process that runs the embedded server. */
  embeddedServer: 427_101,
  auditChain: 427_102,
  /** Migrating, and filling in what must exist before anything runs. */
  setUp: 427_103,
  rollUp: 427_106,
  /** Also written into `metrics.make_partition` by its migration. */
  partitions: 427_109,
} as const;

/** First argument of locks whose second argument says which address, team, customer, person or worker. */
export const lockClasses = {
  worker: 427_104,
  address: 427_105,
  team: 427_107,
  customer: 427_108,
  export: 427_110,
} as const;
