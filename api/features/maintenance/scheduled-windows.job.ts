import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import type { App } from '#api/config/app.ts';
import { lockTeam } from '../teams/lock-team.store.ts';
import { MaintenanceWindow } from './maintenance-window.entity.ts';
import { reportCovered } from './maintenance.service.ts';
import { nextStartOrEnd } from './occurrences.ts';

/** Every minute, reports the open alerts of windows that have begun or ended by schedule, so that lists show it. */
export async function announceScheduledWindows({ orm }: App): Promise<void> {
  const em = orm.em.fork();
  const now = new Date();
  const due = await queryRows(
    em,
    { teamId: tables.maintenance_window.team_id },
    'select distinct team_id as "teamId" from maintenance_window where starts_or_ends_at <= ?',
    [now],
  );
  for (const { teamId } of due)
    await em.transactional(
      async (tx) => {
        await lockTeam(tx, teamId);
        const windows = await tx.find(MaintenanceWindow, { team: teamId, startsOrEndsAt: { $lte: now } });
        for (const window of windows) window.startsOrEndsAt = nextStartOrEnd(window, now);
        await tx.flush();
        await reportCovered(tx, teamId, windows);
      },
      { clear: true },
    );
}
