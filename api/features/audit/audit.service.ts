import type { EntityManager } from '@mikro-orm/postgresql';
import type { Context } from '#api/graphql/context.ts';
import { addJob } from '#api/jobs/queue.ts';
import { lockKeys } from '#api/db/lock-keys.ts';
import { AuditEntry, type AuditDetails } from './audit-entry.entity.ts';
import { genesisHash, hashOf } from './chain.ts';

export interface NewAuditEntry {
  /** Noun and verb: `user.suspend`. */
  action: string;
  /** Name of the changed object. */
  subject: string;
  subjectId?: string | null;
  before?: AuditDetails;
  after?: AuditDetails;
  /** Email address of the actor if no one was signed in. */
  actor?: string;
}

/**
 * Records a privileged change within the caller's transaction, so that both commit or neither does. Call it
 * last, because it blocks all other entries until the transaction ends. @throws outside a transaction
 */
export async function record(
  em: EntityManager,
  { viewer, request }: Pick<Context, 'viewer' | 'request'>,
  { action, subject, subjectId = null, before = {}, after = {}, actor = 'system' }: NewAuditEntry,
): Promise<void> {
  if (!em.getTransactionContext())
    throw new Error("Audit entries must be recorded within the change's transaction");
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

/** Records an export with its filters before the first row is sent. For `record` of an `Export`. */
export function recordsExport(
  { app, ...ctx }: Pick<Context, 'app' | 'viewer' | 'request'>,
  auditEntry: Pick<NewAuditEntry, 'action' | 'subject' | 'subjectId'>,
  narrowed: object = {},
): (rows: number) => Promise<void> {
  const filters = Object.entries(narrowed).filter(([, value]) => value !== null && value !== undefined);
  const after = Object.fromEntries(filters) as AuditDetails;
  return (rows) =>
    // Not in the export's own transaction, which is read-only.
    app.orm.em.fork().transactional((em) => record(em, ctx, { ...auditEntry, after: { ...after, rows } }));
}
