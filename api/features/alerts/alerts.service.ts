import { IsolationLevel, type FilterQuery } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CallerContext, Context, CustomerContext } from '#api/graphql/context.ts';
import type { Event } from '#api/live/event.entity.ts';
import { append } from '#api/live/log.ts';
import { Controller } from '../controllers/controller.entity.ts';
import { lockTeam, findOwn } from '../teams/lock-team.store.ts';
import { Team } from '../teams/team.entity.ts';
import { readAlerts } from './alert-rows.ts';
import { Alert } from './alert.entity.ts';
import { AlertChangeKind, AlertResolution } from './alert.enums.ts';
import { AlertEntryKind } from './alert-entry.entity.ts';
import type { AlertChange, ControllerAlertCount, ControllerAlerts } from './current-alerts.ts';
import { enter } from './transition.ts';

/** Open alerts and the cursor that fits them exactly: both are read from one snapshot. */
export function currentAlerts(ctx: CustomerContext, controllerId: string): Promise<ControllerAlerts> {
  return ctx.em.transactional(
    async (em) => {
      const controller = await ownController({ em, viewer: ctx.viewer }, controllerId);
      const { lastEventSeq } = await em.findOneOrFail(Team, ctx.viewer.team.id, { refresh: true });
      const alerts = await readAlerts(em, { controller: controller.id, resolvedAt: null });
      const siteName = controller.selectedSiteName ?? 'Unknown Site';
      return { controllerId: controller.id, alerts, siteName, cursor: lastEventSeq };
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true, clear: true },
  );
}

/** @throws NotFound when the controller is not the viewer's */
export function ownController(ctx: Pick<CallerContext, 'em' | 'viewer'>, id: string): Promise<Controller> {
  return findOwn(ctx, Controller, id, 'Controller');
}

/** The number of open alerts in the viewer's team, whichever sites its controllers monitor. */
export function openAlertCount({ em, viewer }: CustomerContext): Promise<number> {
  return em.count(Alert, { team: viewer.team, resolvedAt: null });
}

/** The same alerts by controller, worst first. The counts add up to `openAlertCount`. */
export function openAlertsByController({ em, viewer }: CustomerContext): Promise<ControllerAlertCount[]> {
  return em.execute<ControllerAlertCount[]>(
    `select controller_id as "controllerId", count(*)::int as count,
            (${worstFirst})[min(${rank})] as severity
       from alert where team_id = ? and resolved_at is null
      group by controller_id order by min(${rank}), count(*) desc, controller_id`,
    [viewer.team.id],
  );
}

const worstFirst = `array['critical', 'error', 'warning', 'info']`;
const rank = `array_position(${worstFirst}, severity)`;

/** What a subscriber is shown of an event; null once the alert is gone with its controller. */
export async function alertChange({ em }: Context, event: Event): Promise<AlertChange | null> {
  const alert = event.alertId && (await em.findOne(Alert, { id: event.alertId }));
  return alert ? { alert, cursor: event.seq, change: AlertChangeKind[event.kind as AlertChangeKind] } : null;
}

/** Ends open alerts that nobody watches any more, in the caller's transaction. */
export async function stopWatching(
  em: EntityManager,
  teamId: string,
  where: FilterQuery<Alert>,
  detail = 'No longer monitored',
): Promise<void> {
  await lockTeam(em, teamId);
  const alerts = await em.find(Alert, { $and: [where, { team: teamId, resolvedAt: null }] });
  const resolvedAt = new Date();
  const over = { resolvedAt, unknownSince: null, calmSince: null };
  for (const alert of alerts) em.assign(alert, { ...over, resolution: AlertResolution.no_longer_watched });
  await em.flush();
  const entry = { kind: AlertEntryKind.resolved, at: resolvedAt, detail };
  await enter(
    em,
    teamId,
    alerts.map(({ id }) => ({ ...entry, alertId: id })),
  );
  const { resolved } = AlertChangeKind;
  await append(
    em,
    teamId,
    alerts.map(({ id, controllerId }) => ({ kind: resolved, alertId: id, controllerId })),
  );
}
