import { raw, type FilterQuery } from '@mikro-orm/core';
import type { Context } from '#api/graphql/context.ts';
import { csvExport } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import { isId } from '#api/db/id.ts';
import { containing, wordsOf } from '#api/db/text-search.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import type { AuditPage, AuditSearch } from './audit-search.args.ts';
import { recordsExport } from './audit.service.ts';
import { actionsCalled, labelOf } from './labels.ts';

/** Newest first by default. Read along the primary key until there are enough, so common words are found fast. */
export async function auditEntries(
  { em }: Context,
  { before, first, ...search }: AuditPage,
): Promise<AuditEntry[]> {
  const where = matching(search);
  if (!where) return [];
  if (before) where.push({ id: { [search.oldestFirst ? '$gt' : '$lt']: before } });
  return em.find(AuditEntry, { $and: where }, { orderBy: orderOf(search), limit: first });
}

/** The same entries for a spreadsheet. */
export async function auditCsv(ctx: Context, search: AuditSearch): Promise<string> {
  const where = { $and: matching(search) ?? [nothing] };
  return answerText(
    ctx,
    csvExport({
      download: 'GET /api/admin/audit/csv',
      record: recordsExport(
        ctx,
        { action: 'audit.export', subject: 'Audit log' },
        { search: search.search, action: search.action },
      ),
      columns: [
        { key: 'id', header: 'Entry' },
        { key: 'at', header: 'When' },
        { key: 'label', header: 'What' },
        { key: 'subject', header: 'Subject' },
        { key: 'actor', header: 'Who' },
        { key: 'ipAddress', header: 'From' },
        { key: 'before', header: 'Before' },
        { key: 'after', header: 'After' },
      ],
      count: ({ em }) => em.count(AuditEntry, where),
      async *batches(reader) {
        for await (const entries of reader.find(AuditEntry, where, { orderBy: orderOf(search) }))
          yield entries.map(({ id, at, action, subject, actor, ipAddress, before, after }) => ({
            id,
            at,
            label: labelOf(action),
            subject,
            actor: actor === 'system' ? 'Platform' : actor,
            ipAddress,
            before: JSON.stringify(before),
            after: JSON.stringify(after),
          }));
      },
    }),
  );
}

const nothing: FilterQuery<AuditEntry> = { id: null };

const orderOf = ({ oldestFirst }: AuditSearch) => ({ id: oldestFirst ? 'asc' : 'desc' }) as const;

/** Conditions for a search; undefined for one that nothing can match. */
function matching({ search, subjectId, action }: AuditSearch): FilterQuery<AuditEntry>[] | undefined {
  if (subjectId && !isId(subjectId)) return undefined;
  return [
    ...(subjectId ? [{ subjectId }] : []),
    ...(action ? [{ action }] : []),
    ...wordsOf(search).map((word) => ({ $or: placesOf(word) })),
  ];
}

const columns = ['actor', 'action', 'subject', 'ip_address', 'before', 'after'] as const;

/** A word may stand in what was recorded, or in what the screens make of it. */
function placesOf(word: string): FilterQuery<AuditEntry>[] {
  const $ilike = containing(word);
  return [
    ...columns.map((column) => ({ [raw((alias) => `${alias}."${column}"::text`)]: { $ilike } })),
    { action: { $in: actionsCalled(word) } },
    ...('platform'.includes(word.toLowerCase()) ? [{ actor: 'system' }] : []),
  ];
}
