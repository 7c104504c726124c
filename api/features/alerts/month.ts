import type { EntityManager } from '@mikro-orm/postgresql';
import { addJob } from '#api/jobs/queue.ts';
import { Alert } from './alert.entity.ts';

interface Counted {
  raised: number;
  toldPercent: number;
  /** The team's package; null without one. */
  plan: string | null;
  most: number | null;
}

/**
 * Counts alerts that begin in their UTC month, and marks those beyond the package's limit: they are recorded and shown, and
 * told only where they are critical. The owner is told of 80 and of 100 percent, once for a limit. In the caller's
 * transaction, which holds the team's lock. One statement where nothing is near the limit.
 */
export async function countRaised(
  em: EntityManager,
  teamId: string,
  alertIds: readonly string[],
  at: Date,
): Promise<void> {
  const month = `${at.toISOString().slice(0, 7)}-01`;
  const { raised, toldPercent, plan, most } = await count(em, teamId, month, alertIds.length);
  if (plan === null || most === null || most < 0) return;
  const before = raised - alertIds.length;
  const beyond = alertIds.slice(Math.max(0, most - before));
  if (beyond.length > 0) await em.nativeUpdate(Alert, { id: { $in: [...beyond] } }, { overLimit: true });
  // What was told of a lower limit, before the package was changed, does not count for this one.
  const told = Math.min(toldPercent, reached(before, most));
  const percent = reached(raised, most);
  if (percent <= told) return;
  await em.execute(
    'update alert_month set told_percent = ? where team_id = ? and month = ?',
    [percent, teamId, month],
    'run',
  );
  await addJob(em, 'tell-alert-limit', { teamId, month, percent, plan, most });
}

async function count(em: EntityManager, teamId: string, month: string, added: number): Promise<Counted> {
  const [row] = await em.execute<Counted[]>(
    `with counted as (
       insert into alert_month as kept (team_id, month, raised) values (?, ?, ?)
       on conflict (team_id, month) do update set raised = kept.raised + excluded.raised
       returning raised, told_percent)
     select counted.raised, counted.told_percent as "toldPercent", p.name as plan, p.max_alerts_per_month as most
       from counted join team t on t.id = ? left join package p on p.id = t.package_id`,
    [teamId, month, added, teamId],
  );
  return row!;
}

/** Of the shares that are told, the one that is reached: 0, 80 or 100 percent. */
function reached(raised: number, most: number): number {
  if (raised >= most) return 100;
  return raised * 100 >= most * 80 ? 80 : 0;
}
