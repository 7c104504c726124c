import type { Context } from '#api/context.ts';
import { AuditEntry } from './audit-entry.entity.ts';
import type { AuditIntegrity } from './audit-integrity.ts';
import { beginning, hashOf } from './chain.ts';

/** Entries that are held in memory at once. */
const batch = 1000;

/** Walks the chain from its beginning: a changed, missing or inserted entry breaks it there. */
export async function auditIntegrity({ em }: Pick<Context, 'em'>): Promise<AuditIntegrity> {
  let entries = 0;
  let last = { id: '0', hash: beginning };
  let brokenAt: string | null = null;
  for (;;) {
    const next = await em.find(
      AuditEntry,
      { id: { $gt: last.id } },
      { orderBy: { id: 'asc' }, limit: batch, disableIdentityMap: true },
    );
    for (const entry of next) {
      if (!follows(last, entry)) brokenAt ??= String(entry.id);
      last = { id: String(entry.id), hash: entry.hash };
    }
    entries += next.length;
    if (next.length < batch) break;
  }
  return { intact: brokenAt === null, entries, brokenAt, fingerprint: entries > 0 ? last.hash : null };
}

function follows(last: Pick<AuditEntry, 'id' | 'hash'>, entry: AuditEntry): boolean {
  return (
    Number(entry.id) === Number(last.id) + 1 &&
    entry.previousHash === last.hash &&
    hashOf(entry) === entry.hash
  );
}
