import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { addJob } from '#api/jobs/queue.ts';
import { lockKeys } from '#api/db/lock-keys.ts';
import { AuditEntry, type AuditDetails } from './audit-entry.entity.ts';
import { genesisHash, hashOf } from './chain.ts';

export interface NewAuditEntry {
  /** The noun, a dot, and what was done: `user.suspend`. */
  action: string;
  /** What it was done to, in words. */
  subject: string;
  subjectId?: string | null;
  before?: AuditDetails;
  after?: AuditDetails;
  /** Whose mailbox it was done from, where nobody who is signed in did it. */
  actor?: string;
}

/**
 * Writes down a privileged change within the caller's transaction: it commits with the change or not at all. Call it
 * last, when nothing is left to wait for: until the transaction ends it holds everybody else's entries up.
 * @throws outside a transaction
 */
export async function record(
  em: EntityManager,
  { viewer, request }: Pick<Context, 'viewer' | 'request'>,
  { action, subject, subjectId = null, before = {}, after = {}, actor = 'system' }: NewAuditEntry,
): Promise<void> {
  if (!em.getTransactionContext()) throw new Error('A change is written down in its own transaction');
  await em.execute('select pg_advisory_xact_lock(?)', [lockKeys.auditChain], 'run');
  const [last] = await em.find(
    AuditEntry,
    {},
    { orderBy: { id: 'desc' }, limit: 1, disableIdentityMap: true },
  );
  const entry = {
    id: String(Number(last?.id ?? 0) + 1),
    at: new Date(),
    actorId: viewer?.user.id ?? null,
    actor: viewer?.user.email ?? actor,
    action,
    subject,
    subjectId,
    before,
    after,
    ipAddress: request.ip,
    previousHash: last?.hash ?? genesisHash,
  };
  const hash = hashOf(entry);
  await em.insert(AuditEntry, { ...entry, hash });
  await addJob(em, 'log-audit-entry', { entry: entry.id, fingerprint: hash });
}

/** Records an export before its first row leaves, with what it was narrowed to. For `record` of an `Export`. */
export function recordsExport(
  { app, ...ctx }: Pick<Context, 'app' | 'viewer' | 'request'>,
  auditEntry: Pick<NewAuditEntry, 'action' | 'subject' | 'subjectId'>,
  narrowed: object = {},
): (rows: number) => Promise<void> {
  const filters = Object.entries(narrowed).filter(([, value]) => value !== null && value !== undefined);
  const after = Object.fromEntries(filters) as AuditDetails;
  return (rows) =>
    // Not in the export's own transaction, which only reads.
    app.orm.em.fork().transactional((em) => record(em, ctx, { ...auditEntry, after: { ...after, rows } }));
}
