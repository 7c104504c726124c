import type { Context } from '#api/graphql/context.ts';
import { chargeRows } from '#api/security/request-rate/row-cost.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import type { AuditIntegrity } from './audit-integrity.ts';
import { beginning, hashOf } from './chain.ts';

/** Entries that are checked at once: a few milliseconds of work, so other requests are answered in between. */
const batch = 200;

type Row = Omit<AuditEntry, 'at'> & { at: string };

/** Walks the chain from its beginning: a changed, missing or inserted entry breaks it there. */
export async function auditIntegrity(ctx: Context): Promise<AuditIntegrity> {
  chargeRows(ctx, await ctx.em.count(AuditEntry));
  let entries = 0;
  let last = { id: '0', hash: beginning };
  let brokenAt: string | null = null;
  for (;;) {
    const next = await rowsAfter(ctx, last.id);
    for (const row of next) {
      if (!follows(last, row)) brokenAt ??= row.id;
      last = row;
    }
    entries += next.length;
    if (next.length < batch) break;
  }
  return { intact: brokenAt === null, entries, brokenAt, fingerprint: entries > 0 ? last.hash : null };
}

/** Plain rows: made into entities, a long log would take several times as long. */
function rowsAfter({ em }: Pick<Context, 'em'>, id: string): Promise<Row[]> {
  return em.execute<Row[]>(
    `select id::text, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
            actor_id as "actorId", actor, action, subject_id as "subjectId", subject, before, after,
            ip_address as "ipAddress", previous_hash as "previousHash", hash
       from audit_entry where audit_entry.id > ? order by audit_entry.id limit ?`,
    [id, batch],
  );
}

function follows(last: Pick<AuditEntry, 'id' | 'hash'>, row: Row): boolean {
  return (
    Number(row.id) === Number(last.id) + 1 &&
    row.previousHash === last.hash &&
    hashOf({ ...row, at: new Date(row.at) }) === row.hash
  );
}
