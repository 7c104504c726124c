import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { orNull, type RowOf } from '#api/db/columns.ts';
import { queryRows } from '#api/db/query-rows.ts';
import { tables } from '#api/db/tables.ts';
import { ExtensionPoint } from '#api/lib/extension-point.ts';
import { addJob } from '#api/jobs/queue.ts';
import { AlertEntry, AlertEntryKind, type EntryParams } from './alert-entry.entity.ts';
import { Alert } from './alert.entity.ts';

/** A timeline entry before it has an ID. */
export interface NewEntry {
  alertId: string;
  kind: AlertEntryKind;
  at: Date;
  detail?: string | null;
  params?: EntryParams | null;
  by?: string | null;
  until?: Date | null;
  since?: Date | null;
}

/** A stored timeline entry. */
export type Transition = NewEntry & { id: string };

/** Kinds that people may be notified about. Cancelling a snooze releases the messages it suppressed. */
const notifiedKinds = [
  AlertEntryKind.raised,
  AlertEntryKind.flapping,
  AlertEntryKind.stable,
  AlertEntryKind.escalated,
  AlertEntryKind.affected,
  AlertEntryKind.resolved,
  AlertEntryKind.folded,
  AlertEntryKind.reminded,
  AlertEntryKind.unsnoozed,
  AlertEntryKind.maintenance_started,
] as const;

/**
 * Handles the consequences of one team's transitions in the same transaction: deliveries, tickets and their
 * jobs.
 */
export type TransitionHandler = (
  em: EntityManager,
  teamId: string,
  transitions: readonly Transition[],
) => Promise<void>;

export const transitionHandlers = new ExtensionPoint<readonly TransitionHandler[]>('alert transitions');

/**
 * Writes timeline entries in the caller's transaction, which holds the team's lock. Everything that follows
 * is written in the same one: alert, deliveries and jobs commit together or not at all.
 */
export async function writeTransitions(
  em: EntityManager,
  teamId: string,
  entries: readonly NewEntry[],
): Promise<Transition[]> {
  if (!em.getTransactionContext())
    throw new Error('A timeline must be written in the transaction of the change');
  if (entries.length === 0) return [];
  const transitions = entries.map((entry) => ({ ...entry, id: randomUUID() }));
  await em.insertMany(
    AlertEntry,
    transitions.map(({ alertId, ...line }) => ({
      detail: null,
      params: null,
      by: null,
      until: null,
      since: null,
      ...line,
      alert: alertId,
      team: teamId,
    })),
  );
  const raised = transitions.filter(({ kind }) => kind === AlertEntryKind.raised);
  if (raised[0])
    await countRaised(
      em,
      teamId,
      raised.map(({ alertId }) => alertId),
      raised[0].at,
    );
  const notified = transitions.filter(
    ({ kind, params }) => !params?.isRepeated && notifiedKinds.some((one) => one === kind),
  );
  if (notified.length > 0) for (const handle of transitionHandlers.value) await handle(em, teamId, notified);
  return transitions;
}

/** The package's columns are null without one. */
const counted = {
  raised: tables.alert_month.raised,
  notifiedPercent: tables.alert_month.told_percent,
  plan: orNull(tables.package.name),
  most: orNull(tables.package.max_alerts_per_month),
};

/**
 * Counts new alerts in their UTC month, and marks those over the package's limit. They are recorded and
 * shown, but only sent if critical. The owner is notified at 80 and 100 percent, once per limit. Runs in the
 * caller's transaction, which holds the team's lock. One statement unless the limit is near.
 */
async function countRaised(
  em: EntityManager,
  teamId: string,
  alertIds: readonly string[],
  at: Date,
): Promise<void> {
  const month = `${at.toISOString().slice(0, 7)}-01`;
  const { raised, notifiedPercent, plan, most } = await count(em, teamId, month, alertIds.length);
  if (plan === null || most === null || most < 0) return;
  const before = raised - alertIds.length;
  const beyond = alertIds.slice(Math.max(0, most - before));
  if (beyond.length > 0) await em.nativeUpdate(Alert, { id: { $in: [...beyond] } }, { overLimit: true });
  // Notices about a lower limit, before the package changed, don't count for this one.
  const notified = Math.min(notifiedPercent, reached(before, most));
  const percent = reached(raised, most);
  if (percent <= notified) return;
  await em.execute(
    'update alert_month set told_percent = ? where team_id = ? and month = ?',
    [percent, teamId, month],
    'run',
  );
  await addJob(em, 'tell-alert-limit', { teamId, month, percent, plan, most });
}

async function count(
  em: EntityManager,
  teamId: string,
  month: string,
  added: number,
): Promise<RowOf<typeof counted>> {
  const [row] = await queryRows(
    em,
    counted,
    `with counted as (
       insert into alert_month as kept (team_id, month, raised) values (?, ?, ?)
       on conflict (team_id, month) do update set raised = kept.raised + excluded.raised
       returning raised, told_percent)
     select counted.raised, counted.told_percent as "notifiedPercent", p.name as plan, p.max_alerts_per_month as most
       from counted join team t on t.id = ? left join package p on p.id = t.package_id`,
    [teamId, month, added, teamId],
  );
  return row!;
}

/** The highest notified share that has been reached: 0, 80 or 100 percent. */
function reached(raised: number, most: number): number {
  if (raised >= most) return 100;
  return raised * 100 >= most * 80 ? 80 : 0;
}
