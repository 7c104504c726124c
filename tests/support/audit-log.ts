import { AuditEntry } from '#api/features/audit/audit-entry.entity.ts';
import type { Running } from './running.ts';

/** The entries of the audit log, oldest first: action, actor and subject. */
export async function auditLog({
  app,
}: Running): Promise<[action: string, actor: string, subject: string][]> {
  const entries = await app.orm.em.fork().find(AuditEntry, {}, { orderBy: { id: 'asc' } });
  return entries.map(({ action, actor, subject }) => [action, actor, subject]);
}
