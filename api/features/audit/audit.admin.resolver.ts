import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { AuditEntry, AuditPage, AuditSearch } from './audit-entry.entity.ts';
import { AuditIntegrity, auditCsv, auditEntries, auditIntegrity } from './audit-log.service.ts';

@Allow('admin')
@Resolver()
export class AuditAdminResolver {
  @Query(() => [AuditEntry], { description: 'Privileged changes, the newest first.' })
  auditEntries(@Args(() => AuditPage) page: AuditPage, @Ctx() ctx: Context): Promise<AuditEntry[]> {
    return auditEntries(ctx, page);
  }

  @Query(() => String, {
    description: `Privileged changes as CSV, all of them or those a search finds. ${lengthOf('GET /api/admin/audit/csv')}`,
  })
  auditCsv(@Args(() => AuditSearch) search: AuditSearch, @Ctx() ctx: Context): Promise<string> {
    return auditCsv(ctx, search);
  }

  @Query(() => AuditIntegrity, {
    description:
      'Whether the audit log is as it was written: walks the whole of it and recomputes its chain.',
  })
  auditIntegrity(@Ctx() ctx: Context): Promise<AuditIntegrity> {
    return auditIntegrity(ctx);
  }
}
