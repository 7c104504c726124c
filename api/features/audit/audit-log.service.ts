import { raw, type FilterQuery } from '@mikro-orm/core';
import type { Context } from '#api/context.ts';
import { csvOf, mostInFile } from '#api/csv.ts';
import { isId } from '#api/id.ts';
import { containing, wordsOf } from '#api/text-search.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import type { AuditPage, AuditSearch } from './audit-search.args.ts';
import { actionsCalled } from './labels.ts';

/** Newest first, if nothing else is asked for. Read along the primary key until there are enough: what is common is found fast. */
export async function auditEntries(
  { em }: Context,
  { search, subjectId, action, oldestFirst, before, first }: AuditPage,
): Promise<AuditEntry[]> {
  if (subjectId && !isId(subjectId)) return [];
  const where: FilterQuery<AuditEntry> = {
    ...(subjectId && { subjectId }),
    ...(action && { action }),
    ...(before && { id: { [oldestFirst ? '$gt' : '$lt']: before } }),
    $and: wordsOf(search).map((word) => ({ $or: matching(word) })),
  };
  return em.find(AuditEntry, where, { orderBy: { id: oldestFirst ? 'asc' : 'desc' }, limit: first });
}

/** What is found, for a spreadsheet; of a log that is longer what comes first. */
export async function auditCsv(ctx: Context, search: AuditSearch): Promise<string> {
  const entries = await auditEntries(ctx, { ...search, first: mostInFile });
  return csvOf(
    [
      { key: 'id', header: 'Entry' },
      { key: 'at', header: 'When' },
      { key: 'label', header: 'What' },
      { key: 'subject', header: 'Subject' },
      { key: 'actor', header: 'Who' },
      { key: 'ipAddress', header: 'From' },
      { key: 'before', header: 'Before' },
      { key: 'after', header: 'After' },
    ],
    entries.map(({ id, at, label, subject, actor, ipAddress, before, after }) => ({
      id,
      at,
      label,
      subject,
      actor: actor === 'system' ? 'Platform' : actor,
      ipAddress,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    })),
  );
}

const columns = ['actor', 'action', 'subject', 'ip_address', 'before', 'after'] as const;

/** A word may stand in what was recorded, or in what the screens make of it. */
function matching(word: string): FilterQuery<AuditEntry>[] {
  const $ilike = containing(word);
  return [
    ...columns.map((column) => ({ [raw((alias) => `${alias}."${column}"::text`)]: { $ilike } })),
    { action: { $in: actionsCalled(word) } },
    ...('platform'.includes(word.toLowerCase()) ? [{ actor: 'system' }] : []),
  ];
}
