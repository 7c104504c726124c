/**
 * All advisory locks of the product, so that no two share a number. PostgreSQL keeps locks with one argument
 * and with two apart, but unique numbers are easier to find in `pg_locks`.
 */
export const lockKeys = {
  /** Held in the database `postgres` by the process that runs the embedded server. */
  embeddedServer: 427_101,
  auditChain: 427_102,
  /** For migrating, and creating required rows before anything runs. */
  setUp: 427_103,
  rollUp: 427_106,
  /** Also written into `metrics.make_partition` by its migration. */
  partitions: 427_109,
} as const;

/** First argument of locks whose second argument identifies the address, team, customer, person or worker. */
export const lockClasses = {
  worker: 427_104,
  address: 427_105,
  team: 427_107,
  customer: 427_108,
  export: 427_110,
} as const;
