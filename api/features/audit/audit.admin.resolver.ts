import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { Allow } from '#api/graphql/access.ts';
import type { Context } from '#api/graphql/context.ts';
import { lengthOf } from '#api/exports/export.ts';
import { AuditEntry, AuditPage, AuditSearch } from './audit-entry.entity.ts';
import { AuditIntegrity, auditCsv, auditEntries, auditIntegrity } from './audit-log.service.ts';

@Allow('admin')
@Resolver()
export class AuditAdminResolver {
  @Query(() => [AuditEntry], { description: 'Returns the audit log, newest entries first.' })
  auditEntries(@Args(() => AuditPage) page: AuditPage, @Ctx() ctx: Context): Promise<AuditEntry[]> {
    return auditEntries(ctx, page);
  }

  @Query(() => String, {
    description: `Returns the audit log as CSV, all entries or those that match a search. ${lengthOf('GET /api/admin/audit/csv')}`,
  })
  auditCsv(@Args(() => AuditSearch) search: AuditSearch, @Ctx() ctx: Context): Promise<string> {
    return auditCsv(ctx, search);
  }

  @Query(() => AuditIntegrity, {
    description: 'Verifies the integrity of the audit log by recomputing its entire hash chain.',
  })
  auditIntegrity(@Ctx() ctx: Context): Promise<AuditIntegrity> {
    return auditIntegrity(ctx);
  }
}
