import { raw, type FilterQuery } from '@mikro-orm/core';
import type { Context } from '#api/context.ts';
import { isId } from '#api/id.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import type { AuditSearch } from './audit-search.args.ts';

/** Newest first. Read backwards along the primary key until there are enough: what is common is found fast. */
export async function auditEntries(
  { em }: Context,
  { search, subjectId, action, before, first }: AuditSearch,
): Promise<AuditEntry[]> {
  if (subjectId && !isId(subjectId)) return [];
  const words = search?.trim();
  const where: FilterQuery<AuditEntry> = {
    ...(subjectId && { subjectId }),
    ...(action && { action }),
    ...(before && { id: { $lt: before } }),
    ...(words && { $or: matching(words) }),
  };
  return em.find(AuditEntry, where, { orderBy: { id: 'desc' }, limit: first });
}

const columns = ['actor', 'action', 'subject', 'ip_address', 'before', 'after'] as const;

function matching(words: string): FilterQuery<AuditEntry>[] {
  const pattern = `%${words.replace(/[\\%_]/g, '\\$&')}%`;
  return columns.map((column) => ({ [raw((alias) => `${alias}."${column}"::text`)]: { $ilike: pattern } }));
}
