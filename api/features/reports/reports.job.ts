import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { orNull } from '#api/db/columns.ts';
import type { App } from '#api/config/app.ts';
import { addJob } from '#api/jobs/queue.ts';
import { isDue, isStillSent } from './due-dates.ts';
import { monthsOf, nextMonths, storeMonth } from './months.store.ts';
import { addReportEmails } from './report-emails.store.ts';
import { reportTeam, toReportTeam } from './report-team.store.ts';
import { lockProgress, storeNextDay } from './site-days.store.ts';

/** Every quarter of an hour: adds a job for each team with a day to add up, or a month to store and send. */
export async function scheduleReports({ orm }: App, _payload: Record<string, never>): Promise<void> {
  const em = orm.em.fork();
  const now = new Date();
  const teams = await queryRows(
    em,
    {
      id: tables.team.id,
      timeZone: tables.team.time_zone,
      retentionDays: orNull(tables.package.data_retention_days),
      activeUntil: tables.team.active_until,
      since: orNull(tables.controller.created_at),
      storedUntil: orNull(tables.report_progress.stored_until),
      storedMonth: orNull(tables.report_month.month),
    },
    `select t.id, t.time_zone as "timeZone", p.data_retention_days as "retentionDays", t.active_until as "activeUntil",
            c.since, progress.stored_until as "storedUntil",
            (select max(month) from report_month m where m.team_id = t.id) as "storedMonth"
       from team t
       join (select team_id, min(created_at) as since from controller group by 1) c on c.team_id = t.id
       left join package p on p.id = t.package_id
       left join report_progress progress on progress.team_id = t.id
      where t.active_until is null or t.active_until > now()`,
  );
  for (const { storedUntil, storedMonth, ...row } of teams) {
    if (isDue(toReportTeam(row, now), { storedUntil, storedMonth }, now))
      await addJob(em, 'update-reports', { teamId: row.id }, { jobKey: `update-reports:${row.id}` });
  }
}

/**
 * Adds up a team's past days, then stores its past months and adds the emails of the latest one. Each step is a transaction
 * that a second or killed run doesn't repeat.
 */
export async function updateReports(
  { orm, config, log }: App,
  { teamId }: { teamId: string },
): Promise<void> {
  const now = new Date();
  const em = orm.em.fork();
  const team = await reportTeam(em, teamId, now);
  if (!team.isActive) return;
  while (await storeNextDay(orm.em.fork(), team, now));
  for (const month of await nextMonths(em, team, now)) {
    const added = await orm.em.fork().transactional(async (tx) => {
      await lockProgress(tx, team);
      // Another run may have been quicker.
      if ((await monthsOf(tx, team, now)).some((one) => one.month === month && one.isFinal)) return 0;
      await storeMonth(tx, team, month, now);
      return isStillSent(team, month, now) ? addReportEmails(tx, config, team.id, month) : 0;
    });
    if (added > 0)
      log.info({ team: team.id, month, emails: added }, 'Monthly reports were added to the outbox');
  }
}
