import { Field, ID, Int, ObjectType } from 'type-graphql';
import { raw, type FilterQuery } from '@mikro-orm/core';
import { type RowOf, text } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { Context } from '#api/graphql/context.ts';
import { csvExport } from '#api/exports/export.ts';
import { answerText } from '#api/exports/exports.service.ts';
import { isId } from '#api/db/id.ts';
import { containing, wordsOf } from '#api/db/text-search.ts';
import { chargeRows } from '#api/security/request-rate/row-cost.ts';
import { AuditEntry, type AuditPage, type AuditSearch } from './audit-entry.entity.ts';
import { recordsExport } from './audit.service.ts';
import { actionsMatching, labelOf } from './labels.ts';
import { genesisHash, hashOf } from './chain.ts';

@ObjectType({ description: 'Result of verifying the audit log.' })
export class AuditIntegrity {
  @Field(() => Boolean, { description: 'Whether every entry is unchanged and follows the previous one.' })
  intact!: boolean;

  @Field(() => Int, { description: 'Number of entries checked.' })
  entries!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'ID of the first entry that fails verification. `null` if all pass.',
  })
  brokenAt!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Hash of the newest entry. `null` if the log is empty. Deleting the newest entries leaves no gap, so compare it with the last "audit entry" line of the server log.',
  })
  fingerprint!: string | null;
}

/**
 * Newest first by default. Reads along the primary key until enough entries match, so common words are found
 * fast.
 */
export async function auditEntries(
  { em }: Context,
  { before, first, ...search }: AuditPage,
): Promise<AuditEntry[]> {
  const where = matching(search);
  if (!where) return [];
  if (before) where.push({ id: { [search.oldestFirst ? '$gt' : '$lt']: before } });
  return em.find(AuditEntry, { $and: where }, { orderBy: orderOf(search), limit: first });
}

/** The same entries as CSV. */
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
        { key: 'at', header: 'Time' },
        { key: 'label', header: 'Action' },
        { key: 'subject', header: 'Subject' },
        { key: 'actor', header: 'Actor' },
        { key: 'ipAddress', header: 'IP address' },
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

/** Conditions of a search, or undefined if nothing can match. */
function matching({ search, subjectId, action }: AuditSearch): FilterQuery<AuditEntry>[] | undefined {
  if (subjectId && !isId(subjectId)) return undefined;
  return [
    ...(subjectId ? [{ subjectId }] : []),
    ...(action ? [{ action }] : []),
    ...wordsOf(search).map((word) => ({ $or: placesOf(word) })),
  ];
}

const columns = ['actor', 'action', 'subject', 'ip_address', 'before', 'after'] as const;

/** A word may occur in the stored values or in the labels that screens show. */
function placesOf(word: string): FilterQuery<AuditEntry>[] {
  const $ilike = containing(word);
  return [
    ...columns.map((column) => ({ [raw((alias) => `${alias}."${column}"::text`)]: { $ilike } })),
    { action: { $in: actionsMatching(word) } },
    ...('platform'.includes(word.toLowerCase()) ? [{ actor: 'system' }] : []),
  ];
}

/** Entries verified per batch: a few milliseconds of work, so that other requests run in between. */
const batch = 200;

const entryColumns = {
  id: text,
  at: text,
  actorId: tables.audit_entry.actor_id,
  actor: tables.audit_entry.actor,
  action: tables.audit_entry.action,
  subjectId: tables.audit_entry.subject_id,
  subject: tables.audit_entry.subject,
  before: tables.audit_entry.before,
  after: tables.audit_entry.after,
  ipAddress: tables.audit_entry.ip_address,
  previousHash: tables.audit_entry.previous_hash,
  hash: tables.audit_entry.hash,
};
type Row = RowOf<typeof entryColumns>;

/** Verifies the chain from its start. A changed, missing or inserted entry breaks it. */
export async function auditIntegrity(ctx: Context): Promise<AuditIntegrity> {
  chargeRows(ctx, await ctx.em.count(AuditEntry));
  let entries = 0;
  let last = { id: '0', hash: genesisHash };
  let brokenAt: string | null = null;
  for (;;) {
    const next = await rowsAfter(ctx, last.id);
    for (const row of next) {
      if (!isIntact(last, row)) brokenAt ??= row.id;
      last = row;
    }
    entries += next.length;
    if (next.length < batch) break;
  }
  return { intact: brokenAt === null, entries, brokenAt, fingerprint: entries > 0 ? last.hash : null };
}

/** Plain rows, because entities would take several times as long for a long log. */
function rowsAfter({ em }: Pick<Context, 'em'>, id: string): Promise<Row[]> {
  return queryRows(
    em,
    entryColumns,
    `select id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
            actor_id as "actorId", actor, action, subject_id as "subjectId", subject, before, after,
            ip_address as "ipAddress", previous_hash as "previousHash", hash
       from audit_entry where audit_entry.id > ? order by audit_entry.id limit ?`,
    [id, batch],
  );
}

function isIntact(last: Pick<AuditEntry, 'id' | 'hash'>, row: Row): boolean {
  return (
    Number(row.id) === Number(last.id) + 1 &&
    row.previousHash === last.hash &&
    hashOf({ ...row, at: new Date(row.at) }) === row.hash
  );
}
