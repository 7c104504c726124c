import { raw, type FilterQuery } from '@mikro-orm/core';
import type { Context } from '#api/context.ts';
import { isId } from '#api/id.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import type { AuditSearch } from './audit-search.args.ts';
import { actionsCalled } from './labels.ts';

/** Newest first. Read backwards along the primary key until there are enough: what is common is found fast. */
export async function auditEntries(
  { em }: Context,
  { search, subjectId, action, before, first }: AuditSearch,
): Promise<AuditEntry[]> {
  if (subjectId && !isId(subjectId)) return [];
  const words = [...new Set((search ?? '').split(/\s+/).filter(Boolean))];
  const where: FilterQuery<AuditEntry> = {
    ...(subjectId && { subjectId }),
    ...(action && { action }),
    ...(before && { id: { $lt: before } }),
    $and: words.map((word) => ({ $or: matching(word) })),
  };
  return em.find(AuditEntry, where, { orderBy: { id: 'desc' }, limit: first });
}

const columns = ['actor', 'action', 'subject', 'ip_address', 'before', 'after'] as const;

/** A word may stand in what was recorded, or in what the screens make of it. */
function matching(word: string): FilterQuery<AuditEntry>[] {
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  return [
    ...columns.map((column) => ({ [raw((alias) => `${alias}."${column}"::text`)]: { $ilike: pattern } })),
    { action: { $in: actionsCalled(word) } },
    ...('platform'.includes(word.toLowerCase()) ? [{ actor: 'system' }] : []),
  ];
}
