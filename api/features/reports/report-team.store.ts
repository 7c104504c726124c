import type { EntityManager } from '@mikro-orm/postgresql';
import { orNull } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { defaultZone } from '#api/lib/local-time.ts';
import type { ReportTeam } from './due-dates.ts';

/** Facts about a team. @throws for an unknown one */
export async function reportTeam(em: EntityManager, teamId: string, now: Date): Promise<ReportTeam> {
  const [row] = await queryRows(
    em,
    {
      id: tables.team.id,
      timeZone: tables.team.time_zone,
      retentionDays: orNull(tables.package.data_retention_days),
      since: orNull(tables.controller.created_at),
      activeUntil: tables.team.active_until,
    },
    `select t.id, t.time_zone as "timeZone", p.data_retention_days as "retentionDays", t.active_until as "activeUntil",
            (select min(created_at) from controller where team_id = t.id) as since
       from team t left join package p on p.id = t.package_id where t.id = ?`,
    [teamId],
  );
  if (!row) throw new Error('The team of a report was deleted');
  return toReportTeam(row, now);
}

interface TeamRow {
  id: string;
  timeZone: string | null;
  retentionDays: number | null;
  since: string | null;
  activeUntil: string | null;
}

export const toReportTeam = ({ id, ...row }: TeamRow, now: Date): ReportTeam => ({
  id,
  timeZone: row.timeZone ?? defaultZone,
  retentionDays: row.retentionDays === null || row.retentionDays < 0 ? null : row.retentionDays,
  since: row.since ? new Date(row.since) : null,
  isActive: !row.activeUntil || new Date(row.activeUntil) > now,
});
