import { createHash } from 'node:crypto';
import type { AuditEntry } from './audit-entry.entity.ts';

type Chained = Omit<AuditEntry, 'hash' | 'label'>;

/** Hash before the first entry. */
export const genesisHash = '0'.repeat(64);

/** SHA-256 of an entry's values and the previous hash, hex. */
export function hashOf(entry: Chained): string {
  const { id, at, actorId, actor, action, subjectId, subject, before, after, ipAddress, previousHash } =
    entry;
  const said = [
    String(id),
    at.toISOString(),
    actorId ?? null,
    actor,
    action,
    subjectId ?? null,
    subject,
    sorted(before),
    sorted(after),
    ipAddress ?? null,
    previousHash,
  ];
  return createHash('sha256').update(JSON.stringify(said)).digest('hex');
}

/** PostgreSQL's jsonb doesn't keep the order of keys, so sort them. */
function sorted(fields: object): [string, unknown][] {
  return Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1));
}
